import { useState } from "react";
import { useChain } from "../chain/ChainContext";
import { EGLD, type Payment } from "../chain/payment";
import { t } from "../i18n/i18n";
import type { TransactionOrder } from "../transactions/TransactionStore";
import { useSendTransaction } from "../transactions/useSendTransaction";
import type { Wallet } from "../wallet/wallet";
import { allHome } from "./allHome";

interface TakeHome {
  busy: boolean;
  /** Sends everything home: what the contract owes, the tokens, then the EGLD less the fee. */
  takeHome: () => Promise<void>;
}

/** The way of what is in the purse back to the main wallet. */
export function useTakeHome(purse: Wallet, home: string): TakeHome {
  const { chess, gateway, config, settings } = useChain();
  const { busy, send } = useSendTransaction();
  const [isOnWay, setOnWay] = useState(false);

  const transfer = (payment: () => Promise<Payment>): TransactionOrder => ({
    title: t("Take home"),
    build: async ({ address }) => {
      const { buildTransfer } = await import("../chain/transfer");
      return buildTransfer(settings.chainId, address, home, [await payment()]);
    },
  });

  async function steps(): Promise<void> {
    const { address } = purse;
    const { transferFee } = await import("../chain/transfer");
    const left = async () => (await gateway.account(address)).balance - transferFee(config);
    await allHome({
      isOwed: async () => (await chess.credits(address)).length > 0,
      withdraw: () => send({ title: t("Withdraw"), build: (caller) => chess.call(caller, "withdraw") }, purse),
      tokens: () => gateway.tokens(address),
      balanceOf: (token) => gateway.tokenBalance(address, token),
      sendToken: (token, amount) =>
        send(
          transfer(async () => ({ token, amount })),
          purse,
        ),
      left,
      sendLeft: () =>
        send(
          transfer(async () => ({ token: EGLD, amount: await left() })),
          purse,
        ),
    });
  }

  async function takeHome() {
    setOnWay(true);
    try {
      await steps();
    } finally {
      setOnWay(false);
    }
  }
  return { busy: busy || isOnWay, takeHome };
}
