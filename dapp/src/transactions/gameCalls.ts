import type { Game } from "../chain/game";
import type { Gateway } from "../chain/network/gateway";
import type { Settings } from "../chain/settings";

/** The calls that can end a game. */
const ENDING = new Set([
  "play",
  "makeMove",
  "makeMoveAndClaim",
  "resign",
  "draw",
  "claimDraw",
  "callIllegalMove",
  "signalInactivity",
  "reclaimWager",
]);
/** The number of the contract's newest transactions that are looked through. */
const NEWEST = 50;

/** The facts about a game that the network's API gives. */
export interface GameCalls {
  /** The transaction that ended it. */
  settlement?: string;
  /** When that was, and when the game began, in milliseconds. */
  ended?: number;
  began?: number;
}

interface Listed {
  txHash: string;
  data?: string | null;
  /** In seconds. */
  timestamp: number;
}

/**
 * By which transaction anyone has ended a game, and when it began, as far as the network's API and
 * the gateway tell. A game that is over can't be called: its last call is the one. When it began is
 * known where its newest calls reach back so far: to its acceptance, or to the first of all its
 * moves.
 */
export async function findCalls(
  { api, contract }: Pick<Settings, "api" | "contract">,
  gateway: Pick<Gateway, "events">,
  game: Pick<Game, "id" | "plies">,
): Promise<GameCalls> {
  const query = { receiver: contract, status: "success", size: String(NEWEST), fields: "txHash,data,timestamp" };
  const answer = await fetch(`${api}/transactions?${new URLSearchParams(query)}`);
  if (!answer.ok) return {};
  const calls = ((await answer.json()) as Listed[]).flatMap(({ txHash, data, timestamp }) => {
    const [endpoint = "", id = ""] = bytesOf(data).toString().split("@");
    return Number.parseInt(id, 16) === game.id ? { endpoint, txHash, at: timestamp * 1_000 } : [];
  });
  const moves = calls.filter(({ endpoint }) => endpoint.startsWith("makeMove"));
  const first =
    calls.find(({ endpoint }) => endpoint === "accept") ?? (moves.length === game.plies ? moves.at(-1) : undefined);
  const began = first && { began: first.at };
  const last = calls.find(({ endpoint }) => ENDING.has(endpoint));
  // the API may not know the very last one yet
  const isEnd =
    last &&
    (await gateway.events(last.txHash)).some(
      ({ topics = [] }) => bytesOf(topics[0]).toString() === "gameEnded" && idOf(bytesOf(topics[1])) === game.id,
    );
  return isEnd ? { ...began, settlement: last.txHash, ended: last.at } : { ...began };
}

const bytesOf = (base64: string | null | undefined): Buffer => Buffer.from(base64 ?? "", "base64");

const idOf = (topic: Buffer): number => Number.parseInt(topic.toString("hex"), 16);
