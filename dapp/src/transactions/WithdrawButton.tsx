import { Fragment } from "react";
import type { Payment } from "../chain/payment";
import { useCredits } from "../chain/queries";
import { t } from "../i18n/i18n";
import { Say } from "../i18n/Say";
import { Button } from "../ui/Button";
import { Amount } from "../ui/values/Amount";
import { useSendTransaction } from "./useSendTransaction";

const Amounts = ({ of }: { of: readonly Payment[] }) =>
  of.map((payment, index) => (
    <Fragment key={payment.token}>
      {index > 0 && ` ${t("and")} `}
      <Amount payment={payment} />
    </Fragment>
  ));

/** Payouts that could not be delivered, in whichever tokens: one call fetches all of them. */
export function WithdrawButton() {
  const { player, busy, call } = useSendTransaction();
  const credits = useCredits(player) ?? [];
  if (credits.length === 0) return null;
  return (
    <Button disabled={busy} onClick={() => call(t("Withdraw"), "withdraw")}>
      <span>
        <Say text="Withdraw {amounts} owed to you" values={{ amounts: <Amounts of={credits} /> }} />
      </span>
    </Button>
  );
}
