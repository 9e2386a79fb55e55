import type { Chain } from "../chain/ChainContext";
import { EGLD, type Payment } from "../chain/payment";

/** A purse, and its two ways to move what it has; each returns whether it succeeded. */
interface Emptying {
  address: string;
  /** The fee for sending EGLD alone. */
  fee: bigint;
  /** Withdraws the amounts that the contract owes the purse. */
  withdraw: () => Promise<boolean>;
  /** Sends a payment to its owner; the amount is computed only then. */
  send: (payment: () => Promise<Payment>) => Promise<boolean>;
}

/**
 * Sends everything home: the contract's debts, the tokens, then the EGLD less the fee. A token that can't be moved or queried
 * stays, but stops nothing else: anyone can send their own token to a purse, and freeze it there.
 * @throws Error if something was left because it couldn't be queried.
 */
export async function allHome(
  { chess, gateway }: Pick<Chain, "chess" | "gateway">,
  { address, fee, withdraw, send }: Emptying,
): Promise<void> {
  let problem: unknown;
  const seen = <T>(answer: Promise<T>, otherwise: T): Promise<T> =>
    answer.catch((error) => {
      problem = error;
      return otherwise;
    });
  if ((await seen(chess.credits(address), [])).length > 0) await withdraw();
  for (const token of await seen(gateway.tokens(address), [])) {
    const amount = await seen(gateway.tokenBalance(address, token), 0n);
    if (amount > 0n) await send(async () => ({ token, amount }));
  }
  const left = async () => ({ token: EGLD, amount: (await gateway.account(address)).balance - fee });
  if ((await left()).amount > 0n) await send(left);
  if (problem) throw problem;
}
