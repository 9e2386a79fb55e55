import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useChain } from "../chain/ChainContext";
import type { ChessContract, Claims, Game, LegalMove } from "../chain/chess";
import { type ChainClock, Refused } from "../chain/gateway";
import { nextPoll } from "../chain/rest";
import { type Ply, replay } from "../chess/history";

/** A game as the chain has it in one moment. */
export interface GameSnapshot {
  game: Game;
  plies: Ply[];
  legal: LegalMove[];
  claims: Claims;
  drawOffer: string | undefined;
  /** When the page saw it change last, in milliseconds. */
  changedAt: number;
  /** Counts the questions, as some things are asked every other time. */
  round: number;
}

const NO_CLAIMS: Claims = { draw: false, illegalMove: false, inactivity: false };

const LEAST_MS = 800;
/** On one's own turn only an offer, a claim or the clock can change anything. */
const LEAST_ON_MOVE_MS = 2_000;
const MOST_MS = 12_000;

/** Answers of nodes at different heights are asked again so often, a little later each time. */
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 150;
/** For so long an answer of fewer plies than before is taken for that of a node that lags. */
const LAG_MS = 30_000;

/** A game, asked for as often as something can happen in it. */
export function useGame(id: number, player?: string) {
  const { chess } = useChain();
  const client = useQueryClient();
  const queryKey = ["game", id];
  return useQuery({
    queryKey,
    queryFn: () => readGame(chess, id, client.getQueryData<GameSnapshot>(queryKey), epoch(client)),
    refetchInterval: ({ state: { data, error } }) => {
      if (!data) return error instanceof Refused ? false : LEAST_MS;
      if (data.game.state !== "ongoing") return false;
      const isOnMove = player === (data.game.turn === "white" ? data.game.white : data.game.black);
      return nextPoll(isOnMove ? LEAST_ON_MOVE_MS : LEAST_MS, MOST_MS, data.changedAt);
    },
    // the opponent's move is told in a tab that nobody looks at, too
    refetchIntervalInBackground: true,
    // an ended game is as it is
    refetchOnWindowFocus: ({ state }) => (state.data?.game.state === "ongoing" ? "always" : false),
  });
}

const epoch = (client: QueryClient): number => client.getQueryData<ChainClock>(["clock"])?.epoch ?? 0;

async function readGame(
  chess: ChessContract,
  id: number,
  before: GameSnapshot | undefined,
  epoch: number,
): Promise<GameSnapshot> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** attempt));
    const game = await chess.game(id);
    if (before && isStale(game, before)) return before;
    const isKnown = before?.game.plies === game.plies && before.game.state === game.state;
    const round = isKnown ? before.round + 1 : 0;
    const isOngoing = game.state === "ongoing";
    const isTimeOver = epoch >= game.deadlineEpoch;
    const [drawOffer, claims, plies, legal] = await Promise.all([
      !isOngoing ? undefined : isKnown && round % 2 === 1 ? before.drawOffer : chess.drawOffer(id),
      !isOngoing ? NO_CLAIMS : isKnown && isTimeOver === before.claims.inactivity ? before.claims : chess.claims(id),
      isKnown ? before.plies : chess.moves(id).then(replay),
      isKnown ? before.legal : isOngoing ? chess.legalMoves(id) : [],
    ]);
    // a block may have come between two answers, or they are of two nodes
    if (plies.length !== game.plies) continue;
    const isSame = isKnown && drawOffer === before.drawOffer && claims === before.claims;
    const changedAt = isSame ? before.changedAt : Date.now();
    return { game, plies, legal, claims, drawOffer, changedAt, round };
  }
  throw new Error("the chain's nodes don't agree on this game yet");
}

/** Whether an answer is of a node that is behind: the same game with fewer plies than were seen a moment ago. */
function isStale(game: Game, before: GameSnapshot): boolean {
  const isSameGame = game.white === before.game.white && game.black === before.game.black;
  return isSameGame && game.plies < before.game.plies && Date.now() - before.changedAt < LAG_MS;
}
