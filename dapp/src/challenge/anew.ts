import { navigate } from "../browser/router";
import type { TimeControl } from "../chain/game";
import { EGLD, type Payment } from "../chain/payment";
import { isSameClock, type Preset, TILES } from "./presets";

/** A game by quick pairing: a tile and a stake. */
export interface Anew {
  tile: Preset;
  stake: Payment | undefined;
}

/** The lobby pairs automatically up to this long after a press; later nobody would expect it. */
const EXPECTED_MS = 10_000;

let wanted: (Anew & { at: number }) | undefined;

/** The quick pairing for another game of a kind; undefined if the lobby has no such tile. */
export function anewOf(
  clock: TimeControl | undefined,
  stake: Payment | undefined,
  engines: boolean | undefined,
): Anew | undefined {
  const tile = TILES.find((tile) => isSameClock(tile.clock, clock));
  return tile && !engines && (!stake || stake.token === EGLD) ? { tile, stake } : undefined;
}

/** Goes to the lobby, which pairs as if the tile had been pressed. */
export function pairAnew(anew: Anew): void {
  wanted = { ...anew, at: Date.now() };
  navigate({ view: "lobby" });
}

/** The quick pairing that was requested just now; it is returned only once. */
export function takeAnew(): Anew | undefined {
  const taken = wanted;
  wanted = undefined;
  return taken && Date.now() < taken.at + EXPECTED_MS ? taken : undefined;
}
