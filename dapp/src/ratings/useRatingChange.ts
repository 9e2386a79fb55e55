import { useState } from "react";
import { changeBy, pauseAfter } from "./change";
import { useRatings } from "./useRatings";

/** The change of a player's rating by a game that is over on the chain, as soon as a relay knows it. */
export function useRatingChange(player: string, game: number) {
  const [since] = useState(Date.now);
  const known = useRatings(player, undefined, (known) =>
    known === null || (known && changeBy(known, game)) ? false : pauseAfter(Date.now() - since),
  );
  return known && changeBy(known, game);
}
