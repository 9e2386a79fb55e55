import { t } from "../i18n/i18n";
import { Button } from "./Button";

/** Leads to the newer and to the older page, if there are any. */
export function Pager({ newer, older }: { newer: (() => void) | undefined; older: (() => void) | undefined }) {
  if (!newer && !older) return null;
  return (
    <div className="row">
      <Button disabled={!newer} onClick={newer}>
        {t("Newer")}
      </Button>
      <Button disabled={!older} onClick={older}>
        {t("Older")}
      </Button>
    </div>
  );
}
