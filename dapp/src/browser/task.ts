/** Ends the task under way, so that the browser can draw or hear the player, and goes on in another one. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
