import { expect, test } from "vitest";
import { ChessEndReasonNames } from "../../chain/abiTypes";
import type { Game } from "../../chain/game";
import { type LobbyFeed, readFeedGame } from "./LobbyFeed";
import { gameAtHand, newestGame, withFeed } from "./useLobbyFeed";

const item = {
  contract: "erd1",
  game: 7,
  state: 0,
  reason: 0,
  white: "alice",
  black: "bob",
  challenger: null,
  drawnSides: false,
  stake: null,
  clock: null,
  plies: 3,
  fen: "8/8/8/8/8/8/8/8 w - - 0 1",
};

test("a loss on time is called that, though the chain has a resignation", () => {
  const reason = ChessEndReasonNames.indexOf("Resignation");
  expect(readFeedGame({ ...item, state: 2, reason, onTime: true }).endReason).toBe("TimeOver");
  expect(readFeedGame({ ...item, state: 2, reason, onTime: false }).endReason).toBe("Resignation");
});

test("between two games of a match nobody is to move", () => {
  const ended = readFeedGame({ ...item, rounds: 3, ended: true });
  const feed = { games: new Map([[7, ended]]) } as unknown as LobbyFeed;
  const onChain = { ...ended, plies: 0, isEnded: false } as Game;
  expect(withFeed(onChain, feed).game).toMatchObject({ plies: 3, isEnded: true });
  feed.games.set(8, readFeedGame({ ...item, game: 8, state: 1, rounds: 3, plies: 0, played: 1 }));
  // it isn't live, but it is the newest one with a board
  expect(newestGame(feed)).toBe(ended);
  const live = readFeedGame({ ...item, game: 6 });
  feed.games.set(6, live);
  expect(gameAtHand([onChain], feed)?.id).toBe(7);
  // a game with an open end is not offered, however new it is
  const open: Game = { ...onChain, id: 9, match: undefined, awaits: "longerGame" };
  expect(gameAtHand([open, onChain, live], feed)?.id).toBe(6);
  expect(newestGame(feed)).toBe(live);
});
