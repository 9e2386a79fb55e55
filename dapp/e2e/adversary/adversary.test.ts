import "fake-indexeddb/auto";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { endWithThisProcess } from "../world/children";

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

test("the page's player gets what is theirs, whatever the opponent does", { timeout: 36_000_000 }, async () => {
  // what a browser has and Node hasn't
  Object.defineProperty(globalThis.crypto, "subtle", { value: undefined, configurable: true });
  Object.assign(globalThis, {
    window: globalThis,
    HTMLIFrameElement: class {},
    document: { visibilityState: "visible", addEventListener: () => {}, removeEventListener: () => {}, nodeType: 9 },
  });
  const { Page } = await import("./Page");
  const program = spawn(PROGRAM, [SEED, GAMES, ...(PAUSES ? ["pauses"] : [])], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  endWithThisProcess(program);
  let page: import("./Page").Page | undefined;
  const ends = new Map<string, number>();
  const wrong: Over[] = [];
  let began = performance.now();
  for await (const text of createInterface({ input: program.stdout })) {
    const question = JSON.parse(text);
    switch (question.do) {
      case "sit":
        page = await Page.sit(question);
        break;
      case "live":
        await page?.live(question.ms, question.now, question.chain, question.hear, question.result, question.cut);
        break;
      case "sleep":
        await page?.sleep(question.ms);
        break;
      case "reload":
        await page?.reload();
        break;
      case "over":
        page?.end();
        if (LOG) console.log(`seed ${question.seed} took ${Math.round(performance.now() - began)} ms`);
        began = performance.now();
        if (question.wrong) {
          wrong.push(question);
          if (LOG) console.log(`seed ${question.seed}: ${question.wrong}`);
        } else ends.set(question.end, (ends.get(question.end) ?? 0) + 1);
        break;
    }
    program.stdin.write(`${JSON.stringify({ ...page?.answer(), problem: page?.problem })}\n`);
  }
  if (LOG) console.log(Object.fromEntries(ends));
  expect(wrong.map(({ seed, wrong }) => `seed ${seed}: ${wrong}`)).toEqual([]);
});
