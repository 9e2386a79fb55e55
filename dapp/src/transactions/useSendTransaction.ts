import { useCallback, useSyncExternalStore } from "react";
import { useChain } from "../chain/ChainContext";
import { play } from "../ui/sound";
import { useWallet } from "../wallet/wallet";
import { isUnderWay, type TrackedTransaction, type TransactionOrder } from "./TransactionStore";

interface Sender {
  /** The connected player's address. */
  player: string | undefined;
  /** The player has a transaction under way: the next one waits for it. */
  busy: boolean;
  /** Signs, sends and follows a transaction; whether it succeeded. */
  send: (order: TransactionOrder) => Promise<boolean>;
}

/** The transactions of this page, the newest last. */
export function useTransactions(): readonly TrackedTransaction[] {
  const { transactions } = useChain();
  return useSyncExternalStore(transactions.subscribe, transactions.all);
}

/** How the connected player's transactions are made. */
export function useSendTransaction(): Sender {
  const { transactions } = useChain();
  const { wallet } = useWallet();
  const player = wallet?.address;
  const busy = useTransactions().some((tracked) => tracked.sender === player && isUnderWay(tracked));
  const send = useCallback<Sender["send"]>(
    async (order) => {
      if (!wallet) return false;
      const succeeded = await transactions.run(wallet, order);
      if (!succeeded) play("error");
      return succeeded;
    },
    [wallet, transactions],
  );
  return { player, busy, send };
}
