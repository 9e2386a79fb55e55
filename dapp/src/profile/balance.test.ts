import { expect, test } from "vitest";
import type { Game } from "../chain/game";
import { balanceOf } from "./balance";

const EGLD = "EGLD-000000";
const game = (state: Game["state"], match?: Game["match"]) => ({ state, match }) as Game;
const november = Date.UTC(2026, 10, 28);
const october = Date.UTC(2026, 9, 31, 23, 59);

test("stakes are summed by month and token; a match counts its points, a draw nothing", () => {
  const stake = (amount: bigint, token = EGLD) => ({ token, amount });
  const rows = balanceOf([
    { game: game("whiteWon"), color: "white", stake: stake(5n), millis: november },
    { game: game("whiteWon"), color: "black", stake: stake(3n), millis: november },
    { game: game("drawn"), color: "black", stake: stake(9n), millis: november },
    { game: game("blackWon"), color: "black", stake: stake(7n, "USDC-1"), millis: november },
    // White in the first game has 1½ points from 2 games: one stake
    {
      game: game("whiteWon", { rounds: 3, round: 0, points: 3, played: 2 }),
      color: "white",
      stake: stake(2n),
      millis: october,
    },
    { game: game("blackWon"), color: "white", stake: stake(1n), millis: undefined },
    { game: game("whiteWon"), color: "white", stake: undefined, millis: november },
    { game: game("noResult"), color: "white", stake: stake(4n), millis: october },
  ]);
  expect(rows).toEqual([
    { month: "2026-11", token: EGLD, games: 3, won: 5n, lost: 3n },
    { month: "2026-11", token: "USDC-1", games: 1, won: 7n, lost: 0n },
    { month: "2026-10", token: EGLD, games: 2, won: 2n, lost: 0n },
    { month: undefined, token: EGLD, games: 1, won: 0n, lost: 1n },
  ]);
});
