import { t } from "../../i18n/i18n";
import type { MatchSession } from "../../signedPlay/MatchSession";
import { PrimaryButton } from "../../ui/Button";
import { ConfirmButton } from "../../ui/ConfirmButton";
import type { Situation } from "../duties/useSituation";
import type { SignedTable } from "../line/useSignedTable";
import { Settle } from "../signed/Settle";

interface Props {
  signed: SignedTable;
  match: MatchSession;
  situation: Situation;
  /** There is room for only one label. */
  isNarrow?: boolean;
}

/** Between two rounds of a match: one press each for the next game, or a button to leave. */
export function MatchButtons({ signed, match, situation, isNarrow = false }: Props) {
  const { interval } = match;
  if (!interval) return null;
  if (interval.isBroughtFirst)
    return <Settle signed={signed} situation={situation} title={t("Tell the chain of the draw")} />;
  if (interval.isParted || situation.isLeftAlone)
    return <Settle signed={signed} situation={situation} title={t("Bring the result to the chain")} />;
  if (interval.mine === "leave") return <SettleLeft signed={signed} situation={situation} />;
  const isSaid = interval.mine !== undefined || interval.wish !== undefined;
  return (
    <>
      <PrimaryButton disabled={isSaid} onClick={() => match.want("begin")}>
        {t("Next game")}
      </PrimaryButton>
      <ConfirmButton
        label={t("Leave the match")}
        {...(isNarrow ? { icon: "leave" as const, short: t("Leave") } : { isAside: true })}
        title={t("Leave: both are paid by the score")}
        disabled={interval.mine !== undefined || interval.wish === "leave"}
        onConfirm={() => match.want("leave")}
      />
    </>
  );
}

/** Submits both players' leave to the chain: in the first seconds the relay does so, if it can; after that the player can. */
function SettleLeft({ signed: { advice, bring, busy, pauses }, situation }: Pick<Props, "signed" | "situation">) {
  if (advice.cause !== "parts") return null;
  if (situation.isRelays) return <p className="muted">{t("The relay settles this match.")}</p>;
  return (
    <PrimaryButton disabled={busy || pauses.isClosed} onClick={() => bring(t("Settle the match"))}>
      {t("Settle the match")}
    </PrimaryButton>
  );
}
