import { createRequire } from "node:module";
import { expect, test } from "vitest";

const require = createRequire(import.meta.url);

test("hashes as the package that it stands for", () => {
  const own = require("./keccak.cjs");
  // sdk-core's own
  const theirs = createRequire(require.resolve("@multiversx/sdk-core"))("keccak");
  for (const length of [0, 1, 135, 136, 137, 1_000]) {
    const bytes = Buffer.alloc(length, length % 251);
    expect(own("keccak256").update(bytes).digest()).toEqual(theirs("keccak256").update(bytes).digest());
  }
  expect(() => own("sha3")).toThrow("there is no sha3 here");
});
