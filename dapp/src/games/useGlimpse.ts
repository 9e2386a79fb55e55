import { useQuery } from "@tanstack/react-query";
import { useChain } from "../chain/ChainContext";
import type { Game } from "../chain/game";
import type { Payment } from "../chain/payment";
import { START_FEN } from "../chess/start";

/** A game as a small board shows it. Squares are counted from a1. */
export interface Glimpse {
  fen: string;
  /** The move that led there. */
  lastMove: { from: number; to: number } | undefined;
  /** Each player's payment; in a match, for one round. */
  stake: Payment | undefined;
}

const START: Glimpse = { fen: START_FEN, lastMove: undefined, stake: undefined };

/** A game's position, last move and stake. Unless they are known, they are queried once for each ply. */
export function useGlimpse(game: Pick<Game, "id" | "plies"> | undefined, known?: Glimpse): Glimpse {
  const { chess } = useChain();
  const { data } = useQuery({
    queryKey: ["glimpse", game?.id, game?.plies],
    queryFn: async (): Promise<Glimpse> => {
      // the rules aren't in the first view's code
      const [{ lastPosition }, { stake, moves }] = await Promise.all([
        import("../chess/history"),
        chess.snapshot(game?.id ?? 0, 0),
      ]);
      return { ...lastPosition(moves), stake };
    },
    enabled: known === undefined && game !== undefined,
    staleTime: "static",
  });
  return known ?? data ?? START;
}
