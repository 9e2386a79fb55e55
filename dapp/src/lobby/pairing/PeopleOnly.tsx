import { setPreference, usePreference } from "../../browser/preferences";
import { t } from "../../i18n/i18n";
import controls from "../../ui/controls.module.css";
import styles from "./QuickPairing.module.css";

/** Whether a press leaves programs aside; kept in this browser. */
export const usePeopleOnly = (): boolean => usePreference("peopleOnly") === "on";

export function PeopleOnly() {
  return (
    <label
      className={`${controls.line} ${styles.people}`}
      title={t("A press leaves named bots aside. Nobody can check that all others are people.")}
    >
      <input
        type="checkbox"
        checked={usePeopleOnly()}
        onChange={({ target }) => setPreference("peopleOnly", target.checked ? "on" : "off")}
      />
      {t("People only")}
    </label>
  );
}
