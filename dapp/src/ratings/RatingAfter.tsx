import { t } from "../i18n/i18n";
import styles from "./RatingAfter.module.css";
import { PlayerRating, RatingMark } from "./RatingMark";
import { changeText, type Pool } from "./rating";
import { useRatingChange } from "./useRatings";

interface Props {
  player: string;
  pool: Pool;
  /** A game that is over on the chain. */
  game: number;
}

/** A player's rating after a game with the change by it, "1512 +8"; the current rating until the change is known. */
export function RatingAfter({ player, pool, game }: Props) {
  const change = useRatingChange(player, game);
  if (!change) return <PlayerRating player={player} pool={pool} />;
  return (
    <>
      <RatingMark rating={change.rating} pool={pool} />
      <small dir="ltr" className={styles.change} data-testid="rating-change" title={t("By this game")}>
        {changeText(change.by)}
      </small>
    </>
  );
}
