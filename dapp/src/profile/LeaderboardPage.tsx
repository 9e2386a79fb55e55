import { useQueries, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTitle } from "../browser/notices";
import { href } from "../browser/router";
import { useVersion } from "../browser/useVersion";
import { useChain } from "../chain/ChainContext";
import { useIsBot } from "../chain/queries";
import { nextTry } from "../chain/rest";
import { BlockButton } from "../challenge/BlockButton";
import { blockedPlayers, blocking } from "../challenge/blocked";
import { GameList } from "../games/GameList";
import { type Message, msg, t } from "../i18n/i18n";
import { useLobbyFeed } from "../lobby/feed/useLobbyFeed";
import { RatingMark } from "../ratings/RatingMark";
import type { PlayerRatings, PoolRating } from "../ratings/rating";
import { useRatingsQuery } from "../ratings/useRatings";
import { ChoiceGroup } from "../ui/ChoiceGroup";
import { QueryView } from "../ui/QueryView";
import { useAccounts, usePursesUrl } from "../ui/values/owner";
import { Identicon, PlayerLink, PlayerName } from "../ui/values/PlayerName";
import { usePlayer } from "../wallet/wallet";
import styles from "./LeaderboardPage.module.css";
import { hasNews, leaderboard, NEWEST_GAMES, pauseAfterNews, type Ranked } from "./leaderboard";

/** The players here, the best first. */
export function LeaderboardPage() {
  const { chess } = useChain();
  const player = usePlayer();
  // the feed has the ends of games, and the names of bots
  const feed = useLobbyFeed(player);
  const url = usePursesUrl();
  // the time since which the relay reports an end of a game that the chain lacks
  const newsAt = useRef(0);
  const query = useQuery({
    queryKey: ["leaderboard", url],
    queryFn: () =>
      leaderboard(chess, async (addresses) =>
        url ? (await import("../ui/values/linksOf")).ownersOf(url, addresses) : new Map(),
      ),
    refetchOnWindowFocus: false,
    refetchInterval: (query) => {
      const { data, dataUpdatedAt } = query.state;
      if (!data || !feed || !hasNews(data, feed.games.values())) {
        newsAt.current = 0;
        return nextTry(query);
      }
      newsAt.current ||= Date.now();
      return pauseAfterNews(dataUpdatedAt - newsAt.current);
    },
  });
  const [owner] = useAccounts(player);
  useTitle(t("Players"));
  return (
    <QueryView what={t("the players")} query={query}>
      {({ players, games }) => (
        <main className="page" data-testid="leaderboard">
          <h1>{t("Players")}</h1>
          <p className="muted">
            {t(
              "The score is the contract's: two for a win, one for a draw, of games with a stake. The results are those of the newest {count} games.",
              { count: NEWEST_GAMES },
            )}
          </p>
          {players.length === 0 ? (
            <p>{t("Nobody has ended a game yet.")}</p>
          ) : (
            <PlayersTable players={players} you={owner} />
          )}
          {games.length > 0 && (
            <section className="stack" aria-label={t("Last results")}>
              <h2>{t("Last results")}</h2>
              <GameList games={games} you={player} />
            </section>
          )}
          <BlockedPlayers />
        </main>
      )}
    </QueryView>
  );
}

/** The players that this browser's user has blocked. */
function BlockedPlayers() {
  useVersion(blocking);
  const players = blockedPlayers();
  if (players.length === 0) return null;
  return (
    <section className="stack" aria-label={t("Blocked in this browser")}>
      <h2>{t("Blocked in this browser")}</h2>
      <ul className="rows">
        {players.map((address) => (
          <li key={address} className="row">
            <PlayerLink address={address} />
            <BlockButton accounts={[address]} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A player with their rating in their most played kind of games; undefined if no relay knows any. */
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

/** A relay reads new games at least once a minute: a player without a rating may soon have one. */
const untilRated = (known: PlayerRatings | null | undefined): number | false => known?.ratings.length === 0 && 15_000;

/** The players' ratings, in the order of the players. */
function useRatingsOf(players: readonly Ranked[]): (PoolRating | undefined)[] {
  const ask = useRatingsQuery();
  const answers = useQueries({ queries: players.map(({ address }) => ask(address, 60_000, untilRated)) });
  return answers.map(({ data }) => mostPlayed(data));
}

/** People or bots, in the order of a column. */
function PlayersTable({ players, you }: { players: readonly Ranked[]; you: string | undefined }) {
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
      <table className={`table ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{t("Player")}</th>
            {COLUMNS.map(([name, text]) => (
              <th key={name} scope="col" aria-sort={column === name ? "descending" : undefined}>
                <button type="button" className={`bare ${styles.sort}`} onClick={() => setColumn(name)}>
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
