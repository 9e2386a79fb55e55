import { useEffect, useRef, useState } from "react";
import type { Game, Terms } from "../chain/chess";
import { fee } from "../chain/fees";
import { formatAmount, formatDuration, formatPayment, shortAddress } from "../chain/format";
import {
  untilEpoch,
  useAllGames,
  useChain,
  useClock,
  useDecimals,
  useHoldings,
  usePlayerGames,
  useTerms,
} from "../chain/hooks";
import { endText } from "../chess/reason";
import { useCall } from "../parts/useCall";
import { href, navigate } from "../router";

/** Of docs/gas.md, the production VM's: what the median call uses, and its data's bytes. */
const JOIN = { gas: 4_689_010n, bytes: 8 };
const MOVE = { gas: 2_854_745n, bytes: 17 };
/** A game of this many moves each is the example. */
const MOVES = 40n;

const PAGE = 8;

export function Lobby() {
  const { data: terms } = useTerms();
  const { player } = useCall();
  if (!terms) return <p aria-busy="true">Asking the chain…</p>;
  return (
    <main className="lobby">
      <h1>Play chess for a wager</h1>
      <Join terms={terms} />
      {player && <MyGames player={player} />}
      <AllGames gameCount={terms.gameCount} you={player} />
    </main>
  );
}

function Join({ terms }: { terms: Terms }) {
  const { chess, config } = useChain();
  const { player, busy, call } = useCall();
  const decimals = useDecimals(terms.wager?.token);
  const { data: holdings } = useHoldings(player, terms.wager?.token);
  const { wager, paused, waiting } = terms;
  const isWaiting = waiting !== undefined && waiting === player;
  useGoToNewGame(player, isWaiting);

  if (!wager) {
    return (
      <article>
        <p role="status">This contract isn't open yet: its owner has not set the wager.</p>
      </article>
    );
  }
  const isPoor = holdings !== undefined && holdings.wagerToken < wager.amount;
  const move = fee(config, MOVE.gas, MOVE.bytes);
  const whole = fee(config, JOIN.gas, JOIN.bytes) + MOVES * move;
  const obstacle = paused
    ? "The contract is paused: no moves, no new games."
    : !player
      ? "Connect a wallet to play."
      : isPoor
        ? `You have ${formatAmount(holdings.wagerToken, decimals, 6)}: too little for the wager.`
        : undefined;

  return (
    <article className="join">
      <div>
        <p className="wager">
          <strong>{formatPayment(wager, decimals)}</strong> each
        </p>
        <p>
          The winner gets {formatPayment({ ...wager, amount: 2n * wager.amount }, decimals)}, a draw gives each player
          their wager back. The house keeps nothing.
        </p>
        <p className="quiet">
          A move costs about {formatAmount(move, 18, 6)} EGLD in fees, a game of {String(MOVES)} moves about{" "}
          {formatAmount(whole, 18, 4)} EGLD.{" "}
          {terms.illegalMoves === "forfeit"
            ? "A move that leaves the own king attacked loses when the opponent calls it."
            : "A move that leaves the own king attacked is refused."}
        </p>
      </div>
      <div className="action">
        <p role="status" data-testid="queue">
          {isWaiting
            ? "You are waiting for an opponent. You will play White."
            : waiting
              ? `${shortAddress(waiting)} is waiting for an opponent.`
              : "Nobody is waiting: join, and you will play White."}
        </p>
        {isWaiting ? (
          <button
            type="button"
            className="secondary"
            disabled={busy || paused}
            onClick={() => call("Leave the queue", (sender) => chess.call(sender, "leaveQueue"))}
          >
            Leave the queue
          </button>
        ) : (
          <button
            type="button"
            disabled={busy || obstacle !== undefined}
            onClick={() => call("Join", (sender) => chess.call(sender, "joinGame", [], wager))}
          >
            {waiting ? "Play against them" : "Join"} for {formatPayment(wager, decimals)}
          </button>
        )}
        {obstacle && (
          <p className="obstacle" data-testid="obstacle">
            {obstacle} {!player && !paused && <a href={href({ view: "wallet" })}>Choose a wallet</a>}
          </p>
        )}
        {holdings !== undefined && holdings.credit > 0n && (
          <button
            type="button"
            className="secondary"
            disabled={busy}
            onClick={() => call("Withdraw", (sender) => chess.call(sender, "withdraw"))}
          >
            Withdraw {formatPayment({ ...wager, amount: holdings.credit }, decimals)} owed to you
          </button>
        )}
      </div>
    </article>
  );
}

