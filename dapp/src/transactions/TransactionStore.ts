import type { Transaction } from "@multiversx/sdk-core/out/core/transaction";
import { Changing } from "../browser/Changing";
import { inTurn } from "../browser/inTurn";
import { part } from "../browser/parts";
import { tryToKeep } from "../browser/storage";
import type { Caller } from "../chain/chess";
import { Failing, type Gateway, Passing, Refused, Unreachable } from "../chain/network/gateway";
import { inWords, t } from "../i18n/i18n";
import { SaidNo, type Wallet } from "../wallet/wallet";

const loadComputer = part(() => import("@multiversx/sdk-core/out/core/transactionComputer"));

/** The game that a transaction brings to its end, and with how many plies. */
export interface Settling {
  game: number;
  plies: number;
}

/** How far a transaction is. */
export type Stage = "preparing" | "signing" | "sending" | "sent" | "done" | "refused" | "failed";

/** A move on its way to the chain. */
interface PendingMove {
  game: number;
  /** How many plies the game has before it. */
  ply: number;
  from: number;
  to: number;
  promotion?: string | undefined;
}

/** A transaction of this page, in whichever tab it was made. */
export interface TrackedTransaction extends Pick<TransactionOrder, "title" | "move" | "settles" | "leadsOn"> {
  id: string;
  sender: string;
  stage: Stage;
  nonce?: number;
  hash?: string;
  /** Why it failed, in the contract's or the gateway's words. */
  reason?: string;
}

/** A transaction to be signed and sent. */
export interface TransactionOrder {
  /** The transaction's action, in the player's words: "Move Nf3". */
  title: string;
  build: (caller: Caller) => Promise<Transaction>;
  move?: PendingMove | undefined;
  settles?: Settling | undefined;
  /** The view shows its success, or the next one does. */
  leadsOn?: boolean | undefined;
  /** The contract's refusal after which it is built, signed and sent once more. */
  againAfter?: string | undefined;
  /** Called when it is signed, before anybody else gets it; where it fails nothing is sent. */
  onSend?: () => Promise<void>;
}

const PREFIX = "chess.transaction.";
/** Pauses between questions about a transaction: a slow chain isn't asked all the time; a fast one has it in a round. */
const FIRST_PAUSE_MS = 300;
const PAUSE_GROWTH = 1.4;
const MOST_PAUSE_MS = 1_500;
const PAUSE_JITTER = 0.1;
/** How often the gateway may say that it doesn't know a transaction before it is believed. */
const UNKNOWN_LIMIT = 25;
/** How long a success is kept; a failure stays until it is dismissed, or until the same player has a success. */
const DONE_MS = 4_000;
/** A move stands on the board until the chain's views show it, which a slow node may do late. */
const MOVE_DONE_MS = 20_000;

/**
 * Milliseconds until a transaction is asked for again, by the number of questions so far.
 * @param random between 0 and 1: many pages don't ask in step
 */
export function pauseAfter(questions: number, random: number, roundMs: number): number {
  const pause = Math.min(MOST_PAUSE_MS, Math.min(FIRST_PAUSE_MS, roundMs) * PAUSE_GROWTH ** (questions - 1));
  return pause * (1 - PAUSE_JITTER + 2 * PAUSE_JITTER * random);
}

/** Whether it is still under way. */
export const isUnderWay = ({ stage }: TrackedTransaction): boolean =>
  stage === "preparing" || stage === "signing" || stage === "sending" || stage === "sent";

/** Whether it may be with the network: that outlives this page, and no other may take its nonce. */
const isAway = ({ stage }: TrackedTransaction): boolean => stage === "sending" || stage === "sent";

/**
 * The transactions of this page, from the wallet's signature to the chain's outcome (`Stage`). A transaction that may
 * be with the network is kept in storage before it is sent, under a separate key, so that a reload or another tab
 * continues following it. A finished one stays in the list for a while, a failure until it is dismissed, and isn't
 * kept. `useTransactions` shows the list, `useSendTransaction` adds to it.
 */
export class TransactionStore extends Changing {
  private list: readonly TrackedTransaction[] = [];
  private readonly cancels = new Map<string, () => void>();
  private readonly turns = new Map<string, ReturnType<typeof inTurn>>();
  /** Called when one is over, with or without success, in whichever tab it was made. */
  onSettled: (transaction: TrackedTransaction | undefined) => void = () => {};

