import { t } from "../i18n/i18n";
import { type Pool, poolText, type Rating, ratingIn, ratingText } from "./rating";
import { useRatings } from "./useRatings";

/** A rating beside a name. */
export function RatingMark({ rating, pool }: { rating: Rating; pool?: Pool }) {
  return (
    <small
      dir="ltr"
      data-testid="rating"
      title={[
        pool ? t("Rating in {pool}", { pool: poolText(pool) }) : t("Rating"),
        rating.provisional && t("from few games yet"),
      ]
        .filter(Boolean)
        .join(" · ")}
    >
      {ratingText(rating)}
    </small>
  );
}

/** A player's rating in games of a kind, if a relay knows ratings. */
export function PlayerRating({ player, pool }: { player: string; pool: Pool }) {
  const known = useRatings(player);
  return known ? <RatingMark rating={ratingIn(known, pool)} pool={pool} /> : null;
}
