import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { flatPieceRules } from "../board/flatPieces";
import { choicesOf } from "./preferences";

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");

test("each look of board and pieces has its rule in the style sheets, and none is left over", () => {
  const styles = read("../ui/tokens.css") + flatPieceRules;
  for (const name of ["board", "pieces"] as const) {
    const styled = [...styles.matchAll(new RegExp(`\\[data-${name}="(\\w+)"\\]`, "g"))].map(([, look]) => look);
    // the first set of pieces is chessground's
    const own = name === "pieces" ? choicesOf(name).slice(1) : choicesOf(name);
    expect(new Set(styled)).toEqual(new Set(own));
  }
});

test("each piece of the second set has a picture of its own", () => {
  const rules = [...flatPieceRules.matchAll(/>piece\.(\w+\.\w+)\{background-image:url\("([^"]+)"\)\}/g)];
  expect(new Set(rules.map(([, piece]) => piece)).size).toBe(12);
  expect(new Set(rules.map(([, , picture]) => picture)).size).toBe(12);
});
