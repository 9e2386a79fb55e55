import { t } from "../i18n/i18n";
import { Say } from "../i18n/Say";
import controls from "../ui/controls.module.css";
import { Dialog } from "../ui/Dialog";
import { Amount } from "../ui/values/Amount";
import { FiatValue } from "../ui/values/FiatValue";
import type { StakeQuestion } from "./question";

/** The question before a stake; closing it is a no. */
export function StakeDialog({ payment, answer }: StakeQuestion) {
  return (
    <Dialog title={t("Pay this stake?")} onClose={() => answer(false)}>
      <div className={controls.stack}>
        <p>
          <Say
            text="Your purse pays {amount}. That is above the limit up to which it doesn't ask."
            values={{ amount: <Amount payment={payment} /> }}
          />{" "}
          <FiatValue payment={payment} />
        </p>
        <div className={controls.row}>
          <button type="button" className={controls.primary} onClick={() => answer(true)}>
            <Say text="Pay {amount}" values={{ amount: <Amount payment={payment} /> }} />
          </button>
          <button type="button" className={controls.button} onClick={() => answer(false)}>
            {t("Don't")}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
