import type { Transaction } from "@multiversx/sdk-core/out/core/transaction";
import { Changing } from "../browser/Changing";
import { localStore } from "../browser/storage";
import { EGLD, type Payment } from "../chain/payment";

/** The name of the player's limit: EGLD up to it is staked without a question, tokens never. */
const NAME = "chess.purseLimit";
const UNLESS_SET = 250_000_000_000_000_000n;

/** The longest wait for an answer, in milliseconds: duties in other games wait as long. */
const ANSWER_MS = 60_000;

/** The most EGLD, in its smallest unit, that the purse stakes without asking its owner. */
export function stakeLimit(): bigint {
  const text = localStore.getItem(NAME) ?? "";
  return /^\d+$/.test(text) ? BigInt(text) : UNLESS_SET;
}

export const setStakeLimit = (limit: bigint): void => localStore.setItem(NAME, String(limit));

/** A stake that waits for its owner's answer. */
export interface StakeQuestion {
  payment: Payment;
  answer: (isYes: boolean) => void;
}

let question: StakeQuestion | undefined;
const changes = new Changing();

function put(next: StakeQuestion | undefined) {
  question = next;
  changes.changed();
}

export const currentQuestion = (): StakeQuestion | undefined => question;

export const onQuestion = changes.subscribe;

/** The payment of a transaction that the owner must confirm. */
export function askedPayment(
  { receiver, value, data }: Pick<Transaction, "receiver" | "value" | "data">,
  home: string,
  limit: bigint,
): Payment | undefined {
  if (receiver.toBech32() === home) return undefined;
  if (value > limit) return { token: EGLD, amount: value };
  const [name, token = "", amount = ""] = new TextDecoder().decode(data).split("@");
  if (name !== "ESDTTransfer") return undefined;
  return { token: Buffer.from(token, "hex").toString(), amount: BigInt(`0x${amount || "0"}`) };
}

/** Asks the owner before a stake above the limit. Returns whether it may be paid. */
export async function askBeforeStake(transaction: Transaction, home: string): Promise<boolean> {
  const payment = askedPayment(transaction, home, stakeLimit());
  if (!payment) return true;
  askBeforeStake.cancel();
  return new Promise((resolve) => {
    const answer = (isYes: boolean) => {
      clearTimeout(timer);
      put(undefined);
      resolve(isYes);
    };
    const timer = setTimeout(() => answer(false), ANSWER_MS);
    put({ payment, answer });
  });
}

/** Withdraws the question: nobody waits for the answer any longer. */
askBeforeStake.cancel = (): void => question?.answer(false);