  constructor(
    private readonly gateway: Gateway,
    /** Storage is shared by all pages of a site: the contract's address keeps theirs apart. */
    private readonly scope: string,
    private readonly storage: Storage,
    /** How long the chain's rounds are. */
    private readonly roundMs: number,
  ) {
    super();
  }

  all = (): readonly TrackedTransaction[] => this.list;

  /** Takes up what an earlier page or another tab has sent, and hears of what other tabs send from now on. */
  resume(): void {
    const prefix = this.key("");
    for (let index = 0; index < this.storage.length; index++) {
      const key = this.storage.key(index);
      if (key?.startsWith(prefix)) this.adopt(this.storage.getItem(key));
    }
    addEventListener("storage", ({ key, newValue }) => {
      if (!key?.startsWith(prefix)) return;
      if (newValue === null) this.settledElsewhere(key.slice(prefix.length));
      else this.adopt(newValue);
    });
  }

  /** Takes a transaction that is over from the list. */
  dismiss(id: string): void {
    this.publish(this.list.filter((tracked) => tracked.id !== id));
  }

  /** Gives up waiting for the wallet's signature: nothing was sent, and nothing will be. */
  cancel(id: string): void {
    this.cancels.get(id)?.();
  }

  /** Signs, sends and follows a transaction to its end; whether it succeeded. Why not is in the list. */
  async run(wallet: Wallet, order: TransactionOrder): Promise<boolean> {
    const { title, build, move, settles, leadsOn, againAfter, onSend } = order;
    const id = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
    // what is tried again takes the place of its failure
    const sender = wallet.address;
    const others = this.list.filter((old) => old.stage !== "failed" || old.title !== title || old.sender !== sender);
    this.publish([...others, { id, sender, title, stage: "preparing", move, settles, leadsOn }]);
    try {
      const isDone = await this.inOneTab(id, async () => {
        const isSent = await this.turnOf(sender)(async () => {
          const nonce = await this.nextNonce(sender);
          const transaction = await build({ address: sender, nonce });
          transaction.nonce = nonce;
          const signed = await this.sign(id, wallet, transaction);
          if (!signed) return false;
          await onSend?.();
          await this.send(id, signed);
          return true;
        });
        return isSent && this.follow(id);
      });
      if (isDone) return true;
    } catch (error) {
      this.fail(id, error);
    }
    const isAgain = againAfter !== undefined && this.find(id)?.reason === inWords(new Error(againAfter));
    return isAgain && this.run(wallet, { ...order, againAfter: undefined });
  }

  /** A sender's transactions are signed and sent one after the other: two at the same time would have one nonce. */
  private turnOf(sender: string): ReturnType<typeof inTurn> {
    const turn = this.turns.get(sender) ?? inTurn();
    this.turns.set(sender, turn);
    return turn;
  }

  /** Of several tabs one sends a transaction and follows it to its end, and the next one if that tab is closed. */
  private inOneTab<T>(id: string, work: () => Promise<T>): Promise<T> {
    return navigator.locks ? navigator.locks.request(`${PREFIX}${id}`, work) : work();
  }

  /** The account's nonce, or the one after what is on its way already. */
  private async nextNonce(sender: string): Promise<bigint> {
    const { nonce } = await this.gateway.account(sender);
    const away = this.list.filter((tracked) => tracked.sender === sender && isAway(tracked));
    return away.reduce((next, { nonce = -1 }) => (BigInt(nonce) >= next ? BigInt(nonce) + 1n : next), nonce);
  }

  private async sign(id: string, wallet: Wallet, transaction: Transaction): Promise<Transaction | undefined> {
    this.update(id, { stage: "signing" });
    const cancelled = new Promise<never>((_, reject) => {
      this.cancels.set(id, () => {
        reject(new SaidNo());
        wallet.cancel();
      });
    });
    try {
      return await Promise.race([wallet.sign(transaction), cancelled]);
    } catch (error) {
      if (error instanceof SaidNo) this.dismiss(id);
      else this.update(id, { stage: "refused", reason: inWords(error) });
      return undefined;
    } finally {
      this.cancels.delete(id);
    }
  }

