import type { SignedGameId } from "./message";
import type { Transcript } from "./SignedGame";

const DATABASE = "onchain-chess";
const STORE = "transcripts";
const VERSION = 1;

/** Where a player's signed games are kept: a reload, a crash or a full battery loses none of them. */
export interface TranscriptStore {
  /** Resolves when it is on the disk, as far as the browser can say; fails where a longer game is kept already. */
  put(transcript: Transcript): Promise<void>;
  get(game: SignedGameId): Promise<Transcript | undefined>;
  all(): Promise<Transcript[]>;
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Both keys are in it: a game played anew after a chain was restarted is another game. */
const keyOf = ({ contract, id, whiteKey, blackKey }: SignedGameId): string =>
  [hex(contract), id, hex(whiteKey), hex(blackKey)].join("/");

function asPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Opens the browser's store of signed games. */
export async function openTranscripts(factory: IDBFactory = indexedDB): Promise<TranscriptStore> {
  const opening = factory.open(DATABASE, VERSION);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await asPromise(opening);
  const read = () => database.transaction(STORE).objectStore(STORE);
  return {
    put(transcript) {
      return new Promise((resolve, reject) => {
        const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
        const store = transaction.objectStore(STORE);
        const key = keyOf(transcript.game);
        let refusal: Error | undefined;
        const looking = store.get(key);
        looking.onsuccess = () => {
          const kept = looking.result as Transcript | undefined;
          // another tab has signed meanwhile: what it has kept must not be lost, nor signed against
          if (kept && kept.messages.length >= transcript.messages.length) {
            refusal = new Error("another tab has gone on with this game");
            transaction.abort();
          } else store.put(transcript, key);
        };
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(refusal ?? transaction.error);
      });
    },
    get: (game) => asPromise(read().get(keyOf(game))),
    all: () => asPromise(read().getAll()),
  };
}
