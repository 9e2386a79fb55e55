import { useState } from "react";
import { href } from "../browser/router";
import { formatDate, t } from "../i18n/i18n";
import { Say } from "../i18n/Say";
import { ChoiceGroup } from "../ui/ChoiceGroup";
import styles from "./RatingHistory.module.css";
import { isSamePool, type PlayerRatings, type PoolRating, poolName, poolText, ratingText, type Step } from "./rating";
import { useRatings } from "./useRatings";

/** A player's ratings by kind of games, and their history. */
export function RatingHistory({ player }: { player: string }) {
  const known = useRatings(player, 0);
  if (!known) return null;
  return (
    <section className="stack" aria-label={t("Ratings")} data-testid="ratings">
      <h2>{t("Ratings")}</h2>
      {known.ratings.length === 0 ? (
        <p className="muted">{t("None yet: no game has counted.")}</p>
      ) : (
        <Pools known={known} />
      )}
    </section>
  );
}

function Pools({ known: { ratings, course } }: { known: PlayerRatings }) {
  const most = ratings.reduce((one, other) => (other.games > one.games ? other : one));
  const [chosen, choose] = useState(poolName(most));
  const shown = ratings.find((rating) => poolName(rating) === chosen) ?? most;
  return (
    <>
      <ChoiceGroup
        label={t("Games")}
        name="pool"
        choices={ratings.map((rating) => ({ value: poolName(rating), text: poolText(rating) }))}
        value={poolName(shown)}
        onChange={choose}
      />
      <p className={styles.now}>
        <b>{ratingText(shown)}</b>{" "}
        <span className="muted">
          ±{Math.round(2 * shown.deviation)} ·{" "}
          {t("{count, plural, one {# game} other {# games}}", { count: shown.games })}
          {shown.provisional && ` · ${t("provisional until more are played")}`}
        </span>
      </p>
      <Curve rating={shown} course={course.filter((step) => isSamePool(step, shown))} />
    </>
  );
}

/** The least height of the curve, in points: otherwise small changes would look large. */
const LEAST_SPAN = 100;

/** The rating after each game, with a link to the last game. */
function Curve({ rating, course }: { rating: PoolRating; course: readonly Step[] }) {
  const values = course.map((step) => step.rating);
  const middle = (Math.max(...values) + Math.min(...values)) / 2;
  const span = Math.max(LEAST_SPAN, Math.max(...values) - Math.min(...values));
  const [top, bottom] = [middle + span / 2, middle - span / 2];
  const x = (index: number) => (course.length < 2 ? 50 : (index / (course.length - 1)) * 100);
  const y = (value: number) => ((top - value) / (top - bottom)) * 100;
  const points = values.map((value, index) => `${x(index)},${y(value)}`);
  const isDot = points.length === 1;
  const last = course.at(-1);
  return (
    <figure className={styles.curve}>
      <figcaption className={`muted ${styles.scale}`}>
        <span>{Math.round(top)}</span>
        <span>{Math.round(bottom)}</span>
      </figcaption>
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${poolText(rating)}: ${values.map(Math.round).join(", ")}`}
        data-points={course.length}
      >
        <polyline
          points={(isDot ? [...points, ...points] : points).join(" ")}
          fill="none"
          stroke="var(--accent)"
          strokeWidth={isDot ? 8 : 2}
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {last && (
        <p className="muted">
          <Say
            text="Last by <0>game {id}</0>, {date}"
            values={{ id: last.game, date: formatDate(last.millis) }}
            parts={[<a key="game" href={href({ view: "replay", id: last.game })} />]}
          />
        </p>
      )}
    </figure>
  );
}
