import { useQuery } from "@tanstack/react-query";
import { useChain } from "../chain/ChainContext";
import type { Payment } from "../chain/contract";
import type { Game } from "../chain/game";
import { decodeMoves } from "../chess/canonical";
import { START_FEN } from "../chess/start";

/** What a small board shows of a game. Squares count from a1. */
export interface Glimpse {
  fen: string;
  /** The move that led there. */
  lastMove: { from: number; to: number } | undefined;
  /** What each player has paid. */
  stake: Payment | undefined;
}

const START: Glimpse = { fen: START_FEN, lastMove: undefined, stake: undefined };

/** A game's position, last move and stake, asked once for each of its plies, unless they are known. */
export function useGlimpse(game: Game | undefined, known?: Glimpse): Glimpse {
  const { chess } = useChain();
  const { data } = useQuery({
    queryKey: ["glimpse", game?.id, game?.plies],
    queryFn: async (): Promise<Glimpse> => {
      const { id, plies } = game ?? { id: 0, plies: 0 };
      const [fen, { stake, moves }] = await Promise.all([
        plies > 0 ? chess.fen(id) : START_FEN,
        chess.snapshot(id, Math.max(0, plies - 1)),
      ]);
      return { fen, lastMove: decodeMoves(moves).at(-1), stake };
    },
    enabled: known === undefined && game !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return known ?? data ?? START;
}
