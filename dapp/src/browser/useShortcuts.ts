import { useEffect, useEffectEvent } from "react";

/**
 * Runs the actions of single keys, unless the user is typing or in a dialog.
 * @param areArrows they also run while a key is held down, but not in a group of choices, which has its own use for them
 */
export function useShortcuts(actions: Readonly<Record<string, () => void>>, areArrows = false): void {
  const inputs = areArrows ? "input" : "input:not([type=radio], [type=checkbox])";
  const run = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.altKey || event.ctrlKey || event.metaKey || (event.repeat && !areArrows)) return;
    if (target.closest(`${inputs}, textarea, select, dialog, [role=dialog]`)) return;
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
