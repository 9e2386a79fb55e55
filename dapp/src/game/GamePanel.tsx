import { type ReactNode, useMemo } from "react";
import { moveOrNames } from "../chess/san";
import styles from "../table/GameStatus.module.css";
import { MoveInput } from "../table/MoveInput";
import { MoveList } from "../table/MoveList";
import { GameActions } from "./GameActions";
import { GameStatus } from "./status/GameStatus";
import type { Table } from "./useGameTable";
import type { ShownPosition } from "./useShownPosition";

interface Props {
  table: Table;
  position: ShownPosition;
  /** The result is shown over the board. */
  isToldOnBoard: boolean;
  /** The result, if it is shown beside the board. */
  result: ReactNode;
  onFlip: () => void;
}

/** The panel beside a game's board: the state of the game, its moves, and the player's actions. */
export function GamePanel({ table, position, isToldOnBoard, result, onFlip }: Props) {
  const { you, play } = table;
  const { plies } = table.snapshot;
  const { index, step, isLatest, fen } = position;
  const moves = useMemo(() => plies.map(({ san }) => san), [plies]);
  return (
    <>
      <div className={styles.place}>
        <GameStatus
          {...table}
          fen={fen}
          isWithoutKey={table.isWithoutKey && you !== undefined}
          lookingAt={isLatest ? undefined : index}
          onBack={() => step(plies.length)}
          isToldOnBoard={isToldOnBoard}
        />
        {result}
      </div>
      <MoveList moves={moves} index={index} onStep={step} />
      {you && table.isOngoing && !table.isWithoutKey && (
        <MoveInput
          parse={(text) => moveOrNames(fen, text)}
          enabled={isLatest && play.dests !== undefined}
          isOver={Boolean(table.end)}
          onMove={play.play}
          isLegal={play.isLegal}
        />
      )}
      <GameActions table={table} onFlip={onFlip} />
    </>
  );
}
