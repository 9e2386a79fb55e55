import controls from "../ui/controls.module.css";

/** Where somebody is who looks at an earlier position. */
export const lookingAtText = (ply: number): string =>
  `You are looking at ${ply === 0 ? "the start" : `move ${Math.ceil(ply / 2)}`}.`;

export function BackToGame({ onBack }: { onBack: () => void }) {
  return (
    <button type="button" className={controls.button} onClick={onBack}>
      Back to the game
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
        Play {move}
      </button>
      <button type="button" className={controls.button} onClick={onTakeBack}>
        Take back
      </button>
    </>
  );
}
