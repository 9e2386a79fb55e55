import wasm from "virtual:engine";
import { nextTask } from "../browser/task";
import { promotionRole } from "../chess/history";
import type { FromTo } from "../chess/san";

/** The module's functions (crates/engine-wasm); moves go in by its one buffer. */
interface Engine {
  memory: WebAssembly.Memory;
  buffer(): number;
  begin(length: number, nodes: number): number;
  run(nodes: number): number;
  best(): number;
}

/** Positions per slice: they take some milliseconds, so the page stays awake. */
const SLICE = 1_000;

const { instance } = await WebAssembly.instantiate(wasm);
const engine = instance.exports as unknown as Engine;

/**
 * The engine's move after these moves, in canonical binary, once it has searched `nodes` positions; undefined if there is no
 * legal move, or if nobody waits for it any longer.
 */
export async function think(moves: Uint8Array, nodes: number, isWanted: () => boolean): Promise<FromTo | undefined> {
  new Uint8Array(engine.memory.buffer, engine.buffer()).set(moves);
  if (engine.begin(moves.length, nodes) === 0) return undefined;
  while (engine.run(SLICE) === 0) {
    await nextTask();
    if (!isWanted()) return undefined;
  }
  const best = engine.best();
  return { from: best & 0xff, to: (best >> 8) & 0xff, promotion: promotionRole((best >> 16) & 0xff) };
}
