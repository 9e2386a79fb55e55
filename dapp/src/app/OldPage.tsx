import { useSyncExternalStore } from "react";
import { age, isPageOld } from "../browser/parts";
import { t } from "../i18n/i18n";
import { Button } from "../ui/Button";
import controls from "../ui/controls.module.css";
import styles from "./OldPage.module.css";

/** Says that a part of the page is gone, beside board and clock, which go on. */
export function OldPage() {
  const isOld = useSyncExternalStore(age.subscribe, isPageOld);
  if (!isOld) return null;
  return (
    <div role="alert" className={`${controls.slip} ${controls.between} ${styles.notice}`}>
      {t("This page is older than the site.")}
      <Button onClick={() => location.reload()}>{t("Load it again")}</Button>
    </div>
  );
}
