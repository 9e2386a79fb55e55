import { useEffect, useState } from "react";
import { t } from "../i18n/i18n";
import { Button, Icon, type IconName } from "./Button";

/** The second press counts within this time, in milliseconds. */
const ARMED_MS = 4_000;
/** A second press this soon doesn't count: a double click is one press. */
const TOO_SOON_MS = 350;

/** A control that asks for a second press in its own place, and acts on that one. */
function useArmed(onConfirm: () => void) {
  const [armedAt, setArmedAt] = useState<number>();
  useEffect(() => {
    if (armedAt === undefined) return;
    const timer = setTimeout(() => setArmedAt(undefined), ARMED_MS);
    return () => clearTimeout(timer);
  }, [armedAt]);
  return {
    isArmed: armedAt !== undefined,
    press: () => {
      if (armedAt === undefined) return setArmedAt(performance.now());
      if (performance.now() - armedAt < TOO_SOON_MS) return;
      setArmedAt(undefined);
      onConfirm();
    },
    disarm: () => setArmedAt(undefined),
  };
}

interface Props {
  /** "Resign". */
  label: string;
  /** The picture on the button; without one the button shows its label. */
  icon?: IconName;
  /** A shorter text than the label, below the picture. */
  short?: string;
  /** The action is one of several, not the player's next step. */
  isAside?: boolean;
  /** Why the button can't be pressed now, or what it does; without one, the label. */
  title?: string | undefined;
  disabled?: boolean;
  onConfirm: () => void;
}

/** A button that asks for a second press, because its action costs money or the game. */
export function ConfirmButton({ label, icon, short = label, isAside, title = label, disabled, onConfirm }: Props) {
  const { isArmed, press, disarm } = useArmed(onConfirm);
  const look = isArmed ? "danger" : icon || isAside ? "button" : "primary";
  return (
    <Button
      look={look}
      disabled={disabled}
      title={title}
      aria-label={isArmed ? t("{label}: press again to confirm", { label }) : label}
      aria-live="polite"
      onClick={press}
      onBlur={disarm}
      onKeyDown={(event) => {
        if (event.key === "Escape") disarm();
      }}
    >
      {isArmed ? (
        t("{label}?", { label: short })
      ) : icon ? (
        <>
          <Icon name={icon} />
          <span className="label">{short}</span>
        </>
      ) : (
        label
      )}
    </Button>
  );
}
