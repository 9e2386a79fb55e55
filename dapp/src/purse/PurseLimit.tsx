import { useState } from "react";
import { formatAmount, parseAmount } from "../chain/format";
import { t } from "../i18n/i18n";
import controls from "../ui/controls.module.css";
import styles from "./Purse.module.css";
import { setStakeLimit, stakeLimit } from "./question";

/** The stake above which the purse asks. */
export function PurseLimit() {
  const [text, setText] = useState(() => formatAmount(stakeLimit(), 18));
  const limit = parseAmount(text, 18);
  return (
    <label className={`${controls.row} ${styles.own}`}>
      {t("Ask me before a stake above")}
      <input
        className={controls.field}
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={limit === undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          const typed = parseAmount(event.target.value, 18);
          if (typed !== undefined) setStakeLimit(typed);
        }}
      />
      {t("EGLD, and before any in a token")}
    </label>
  );
}
