import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { href } from "../browser/router";
import { useIsBot } from "../chain/queries";
import { type Message, msg, t } from "../i18n/i18n";
import { RatingMark } from "../ratings/RatingMark";
import type { PlayerRatings, PoolRating } from "../ratings/rating";
import { useRatingsQuery } from "../ratings/useRatings";
import { ChoiceGroup } from "../ui/ChoiceGroup";
import controls from "../ui/controls.module.css";
import { Identicon, PlayerName } from "../ui/values/PlayerName";
import styles from "./LeaderboardPage.module.css";
import type { Ranked } from "./leaderboard";

/** A player with their rating in the games that they have played most of; none where no relay knows any. */
interface Row extends Ranked {
  rating: PoolRating | undefined;
}

type Column = "rating" | "score" | "won" | "drawn" | "lost";

const COLUMNS: readonly [Column, Message][] = [
  ["rating", msg("Rating")],
  ["score", msg("Score")],
  ["won", msg("Won")],
  ["drawn", msg("Drawn")],
  ["lost", msg("Lost")],
];

const figureOf = (row: Row, column: Column): number =>
  column === "rating" ? (row.rating?.rating ?? Number.NEGATIVE_INFINITY) : row[column];

const mostPlayed = (known: PlayerRatings | null | undefined): PoolRating | undefined =>
  known?.ratings.toSorted((one, other) => other.games - one.games)[0];

/** A relay reads new games once a minute at least: a player without a rating may have one soon. */
const untilRated = (known: PlayerRatings | null | undefined): number | false => known?.ratings.length === 0 && 15_000;

/** The players' ratings, in their order. */
function useRatingsOf(players: readonly Ranked[]): (PoolRating | undefined)[] {
  const ask = useRatingsQuery();
  const answers = useQueries({ queries: players.map(({ address }) => ask(address, 60_000, untilRated)) });
  return answers.map(({ data }) => mostPlayed(data));
}

/** People or bots, in the order of a column. */
export function PlayersTable({ players, you }: { players: readonly Ranked[]; you: string | undefined }) {
  const [column, setColumn] = useState<Column>("score");
  const [who, setWho] = useState<"people" | "bots">("people");
  const isBot = useIsBot();
  const ratings = useRatingsOf(players);
  const rows = players
    .map((player, index): Row => ({ ...player, rating: ratings[index] }))
    .filter(({ address }) => isBot(address) === (who === "bots"))
    .toSorted((one, other) => figureOf(other, column) - figureOf(one, column));
  return (
    <>
      {players.some(({ address }) => isBot(address)) && (
        <ChoiceGroup
          label={t("Players")}
          name="players"
          choices={[
            { value: "people", text: t("People") },
            { value: "bots", text: t("Bots") },
          ]}
          value={who}
          onChange={setWho}
        />
      )}
      <table className={`${controls.table} ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{t("Player")}</th>
            {COLUMNS.map(([name, text]) => (
              <th key={name} scope="col" aria-sort={column === name ? "descending" : undefined}>
                <button type="button" className={`${controls.bare} ${styles.sort}`} onClick={() => setColumn(name)}>
                  {t(text)}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ address, rating, score, won, drawn, lost }, index) => (
            <tr key={address} className={address === you ? styles.own : undefined}>
              <td>{index + 1}</td>
              <td>
                <a href={href({ view: "player", address })} className={styles.player}>
                  <Identicon address={address} size={24} /> <PlayerName address={address} />
                </a>
              </td>
              <td>{rating ? <RatingMark rating={rating} pool={rating} /> : "–"}</td>
              <td>{score}</td>
              <td>{won}</td>
              <td>{drawn}</td>
              <td>{lost}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
