import { COLORS, ROLES } from "chessops/types";
import { onPreference, preference } from "../browser/preferences";
import { nextTask } from "../browser/task";

/** Loads the second set of pieces; without a network the first one stays. */
export function loadFlatPieces(): void {
  import("./flatPieces").then(({ addFlatPieces }) => addFlatPieces()).catch(() => {});
}

/** Has the chosen set of pieces there, whenever it is chosen. */
export function watchPieces(): void {
  const follow = () => {
    if (preference("pieces") === "flat") loadFlatPieces();
  };
  onPreference(follow);
  follow();
}

/** Has the browser read the pieces' pictures one by one, before there is a board: all at once, they hold it up. */
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
      // a picture is read as soon as someone asks for its style, and stays with the rule that names
      // it
      getComputedStyle(piece).getPropertyValue("background-image");
    }
  }
  board.remove();
}
