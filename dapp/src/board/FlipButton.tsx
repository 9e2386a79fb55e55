import { useState } from "react";
import { useShortcuts } from "../browser/useShortcuts";
import { t } from "../i18n/i18n";
import { Button } from "../ui/Button";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";

/** Whether a board is shown from the other side than at first; a button or `f` changes that. */
export function useFlip(): [isTurned: boolean, flip: () => void] {
  const [isTurned, setTurned] = useState(false);
  const flip = () => setTurned(!isTurned);
  useShortcuts({ f: flip });
  return [isTurned, flip];
}

/** Shows the board from the other side. */
export function FlipButton({ onFlip }: { onFlip: () => void }) {
  return (
    <Button aria-label={t("Flip the board")} title={t("Flip the board")} onClick={onFlip}>
      <Icon name="flip" />
      <span className={controls.label}>{t("Flip")}</span>
    </Button>
  );
}
