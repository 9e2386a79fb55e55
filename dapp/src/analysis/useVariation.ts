import { useMemo, useState } from "react";
import { destsOf, isPromoting } from "../chess/legal";
import { asKingSteps, type FromTo, fenAfter, sanOf } from "../chess/san";

interface Step {
  move: FromTo;
  san: string;
  fen: string;
}

export interface Variation {
  /** The ply of the game at which it begins. */
  from: number;
  steps: readonly Step[];
}

/**
 * The viewer's own line beside a game, from any of its positions.
 * @param index the game's shown ply
 */
export function useVariation(fens: readonly string[], index: number) {
  const [kept, setKept] = useState<Variation>();
  // stepping through the game leaves the line
  /** The line that the viewer tries; undefined on the game's own moves. */
  const variation = kept?.from === index ? kept : undefined;
  /** The line's last position. */
  const fen = variation?.steps.at(-1)?.fen;
  const position = fen ?? fens[index] ?? "";
  const dests = useMemo(() => destsOf(position), [position]);
  /** Adds a move to the line; a pawn becomes a queen unless the move names another piece. */
  function play(dropped: FromTo) {
    const steps = asKingSteps(position, dropped);
    const move = isPromoting(position, steps)
      ? { ...steps, promotion: dropped.promotion ?? ("queen" as const) }
      : steps;
    const step = { move, san: sanOf(position, move), fen: fenAfter(position, move) };
    setKept({ from: index, steps: [...(variation?.steps ?? []), step] });
  }
  /** Takes back the last move; after the first one, returns to the game. */
  const back = () =>
    setKept(
      variation && variation.steps.length > 1 ? { ...variation, steps: variation.steps.slice(0, -1) } : undefined,
    );
  return { variation, fen, dests, play, back, leave: () => setKept(undefined) };
}

export type Variations = ReturnType<typeof useVariation>;
