import { expect, test } from "vitest";
import { categoryOf, poolOf, ratingIn, ratingText } from "./rating";

test("categories have lichess's limits", () => {
  const category = (base: number, increment: number) => categoryOf({ base, increment });
  expect([category(179, 0), category(60, 2), category(120, 1)]).toEqual(["bullet", "bullet", "bullet"]);
  expect([category(180, 0), category(300, 3), category(479, 0)]).toEqual(["blitz", "blitz", "blitz"]);
  expect([category(480, 0), category(900, 10), category(1_499, 0)]).toEqual(["rapid", "rapid", "rapid"]);
  expect(category(1_500, 0)).toBe("classical");
  expect(categoryOf(undefined)).toBe("correspondence");
});

test("a player without games of a kind has the first rating there", () => {
  const blitz = {
    category: "blitz" as const,
    engines: false,
    rating: 1_662.3,
    provisional: true,
    deviation: 290,
    games: 1,
  };
  const known = { ratings: [blitz, { ...blitz, engines: true, rating: 1_311.6, provisional: false }], course: [] };
  const clock = { base: 180, increment: 2 };
  expect(ratingText(ratingIn(known, poolOf(clock, false)))).toBe("1662?");
  expect(ratingText(ratingIn(known, poolOf(clock, true)))).toBe("1312");
  expect(ratingText(ratingIn(known, poolOf(undefined, false)))).toBe("1500?");
});
