import { useMutation } from "@tanstack/react-query";
import { useCallback } from "react";
import { play } from "../browser/sound";
import { useChain } from "../chain/ChainContext";
import type { Endpoint } from "../chain/chess";
import { useWallet, type Wallet } from "../wallet/wallet";
import { isUnderWay, type TransactionOrder } from "./TransactionStore";
import { useTransactionStore, useTransactions } from "./TransactionsContext";

/**
 * How the connected player's transactions are made: as mutations. Their state is in the
 * TransactionStore, not in the mutations' cache: a reload and other tabs continue with it, and the
 * board shows the move from it.
 */
export function useSendTransaction() {
  const transactions = useTransactionStore();
  const { wallet } = useWallet();
  /** The connected player's address. */
  const player = wallet?.address;
  /** The player has a transaction under way, perhaps in another tab: the next one waits for it. */
  const busy = useTransactions().some((tracked) => tracked.sender === player && isUnderWay(tracked));
  const { mutateAsync } = useMutation({
    mutationKey: ["transaction"],
    mutationFn: async ({ order, by }: { order: TransactionOrder; by: Wallet }) => {
      if (!(await transactions.run(by, order))) throw new Error(`${order.title} didn't succeed`);
    },
    onError: () => play("error"),
  });
  /** Signs, sends and follows a transaction, by a wallet that was connected just now, or by the player's; whether it succeeded. */
  const send = useCallback(
    async (order: TransactionOrder, by = wallet) => {
      if (!by) return false;
      return mutateAsync({ order, by }).then(
        () => true,
        () => false,
      );
    },
    [wallet, mutateAsync],
  );
  const { chess } = useChain();
  /** The same for a call of the game contract by the player, without a payment. */
  const call = useCallback(
    (title: string, endpoint: Endpoint, args?: unknown[], more?: Pick<TransactionOrder, "move" | "settles">) =>
      send({ title, build: (caller) => chess.call(caller, endpoint, args), ...more }),
    [send, chess],
  );
  return { player, busy, send, call };
}
