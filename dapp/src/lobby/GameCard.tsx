import { useQuery } from "@tanstack/react-query";
import { href } from "../app/router";
import { MiniBoard } from "../board/MiniBoard";
import { useChain } from "../chain/ChainContext";
import { untilEpoch, useChainClock } from "../chain/clock";
import { formatDuration } from "../chain/format";
import { colorOf, type Game, isOver, otherColor } from "../chain/game";
import { endText, endTextFor, moveCount, openEndText, shortEndText } from "../chess/reason";
import { START_FEN } from "../chess/start";
import { Identicon } from "../ui/Identicon";
import { PlayerName } from "../ui/PlayerName";
import styles from "./GameCard.module.css";
import { isYourTurn } from "./order";

/** The position of a game, asked once for each of its plies, unless it is known. */
export function useFen(game: Game | undefined, known?: string): string {
  const { chess } = useChain();
  const { data } = useQuery({
    queryKey: ["fen", game?.id, game?.plies],
    queryFn: () => chess.fen(game?.id ?? 0),
    enabled: known === undefined && game !== undefined && game.plies > 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return known ?? data ?? START_FEN;
}

/** Whose turn it is and how long they have, or how the game ended. */
export function GameStateText({ game, you }: { game: Game; you: string | undefined }) {
  const color = colorOf(game, you);
  if (game.state === "open") return "Waiting for an opponent";
  if (game.state !== "ongoing") return color ? endTextFor(game, color) : endText(game);
  if (game.awaits === "longerGame") return `${openEndText(game)} · not final yet`;
  const whose = !color
    ? `${game.turn === "white" ? "White" : "Black"} to move`
    : game.turn === color
      ? "Your turn"
      : "Their turn";
  if (game.deadlineEpoch === 0) return whose;
  return (
    <>
      {whose}
      <TimeUntil epoch={game.deadlineEpoch} />
    </>
  );
}

/** How long it is until an epoch begins. */
function TimeUntil({ epoch }: { epoch: number }) {
  const { config } = useChain();
  const { data: clock } = useChainClock();
  const left = clock && untilEpoch(epoch, clock, config);
  return left === undefined ? "" : left > 0 ? ` · ${formatDuration(left)}` : " · time is over";
}

interface GameCardProps {
  game: Game;
  you: string;
  /** As FEN, where it is known. */
  position: string | undefined;
}

/** A game of the player's as a small board, seen from their side. */
export function GameCard({ game, you, position }: GameCardProps) {
  const color = colorOf(game, you) ?? "white";
  const opponent = game[otherColor(color)];
  const fen = useFen(game, position);
  const isEnded = isOver(game);
  return (
    <li>
      <a
        className={isYourTurn(game, you) ? `${styles.card} ${styles.yours}` : styles.card}
        href={href({ view: isEnded ? "replay" : "game", id: game.id })}
      >
        <span className={styles.head}>
          <Identicon address={opponent} size={24} />
          <b>
            <PlayerName address={opponent} />
          </b>
          <small>#{game.id}</small>
        </span>
        <MiniBoard fen={fen} orientation={color} />
        <span className={styles.foot}>
          <b>{isEnded ? shortEndText(game, color) : <GameStateText game={game} you={you} />}</b>
          <small>{moveCount(game.plies)}</small>
        </span>
      </a>
    </li>
  );
}
