import { useState } from "react";
import { formatAmount, parseAmount } from "../chain/format";
import { t } from "../i18n/i18n";
import controls from "../ui/controls.module.css";
import { TextField } from "../ui/Field";
import styles from "./Purse.module.css";
import { setStakeLimit, stakeLimit } from "./question";

/** The stake above which the purse asks. */
export function PurseLimit() {
  const [text, setText] = useState(() => formatAmount(stakeLimit(), 18));
  const limit = parseAmount(text, 18);
  return (
    <label className={`${controls.row} ${styles.own}`}>
      {t("Ask me before a stake above")}
      <TextField
        inputMode="decimal"
        aria-invalid={limit === undefined}
        value={text}
        onChange={(text) => {
          setText(text);
          const typed = parseAmount(text, 18);
          if (typed !== undefined) setStakeLimit(typed);
        }}
      />
      {t("EGLD, and before any in a token")}
    </label>
  );
}
