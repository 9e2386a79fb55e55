import { t } from "../../i18n/i18n";
import { PrimaryButton } from "../../ui/Button";
import { useAmountText } from "../../ui/values/Amount";
import type { Situation } from "../duties/useSituation";
import type { SignedTable } from "../line/useSignedTable";

interface Props {
  signed: SignedTable;
  situation: Situation;
  /** The button's action, if that isn't to settle the game. */
  title?: string;
}

/**
 * Submits a signed end to the chain: in the first seconds a relay that settles does so, after that the player's button.
 * Nothing if the chain already has an open end, which the status shows.
 */
export function Settle({ signed, situation: { isRelaysEnd }, title }: Props) {
  const { end, chain, session, bring, busy, pauses } = signed;
  const { stake } = signed.snapshot;
  const pot = useAmountText(stake, 2n);
  // the status shows an end that is open there
  if (!end || chain.game.awaits === "longerGame") return null;
  if (isRelaysEnd) return <p className="muted">{t("The relay settles this game.")}</p>;
  const hasWon = end.winner === session.game.color;
  return (
    <PrimaryButton disabled={busy || pauses.isClosed} onClick={() => bring(title ?? t("Settle"))}>
      {title
        ? title
        : hasWon && stake && !session.game.isOfMatch
          ? t("Settle on the chain: {pot}", { pot })
          : t("Settle on the chain")}
    </PrimaryButton>
  );
}
