import { useState } from "react";
import { useTitle } from "../browser/notices";
import { href } from "../browser/router";
import { colorOf, type Game } from "../chain/game";
import { BlockButton } from "../challenge/BlockButton";
import { ChallengeButton } from "../challenge/ChallengeButton";
import { GameCards } from "../games/GameCard";
import { msg, t } from "../i18n/i18n";
import { useLobbyFeed, withFeed } from "../lobby/feed/useLobbyFeed";
import { RatingHistory } from "../ratings/RatingHistory";
import { Facts } from "../ui/Facts";
import { Pager } from "../ui/Pager";
import { QueryView } from "../ui/QueryView";
import { ExplorerLink } from "../ui/values/ExplorerLink";
import { useAccounts } from "../ui/values/owner";
import { Identicon, PlayerName } from "../ui/values/PlayerName";
import { usePlayer } from "../wallet/wallet";
import { AllGamesPgn } from "./AllGamesPgn";
import { Balance } from "./Balance";
import { type Results as Counts, resultOf, resultsOf, withOwners } from "./leaderboard";
import styles from "./ProfilePage.module.css";
import { useGamesOf, useScoreOf } from "./useGamesOf";

const PAGE = 20;
/** The number of a page's newest results that are shown one by one. */
const FORM = 10;

/** A player of this contract: score, results, games. A purse with a name appears as its wallet. */
export function ProfilePage({ address: account }: { address: string }) {
  const player = usePlayer();
  const [you, ...yourPurses] = useAccounts(player);
  const [pages, setPages] = useState<number[]>([0]);
  const [address = account, ...purses] = useAccounts(account);
  const query = useGamesOf([address, ...purses], pages.at(-1) ?? 0, PAGE);
  const score = useScoreOf([address, ...purses]);
  const owned = (games: Game[], own: readonly string[], owner: string) =>
    games.map((game) => withOwners(game, new Map(own.map((purse) => [purse, owner]))));
  const feed = useLobbyFeed(player);
  useTitle(t("Player"));
  return (
    <QueryView what={t("this player")} query={query}>
      {({ items: played, next }) => {
        const games = owned(played, purses, address);
        return (
          <main className={`page ${styles.profile}`}>
            <header className={`line ${styles.header}`}>
              <Identicon address={address} size={64} />
              <div>
                <h1>
                  <PlayerName address={address} />
                </h1>
                <p className="mono muted">
                  <ExplorerLink path={`accounts/${address}`} fallback={address}>
                    {address}
                  </ExplorerLink>
                </p>
              </div>
            </header>
            {you !== address && (
              <p className="row">
                <ChallengeButton
                  label={t("Challenge this player")}
                  opponent={newestAccount(played, purses) ?? address}
                />
                <BlockButton accounts={[address, ...purses]} />
              </p>
            )}
            <Results
              games={games}
              counted={countedText(games.length, pages.length === 1, next === 0)}
              {...{ address, score }}
            />
            {you && you !== address && <AgainstYou games={owned(games, yourPurses, you)} you={you} />}
            <RatingHistory player={address} />
            <section className="stack" aria-label={t("Games")}>
              <h2>{t("Games")}</h2>
              {games.length > 0 && (
                <>
                  <AllGamesPgn player={address} purses={purses} />
                  <Balance player={address} purses={purses} />
                </>
              )}
              {games.length === 0 && <p className="muted">{t("None yet.")}</p>}
              <GameCards games={played.map((game) => withFeed(game, feed))} of={[address, ...purses]} />
              <Pager
                newer={pages.length > 1 ? () => setPages(pages.slice(0, -1)) : undefined}
                older={next ? () => setPages([...pages, next]) : undefined}
              />
            </section>
          </main>
        );
      }}
    </QueryView>
  );
}

/** The purse in the newest game, unless the wallet itself has played it. */
const newestAccount = ([newest]: readonly Game[], purses: readonly string[]): string | undefined =>
  purses.find((purse) => newest && colorOf(newest, purse));

/** The connected player's record against this one. */
function AgainstYou({ games, you }: { games: Game[]; you: string }) {
  const { won, drawn, lost } = resultsOf(games, you);
  if (won + drawn + lost === 0) return null;
  return (
    <p data-testid="record">
      {t("You against them, in these games: {won} won, {drawn} drawn, {lost} lost.", { won, drawn, lost })}
    </p>
  );
}

/** Says which games are counted; the score counts all of them. */
const countedText = (count: number, isNewest: boolean, isOldest: boolean): string =>
  !isNewest
    ? t("Won, drawn and lost: of the games below.")
    : isOldest
      ? t("Won, drawn and lost: of all games.")
      : t("Won, drawn and lost: of the last {count, plural, one {# game} other {# games}}.", { count });

interface ResultsProps {
  games: Game[];
  /** The text that names these games. */
  counted: string;
  address: string;
  score: number | undefined;
}

function Results({ games, counted, address, score }: ResultsProps) {
  const counts = resultsOf(games, address);
  const ended = games.flatMap((game) => {
    const result = resultOf(game, address);
    return result ? [{ id: game.id, result }] : [];
  });
  const form = ended.slice(0, FORM);
  const figures: [string, number | undefined][] = [
    [t("Score"), score],
    [t("Won"), counts.won],
    [t("Drawn"), counts.drawn],
    [t("Lost"), counts.lost],
  ];
  return (
    <section className="stack" aria-label={t("Results")}>
      <Facts className={styles.results} each="card" facts={figures.map(([name, value]) => [name, value ?? "…"])} />
      <ResultBar counts={counts} />
      {form.length > 0 && (
        <p className={`row ${styles.form}`}>
          <span className="muted">{t("Newest first")}</span>
          {form.map(({ id, result }) => (
            <a
              key={id}
              href={href({ view: "replay", id })}
              data-result={result}
              // a result is its own text
              title={`${t("game {id}", { id })}: ${t(result)}`}
            >
              {t(LETTERS[result])}
            </a>
          ))}
        </p>
      )}
      <p className="muted">{counted}</p>
    </section>
  );
}

/** Results in one letter. */
const LETTERS = { won: msg("W"), drawn: msg("D"), lost: msg("L") } as const;

/** The shares of won, drawn and lost games. */
function ResultBar({ counts }: { counts: Counts }) {
  if (counts.won + counts.drawn + counts.lost === 0) return null;
  return (
    <div className={styles.bar} aria-hidden="true">
      {(["won", "drawn", "lost"] as const).map((result) => (
        <span key={result} data-result={result} style={{ flexGrow: counts[result] }} />
      ))}
    </div>
  );
}
