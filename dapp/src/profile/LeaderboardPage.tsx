import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useTitle } from "../browser/notices";
import { useVersion } from "../browser/useVersion";
import { useChain } from "../chain/ChainContext";
import { nextTry } from "../chain/rest";
import { BlockButton } from "../challenge/BlockButton";
import { blockedPlayers, blocking } from "../challenge/blocked";
import { GameList } from "../games/GameList";
import { t } from "../i18n/i18n";
import { useLobbyFeed } from "../lobby/feed/useLobbyFeed";
import controls from "../ui/controls.module.css";
import { QueryView } from "../ui/QueryView";
import { useAccounts, usePursesUrl } from "../ui/values/owner";
import { PlayerLink } from "../ui/values/PlayerName";
import { usePlayer } from "../wallet/wallet";
import { hasNews, leaderboard, NEWEST_GAMES, pauseAfterNews } from "./leaderboard";
import { PlayersTable } from "./PlayersTable";

/** The players here, the best first. */
export function LeaderboardPage() {
  const { chess } = useChain();
  const player = usePlayer();
  // the feed knows how games ended, and which players are bots
  const feed = useLobbyFeed(player);
  const url = usePursesUrl();
  // since when the relay has reported a game's end that the chain lacks
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
        <main className={controls.page} data-testid="leaderboard">
          <h1>{t("Players")}</h1>
          <p className={controls.muted}>
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
            <section className={controls.stack} aria-label={t("Last results")}>
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

/** Whom this browser's user doesn't want to meet. */
function BlockedPlayers() {
  useVersion(blocking);
  const players = blockedPlayers();
  if (players.length === 0) return null;
  return (
    <section className={controls.stack} aria-label={t("Blocked in this browser")}>
      <h2>{t("Blocked in this browser")}</h2>
      <ul className={controls.rows}>
        {players.map((address) => (
          <li key={address} className={controls.row}>
            <PlayerLink address={address} />
            <BlockButton accounts={[address]} />
          </li>
        ))}
      </ul>
    </section>
  );
}
