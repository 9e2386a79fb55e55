import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";

/** Shows the board from the other side. */
export function FlipButton({ onFlip }: { onFlip: () => void }) {
  return (
    <button
      type="button"
      className={controls.button}
      aria-label="Turn the board"
      title="Turn the board"
      onClick={onFlip}
    >
      <Icon name="flip" />
    </button>
  );
}
