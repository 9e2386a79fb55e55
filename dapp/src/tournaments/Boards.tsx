import { MiniBoard } from "../board/MiniBoard";
import { href } from "../browser/router";
import { formatPoints, type Game } from "../chain/game";
import { GameStateText } from "../games/GameCard";
import cards from "../games/GameCard.module.css";
import { useGlimpse } from "../games/useGlimpse";
import { t } from "../i18n/i18n";
import { useLobbyFeed, withFeed } from "../lobby/feed/useLobbyFeed";
import { PlayerName } from "../ui/values/PlayerName";
import type { Board, Entrant } from "./contract";

interface Props {
  boards: readonly Board[];
  games: readonly Game[];
  entrants: readonly Entrant[];
  you: string | undefined;
}

/** The running round's boards, live, each with a link to its game. */
export function Boards({ boards, games, entrants, you }: Props) {
  const feed = useLobbyFeed(you);
  return (
    <ol className={cards.cards} data-testid="boards">
      {boards.map((board, index) => {
        const game = games.find(({ id }) => id === board.game);
        const shown = game && withFeed(game, feed);
        const names = [board.white, board.black].map((seed) => entrants[seed]?.player ?? "");
        return (
          <li key={names.join()}>
            <BoardCard number={index + 1} {...{ board, names, you }} game={shown?.game} glimpse={shown?.glimpse} />
          </li>
        );
      })}
    </ol>
  );
}

interface CardProps {
  number: number;
  board: Board;
  /** White and Black. */
  names: string[];
  you: string | undefined;
  game: Game | undefined;
  glimpse: ReturnType<typeof withFeed>["glimpse"];
}

function BoardCard({ number, board, names: [white = "", black = ""], you, game, glimpse }: CardProps) {
  // for a board with a result, the number of plies is unknown here
  const done = board.state === "Done" && board.game ? { id: board.game, plies: -1 } : undefined;
  const { fen, lastMove } = useGlimpse(game ?? done, glimpse);
  const isYours = white === you || black === you;
  const content = (
    <>
      <span className={`line ${cards.head}`}>
        <b>
          <PlayerName address={white} />
        </b>
        <small>#{number}</small>
      </span>
      <MiniBoard fen={fen} lastMove={lastMove} />
      <span className={`line ${cards.head}`}>
        <b>
          <PlayerName address={black} />
        </b>
      </span>
      <span className={cards.foot}>
        <b>
          {board.state === "Done" ? (
            `${formatPoints(board.points.white)} : ${formatPoints(board.points.black)}`
          ) : game && board.state === "Playing" ? (
            <GameStateText game={game} you={you} />
          ) : (
            t("not begun")
          )}
        </b>
      </span>
    </>
  );
  const className = isYours ? `${cards.card} ${cards.yours}` : cards.card;
  if (!board.game) return <div className={className}>{content}</div>;
  return (
    <a className={className} href={href({ view: board.state === "Done" ? "replay" : "game", id: board.game })}>
      {content}
    </a>
  );
}
