import { COLORS, ROLES } from "chessops/types";
import { onPreference, preference } from "../browser/preferences";
import { nextTask } from "../browser/task";

/** Loads the second set of pieces; without a network the first one stays. */
export function loadFlatPieces(): void {
  import("./flatPieces").then(({ addFlatPieces }) => addFlatPieces()).catch(() => {});
}

/** Loads the chosen set of pieces, now and after each change. */
export function watchPieces(): void {
  const follow = () => {
    if (preference("pieces") === "flat") loadFlatPieces();
  };
  onPreference(follow);
  follow();
}

/** Lets the browser decode the pieces' pictures one by one before there is a board: all together they would delay it. */
export async function readPieces(): Promise<void> {
  const board = document.createElement("div");
  board.className = "cg-wrap";
  board.hidden = true;
  const piece = board.appendChild(document.createElement("piece"));
  document.body.append(board);
  for (const color of COLORS) {
    for (const role of ROLES) {
      await nextTask();
      piece.className = `${role} ${color}`;
      // reading the style makes the browser decode the picture, which it keeps with the rule
      getComputedStyle(piece).getPropertyValue("background-image");
    }
  }
  board.remove();
}
