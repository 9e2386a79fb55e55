import { useMutation } from "@tanstack/react-query";
import { useChain } from "../chain/ChainContext";
import { EGLD, type Payment } from "../chain/payment";
import { t } from "../i18n/i18n";
import { useSendTransaction } from "../transactions/useSendTransaction";
import { WithdrawButton } from "../transactions/WithdrawButton";
import { Button } from "../ui/Button";
import controls from "../ui/controls.module.css";
import type { Wallet } from "../wallet/wallet";
import { allHome } from "./allHome";

interface Props {
  purse: Wallet;
  home: string;
}

/**
 * The way of what is in the purse back to the main wallet: what the contract owes, the tokens, then the EGLD less the
 * fee.
 */
function useTakeHome({ purse, home }: Props) {
  const { chess, gateway, config, settings } = useChain();
  const { busy, send } = useSendTransaction();
  const { address } = purse;

  async function steps(): Promise<void> {
    const { buildTransfer, transferFee } = await import("../chain/transfer");
    const left = async () => (await gateway.account(address)).balance - transferFee(config);
    const transfer = (payment: () => Promise<Payment>) =>
      send(
        {
          title: t("Take home"),
          build: async (caller) => buildTransfer(settings.chainId, caller.address, home, [await payment()]),
        },
        purse,
      );
    await allHome({
      isOwed: async () => (await chess.credits(address)).length > 0,
      withdraw: () => send({ title: t("Withdraw"), build: (caller) => chess.call(caller, "withdraw") }, purse),
      tokens: () => gateway.tokens(address),
      balanceOf: (token) => gateway.tokenBalance(address, token),
      sendToken: (token, amount) => transfer(async () => ({ token, amount })),
      left,
      sendLeft: () => transfer(async () => ({ token: EGLD, amount: await left() })),
    });
  }

  const { mutate, isPending } = useMutation({ mutationFn: steps });
  return { busy: busy || isPending, takeHome: () => mutate() };
}

/** Everything back to the wallet. */
export function TakeHome(props: Props) {
  const { busy, takeHome } = useTakeHome(props);
  return (
    <>
      <div className={controls.row}>
        <Button disabled={busy} aria-busy={busy} onClick={takeHome}>
          {t("Take home")}
        </Button>
        <WithdrawButton />
      </div>
      <p className={controls.muted}>
        {t(
          "Take home sends all that is in the purse to your wallet, less the fees, and needs no window. A stake of a game that goes on comes to the purse when the game is over; until then leave it something for fees.",
        )}
      </p>
    </>
  );
}
