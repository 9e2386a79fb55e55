import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { MiniBoard } from "../board/MiniBoard";
import { useTitle } from "../browser/notices";
import { href } from "../browser/router";
import { useChain } from "../chain/ChainContext";
import { colorOf, type Game, otherColor } from "../chain/game";
import type { Payment } from "../chain/payment";
import { usePlayerGames, useScore, useTerms } from "../chain/queries";
import { nextSlowPoll } from "../chain/rest";
import { ChallengeButton } from "../challenge/ChallengeButton";
import { lengthText } from "../chess/reason";
import { GameCards } from "../games/GameCard";
import { GameList } from "../games/GameList";
import { mostUrgentFirst } from "../games/order";
import { useGlimpse } from "../games/useGlimpse";
import { GAMES_AT_ONCE } from "../games/useWaitingGames";
import { msg, t } from "../i18n/i18n";
import { Say } from "../i18n/Say";
import { RatingMark } from "../ratings/RatingMark";
import { ButtonLink } from "../ui/Button";
import { Pager } from "../ui/Pager";
import { StaleNotice, Unanswered, useAppearing } from "../ui/QueryView";
import { Amount } from "../ui/values/Amount";
import { PlayerName } from "../ui/values/PlayerName";
import { usePlayer } from "../wallet/wallet";
import type { FeedGame, LobbyFeed } from "./feed/LobbyFeed";
import { feedGames, gameAtHand, isShowable, newestGame, useLobbyFeed, withFeed } from "./feed/useLobbyFeed";
import { HERO, INTRODUCTION } from "./hero";
import styles from "./LobbyPage.module.css";
import { OpenChallenges } from "./OpenChallenges";
import { JoinQueue } from "./pairing/JoinQueue";
import { QuickPairing } from "./pairing/QuickPairing";
import { useKnown, usePairing } from "./pairing/usePairing";
import { useGoToNewGame } from "./useGoToNewGame";

/** Games in a page of a list. */
const PAGE = 8;

/** The view in which games begin. */
export function LobbyPage() {
  const query = useTerms();
  const player = usePlayer();
  const feed = useLobbyFeed(player);
  const { data, error, dataUpdatedAt } = query;
  const terms = useAppearing(data);
  // practice and analysis need no chain
  const isAnswered = terms !== undefined || error !== null;
  const known = useKnown(feed);
  const pairing = usePairing(player, feed, known ?? []);
  const isQueued = player !== undefined && data?.waiting === player;
  useGoToNewGame(player, isQueued || pairing.waiting !== undefined);
  useTitle(undefined);
  return (
    <main
      className={styles.lobby}
      aria-busy={!isAnswered || undefined}
      data-testid="lobby"
      data-told={feed !== undefined}
    >
      <div className={`stack ${styles.start}`}>
        <h1 className={styles.hero}>{t(HERO)}</h1>
        <p>{t(INTRODUCTION)}</p>
        {isAnswered && !player && (
          <a className="primary large" href={href({ view: "practice" })}>
            {t("Play the computer: no wallet, no stake")}
          </a>
        )}
        {terms ? (
          <>
            <StaleNotice error={error} dataUpdatedAt={dataUpdatedAt} />
            <GoOn player={player} feed={feed} />
            <QuickPairing player={player} pairing={pairing} known={known} paused={terms.paused}>
              <JoinQueue terms={terms} />
            </QuickPairing>
          </>
        ) : (
          <Unanswered what={t("the lobby")} error={error} />
        )}
        {isAnswered && <Ways player={player} isKnown={terms !== undefined} />}
        {terms && !player && <Steps />}
      </div>
      {terms && (
        <>
          <NewestGame gameCount={terms.gameCount} feed={feed} />
          <OpenChallenges player={player} feed={feed} />
          {player && <MyGames player={player} feed={feed} />}
          <AllGames gameCount={terms.gameCount} you={player} feed={feed} />
        </>
      )}
    </main>
  );
}

/** Links to other ways to play, and to other views; a challenge needs the contract's terms. */
function Ways({ player, isKnown }: { player: string | undefined; isKnown: boolean }) {
  const { settings } = useChain();
  return (
    <>
      <div className={styles.ways}>
        {isKnown && <ChallengeButton label={t("Challenge a friend")} />}
        {player && <ButtonLink to={{ view: "practice" }}>{t("Play the computer")}</ButtonLink>}
        <ButtonLink to={{ view: "analysis" }}>{t("Analysis")}</ButtonLink>
        {settings.tournaments && <ButtonLink to={{ view: "tournaments" }}>{t("Tournaments")}</ButtonLink>}
      </div>
      {/* in a window whose header has no room for them */}
      <p className={`row ${styles.narrow}`}>
        <a href={href({ view: "players" })}>{t("Players")}</a>
        <a href={href({ view: "how" })}>{t("How it works")}</a>
      </p>
    </>
  );
}

/** A link back to the player's running game: its clock may run. */
function GoOn({ player, feed }: { player: string | undefined; feed: LobbyFeed | undefined }) {
  const { data } = usePlayerGames(player, 0, GAMES_AT_ONCE);
  const game = gameAtHand(data?.items ?? [], feed);
  const color = game && colorOf(game, player);
  if (!color) return null;
  return (
    <a className="button wide" href={href({ view: "game", id: game.id })}>
      <span>
        <Say
          text="Back to your game with {opponent}"
          values={{ opponent: <PlayerName address={game[otherColor(color)]} /> }}
        />
      </span>
    </a>
  );
}

