import { type Challenge, type Color, type Game, otherColor, type TimeControl } from "../../chain/game";
import { isSamePayment, type Payment } from "../../chain/payment";
import { isSameClock } from "../../challenge/presets";

/** A finished game, for a rematch. */
export interface Played {
  game: Game;
  you: Color | undefined;
  /** For one round. */
  stake: Payment | undefined;
  clock: TimeControl | undefined;
  /** Whether moves are made by signature. */
  isSigned: boolean;
}

/**
 * Whether a challenge is to the same game again, with sides changed; a match changes them with each of its rounds. One
 * press accepts a rematch, and its terms aren't shown: with another stake, another time or more rounds it is a challenge
 * like others.
 */
export const isRematch = (
  { challenger, side, stake, clock, rounds, engines, key }: Challenge,
  { game, isSigned, ...played }: Omit<Played, "you">,
): boolean =>
  side !== "drawn" &&
  (game.match !== undefined || game[otherColor(side)] === challenger) &&
  isSamePayment(stake, played.stake) &&
  isSameClock(clock, played.clock) &&
  rounds === (game.match?.rounds ?? 1) &&
  engines === game.engines &&
  (key !== undefined) === isSigned;
