import { t } from "../i18n/i18n";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";

/** Shows the board from the other side. */
export function FlipButton({ onFlip }: { onFlip: () => void }) {
  return (
    <button
      type="button"
      className={controls.button}
      aria-label={t("Turn the board")}
      title={t("Turn the board")}
      onClick={onFlip}
    >
      <Icon name="flip" />
      <span className={controls.label}>{t("Turn")}</span>
    </button>
  );
}
