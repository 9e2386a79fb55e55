import { useEffect } from "react";
import type { Color } from "../chain/game";
import type { Ply } from "../chess/history";
import { fenWithPremoves } from "../chess/premoves";
import { type FromTo, fenAfter } from "../chess/san";
import { START_FEN } from "../chess/start";
import { useStepper } from "../table/useStepper";
import type { Table } from "./useGameTable";

/** The position on the board. */
export interface ShownPosition {
  /** The number of plies before it, and a way to another one. */
  index: number;
  step: (index: number) => void;
  isLatest: boolean;
  /** The ply that has led to it. */
  shown: Ply | undefined;
  /** As the game has it. */
  fen: string;
  /** The player's own move that the chain hasn't yet. */
  ahead: FromTo | undefined;
  /** The position with that move. */
  playedFen: string;
  /** The same with the moves in advance: what stands on the board. */
  boardFen: string;
  /** Whose turn it is on the board. */
  turn: Color;
}

/** Which position of a game is shown: the last one with what the player has played, unless they stepped back. */
export function useShownPosition({ snapshot: { plies }, you, play }: Table): ShownPosition {
  const [index, step] = useStepper(plies.length);
  const isLatest = index === plies.length;
  const shown = plies[index - 1];
  const fen = shown?.fen ?? START_FEN;
  // what the player has played stands on the board before the chain has it
  const ahead = isLatest ? (play.inFlight ?? play.proposed) : undefined;
  const turn: Color = (index % 2 === 0) !== (ahead !== undefined) ? "white" : "black";
  const playedFen = ahead ? fenAfter(fen, ahead) : fen;
  const { premoves, clearPremoves } = play;
  const premovedFen = isLatest && you && premoves.length > 0 ? fenWithPremoves(playedFen, premoves, you) : playedFen;
  // a piece that was to move is gone
  useEffect(() => {
    if (premovedFen === undefined) clearPremoves();
  }, [premovedFen, clearPremoves]);
  return { index, step, isLatest, shown, fen, ahead, playedFen, boardFen: premovedFen ?? playedFen, turn };
}
