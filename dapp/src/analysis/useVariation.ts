import type { Square } from "chessops";
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

export interface Variations {
  /** The line that the player tries; none on the game's own. */
  variation: Variation | undefined;
  /** The last position of it. */
  fen: string | undefined;
  dests: ReadonlyMap<Square, Square[]>;
  /** Goes on with a move; a pawn becomes a queen unless it says otherwise. */
  play: (move: FromTo) => void;
  /** One move back, and in the end back to the game. */
  back: () => void;
  leave: () => void;
}

/**
 * A line of one's own beside a game, from any of its positions.
 * @param index the ply that is shown of the game
 */
export function useVariation(fens: readonly string[], index: number): Variations {
  const [kept, setKept] = useState<Variation>();
  // stepping through the game leaves the line
  const variation = kept?.from === index ? kept : undefined;
  const fen = variation?.steps.at(-1)?.fen;
  const position = fen ?? fens[index] ?? "";
  const dests = useMemo(() => destsOf(position), [position]);
  function play(dropped: FromTo) {
    const steps = asKingSteps(position, dropped);
    const move = isPromoting(position, steps)
      ? { ...steps, promotion: dropped.promotion ?? ("queen" as const) }
      : steps;
    const step = { move, san: sanOf(position, move), fen: fenAfter(position, move) };
    setKept({ from: index, steps: [...(variation?.steps ?? []), step] });
  }
  const back = () =>
    setKept(
      variation && variation.steps.length > 1 ? { ...variation, steps: variation.steps.slice(0, -1) } : undefined,
    );
  return { variation, fen, dests, play, back, leave: () => setKept(undefined) };
}