const STEPS = [
  [msg("1 Wallet"), msg("xPortal, extension, web wallet or Ledger.")],
  [msg("2 Wager"), msg("It stays in the contract until the game is over.")],
  [msg("3 Play"), msg("Mate is paid at once.")],
] as const;

const Steps = () => (
  <ol className={styles.steps}>
    {STEPS.map(([name, text], index) => (
      <li key={name} className="card">
        <b>{t(name)}</b>
        <p className="muted">
          {t(text)} {index === 2 && <a href={href({ view: "how" })}>{t("How it works")}</a>}
        </p>
      </li>
    ))}
  </ol>
);

/** The newest running game, or else the newest finished one. */
function NewestGame({ gameCount, feed }: { gameCount: number; feed: LobbyFeed | undefined }) {
  const shown = newestGame(feed);
  const { data: games } = useAllGames(feed ? 0 : gameCount, 0, PAGE);
  const asked = games?.find(({ state }) => state === "ongoing") ?? games?.find(isShowable);
  const game: Game | undefined = useAppearing(shown ?? asked);
  const { fen, lastMove, stake } = useGlimpse(game, shown);
  const board = <MiniBoard fen={fen} lastMove={lastMove} hasCoordinates />;
  return (
    <section className={`card stack ${styles.newest}`} aria-label={t("Newest game")}>
      {game ? (
        <>
          <NewestGameHead game={game} stake={stake} ratings={shown?.ratings} />
          <a href={href({ view: game.state === "ongoing" ? "game" : "replay", id: game.id })}>
            <span className="visually-hidden">{t("Watch game {id}", { id: game.id })}</span>
            {board}
          </a>
        </>
      ) : (
        <>
          <p className="muted">{t("The first game could be yours.")}</p>
          {board}
        </>
      )}
    </section>
  );
}

interface HeadProps {
  game: Game;
  stake: Payment | undefined;
  ratings: FeedGame["ratings"] | undefined;
}

function NewestGameHead({ game, stake, ratings }: HeadProps) {
  return (
    <p className={`row ${styles.newestHead}`}>
      <b>{game.state === "ongoing" && !game.isEnded ? t("Live now") : t("Last game")}</b>
      <span>
        <PlayerName address={game.white} /> {ratings?.white && <RatingMark rating={ratings.white} />} –{" "}
        <PlayerName address={game.black} /> {ratings?.black && <RatingMark rating={ratings.black} />}
      </span>
      <span className="chip">{lengthText(game)}</span>
      {stake && (
        <span className={styles.pot}>
          <Amount payment={stake} times={2n} most={4} />
        </span>
      )}
    </p>
  );
}

function MyGames({ player, feed }: { player: string; feed: LobbyFeed | undefined }) {
  const [asked, setAsked] = useState<number[]>([0]);
  const [page, setPage] = useState(0);
  const { data } = usePlayerGames(player, asked.at(-1) ?? 0, GAMES_AT_ONCE);
  const score = useScore(player);
  const known = (data?.items ?? []).map((game) => withFeed(game, feed));
  const games = mostUrgentFirst(known, player);
  const shown = games.slice(page * PAGE, (page + 1) * PAGE);
  function newer() {
    if (page > 0) return setPage(page - 1);
    setAsked(asked.slice(0, -1));
    setPage(GAMES_AT_ONCE / PAGE - 1);
  }
  const isLastPage = (page + 1) * PAGE >= games.length;
  function older() {
    if (!isLastPage) return setPage(page + 1);
    setAsked([...asked, data?.next ?? 0]);
    setPage(0);
  }
  return (
    <section className={`stack ${styles.list}`} aria-label={t("My games")}>
      <h2>
        {t("Your games")} {score !== undefined && <span className="chip">{t("score {score}", { score })}</span>}
      </h2>
      {data && games.length === 0 && <p className="muted">{t("None yet.")}</p>}
      <GameCards games={shown} of={player} />
      <Pager
        newer={page > 0 || asked.length > 1 ? newer : undefined}
        older={!isLastPage || data?.next ? older : undefined}
      />
    </section>
  );
}

interface AllGamesProps {
  gameCount: number;
  you: string | undefined;
  feed: LobbyFeed | undefined;
}

function AllGames({ gameCount, you, feed }: AllGamesProps) {
  const [page, setPage] = useState(0);
  const last = gameCount - page * PAGE;
  const shown = feedGames(feed, Math.max(1, last - PAGE + 1), last);
  const { data: asked } = useAllGames(shown ? 0 : gameCount, page, PAGE);
  const played = useAppearing<readonly Game[]>(shown ?? asked)?.filter(({ state }) => state !== "open");
  return (
    <section className={`stack ${styles.list}`} aria-label={t("All games")}>
      <h2>
        {t("All games")} <span className="chip">{gameCount}</span>
      </h2>
      {gameCount === 0 && <p className="muted">{t("None yet.")}</p>}
      {gameCount > 0 && played?.length !== 0 && <GameList games={played ?? []} you={you} />}
      <Pager
        newer={page > 0 ? () => setPage(page - 1) : undefined}
        older={(page + 1) * PAGE < gameCount ? () => setPage(page + 1) : undefined}
      />
    </section>
  );
}

/** A page of all games, the newest first; page 0 has the newest. */
function useAllGames(gameCount: number, page: number, size: number) {
  const { chess } = useChain();
  const last = gameCount - page * size;
  const first = Math.max(1, last - size + 1);
  return useQuery({
    queryKey: ["all games", first, last],
    queryFn: async () => (await chess.games(first, last - first + 1)).reverse(),
    enabled: last >= 1,
    refetchInterval: (query) => nextSlowPoll(query, 3_000),
    placeholderData: keepPreviousData,
  });
}
