import { Fragment } from "react";
import { useChain } from "../chain/ChainContext";
import { useCredits } from "../chain/queries";
import controls from "../ui/controls.module.css";
import { Amount } from "../ui/values/Amount";
import { useSendTransaction } from "./useSendTransaction";

/** Payouts that could not be delivered, in whichever tokens: one call fetches all of them. */
export function WithdrawButton() {
  const { chess } = useChain();
  const { player, busy, send } = useSendTransaction();
  const credits = useCredits(player) ?? [];
  if (credits.length === 0) return null;
  return (
    <button
      type="button"
      className={controls.button}
      disabled={busy}
      onClick={() => send({ title: "Withdraw", build: (caller) => chess.call(caller, "withdraw") })}
    >
      <span>
        Withdraw{" "}
        {credits.map((payment, index) => (
          <Fragment key={payment.token}>
            {index > 0 && " and "}
            <Amount payment={payment} />
          </Fragment>
        ))}{" "}
        owed to you
      </span>
    </button>
  );
}
