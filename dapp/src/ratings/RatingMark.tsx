import { type Pool, poolText, type Rating, ratingIn, ratingText } from "./rating";
import { useRatings } from "./useRatings";

/** A rating beside a name. */
export function RatingMark({ rating, pool }: { rating: Rating; pool?: Pool }) {
  return (
    <small
      data-testid="rating"
      title={`Rating${pool ? ` in ${poolText(pool)}` : ""}${rating.provisional ? ", from few games yet" : ""}`}
    >
      {ratingText(rating)}
    </small>
  );
}

/** A player's rating in games of a kind, where a relay knows ratings. */
export function PlayerRating({ player, pool }: { player: string; pool: Pool }) {
  const known = useRatings(player);
  return known ? <RatingMark rating={ratingIn(known, pool)} pool={pool} /> : null;
}
