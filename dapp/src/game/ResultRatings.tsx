import type { ReactNode } from "react";
import type { Game } from "../chain/game";
import { changeText, ratingText } from "../ratings/rating";
import { useRatingChange } from "../ratings/useRatings";
import { PlayerName } from "../ui/values/PlayerName";

interface Props {
  /** A game that is over on the chain. */
  game: Game;
  /** The score, White's first. */
  children: ReactNode;
}

/** The effect of a game on both players' ratings, on both sides of its score; nothing until it is known. */
export function ResultRatings({ game: { id, white, black }, children }: Props) {
  const isNamed = !children;
  return (
    <>
      <Change player={white} game={id} isNamed={isNamed} />
      {children}
      <Change player={black} game={id} isNamed={isNamed} />
    </>
  );
}

function Change({ player, game, isNamed }: { player: string; game: number; isNamed: boolean }) {
  const change = useRatingChange(player, game);
  return (
    <small data-testid="result-rating">
      {change && (
        <>
          {/* beside a score the side tells it */}
          <span className={isNamed ? undefined : "visually-hidden"}>
            <PlayerName address={player} />
          </span>{" "}
          <span dir="ltr">
            {ratingText(change.rating)} <b>{changeText(change.by)}</b>
          </span>
        </>
      )}
    </small>
  );
}
