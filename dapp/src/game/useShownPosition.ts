import { useEffect } from "react";
import type { Color } from "../chain/game";
import { fenWithPremoves } from "../chess/premoves";
import { fenAfter } from "../chess/san";
import { START_FEN } from "../chess/start";
import { useStepper } from "../table/useStepper";
import type { Table } from "./useGameTable";

/** The shown position of a game: the last one with the player's own move, unless the viewer has stepped back. */
export function useShownPosition({ snapshot: { plies }, you, play }: Table) {
  const [index, step] = useStepper(plies.length);
  const isLatest = index === plies.length;
  /** The ply that led to it. */
  const shown = plies[index - 1];
  /** The position without the player's pending move. */
  const fen = shown?.fen ?? START_FEN;
  // the player's own move is on the board before the chain has it
  const ahead = isLatest ? (play.inFlight ?? play.proposed) : undefined;
  /** Whose turn it is on the board. */
  const turn: Color = (index % 2 === 0) !== (ahead !== undefined) ? "white" : "black";
  const playedFen = ahead ? fenAfter(fen, ahead) : fen;
  const { premoves, clearPremoves } = play;
  const premovedFen = isLatest && you && premoves.length > 0 ? fenWithPremoves(playedFen, premoves, you) : playedFen;
  // a piece of a move in advance is gone
  useEffect(() => {
    if (premovedFen === undefined) clearPremoves();
  }, [premovedFen, clearPremoves]);
  return { index, step, isLatest, shown, fen, ahead, playedFen, boardFen: premovedFen ?? playedFen, turn };
}

export type ShownPosition = ReturnType<typeof useShownPosition>;
