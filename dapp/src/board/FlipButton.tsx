import { useState } from "react";
import { useShortcuts } from "../browser/useShortcuts";
import { type Color, otherColor } from "../chain/game";
import { t } from "../i18n/i18n";
import { Button, Icon } from "../ui/Button";

/** The color at a board's lower edge, at first this side. A button or the key `f` turns the board. */
export function useFlip(side: Color): [orientation: Color, flip: () => void] {
  const [isTurned, setTurned] = useState(false);
  const flip = () => setTurned(!isTurned);
  useShortcuts({ f: flip });
  return [isTurned ? otherColor(side) : side, flip];
}

/** Shows the board from the other side. */
export function FlipButton({ onFlip }: { onFlip: () => void }) {
  return (
    <Button aria-label={t("Flip the board")} title={t("Flip the board")} onClick={onFlip}>
      <Icon name="flip" />
      <span className="label">{t("Flip")}</span>
    </Button>
  );
}
