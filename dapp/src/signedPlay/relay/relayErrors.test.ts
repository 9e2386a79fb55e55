import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { REFUSALS } from "../refusals";
import { isOutside, isPassing, RELAY_ERRORS, relayErrorText } from "./relayErrors";

/** The codes before the colons of the list under "What is refused". */
function documentedCodes(): string[] {
  const text = readFileSync(fileURLToPath(new URL("../../../../docs/relay.md", import.meta.url)), "utf8");
  const [, rest = ""] = text.split("### What is refused\n");
  const [section = ""] = rest.split("\n## ");
  const items = section.split("\n").filter((line) => line.startsWith("- "));
  return items.flatMap((item) => [...(item.split(":")[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code));
}

test("the page has words for every error of the relay", () => {
  const codes = documentedCodes();
  expect(codes).toContain("hasty");
  // a relay carries matches, or it says that it doesn't
  const ofMatches = ["match", "round", "points", "not-over", "begun", "left", "no-round"];
  const known = [...Object.keys(RELAY_ERRORS), ...Object.keys(REFUSALS)];
  expect(codes.filter((code) => !known.includes(code))).toEqual([]);
  expect(known.filter((code) => !codes.includes(code) && !ofMatches.includes(code))).toEqual(["known"]);
});

test("what is passing is sent again; a new code comes with the relay's own words", () => {
  expect(Object.keys(RELAY_ERRORS).filter(isPassing)).toEqual(["gateway", "full", "store"]);
  expect(Object.keys(RELAY_ERRORS).filter(isOutside)).toEqual(["no-room", "crowded"]);
  expect(relayErrorText("store", "disk")).toBe("The relay couldn't keep the move.");
  expect(relayErrorText("illegal", "ply 3")).toBe("The relay: a move that isn't legal.");
  expect(relayErrorText("new", "something new")).toBe("The relay: something new.");
});
