import { useMemo, useState } from "react";
import { destsOf, isPromoting } from "../chess/legal";
import { asKingSteps, type FromTo, fenAfter, sanOf } from "../chess/san";

interface Step {
  move: FromTo;
  san: string;
  fen: string;
}

export interface Variation {
  /** The ply of the game that it goes on from. */
  from: number;
  steps: readonly Step[];
}

/**
 * A line of one's own beside a game, from any of its positions.
 * @param index the ply that is shown of the game
 */
export function useVariation(fens: readonly string[], index: number) {
  const [kept, setKept] = useState<Variation>();
  // stepping through the game leaves the line
  /** The line that the player tries; none on the game's own. */
  const variation = kept?.from === index ? kept : undefined;
  /** The last position of it. */
  const fen = variation?.steps.at(-1)?.fen;
  const position = fen ?? fens[index] ?? "";
  const dests = useMemo(() => destsOf(position), [position]);
  /** Goes on with a move; a pawn becomes a queen unless it says otherwise. */
  function play(dropped: FromTo) {
    const steps = asKingSteps(position, dropped);
    const move = isPromoting(position, steps)
      ? { ...steps, promotion: dropped.promotion ?? ("queen" as const) }
      : steps;
    const step = { move, san: sanOf(position, move), fen: fenAfter(position, move) };
    setKept({ from: index, steps: [...(variation?.steps ?? []), step] });
  }
  /** One move back, and in the end back to the game. */
  const back = () =>
    setKept(
      variation && variation.steps.length > 1 ? { ...variation, steps: variation.steps.slice(0, -1) } : undefined,
    );
  return { variation, fen, dests, play, back, leave: () => setKept(undefined) };
}

export type Variations = ReturnType<typeof useVariation>;
