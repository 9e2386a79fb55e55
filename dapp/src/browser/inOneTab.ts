/** Does it in one tab of several, and in none while another one does it; whether it was done here, and succeeded. */
export async function inOneTab(name: string, act: () => Promise<boolean>): Promise<boolean> {
  if (!navigator.locks) return act();
  return navigator.locks.request(`chess.${name}`, { ifAvailable: true }, async (lock) => lock !== null && act());
}
