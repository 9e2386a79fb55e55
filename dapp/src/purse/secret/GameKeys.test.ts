import { expect, test } from "vitest";
import { MemoryStorage } from "../../browser/storage";
import type { GameKey } from "../../signedPlay/ed25519";
import { toHex } from "../../signedPlay/hex";
import { numberedKey } from "./derive";
import { GameKeys } from "./GameKeys";

const SEED = Uint8Array.from({ length: 32 }, (_, index) => 200 - index);
const ME = "erd1me";

const keysOf = (chess: never, kept = new MemoryStorage(), name = "n") => new GameKeys(SEED, ME, chess, kept, name);

/** A chain on which this player has games with these keys, the oldest first; White, and in challenges the challenger. */
function chain(keys: (Uint8Array | undefined)[], open: number[] = []) {
  const asked: number[] = [];
  const chess = {
    playerGames: async () => {
      const items = keys.map((_, index) => ({ id: index + 1 }));
      return { next: 0, items: items.reverse() };
    },
    snapshot: async (id: number) => {
      asked.push(id);
      const key = keys[id - 1];
      const game = { white: ME, black: "erd1other" };
      if (open.includes(id)) return { game, challenge: { key, challenger: ME } };
      return { game, keys: key && { white: key, black: new Uint8Array(32) } };
    },
  };
  return { chess: chess as never, asked };
}

const numberOf = (key: GameKey) =>
  [...Array(50).keys()].find((n) => toHex(numberedKey(SEED, n).secret) === toHex(key.secret));
const keyOf = (count: number) => numberedKey(SEED, count).publicKey;

test("each game has the next number, after a reload, too", async () => {
  const { chess } = chain([]);
  const kept = new MemoryStorage();
  const keys = keysOf(chess, kept);
  expect([numberOf(await keys.next()), numberOf(await keys.next())]).toEqual([0, 1]);
  expect(numberOf(await keysOf(chess, kept).next())).toBe(2);
});

test("what another browser has used in the meantime isn't given again, and each game is looked at once", async () => {
  const games = [keyOf(0)];
  const { chess, asked } = chain(games, [2]);
  const keys = keysOf(chess);
  expect(numberOf(await keys.next())).toBe(1);
  games.push(keyOf(1), keyOf(5));
  expect(numberOf(await keys.next())).toBe(6);
  expect(numberOf(await keys.next())).toBe(7);
  expect(asked).toEqual([1, 3, 2]);
});

test("another browser goes on after the highest number that the chain has, also of an open challenge", async () => {
  const foreign = Uint8Array.from({ length: 32 }, () => 9);
  expect(numberOf(await keysOf(chain([keyOf(4), undefined, keyOf(7)]).chess).next())).toBe(8);
  expect(numberOf(await keysOf(chain([keyOf(20), foreign], [1]).chess).next())).toBe(21);
});

test("a game's key is found by its public key, and its number isn't given again", async () => {
  const keys = keysOf(chain([]).chess);
  await keys.next();
  const found = await keys.find(keyOf(40));
  expect(found && toHex(found.secret)).toBe(toHex(numberedKey(SEED, 40).secret));
  expect(numberOf(await keys.next())).toBe(41);
  expect(await keys.find(Uint8Array.from({ length: 32 }, () => 9))).toBeUndefined();
});

test("a new browser finds the games of a purse that has played hundreds", async () => {
  const games = Array<Uint8Array | undefined>(700).fill(undefined);
  games[699] = keyOf(640);
  const { chess } = chain(games);
  const kept = new MemoryStorage();
  const keys = keysOf(chess, kept);
  const found = await keys.find(keyOf(640));
  expect(found && toHex(found.secret)).toBe(toHex(numberedKey(SEED, 640).secret));
  await keysOf(chess, kept, "other").next();
  expect(kept.getItem("other")).toBe("642");
}, 60_000);
