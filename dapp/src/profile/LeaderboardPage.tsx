import { useQuery } from "@tanstack/react-query";
import { useTitle } from "../browser/notices";
import { href } from "../browser/router";
import { useChain } from "../chain/ChainContext";
import { GameList } from "../games/GameList";
import { t } from "../i18n/i18n";
import controls from "../ui/controls.module.css";
import { QueryView } from "../ui/QueryView";
import { Identicon } from "../ui/values/Identicon";
import { PlayerName } from "../ui/values/PlayerName";
import { usePlayer } from "../wallet/wallet";
import styles from "./LeaderboardPage.module.css";
import { leaderboard, NEWEST_GAMES } from "./leaderboard";

/** Who plays here, the best first. */
export function LeaderboardPage() {
  const { chess } = useChain();
  // asked for once
  const query = useQuery({ queryKey: ["leaderboard"], queryFn: () => leaderboard(chess), refetchOnWindowFocus: false });
  const player = usePlayer();
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
            <table className={`${controls.table} ${styles.table}`}>
              <thead>
                <tr>
                  <th scope="col">#</th>
                  <th scope="col">{t("Player")}</th>
                  <th scope="col">{t("Score")}</th>
                  <th scope="col">{t("Won")}</th>
                  <th scope="col">{t("Drawn")}</th>
                  <th scope="col">{t("Lost")}</th>
                </tr>
              </thead>
              <tbody>
                {players.map(({ address, score, won, drawn, lost }, index) => (
                  <tr key={address} className={address === player ? styles.own : undefined}>
                    <td>{index + 1}</td>
                    <td>
                      <a href={href({ view: "player", address })} className={styles.player}>
                        <Identicon address={address} size={24} /> <PlayerName address={address} />
                      </a>
                    </td>
                    <td>{score}</td>
                    <td>{won}</td>
                    <td>{drawn}</td>
                    <td>{lost}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {games.length > 0 && (
            <section className={controls.stack} aria-label={t("Last results")}>
              <h2>{t("Last results")}</h2>
              <GameList games={games} you={player} />
            </section>
          )}
        </main>
      )}
    </QueryView>
  );
}
