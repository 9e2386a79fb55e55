import { t } from "../i18n/i18n";
import { Button } from "../ui/Button";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";

/** Shows the board from the other side. */
export function FlipButton({ onFlip }: { onFlip: () => void }) {
  return (
    <Button aria-label={t("Flip the board")} title={t("Flip the board")} onClick={onFlip}>
      <Icon name="flip" />
      <span className={controls.label}>{t("Flip")}</span>
    </Button>
  );
}
