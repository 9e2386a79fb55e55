import { href } from "../browser/router";
import { t } from "../i18n/i18n";
import { Say } from "../i18n/Say";
import { keySource } from "../signedPlay/keys/keySource";
import { PrimaryButton } from "../ui/Button";
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
    <Dialog title={t("Before you play by signature")} onClose={onClose}>
      <p>{t("This page signs your moves, free of charge; at the end one call tells the chain the whole game.")}</p>
      <p>
        {t(
          "Look in at least once in the time that the clock begins with (three minutes if that is longer), and once a day: who stays away longer can lose.",
        )}
      </p>
      <p>
        {keySource() ? t("The key follows from your purse.") : t("The key is in this browser alone.")}{" "}
        {hasRelay && t("A relay can't move for you.")}{" "}
        {t("Whoever steals the key can lose this one game for you, and nothing else.")}
      </p>
      <p>
        <Say text="<0>How it works</0> says more." parts={[<a key="how" href={href({ view: "how" })} />]} />
      </p>
      <PrimaryButton className={controls.large} onClick={onGoOn}>
        {t("Go on")}
      </PrimaryButton>
    </Dialog>
  );
}
