import type { Transaction } from "@multiversx/sdk-core/out/core/transaction";
import { useSyncExternalStore } from "react";
import type { Wallet } from "../wallet/wallet";
import { type Gateway, Refused, Unreachable } from "./gateway";

/** Where a transaction is on its way. */
export type Stage = "signing" | "sending" | "sent" | "done" | "refused" | "failed";

/** A transaction of this page. */
export interface Tracked {
  id: number;
  /** What it does, in the player's words: "Move Nf3". */
  title: string;
  stage: Stage;
  hash?: string;
  /** Why it failed, in the contract's or the gateway's words. */
  reason?: string;
}

const POLL_MS = 300;
const POLL_UNREACHABLE_MS = 1_000;
/** How often the gateway may say that it doesn't know a transaction before it is believed. */
const UNKNOWN_LIMIT = 30;

let all: readonly Tracked[] = [];
let next = 1;
const listeners = new Set<() => void>();

function publish(list: readonly Tracked[]) {
  all = list;
  for (const listener of listeners) listener();
}

const update = (id: number, change: Partial<Tracked>) =>
  publish(all.map((tracked) => (tracked.id === id ? { ...tracked, ...change } : tracked)));

/** This page's transactions, the newest last. */
export function useTransactions(): readonly Tracked[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => all,
  );
}

/** How long a success is shown, in milliseconds; a failure stays until it is dismissed. */
const DONE_MS = 4_000;

/** Whether it is still under way. */
export const isUnderWay = ({ stage }: Tracked): boolean =>
  stage === "signing" || stage === "sending" || stage === "sent";

/** Takes a transaction that is over from the list. */
export const dismiss = (id: number): void => publish(all.filter((tracked) => tracked.id !== id));

/**
 * Signs, sends and follows a transaction to its end. Whether it succeeded; why not is in the list.
 */
export async function run(
  gateway: Gateway,
  wallet: Wallet,
  title: string,
  build: (sender: string) => Promise<Transaction>,
): Promise<boolean> {
  const id = next++;
  publish([...all.filter(isUnderWay), { id, title, stage: "signing" }]);

  let signed: Transaction;
  try {
    const transaction = await build(wallet.address);
    transaction.nonce = (await gateway.account(wallet.address)).nonce;
    try {
      signed = await wallet.sign(transaction);
    } catch (error) {
      update(id, { stage: "refused", reason: error instanceof Error ? error.message : String(error) });
      return false;
    }
    update(id, { stage: "sending" });
    const hash = await gateway.send(signed);
    update(id, { stage: "sent", hash });
    const { status, reason } = await settled(gateway, hash);
    if (status === "success") {
      update(id, { stage: "done" });
      setTimeout(() => dismiss(id), DONE_MS);
      return true;
    }
    update(id, { stage: "failed", reason });
  } catch (error) {
    update(id, { stage: "failed", reason: error instanceof Error ? error.message : String(error) });
  }
  return false;
}

/** Asks until the transaction is over; a gateway that goes away is waited for. */
async function settled(gateway: Gateway, hash: string) {
  for (let unknown = 0; ; ) {
    let pause = POLL_MS;
    try {
      const outcome = await gateway.outcome(hash);
      if (outcome.status !== "pending") return outcome;
      unknown = 0;
    } catch (error) {
      // behind the gateway are many nodes: one may not know it yet
      const isPatient = error instanceof Unreachable || (error instanceof Refused && ++unknown < UNKNOWN_LIMIT);
      if (!isPatient) throw error;
      pause = POLL_UNREACHABLE_MS;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
