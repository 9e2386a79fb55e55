import { t } from "../../i18n/i18n";
import { Button, IconButton, PrimaryButton } from "../../ui/Button";
import { useAmountText } from "../../ui/values/Amount";
import styles from "./RematchButton.module.css";
import type { Rematch } from "./useRematch";

interface Props {
  rematch: Rematch;
  /** It is what comes next, rather than one of several ways. */
  isNext?: boolean;
  /** There is room for one word. */
  isNarrow?: boolean;
}

/** Offers a rematch, accepts the opponent's, or takes the own one back. */
export function RematchButton({ rematch, isNext, isNarrow }: Props) {
  const { asked, offered, isDeclined, busy, offer, accept, cancel } = rematch;
  const amount = useAmountText(asked?.stake, BigInt(asked?.rounds ?? 1));
  if (asked) {
    return (
      <span className={styles.pair}>
        <PrimaryButton
          disabled={busy}
          aria-label={t("Accept the rematch")}
          title={asked.stake && t("For {amount}", { amount })}
          onClick={() => accept(asked)}
        >
          {isNarrow ? t("Accept") : t("Accept the rematch")}
        </PrimaryButton>
        <IconButton
          look="button"
          icon="close"
          title={t("Decline the rematch")}
          disabled={busy}
          onClick={() => cancel(asked.id)}
        />
      </span>
    );
  }
  if (offered !== undefined) {
    return (
      <Button
        aria-pressed="true"
        disabled={busy}
        title={t("Waiting for the opponent: press to take it back")}
        onClick={() => cancel(offered)}
      >
        {t("Rematch offered")}
      </Button>
    );
  }
  return (
    <Button
      look={isNext ? "primary" : "button"}
      disabled={busy}
      title={isDeclined ? t("Press to offer it again") : undefined}
      onClick={offer}
    >
      {isDeclined ? t("Rematch declined") : t("Rematch")}
    </Button>
  );
}
