import type { Game } from "../chain/chess";
import { formatDuration, shortAddress } from "../chain/format";
import { untilEpoch, useChain, useClock } from "../chain/hooks";
import { endText } from "../chess/reason";
import { href } from "../router";

/** To the page before and the one after, where there are any. */
export function Pager({ newer, older }: { newer: (() => void) | undefined; older: (() => void) | undefined }) {
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

/** Games in lines: who plays, whose turn it is and how long they have, or how it ended. */
export function GameList({ games, you }: { games: Game[]; you: string | undefined }) {
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
