import "fake-indexeddb/auto";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { IDBFactory } from "fake-indexeddb";
import { expect, test, vi } from "vitest";
import { endWithThisProcess } from "../world/children";
import { type Browser, Player } from "./Player";

const PROGRAM =
  process.env.PAGE_ADVERSARY ?? fileURLToPath(new URL("../../../target/debug/page-adversary", import.meta.url));
const { SEED = "1", GAMES = "40", PAUSES, LOG } = process.env;

interface Over {
  do: "over";
  seed: number;
  end?: string;
  wrong?: string;
  log?: string[];
}

/** The page's code, with a store of its own. */
async function browser(): Promise<Browser> {
  vi.resetModules();
  globalThis.indexedDB = new IDBFactory();
  const code = await import("./Page");
  const { transcriptStore } = await import("../../src/signedPlay/keys/store");
  await transcriptStore();
  return code;
}

test("the page's player gets what is theirs, whatever the opponent does", { timeout: 36_000_000 }, async () => {
  // what a browser has and Node hasn't
  Object.defineProperty(globalThis.crypto, "subtle", { value: undefined, configurable: true });
  Object.assign(globalThis, {
    window: globalThis,
    HTMLIFrameElement: class {},
    document: { visibilityState: "visible", addEventListener: () => {}, removeEventListener: () => {}, nodeType: 9 },
  });
  const browsers = [await browser(), await browser()] as const;
  const program = spawn(PROGRAM, [SEED, GAMES, ...(PAUSES ? ["pauses"] : [])], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  endWithThisProcess(program);
  let player: Player | undefined;
  const ends = new Map<string, number>();
  const wrong: Over[] = [];
  let began = performance.now();
  for await (const text of createInterface({ input: program.stdout })) {
    const question = JSON.parse(text);
    switch (question.do) {
      case "sit":
        player = await Player.sit(question, browsers);
        break;
      case "live":
        await player?.live(question.ms, question.now, question.chain, question.hear, question.result, question.cut);
        break;
      case "sleep":
        await player?.sleep(question.ms);
        break;
      case "reload":
        await player?.reload();
        break;
      case "over":
        player?.end();
        if (LOG) console.log(`seed ${question.seed} took ${Math.round(performance.now() - began)} ms`);
        began = performance.now();
        if (question.wrong) {
          wrong.push(question);
          if (LOG) console.log(`seed ${question.seed}: ${question.wrong}`);
        } else ends.set(question.end, (ends.get(question.end) ?? 0) + 1);
        break;
    }
    program.stdin.write(`${JSON.stringify(player?.answer() ?? {})}\n`);
  }
  if (LOG) console.log(Object.fromEntries(ends));
  expect(wrong.map(({ seed, wrong }) => `seed ${seed}: ${wrong}`)).toEqual([]);
});
