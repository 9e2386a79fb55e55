import controls from "../ui/controls.module.css";
import { Dialog } from "../ui/Dialog";
import { Amount } from "../ui/values/Amount";
import { FiatValue } from "../ui/values/FiatValue";
import type { StakeQuestion } from "./question";

/** The question before a stake; closing it is a no. */
export function StakeDialog({ payment, answer }: StakeQuestion) {
  return (
    <Dialog title="Pay this stake?" onClose={() => answer(false)}>
      <div className={controls.stack}>
        <p>
          Your purse pays <Amount payment={payment} /> <FiatValue payment={payment} />. That is above the limit up to
          which it doesn't ask.
        </p>
        <div className={controls.row}>
          <button type="button" className={controls.primary} onClick={() => answer(true)}>
            Pay <Amount payment={payment} />
          </button>
          <button type="button" className={controls.button} onClick={() => answer(false)}>
            Don't
          </button>
        </div>
      </div>
    </Dialog>
  );
}
