import { useEffect, useEffectEvent } from "react";

/** Runs the actions of single keys, unless the user is typing or in a dialog. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const run = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    if (target.closest("input:not([type=radio], [type=checkbox]), textarea, select, dialog, [role=dialog]")) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    addEventListener("keydown", run);
    return () => removeEventListener("keydown", run);
  }, []);
}
