/** Runs an action unless another tab is running it. Returns whether it ran here and succeeded. */
export async function inOneTab(name: string, act: () => Promise<boolean>): Promise<boolean> {
  if (!navigator.locks) return act();
  return navigator.locks.request(`chess.${name}`, { ifAvailable: true }, async (lock) => lock !== null && act());
}
