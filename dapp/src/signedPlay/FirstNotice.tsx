import { href } from "../app/router";
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
        <p>
          In such a game this page signs your moves, free of charge, with a key for this one game. At the end one call
          tells the chain the whole game.
        </p>
        <p>
          <b>What is safe:</b> nobody can move for you, and no old state wins once a longer game is shown in time. If
          your opponent falls silent, the chain can end the game for you.
        </p>
        <p>
          <b>What you must do:</b> open this page at least once in the time that the clock begins with (three minutes
          where that is longer), and once a day in any case. Answer there what your opponent asks or brings on the
          chain.{hasRelay ? " A relay can show the longest game for you, but it can't move." : ""}
        </p>
        <p>
          <b>What isn't solved:</b> who stays away longer can lose. A dispute costs fees, so it doesn't pay for tiny
          stakes. The key is in this browser alone; whoever steals it can lose that one game for you, but not your
          account's money.
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
