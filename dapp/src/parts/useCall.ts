import type { Transaction } from "@multiversx/sdk-core/out/core/transaction";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useChain } from "../chain/hooks";
import { isUnderWay, run, useTransactions } from "../chain/transactions";
import { useWallet } from "../wallet/wallet";
import { play } from "./sound";

interface Caller {
  /** The connected player's address. */
  player: string | undefined;
  /** A transaction is under way: the next one waits for it. */
  busy: boolean;
  /** Signs, sends and follows a call; whether it succeeded. */
  call: (title: string, build: (sender: string) => Promise<Transaction>) => Promise<boolean>;
}

/** How this page's transactions are made. */
export function useCall(): Caller {
  const { gateway } = useChain();
  const { wallet } = useWallet();
  const client = useQueryClient();
  const busy = useTransactions().some(isUnderWay);
  const call = useCallback<Caller["call"]>(
    async (title, build) => {
      if (!wallet) return false;
      const succeeded = await run(gateway, wallet, title, build);
      if (!succeeded) play("error");
      await client.invalidateQueries();
      return succeeded;
    },
    [gateway, wallet, client],
  );
  return { player: wallet?.address, busy, call };
}
