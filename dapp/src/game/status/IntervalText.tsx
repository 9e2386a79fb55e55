import { t } from "../../i18n/i18n";
import type { MatchSession } from "../../signedPlay/MatchSession";

/** The text that is shown between two rounds. */
export const IntervalText = ({ match }: { match: MatchSession }) => (
  <span data-testid="interval">{intervalText(match)}</span>
);

/** States the players' choices about the next game, and who must act next. */
function intervalText({ interval, current, rounds }: MatchSession): string {
  if (!interval) return "";
  const { mine, theirs, wish } = interval;
  const { round } = current.game.id;
  const next = { number: round + 2, count: rounds };
  if (interval.isCalledOff && !interval.isParted)
    return round > 0 ? t("The match ends: this game counts half a point each") : t("Both get their stakes back");
  if (interval.isBroughtFirst) return t("The chain is told of the draw first, so that nobody takes it back.");
  if (interval.isParted) {
    return (mine ?? wish) === "leave"
      ? t("You have left the match: the result goes to the chain, and is paid by the score when it is final there.")
      : t("They have left the match: the result goes to the chain, and is paid by the score when it is final there.");
  }
  if (mine === "leave") {
    return theirs === "leave"
      ? t("You have both left: you are paid by the score.")
      : t("You have left the match. It is settled once they also leave; no further game can begin.");
  }
  if (mine === "begin") return t("You are ready for game {number} of {count}. Waiting for your opponent.", next);
  if (wish)
    return t(
      "Waiting for their choice about game {number} of {count}: the player who could take the end back chooses first.",
      next,
    );
  if (theirs === "begin")
    return t(
      "They are ready for game {number} of {count}. Nobody has to continue: a player who leaves keeps their winnings.",
      next,
    );
  return t("Ready for game {number} of {count}? Nobody has to continue: a winner may also leave.", next);
}
