import { t } from "../i18n/i18n";
import { keySource } from "../signedPlay/keys/keySource";
import { PrimaryButton } from "../ui/Button";
import { Dialog } from "../ui/Dialog";

/** Three sentences that a player should know before the first game by signature with a stake. */
export function FirstNotice({ onGoOn, onClose }: { onGoOn: () => void; onClose: () => void }) {
  return (
    <Dialog title={t("Before you play by signature")} onClose={onClose}>
      <p>{t("This page signs your moves for you, without fees and without a window of your wallet.")}</p>
      <p>
        {t(
          "Stay with the game: whoever is away for longer than the clock's base time (at least three minutes), or a day, can lose the stake.",
        )}
      </p>
      <p>
        {keySource()
          ? t("The game's key comes from your purse, so you can continue on another device.")
          : t("The game's key is in this browser alone: don't clear its storage before the end.")}
      </p>
      <PrimaryButton className="large" onClick={onGoOn}>
        {t("Go on")}
      </PrimaryButton>
    </Dialog>
  );
}
