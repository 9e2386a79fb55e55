/** Ends the current task and continues in another one: in between the browser can draw and handle input. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
