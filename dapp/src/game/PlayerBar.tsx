import { href } from "../app/router";
import { CapturedPieces } from "../board/CapturedPieces";
import { useChain } from "../chain/ChainContext";
import type { Color, Game } from "../chain/chess";
import { useEpochStart } from "../chain/clock";
import type { Ply } from "../chess/history";
import { Identicon } from "../ui/Identicon";
import { PlayerName } from "../ui/PlayerName";
import { ChessClock } from "./ChessClock";
import styles from "./PlayerBar.module.css";

interface Props {
  game: Game;
  color: Color;
  /** The plies of the position shown. */
  plies: Ply[];
  you: Color | undefined;
  /** The chain's time stands still. */
  paused?: boolean | undefined;
}

/** One side of a game: whose it is, what they have captured and how long they have. */
export function PlayerBar({ game, color, plies, you, paused }: Props) {
  const { config } = useChain();
  const address = color === "white" ? game.white : game.black;
  const isOngoing = game.state === "ongoing";
  const deadline = useEpochStart(game.deadlineEpoch, isOngoing);
  const isOnMove = isOngoing && game.turn === color;
  const isRunning = isOnMove && !paused;
  return (
    <div className={isOnMove ? `${styles.bar} ${styles.onMove}` : styles.bar} data-testid="player" data-color={color}>
      <Identicon address={address} />
      <span className={styles.who}>
        <span className={styles.name}>
          <span
            className={styles.dot}
            data-color={color}
            role="img"
            aria-label={color === "white" ? "White" : "Black"}
          />
          <a href={href({ view: "player", address })}>
            <PlayerName address={address} />
          </a>
          {color === you && <small>you</small>}
        </span>
        <CapturedPieces plies={plies} by={color} />
      </span>
      {isOngoing && (
        <ChessClock until={isRunning ? deadline : undefined} standing={config.roundMs * config.roundsPerEpoch} />
      )}
    </div>
  );
}
