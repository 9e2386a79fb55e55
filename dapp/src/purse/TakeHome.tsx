import { useMutation } from "@tanstack/react-query";
import { useChain } from "../chain/ChainContext";
import { inWords, t } from "../i18n/i18n";
import { useSendTransaction } from "../transactions/useSendTransaction";
import { WithdrawButton } from "../transactions/WithdrawButton";
import { Alert } from "../ui/Alert";
import { Button } from "../ui/Button";
import type { Wallet } from "../wallet/wallet";
import { allHome } from "./allHome";

/** Sends what is in the purse back to the main wallet. */
export function TakeHome({ purse, home }: { purse: Wallet; home: string }) {
  const chain = useChain();
  const { busy, send } = useSendTransaction();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const { buildTransfer, transferFee } = await import("../chain/calls");
      const { chess, config, settings } = chain;
      await allHome(chain, {
        address: purse.address,
        fee: transferFee(config),
        withdraw: () => send({ title: t("Withdraw"), build: (caller) => chess.call(caller, "withdraw") }, purse),
        send: (payment) =>
          send(
            {
              title: t("Take home"),
              build: async ({ address }) => buildTransfer(settings.chainId, address, home, [await payment()]),
            },
            purse,
          ),
      });
    },
  });
  const isBusy = busy || isPending;
  return (
    <>
      <div className="row">
        <Button disabled={isBusy} aria-busy={isBusy} onClick={() => mutate()}>
          {t("Take home")}
        </Button>
        <WithdrawButton />
      </div>
      {error && <Alert>{t("Not all was sent: {problem}.", { problem: inWords(error) })}</Alert>}
      <p className="muted">
        {t(
          "Take home sends all that is in the purse to your wallet, less the fees, and needs no window. A stake of a game that goes on comes to the purse when the game is over; until then leave it something for fees.",
        )}
      </p>
    </>
  );
}