  private async send(id: string, signed: Transaction): Promise<void> {
    // its hash is known before anyone has it, so whatever becomes of the request it can be looked for
    const { TransactionComputer } = await loadComputer();
    const hash = new TransactionComputer().computeTransactionHash(signed);
    this.update(id, { stage: "sending", hash: String(hash), nonce: Number(signed.nonce) });
    try {
      this.update(id, { stage: "sent", hash: await this.gateway.send(signed) });
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Failing)) throw error;
      // it may have arrived all the same
    }
  }

  /** Asks until the transaction is over; whether it succeeded. */
  private async follow(id: string): Promise<boolean> {
    const { hash } = this.find(id) ?? {};
    // another tab has seen its end
    if (!hash) return false;
    try {
      const { status, reason } = await this.outcome(hash);
      if (status === "success") this.succeed(id);
      else this.fail(id, new Error(reason));
      return status === "success";
    } catch (error) {
      this.fail(id, error);
      return false;
    }
  }

  private async outcome(hash: string) {
    for (let questions = 1, unknown = 0; ; questions++) {
      let pause = pauseAfter(questions, Math.random(), this.roundMs);
      try {
        const outcome = await this.gateway.outcome(hash);
        if (outcome.status !== "pending") return outcome;
        unknown = 0;
      } catch (error) {
        // behind the gateway are many nodes: one may not know it yet, which some gateways call a failure
        const isUnknown = error instanceof Refused || error instanceof Failing;
        const isPatient = isUnknown ? ++unknown < UNKNOWN_LIMIT : error instanceof Passing;
        if (!isPatient) throw error;
        pause = MOST_PAUSE_MS;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  private succeed(id: string) {
    this.update(id, { stage: "done" });
    this.forgetFailures(id);
    this.onSettled(this.find(id));
    setTimeout(() => this.dismiss(id), this.find(id)?.move ? MOVE_DONE_MS : DONE_MS);
  }

  /** Removes the same player's earlier failures, which need no notice any longer. */
  private forgetFailures(id: string) {
    const own = this.list.findIndex((tracked) => tracked.id === id);
    const sender = this.list[own]?.sender;
    const isOld = (tracked: TrackedTransaction, index: number) =>
      index < own && tracked.sender === sender && (tracked.stage === "failed" || tracked.stage === "refused");
    this.publish(this.list.filter((tracked, index) => !isOld(tracked, index)));
  }

  private fail(id: string, error: unknown) {
    const isUnsent = this.find(id)?.hash === undefined && error instanceof Passing;
    const reason = isUnsent
      ? t("{problem}: nothing was sent and nothing is lost, try again in a moment", { problem: inWords(error) })
      : inWords(error);
    this.update(id, { stage: "failed", reason });
    this.onSettled(this.find(id));
  }

  /** One that an earlier page or another tab has sent. */
  private adopt(text: string | null) {
    let tracked: TrackedTransaction;
    try {
      tracked = JSON.parse(text ?? "");
    } catch {
      return;
    }
    if (this.find(tracked.id)) this.publish(this.list.map((known) => (known.id === tracked.id ? tracked : known)));
    else {
      this.publish([...this.list, tracked]);
      this.inOneTab(tracked.id, () => this.follow(tracked.id));
    }
  }

  private settledElsewhere(id: string) {
    const tracked = this.find(id);
    if (!tracked || !isAway(tracked)) return;
    this.publish(this.list.filter((known) => known !== tracked));
    this.onSettled(undefined);
  }

  private find = (id: string): TrackedTransaction | undefined => this.list.find((tracked) => tracked.id === id);

  private key = (id: string): string => `${PREFIX}${this.scope}.${id}`;

  private update(id: string, change: Partial<TrackedTransaction>) {
    this.publish(this.list.map((tracked) => (tracked.id === id ? { ...tracked, ...change } : tracked)));
    const tracked = this.find(id);
    if (!tracked) return;
    if (isAway(tracked)) tryToKeep(this.key(id), JSON.stringify(tracked), this.storage);
    else this.storage.removeItem(this.key(id));
  }

  private publish(list: readonly TrackedTransaction[]) {
    this.list = list;
    this.changed();
  }
}
