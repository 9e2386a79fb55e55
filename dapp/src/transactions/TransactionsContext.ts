import { createContext, use, useSyncExternalStore } from "react";
import type { TrackedTransaction, TransactionStore } from "./TransactionStore";

export const TransactionsContext = createContext<TransactionStore | undefined>(undefined);

/** Where the page's transactions are kept and followed. */
export function useTransactionStore(): TransactionStore {
  const store = use(TransactionsContext);
  if (!store) throw new Error("used outside of the transactions' context");
  return store;
}

/** The transactions of this page, the newest last. */
export function useTransactions(): readonly TrackedTransaction[] {
  const store = useTransactionStore();
  return useSyncExternalStore(store.subscribe, store.all);
}
