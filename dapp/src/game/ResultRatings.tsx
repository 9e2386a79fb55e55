import type { Game } from "../chain/game";
import { changeText } from "../ratings/change";
import { ratingText } from "../ratings/rating";
import { useRatingChange } from "../ratings/useRatingChange";
import { useRatings } from "../ratings/useRatings";
import { PlayerName } from "../ui/values/PlayerName";
import styles from "./ResultOverlay.module.css";

/** What a game has made of both players' ratings; the line is there before that is known, so that nothing moves then. */
export function ResultRatings({ game: { id, white, black } }: { game: Game }) {
  if (!useRatings(white)) return null;
  return (
    <p className={styles.ratings} data-testid="rating-changes">
      {[white, black].map((player) => (
        <Change key={player} player={player} game={id} />
      ))}
    </p>
  );
}

function Change({ player, game }: { player: string; game: number }) {
  const change = useRatingChange(player, game);
  return (
    change && (
      <span>
        <PlayerName address={player} />{" "}
        <bdi dir="ltr">
          {ratingText(change.rating)} <b>{changeText(change.by)}</b>
        </bdi>
      </span>
    )
  );
}
