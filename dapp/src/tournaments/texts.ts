import { formatClock } from "../chain/format";
import { t } from "../i18n/i18n";
import type { Tournament } from "./contract";

/** "Swiss, 5 rounds"; a round robin's rounds depend on the number of entrants. */
export const formatText = ({ terms, rounds, phase }: Tournament): string => {
  if (terms.isSwiss) return t("Swiss, {count, plural, one {# round} other {# rounds}}", { count: rounds });
  return phase === "Entering"
    ? t("Round robin")
    : t("Round robin, {count, plural, one {# round} other {# rounds}}", { count: rounds });
};

/** A tournament's progress: "begins in 4:13", "round 2 of 5". */
export function phaseText({ phase, round, rounds, terms }: Tournament, now: number): string {
  if (phase === "Ended") return t("ended");
  if (phase === "Cancelled") return t("cancelled");
  if (phase === "Running") return t("round {round} of {rounds}", { round, rounds });
  const left = terms.start - now;
  return left > 0 ? t("begins in {time}", { time: formatClock(left) }) : t("begins now");
}
