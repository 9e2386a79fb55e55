import { t } from "../i18n/i18n";
import controls from "../ui/controls.module.css";

/** Where somebody is who looks at an earlier position. */
export const lookingAtText = (ply: number): string =>
  ply === 0 ? t("You are looking at the start.") : t("You are looking at move {move}.", { move: Math.ceil(ply / 2) });

export function BackToGame({ onBack }: { onBack: () => void }) {
  return (
    <button type="button" className={controls.button} onClick={onBack}>
      {t("Back to the game")}
    </button>
  );
}

interface Props {
  /** The move as it is written. */
  move: string;
  onConfirm: () => void;
  onTakeBack: () => void;
}

/** Asks for the player's word on a move that stands on the board. */
export function ProposedMove({ move, onConfirm, onTakeBack }: Props) {
  return (
    <>
      <button type="button" className={controls.primary} onClick={onConfirm}>
        {t("Play {move}", { move })}
      </button>
      <button type="button" className={controls.button} onClick={onTakeBack}>
        {t("Take back")}
      </button>
    </>
  );
}
