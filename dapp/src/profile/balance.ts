import type { Color, Game } from "../chain/game";
import type { Payment } from "../chain/payment";
import { stakesAt, stakesPaid } from "../chess/reason";

/** The amounts that a player has won and lost in the games of a month with stakes in one token. */
export interface MonthRow {
  /** "2026-11"; none for games whose day isn't known. */
  month: string | undefined;
  token: string;
  games: number;
  won: bigint;
  lost: bigint;
}

/** A finished game, its stake, and when it ended, in milliseconds. */
export interface EndedGame {
  game: Game;
  color: Color;
  stake: Payment | undefined;
  millis: number | undefined;
}

/** The amounts by month, the newest first, and by token; games whose day isn't known come last. */
export function balanceOf(games: readonly EndedGame[]): MonthRow[] {
  const rows = new Map<string, MonthRow>();
  for (const { game, color, stake, millis } of games) {
    if (!stake) continue;
    const month = millis === undefined ? undefined : new Date(millis).toISOString().slice(0, 7);
    const key = `${month} ${stake.token}`;
    const row = rows.get(key) ?? { month, token: stake.token, games: 0, won: 0n, lost: 0n };
    const sum = (stakesPaid(game, color) - stakesAt(game)) * stake.amount;
    row.games++;
    if (sum > 0n) row.won += sum;
    else row.lost -= sum;
    rows.set(key, row);
  }
  return [...rows.values()].toSorted(
    (one, other) => (other.month ?? "").localeCompare(one.month ?? "") || one.token.localeCompare(other.token),
  );
}
