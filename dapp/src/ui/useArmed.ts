import { useEffect, useState } from "react";

/** For so long the second press counts, in milliseconds, … */
const ARMED_MS = 4_000;
/** … and so soon it doesn't: a double click is one wish. */
const TOO_SOON_MS = 350;

/** A control that asks back in its own place: what it does counts with the second press. */
export function useArmed(onConfirm: () => void) {
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
