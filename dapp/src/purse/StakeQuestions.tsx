import { useSyncExternalStore } from "react";
import { useDecimals } from "../chain/queries";
import { t } from "../i18n/i18n";
import { Say } from "../i18n/Say";
import { Button, PrimaryButton } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { Amount, FiatValue } from "../ui/values/Amount";
import { currentQuestion, onQuestion, type StakeQuestion } from "./question";

/** Asks in every view before the purse pays a stake above its limit. */
export function StakeQuestions() {
  const question = useSyncExternalStore(onQuestion, currentQuestion);
  return question && <StakeDialog {...question} />;
}

/** The question before a stake; closing it is a no. */
function StakeDialog({ payment, answer }: StakeQuestion) {
  const isShown = useDecimals(payment.token) !== undefined;
  return (
    <Dialog title={t("Pay this stake?")} onClose={() => answer(false)}>
      <p>
        <Say
          text="Your purse pays {amount}. That is above the limit up to which it doesn't ask."
          values={{ amount: <Amount payment={payment} /> }}
        />{" "}
        <FiatValue payment={payment} />
      </p>
      <div className="row">
        <PrimaryButton disabled={!isShown} onClick={() => answer(true)}>
          <Say text="Pay {amount}" values={{ amount: <Amount payment={payment} /> }} />
        </PrimaryButton>
        <Button onClick={() => answer(false)}>{t("Don't")}</Button>
      </div>
    </Dialog>
  );
}
