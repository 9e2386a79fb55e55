import { useQuery } from "@tanstack/react-query";
import { href } from "../app/router";
import { MiniBoard } from "../board/MiniBoard";
import { useChain } from "../chain/ChainContext";
import type { Game } from "../chain/chess";
import { untilEpoch, useChainClock } from "../chain/clock";
import { formatDuration } from "../chain/format";
import { START_FEN } from "../chess/history";
import { endText, endTextFor, moveCount, shortEndText } from "../chess/reason";
import { Identicon } from "../ui/Identicon";
import { PlayerName } from "../ui/PlayerName";
import styles from "./GameCard.module.css";

/** The position of a game, asked once for each of its plies. */
export function useFen(game: Game | undefined): string {
  const { chess } = useChain();
  const { data } = useQuery({
    queryKey: ["fen", game?.id, game?.plies],
    queryFn: () => chess.fen(game?.id ?? 0),
    enabled: game !== undefined && game.plies > 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return data ?? START_FEN;
}

const colorOf = (game: Game, player: string | undefined) =>
  player === game.white ? ("white" as const) : player === game.black ? ("black" as const) : undefined;

/** Whether a game waits for this player. */
export const isYourTurn = (game: Game, you: string | undefined): boolean =>
  game.state === "ongoing" && colorOf(game, you) === game.turn;

/** Whose turn it is and how long they have, or how the game ended. */
export function GameStateText({ game, you }: { game: Game; you: string | undefined }) {
  const { config } = useChain();
  const { data: clock } = useChainClock();
  const color = colorOf(game, you);
  if (game.state !== "ongoing") return color ? endTextFor(game, color) : endText(game);
  const whose = !color
    ? `${game.turn === "white" ? "White" : "Black"} to move`
    : game.turn === color
      ? "Your turn"
      : "Their turn";
  const left = clock && untilEpoch(game.deadlineEpoch, clock, config);
  const time = left === undefined ? "" : left > 0 ? ` · ${formatDuration(left)}` : " · time is over";
  return whose + time;
}

/** A game of the player's as a small board, seen from their side. */
export function GameCard({ game, you }: { game: Game; you: string }) {
  const color = colorOf(game, you) ?? "white";
  const opponent = color === "white" ? game.black : game.white;
  const fen = useFen(game);
  const isOngoing = game.state === "ongoing";
  return (
    <li>
      <a
        className={isYourTurn(game, you) ? `${styles.card} ${styles.yours}` : styles.card}
        href={href({ view: isOngoing ? "game" : "replay", id: game.id })}
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
          <b>{isOngoing ? <GameStateText game={game} you={you} /> : shortEndText(game, color)}</b>
          <small>{moveCount(game.plies)}</small>
        </span>
      </a>
    </li>
  );
}
