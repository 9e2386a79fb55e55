import { t } from "../../i18n/i18n";
import controls from "../../ui/controls.module.css";
import { Icon } from "../../ui/Icon";
import { useAmountText } from "../../ui/values/Amount";
import styles from "./RematchButton.module.css";
import type { Rematch } from "./useRematch";

/** Offers a rematch, accepts the opponent's, or takes the own one back. */
export function RematchButton({ rematch }: { rematch: Rematch }) {
  const { asked, offered, busy, offer, accept, cancel } = rematch;
  const stake = asked?.stake && { ...asked.stake, amount: asked.stake.amount * BigInt(asked.rounds) };
  const amount = useAmountText(stake, 1n);
  if (asked) {
    return (
      <span className={styles.pair}>
        <button
          type="button"
          className={controls.primary}
          disabled={busy}
          title={stake && t("For {amount}", { amount })}
          onClick={() => accept(asked)}
        >
          {t("Accept the rematch")}
        </button>
        <button
          type="button"
          className={`${controls.button} ${controls.iconOnly}`}
          disabled={busy}
          aria-label={t("Decline the rematch")}
          title={t("Decline the rematch")}
          onClick={() => cancel(asked.id)}
        >
          <Icon name="close" />
        </button>
      </span>
    );
  }
  if (offered !== undefined) {
    return (
      <button
        type="button"
        className={controls.button}
        aria-pressed="true"
        disabled={busy}
        title={t("Waiting for the opponent: press to take it back")}
        onClick={() => cancel(offered)}
      >
        {t("Rematch offered")}
      </button>
    );
  }
  return (
    <button type="button" className={controls.button} disabled={busy} onClick={offer}>
      {t("Rematch")}
    </button>
  );
}
