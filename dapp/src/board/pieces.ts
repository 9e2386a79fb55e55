import { onPreference, preference } from "../browser/preferences";

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
