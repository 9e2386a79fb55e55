import { useQuery } from "@tanstack/react-query";
import { openingKey } from "./openingKey";

/** The names of openings by their positions: "C50 Italian Game". */
type Openings = ReadonlyMap<string, string>;

/** The list as openings.mjs writes it: a line for each position, its key and its name. */
export const readOpenings = (text: string): Openings =>
  new Map(
    text
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => {
        const end = line.indexOf(" ");
        return [line.slice(0, end), line.slice(end + 1)];
      }),
  );

/** A game's opening: the name of its last position that has one, however the game came there. */
export function openingOf(openings: Openings, fens: readonly string[]): string | undefined {
  const last = fens.findLast((fen) => openings.has(openingKey(fen)));
  return last && openings.get(openingKey(last));
}

/** The same with the list, which is loaded when it is first needed; undefined if it can't be loaded. */
export function useOpening(fens: readonly string[]): string | undefined {
  const { data } = useQuery({
    queryKey: ["opening names"],
    queryFn: async () => readOpenings((await import("./openings.txt?raw")).default),
    staleTime: "static",
  });
  return data && openingOf(data, fens);
}
