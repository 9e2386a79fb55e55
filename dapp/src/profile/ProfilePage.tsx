import { useState } from "react";
import { useTitle } from "../browser/notices";
import { href } from "../browser/router";
import { useVersion } from "../browser/useVersion";
import type { Game } from "../chain/game";
import { usePlayerGames, useScore } from "../chain/queries";
import { blocking, isBlocked, setBlocked } from "../challenge/blocked";
import { ChallengeButton } from "../challenge/ChallengeButton";
import { GameCards } from "../games/GameCard";
import { msg, t } from "../i18n/i18n";
import { useLobbyFeed, withFeed } from "../lobby/feed/useLobbyFeed";
import { RatingHistory } from "../ratings/RatingHistory";
import { Button } from "../ui/Button";
import controls from "../ui/controls.module.css";
import { Pager } from "../ui/Pager";
import { QueryView } from "../ui/QueryView";
import { ExplorerLink } from "../ui/values/ExplorerLink";
import { Identicon } from "../ui/values/Identicon";
import { PlayerName } from "../ui/values/PlayerName";
import { usePlayer } from "../wallet/wallet";
import { AllGamesPgn } from "./AllGamesPgn";
import { type Results as Counts, resultOf, resultsOf } from "./leaderboard";
import styles from "./ProfilePage.module.css";

const PAGE = 20;
/** So many of the last results are shown one by one. */
const FORM = 10;

/** Who somebody is on this contract: score, results, games. */
export function ProfilePage({ address }: { address: string }) {
  const player = usePlayer();
  const [pages, setPages] = useState<number[]>([0]);
  const query = usePlayerGames(address, pages.at(-1) ?? 0, PAGE);
  const score = useScore(address);
  const feed = useLobbyFeed(player);
  useTitle(t("Player"));
  return (
    <QueryView what={t("this player")} query={query}>
      {({ items: games, next }) => (
        <main className={`${controls.page} ${styles.profile}`}>
          <header className={styles.header}>
            <Identicon address={address} size={64} />
            <div>
              <h1>
                <PlayerName address={address} />
              </h1>
              <p className={`${controls.mono} ${controls.muted}`}>
                <ExplorerLink path={`accounts/${address}`} fallback={address}>
                  {address}
                </ExplorerLink>
              </p>
            </div>
          </header>
          {player !== address && (
            <p className={controls.row}>
              <ChallengeButton label={t("Challenge this player")} opponent={address} />
              <BlockButton player={address} />
            </p>
          )}
          <Results
            games={games}
            counted={countedText(games.length, pages.length === 1, next === 0)}
            {...{ address, score }}
          />
          {player && player !== address && <AgainstYou games={games} you={player} />}
          <RatingHistory player={address} />
          <section className={controls.stack} aria-label={t("Games")}>
            <h2>{t("Games")}</h2>
            {games.length > 0 && <AllGamesPgn player={address} />}
            {games.length === 0 && <p className={controls.muted}>{t("None yet.")}</p>}
            <GameCards games={games.map((game) => withFeed(game, feed))} of={address} />
            <Pager
              newer={pages.length > 1 ? () => setPages(pages.slice(0, -1)) : undefined}
              older={next ? () => setPages([...pages, next]) : undefined}
            />
          </section>
        </main>
      )}
    </QueryView>
  );
}

/** Keeps a player's challenges out of this browser's lobby; nobody else learns of it. */
function BlockButton({ player }: { player: string }) {
  useVersion(blocking);
  const is = isBlocked(player);
  return (
    <Button
      aria-pressed={is}
      title={t("Their challenges are no longer shown in this browser")}
      onClick={() => setBlocked(player, !is)}
    >
      {is ? t("Blocked") : t("Block")}
    </Button>
  );
}

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

/** Which games are counted; the score is of all of them. */
const countedText = (count: number, isNewest: boolean, isOldest: boolean): string =>
  !isNewest
    ? t("Won, drawn and lost: of the games below.")
    : isOldest
      ? t("Won, drawn and lost: of all games.")
      : t("Won, drawn and lost: of the last {count, plural, one {# game} other {# games}}.", { count });

interface ResultsProps {
  games: Game[];
  /** Which these are. */
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
    <section className={controls.stack} aria-label={t("Results")}>
      <dl className={styles.results}>
        {figures.map(([name, value]) => (
          <div key={name} className={controls.card}>
            <dt className={controls.muted}>{name}</dt>
            <dd>{value ?? "…"}</dd>
          </div>
        ))}
      </dl>
      <ResultBar counts={counts} />
      {form.length > 0 && (
        <p className={styles.form}>
          <span className={controls.muted}>{t("Newest first")}</span>
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
      <p className={controls.muted}>{counted}</p>
    </section>
  );
}

/** Results in one letter. */
const LETTERS = { won: msg("W"), drawn: msg("D"), lost: msg("L") } as const;

/** How much of the games was won, drawn and lost. */
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
