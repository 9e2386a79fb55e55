/** Loads the code of a game's view: when it is shown, or as soon as a game is about to begin. */
export const loadGamePage = () => import("./GamePage");
