import { IDBFactory } from "fake-indexeddb";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

test("only a browser that keeps nothing begins a game without a key", async () => {
  // the store that another test has opened is open
  vi.resetModules();
  const { keyArgument } = await import("./keyArgument");
  const { setKeySource } = await import("./keySource");
  vi.stubGlobal("indexedDB", undefined);
  expect(await keyArgument()).toEqual([]);
  vi.stubGlobal("indexedDB", new IDBFactory());
  expect((await keyArgument()).map((key) => key.length)).toEqual([32]);
  const unreachable = async () => {
    throw new Error("the chain can't be reached");
  };
  setKeySource({ next: unreachable, find: unreachable });
  await expect(keyArgument()).rejects.toThrow("the chain can't be reached");
});