/** Opens the game that begins: the one waited for, or the one just joined. */
function useGoToNewGame(player: string | undefined, isWaiting: boolean) {
  const { data } = usePlayerGames(player, 0, PAGE);
  const newest = data?.games[0];
  const known = useRef<number>(undefined);
  const waited = useRef(false);
  const whose = useRef(player);
  useEffect(() => {
    if (whose.current !== player) {
      whose.current = player;
      known.current = undefined;
    }
    waited.current ||= isWaiting;
    if (!data) return;
    const id = newest?.id ?? 0;
    if (known.current !== undefined && id > known.current && newest?.state === "ongoing")
      navigate({ view: "game", id });
    known.current = id;
  }, [player, isWaiting, data, newest]);
}

function MyGames({ player }: { player: string }) {
  const [pages, setPages] = useState<number[]>([0]);
  const before = pages.at(-1) ?? 0;
  const { data } = usePlayerGames(player, before, PAGE);
  const { data: holdings } = useHoldings(player, undefined);
  return (
    <section aria-label="My games">
      <h2>My games {holdings !== undefined && <small className="quiet">score {holdings.score}</small>}</h2>
      {data?.games.length === 0 && <p className="quiet">None yet.</p>}
      <GameList games={data?.games ?? []} you={player} />
      <Pager
        newer={pages.length > 1 ? () => setPages(pages.slice(0, -1)) : undefined}
        older={data?.next ? () => setPages([...pages, data.next]) : undefined}
      />
    </section>
  );
}

function AllGames({ gameCount, you }: { gameCount: number; you: string | undefined }) {
  const [page, setPage] = useState(0);
  const { data } = useAllGames(gameCount, page, PAGE);
  return (
    <section aria-label="All games">
      <h2>
        All games <small className="quiet">{gameCount}</small>
      </h2>
      {gameCount === 0 && <p className="quiet">None yet: the first one could be yours.</p>}
      <GameList games={gameCount > 0 ? (data ?? []) : []} you={you} />
      <Pager
        newer={page > 0 ? () => setPage(page - 1) : undefined}
        older={(page + 1) * PAGE < gameCount ? () => setPage(page + 1) : undefined}
      />
    </section>
  );
}

function Pager({ newer, older }: { newer: (() => void) | undefined; older: (() => void) | undefined }) {
  if (!newer && !older) return null;
  return (
    <div className="pager">
      <button type="button" className="secondary outline" disabled={!newer} onClick={newer}>
        Newer
      </button>
      <button type="button" className="secondary outline" disabled={!older} onClick={older}>
        Older
      </button>
    </div>
  );
}

function GameList({ games, you }: { games: Game[]; you: string | undefined }) {
  return (
    <ul className="games">
      {games.map((game) => (
        <GameRow key={game.id} game={game} you={you} />
      ))}
    </ul>
  );
}

function GameRow({ game, you }: { game: Game; you: string | undefined }) {
  const { config } = useChain();
  const { data: clock } = useClock();
  const isOngoing = game.state === "ongoing";
  const onMove = game.turn === "white" ? game.white : game.black;
  const isMine = you === game.white || you === game.black;
  const left = clock && untilEpoch(game.deadlineEpoch, clock, config);
  const whose = !isMine
    ? `${game.turn === "white" ? "White" : "Black"} to move`
    : onMove === you
      ? "Your turn"
      : "Their turn";
  const time = left === undefined ? "" : left > 0 ? `, ${formatDuration(left)} left` : ", time is over";
  return (
    <li>
      <a href={href({ view: isOngoing ? "game" : "replay", id: game.id })}>
        <span className="id">#{game.id}</span>
        <span className="pair">
          <span>♔ {game.white === you ? "you" : shortAddress(game.white)}</span>
          <span>♚ {game.black === you ? "you" : shortAddress(game.black)}</span>
        </span>
        <span className={isOngoing && onMove === you ? "state yours" : "state"}>
          {isOngoing ? whose + time : endText(game)}
          <small className="quiet"> · {Math.ceil(game.plies / 2)} moves</small>
        </span>
      </a>
    </li>
  );
}
