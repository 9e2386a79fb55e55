import { askToPersist } from "../browser/storage";
import type { Color } from "../chain/game";
import { toHex } from "./hex";
import { type Bytes, isEqual, type SignedGameId, type SignedMessage } from "./message";

const DATABASE = "onchain-chess";
const TRANSCRIPTS = "transcripts";
const KEYS = "keys";
const VERSION = 1;

/** All that one player has signed and got in one game. */
export interface Transcript {
  game: SignedGameId;
  color: Color;
  secret: Bytes;
  messages: SignedMessage[];
}

/** A key for one game, and what was signed with it elsewhere before it came to this browser. */
export interface KeptKey {
  secret: Bytes;
  /** The longest game, in canonical binary. */
  signed: Bytes;
  /** It wasn't made in this browser, but found again by the purse or brought by hand: another one may have signed with it. */
  isFound?: boolean;
}

/** Where a player's signed games and keys are kept: a reload, a crash or a full battery loses none of them. */
export interface TranscriptStore {
  /** Resolves when it is on the disk, as far as the browser can say; fails where a longer game is kept already. */
  put(transcript: Transcript): Promise<void>;
  get(game: SignedGameId, color: Color): Promise<Transcript | undefined>;
  /** Keeps a key, before the chain is told of it. */
  putKey(publicKey: Uint8Array, key: KeptKey): Promise<void>;
  getKey(publicKey: Uint8Array): Promise<KeptKey | undefined>;
}

/**
 * Both keys are in it: a game played again after a chain was restarted is another game. So is the
 * color: on one machine both players may have a page.
 */
const nameOf = ({ contract, id, whiteKey, blackKey, round, points }: SignedGameId, color: Color): string =>
  [toHex(contract), id, toHex(whiteKey), toHex(blackKey), color, ...(round > 0 ? [round, points] : [])].join("/");

/** Whether a transcript goes on from one that is kept. */
function isContinued({ messages }: Transcript, next: Transcript): boolean {
  const isSame = ({ signature }: SignedMessage, index: number) => {
    const other = next.messages[index];
    return other !== undefined && isEqual(signature, other.signature);
  };
  return next.messages.length > messages.length && messages.every(isSame);
}

function asPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Opens the browser's store of signed games. */
export async function openTranscripts(factory: IDBFactory = indexedDB): Promise<TranscriptStore> {
  const open = () => {
    const opening = factory.open(DATABASE, VERSION);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(TRANSCRIPTS);
      opening.result.createObjectStore(KEYS);
    };
    return asPromise(opening);
  };
  let database = open();
  await database;

  /** Safari closes a database while its page is in the background: then it is opened again. */
  async function begin(...[storeName, ...how]: Parameters<IDBDatabase["transaction"]>): Promise<IDBTransaction> {
    const opened = database;
    try {
      return (await opened).transaction(storeName, ...how);
    } catch {
      if (database === opened) database = open();
      return (await database).transaction(storeName, ...how);
    }
  }

  async function read<T>(storeName: string, name: string): Promise<T | undefined> {
    return asPromise((await begin(storeName)).objectStore(storeName).get(name));
  }

  /** Reads what is kept under a name and writes what follows from it, in one step. */
  async function replace<T>(storeName: string, name: string, next: (kept: T | undefined) => T | Error): Promise<void> {
    const transaction = await begin(storeName, "readwrite", { durability: "strict" });
    return new Promise((resolve, reject) => {
      const store = transaction.objectStore(storeName);
      let refusal: Error | undefined;
      const looking = store.get(name);
      looking.onsuccess = () => {
        const value = next(looking.result as T | undefined);
        if (value instanceof Error) {
          refusal = value;
          transaction.abort();
        } else store.put(value, name);
      };
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(refusal ?? transaction.error);
    });
  }

  return {
    put: (transcript) =>
      replace<Transcript>(TRANSCRIPTS, nameOf(transcript.game, transcript.color), (kept) =>
        // another tab has signed in the meantime: what it has kept must not be lost, nor signed
        // against
        kept && !isContinued(kept, transcript) ? new Error("another tab has gone on with this game") : transcript,
      ),
    get: (game, color) => read(TRANSCRIPTS, nameOf(game, color)),
    putKey: (publicKey, key) => {
      askToPersist();
      return replace<KeptKey>(KEYS, toHex(publicKey), () => key);
    },
    getKey: (publicKey) => read(KEYS, toHex(publicKey)),
  };
}
