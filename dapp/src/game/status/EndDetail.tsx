import type { Color } from "../../chain/game";
import { stakesPaid } from "../../chess/reason";
import { t } from "../../i18n/i18n";
import { Say } from "../../i18n/Say";
import type { SignedEnd } from "../../signedPlay/standing";
import { Countdown } from "../../table/clock/ChessClock";
import styles from "../../table/GameStatus.module.css";
import { useAmountText } from "../../ui/values/Amount";
import type { GameSnapshot } from "../line/useGame";

interface Props {
  snapshot: GameSnapshot;
  you: Color | undefined;
  /** The time until which a longer game could still undo an open end. */
  until: number | undefined;
  /** The end by signature. */
  end: SignedEnd | undefined;
}

/** The consequences of a game's end. */
export function EndDetail({ snapshot, you, until, end }: Props) {
  const { state, awaits } = snapshot.game;
  if (state !== "ongoing") return <Paid snapshot={snapshot} you={you} />;
  if (end && awaits !== "longerGame") return <span className={styles.passing}>{signedEndText(end)}</span>;
  if (snapshot.claims.inactivity) return t("Nobody has shown a longer game: it can be settled.");
  if (until === undefined) return t("Not final yet: a longer game that both have signed would undo it.");
  return (
    <Say
      text="Final in {time}, unless a player shows that the game went on."
      values={{ time: <Countdown until={until} /> }}
    />
  );
}

const signedEndText = ({ reason, winner, isFinal }: SignedEnd): string =>
  winner && reason !== "Checkmate"
    ? t("The chain pays as soon as it is told. Until then a resignation can be taken back.")
    : isFinal
      ? t("Signed by both: the chain pays as soon as it is told.")
      : t("Not acknowledged by both yet: on the chain it stays open for a while.");

function Paid({ snapshot: { game, stake }, you }: Pick<Props, "snapshot" | "you">) {
  const paid = you ? stakesPaid(game, you) : game.state === "drawn" || game.state === "noResult" ? 1n : 2n;
  const amount = useAmountText(stake, paid);
  if (!stake) return t("There was no stake.");
  if (game.match && !you) return t("Both were paid by the score.");
  if (!you)
    return paid === 1n ? t("Both got their stakes back.") : t("The winner was paid {amount}.", { amount: amount });
  return paid > 0n
    ? t("You were paid {amount}.", { amount: amount })
    : game.match
      ? t("Your opponent was paid all stakes.")
      : t("Your opponent was paid both stakes.");
}
