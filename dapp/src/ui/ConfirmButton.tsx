import { useEffect, useState } from "react";
import controls from "./controls.module.css";
import { Icon, type IconName } from "./Icon";

interface Props {
  /** "Resign". */
  label: string;
  /** What stands on the button: a picture or a few signs. */
  icon: IconName | "½";
  disabled?: boolean;
  onConfirm: () => void;
}

/** For so long the second click counts, in milliseconds, … */
const ARMED_MS = 4_000;
/** … and so soon it doesn't: a double click is one wish. */
const TOO_SOON_MS = 350;

/** A button that asks back in its own place: what it does costs money or the game. */
export function ConfirmButton({ label, icon, disabled, onConfirm }: Props) {
  const [armedAt, setArmedAt] = useState<number>();
  const isArmed = armedAt !== undefined;
  useEffect(() => {
    if (armedAt === undefined) return;
    const timer = setTimeout(() => setArmedAt(undefined), ARMED_MS);
    return () => clearTimeout(timer);
  }, [armedAt]);

  function press() {
    if (armedAt === undefined) return setArmedAt(performance.now());
    if (performance.now() - armedAt < TOO_SOON_MS) return;
    setArmedAt(undefined);
    onConfirm();
  }

  return (
    <button
      type="button"
      className={isArmed ? controls.danger : controls.button}
      disabled={disabled}
      title={label}
      aria-label={isArmed ? `${label}: press again to confirm` : label}
      aria-live="polite"
      onClick={press}
      onBlur={() => setArmedAt(undefined)}
      onKeyDown={(event) => {
        if (event.key === "Escape") setArmedAt(undefined);
      }}
    >
      {isArmed ? "Sure?" : icon === "½" ? <strong aria-hidden="true">½</strong> : <Icon name={icon} />}
    </button>
  );
}
