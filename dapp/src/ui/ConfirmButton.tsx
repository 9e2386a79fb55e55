import { useEffect, useState } from "react";
import { t } from "../i18n/i18n";
import { Button, Icon, type IconName } from "./Button";

/** The second press counts within this time, in milliseconds. */
const ARMED_MS = 4_000;
/** It doesn't count within this one: a double click is one wish. */
const TOO_SOON_MS = 350;

/** A control that asks back in its own place: what it does counts with the second press. */
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
  /** The picture on the button; else the label. */
  icon?: IconName;
  /** The text below the picture, a part of the label; else the label. */
  short?: string;
  /** It is one of several ways, rather than what comes next. */
  isAside?: boolean;
  /** Why it can't be pressed now, or what it does; else the label. */
  title?: string | undefined;
  disabled?: boolean;
  onConfirm: () => void;
}

/** A button that asks back in its own place: what it does costs money or the game. */
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
