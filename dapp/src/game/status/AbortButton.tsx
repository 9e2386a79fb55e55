import { t } from "../../i18n/i18n";
import { Button, Icon } from "../../ui/Button";
import { ConfirmButton } from "../../ui/ConfirmButton";
import { useAbort } from "../duties/useAbort";
import type { SignedTable } from "../line/useSignedTable";

/**
 * Aborts the game with one press before both have moved, and agrees if the opponent wishes it. In a later round of a match
 * it takes two presses, because it ends the match.
 */
export function AbortButton({ signed: { session, room } }: { signed: SignedTable }) {
  const abort = useAbort(session, room);
  const isWished = abort?.isWished === true;
  const { round } = session.game.id;
  const label = isWished ? t("Aborting") : t("Abort");
  const title = isWished
    ? t("Your opponent's page agrees as soon as it is there")
    : round > 0
      ? t("The match ends: this game counts half a point each")
      : t("Both get their stakes back");
  const disabled = !abort || isWished || session.isPlayedElsewhere;
  const wish = () => abort?.wish();
  if (round > 0 && !isWished) return <ConfirmButton icon="close" {...{ label, title, disabled }} onConfirm={wish} />;
  return (
    <Button {...{ title, disabled }} onClick={wish}>
      <Icon name="close" />
      <span className="label">{label}</span>
    </Button>
  );
}
