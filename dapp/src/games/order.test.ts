import { expect, test } from "vitest";
import type { Color, Game, GameState } from "../chain/game";
import { aGame } from "../chain/testGames";
import { mostUrgentFirst } from "./order";

const item = (id: number, state: GameState, turn: Color = "white"): { game: Game } => ({
  game: aGame({ id, turn, state, hasDeadline: true }),
});

test("an old game that waits for its player comes before newer ones", () => {
  const over = Array.from({ length: 12 }, (_, index) => item(20 - index, "drawn"));
  const games = [item(22, "open"), item(21, "ongoing", "black"), ...over, item(3, "ongoing"), item(2, "ongoing")];
  const order = (you: string) => mostUrgentFirst(games, you).map(({ game }) => game.id);
  const ended = over.map(({ game }) => game.id);
  expect(order("alice")).toEqual([3, 2, 22, 21, ...ended]);
  expect(order("bob")).toEqual([21, 22, 3, 2, ...ended]);
});
