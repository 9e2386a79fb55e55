import { type ReactNode, useEffect, useMemo } from "react";
import { parseMove } from "../chess/san";
import { MoveInput } from "../table/MoveInput";
import { MoveList } from "../table/MoveList";
import { GameActions } from "./GameActions";
import { loadResult } from "./GameResult";
import styles from "./ResultOverlay.module.css";
import { GameStatus } from "./status/GameStatus";
import type { Table } from "./useGameTable";
import type { ShownPosition } from "./useShownPosition";

/** By then the board is there: what is shown at the end comes, so that it opens at once. */
const QUIET_MS = 2_000;

interface Props {
  table: Table;
  position: ShownPosition;
  /** The result stands over the board. */
  isToldOnBoard: boolean;
  /** The result, where it stands beside the board. */
  result: ReactNode;
  onFlip: () => void;
}

/** Beside a game's board: how it stands, its moves, what can be done. */
export function GamePanel({ table, position, isToldOnBoard, result, onFlip }: Props) {
  const { snapshot, signed, end, you, play, timers, rematch } = table;
  const { plies } = snapshot;
  const { index, step, isLatest, fen } = position;
  const moves = useMemo(() => plies.map(({ san }) => san), [plies]);
  useEffect(() => {
    const timer = setTimeout(() => loadResult().catch(() => {}), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <div className={styles.status}>
        <GameStatus
          snapshot={snapshot}
          you={you}
          play={play}
          timers={timers}
          signed={signed}
          end={end}
          fen={fen}
          isWithoutKey={table.isWithoutKey && you !== undefined}
          lookingAt={isLatest ? undefined : index}
          onBack={() => step(plies.length)}
          isToldOnBoard={isToldOnBoard}
        />
        {result}
      </div>
      <MoveList moves={moves} index={index} onStep={step} />
      {you && table.isOngoing && (
        <MoveInput
          parse={(text) => parseMove(fen, text)}
          example="Nf3, e7e8q"
          enabled={isLatest && play.dests !== undefined}
          onMove={play.play}
          isLegal={play.isLegal}
        />
      )}
      <GameActions
        snapshot={{ ...snapshot, game: table.result }}
        signed={signed}
        you={you}
        rematch={rematch}
        onFlip={onFlip}
      />
    </>
  );
}
