import { useVersion } from "../browser/useVersion";
import { t } from "../i18n/i18n";
import { Button } from "../ui/Button";
import { blocking, isBlocked, setBlocked } from "./blocked";

/** Hides the challenges of a player's accounts in this browser's lobby; nobody is told. */
export function BlockButton({ accounts }: { accounts: readonly string[] }) {
  useVersion(blocking);
  const is = accounts.every(isBlocked);
  return (
    <Button
      aria-pressed={is}
      title={t("Their challenges are no longer shown in this browser")}
      onClick={() => {
        for (const account of accounts) setBlocked(account, !is);
      }}
    >
      {is ? t("Blocked") : t("Block")}
    </Button>
  );
}
