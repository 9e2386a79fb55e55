import { useQuery, useQueryClient } from "@tanstack/react-query";
import { nextTask } from "../../browser/task";
import { useChain } from "../../chain/ChainContext";
import type { ChessContract } from "../../chain/chess";
import { colorOf, isOver, playerToMove, type Snapshot } from "../../chain/game";
import { forget, keep, kept } from "../../chain/kept";
import { type NetworkConfig, Passing, Refused } from "../../chain/network/gateway";
import { nextPoll } from "../../chain/rest";
import { type Ply, replay } from "../../chess/history";
import { concat, isEqual } from "../../signedPlay/message";
import { askAllowance, LOOK_SHARE, timeLeft } from "./timeLeft";

/** A game as the chain has it in one moment. */
export interface GameSnapshot extends Snapshot {
  /** All moves, in canonical binary. */
  moves: Uint8Array;
  plies: Ply[];
  /** When the chain was asked, and when the page saw the game change last, in milliseconds. */
  askedAt: number;
  changedAt: number;
}

/** The longest wait for a gateway's first answer, if this browser has an older one. */
const PATIENCE_MS = 1_500;
const LEAST_MS = 800;
/** On one's own turn only an offer, a claim or the clock can change anything. */
const LEAST_ON_MOVE_MS = 2_000;
const MOST_MS = 15_000;
/** The delay after a clock has run out until the chain is asked what that means. */
const AFTER_DEADLINE_MS = 300;
/** The time after the last answer in which an older state counts as that of a lagging node; then it is the chain's. */
const LAG_MS = 30_000;

/** A game, asked for as often as something can happen in it. */
export function useGame(id: number, player?: string) {
  const { chess, config } = useChain();
  const client = useQueryClient();
  const queryKey = ["game", id];
  const name = `chess.game ${chess.address} ${id}`;
  return useQuery({
    queryKey,
    queryFn: async () => {
      const before = client.getQueryData<GameSnapshot>(queryKey);
      const snapshot = await orKept(readGame(chess, id, before), before ? undefined : name);
      if (isOver(snapshot.game)) forget(name);
      else if (snapshot.keys && colorOf(snapshot.game, player)) keep(name, { ...snapshot, plies: [] });
      return snapshot;
    },
    refetchInterval: (query) => nextLook(query, player, config),
    // the opponent's move is told in a tab that nobody looks at, too
    refetchIntervalInBackground: true,
    // an ended game is as it is
    refetchOnWindowFocus: ({ state }) => (state.data && !isOver(state.data.game) ? "always" : false),
  });
}

/**
 * The chain's answer or, if its gateway fails or hangs at the first question, the answer of the last visit: a player's
 * signed game continues by the relay alone.
 */
async function orKept(asked: Promise<GameSnapshot>, name: string | undefined): Promise<GameSnapshot> {
  const before = name === undefined ? undefined : kept<GameSnapshot>(name);
  if (!before) return asked;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const passing = (error: unknown) => {
    if (!(error instanceof Passing)) throw error;
  };
  return (await Promise.race([asked.catch(passing), late])) ?? { ...before, plies: replay(before.moves) };
}

type AskedGame = Parameters<typeof nextPoll>[0] & {
  state: { data: GameSnapshot | undefined; error: Error | null };
};

/** Milliseconds until a game is asked for again, which `player` looks at; false for never. */
export function nextLook(query: AskedGame, player: string | undefined, config: NetworkConfig): number | false {
  const { data, error } = query.state;
  if (!data) return error instanceof Refused ? false : LEAST_MS;
  if (isOver(data.game)) return false;
  const toMove = playerToMove(data.game);
  const isOnMove = toMove !== undefined && player === data.game[toMove];
  const pause = nextPoll(query, isOnMove ? LEAST_ON_MOVE_MS : LEAST_MS, MOST_MS, data.changedAt);
  const left = timeLeft(data, config).running;
  const untilDeadline = left === undefined ? 0 : data.askedAt + left + AFTER_DEADLINE_MS - Date.now();
  // an ask must be seen while it can be answered, in a tab that nobody looks at, too
  const you = data.keys && colorOf(data.game, player);
  const ask = you && askAllowance(data, config, you);
  const most = Math.min(pause, ask === undefined ? pause : ask * LOOK_SHARE);
  return untilDeadline > 0 ? Math.min(most, untilDeadline) : most;
}

async function readGame(chess: ChessContract, id: number, before: GameSnapshot | undefined): Promise<GameSnapshot> {
  // in play by signature another game may take the place of the chain's: then all of it is asked for
  const known = before && !before.keys ? before.plies.length : 0;
  const answer = await chess.snapshot(id, known);
  // reading the answer took a while, and replaying a whole game does
  if (!before) await nextTask();
  if (before && isStale(answer, before)) return { ...before, askedAt: before.askedAt };
  const isLonger = before !== undefined && answer.knownPlies === known && known > 0 && isSameGame(answer, before);
  if (answer.knownPlies > 0 && !isLonger) return readGame(chess, id, undefined);
  const moves = isLonger ? concat(before.moves, answer.moves) : answer.moves;
  const isKnown = before !== undefined && isEqual(moves, before.moves);
  const isSame =
    isKnown &&
    answer.game.state === before.game.state &&
    answer.game.awaits === before.game.awaits &&
    answer.drawOffer === before.drawOffer &&
    answer.claims.inactivity === before.claims.inactivity;
  const now = Date.now();
  const plies = isKnown ? before.plies : replay(moves);
  return { ...answer, moves, plies, askedAt: now, changedAt: isSame ? before.changedAt : now };
}

const isSameGame = (answer: Snapshot, before: GameSnapshot): boolean =>
  answer.game.white === before.game.white && answer.game.black === before.game.black;

const PROGRESS = { open: 0, ongoing: 1, whiteWon: 2, blackWon: 2, drawn: 2, noResult: 2 } as const;

/** Whether an answer is of a node that is behind: the same game at an earlier point than it was seen a moment ago. */
export function isStale(answer: Snapshot, before: GameSnapshot, now = Date.now()): boolean {
  if (now - before.askedAt >= LAG_MS) return false;
  const steps = PROGRESS[answer.game.state] - PROGRESS[before.game.state];
  if (steps < 0) return answer.challenge !== undefined || isSameGame(answer, before);
  // a match's later round begins with no plies, and every second one with the same colours
  const rounds = (answer.game.match?.round ?? 0) - (before.game.match?.round ?? 0);
  return rounds < 0 || (rounds === 0 && isSameGame(answer, before) && answer.game.plies < before.game.plies);
}
