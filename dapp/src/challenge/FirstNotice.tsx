import { href } from "../browser/router";
import { keySource } from "../signedPlay/keys/keySource";
import controls from "../ui/controls.module.css";
import { Dialog } from "../ui/Dialog";

interface Props {
  hasRelay: boolean;
  onGoOn: () => void;
  onClose: () => void;
}

/** What a player should know before the first game by signature. */
export function FirstNotice({ hasRelay, onGoOn, onClose }: Props) {
  return (
    <Dialog title="Before you play by signature" onClose={onClose}>
      <div className={controls.stack}>
        <p>This page signs your moves, free of charge; at the end one call tells the chain the whole game.</p>
        <p>
          Look in at least once in the time that the clock begins with (three minutes if that is longer), and once a
          day: who stays away longer can lose.
        </p>
        <p>
          {keySource() ? "The key follows from your purse" : "The key is in this browser alone"}
          {hasRelay && ", and a relay can't move for you"}: whoever steals it can lose this one game for you, and
          nothing else.
        </p>
        <p>
          <a href={href({ view: "how" })}>How it works</a> says more.
        </p>
        <button type="button" className={`${controls.primary} ${controls.large}`} onClick={onGoOn}>
          Go on
        </button>
      </div>
    </Dialog>
  );
}
