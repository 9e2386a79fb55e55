import type { Gateway } from "../chain/gateway";
import type { Settings } from "../chain/settings";
import { localStore } from "../ui/storage";
import type { TrackedTransaction } from "./TransactionStore";

/** The game that a transaction brings to its end, and with how many plies. */
export interface Settling {
  game: number;
  plies: number;
}

const key = (contract: string, game: number): string => `chess.settled.${contract}.${game}`;

/** Keeps the hash of a transaction that has ended a game: the chain's views don't tell it. */
export function keepSettlement(contract: string, { stage, hash, settles }: TrackedTransaction, store = localStore) {
  if (stage !== "done" || !hash || !settles) return;
  try {
    store.setItem(key(contract, settles.game), `${settles.plies} ${hash}`);
  } catch {
    // a full store: the PGN doesn't name the transaction
  }
}

/** The transaction by which this browser has ended a game of so many plies. */
export function settlement(contract: string, { game, plies }: Settling, store = localStore): string | undefined {
  const [count, hash] = store.getItem(key(contract, game))?.split(" ") ?? [];
  // an end that a longer game has undone is none
  return count === String(plies) ? hash : undefined;
}

/** What can end a game. */
const ENDING = new Set([
  "play",
  "makeMove",
  "resign",
  "draw",
  "claimDraw",
  "callIllegalMove",
  "signalInactivity",
  "reclaimWager",
]);
/** So many of the contract's newest transactions are looked through. */
const NEWEST = 50;

/**
 * The transaction by which anybody has ended a game, as far as the network's API and the gateway tell. A game that is
 * over can't be called: its last call is the one.
 */
export async function findSettlement(
  { api, contract }: Pick<Settings, "api" | "contract">,
  gateway: Pick<Gateway, "events">,
  game: number,
): Promise<string | undefined> {
  const query = { receiver: contract, status: "success", size: String(NEWEST), fields: "txHash,data" };
  const answer = await fetch(`${api}/transactions?${new URLSearchParams(query)}`);
  if (!answer.ok) return undefined;
  const transactions = (await answer.json()) as { txHash: string; data?: string | null }[];
  const last = transactions.find(({ data }) => {
    const [endpoint = "", id = ""] = bytesOf(data).toString().split("@");
    return ENDING.has(endpoint) && Number.parseInt(id, 16) === game;
  });
  if (!last) return undefined;
  // the API may not know the very last one yet
  const isEnd = (await gateway.events(last.txHash)).some(
    ({ topics = [] }) => bytesOf(topics[0]).toString() === "gameEnded" && idOf(bytesOf(topics[1])) === game,
  );
  return isEnd ? last.txHash : undefined;
}

const bytesOf = (base64: string | null | undefined): Buffer => Buffer.from(base64 ?? "", "base64");

const idOf = (topic: Buffer): number => Number.parseInt(topic.toString("hex"), 16);
