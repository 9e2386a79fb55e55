import { type Color, otherColor, type TimeControl } from "../../chain/game";
import { isLossOnTime } from "../../chess/rules";
import type { PlyTimes } from "../../signedPlay/clock";
import type { SignedEnd } from "../../signedPlay/standing";

/**
 * The end by its own name: who runs out of time resigns by their page.
 * @param resignedAt when a player has resigned, by the clock that the plies' times are of; none if
 * nobody knows
 */
export function withTime(
  end: SignedEnd | undefined,
  control: TimeControl | undefined,
  times: PlyTimes,
  resignedAt: (color: Color) => number | undefined,
): SignedEnd | undefined {
  if (end?.reason !== "Resignation" || !end.winner || !control) return end;
  const loser = otherColor(end.winner);
  const at = resignedAt(loser);
  return at !== undefined && isLossOnTime(control, times, loser, at) ? { ...end, reason: "TimeOver" } : end;
}
