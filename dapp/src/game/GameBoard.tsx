import { ChessBoard } from "../board/ChessBoard";
import { PromotionPicker, placeOf } from "../board/PromotionPicker";
import type { Color } from "../chain/game";
import { attackedKing } from "../chess/san";
import type { Table } from "./useGameTable";
import type { ShownPosition } from "./useShownPosition";

interface Props {
  table: Table;
  position: ShownPosition;
  orientation: Color;
}

/** A board without pieces. */
const NOTHING = "8/8/8/8/8/8/8/8 w - - 0 1";

/** A game's board: the player's pieces can be moved while the last position is shown. */
export function GameBoard({ table: { you, play, isReached, isOngoing, isBlank }, position, orientation }: Props) {
  const { isLatest, shown, ahead, playedFen, boardFen, turn } = position;
  const place = play.promoting && placeOf(play.promoting.to, orientation);
  return (
    <ChessBoard
      fen={isBlank ? NOTHING : boardFen}
      orientation={orientation}
      turn={turn}
      check={attackedKing(playedFen)}
      lastMove={ahead ?? shown?.move}
      pending={isLatest ? play.inFlight : undefined}
      dests={isLatest ? play.dests : undefined}
      onMove={play.drop}
      premoves={isLatest && play.canPremove ? you : undefined}
      premoved={isLatest ? play.premoves : undefined}
      onPremove={play.addPremove}
      onClearPremoves={play.clearPremoves}
      dimmed={!isReached || !isLatest}
      isPlayed={you !== undefined && isOngoing}
    >
      {play.promoting && place && you && (
        <PromotionPicker color={you} {...place} size={8} onChoose={play.promote} onCancel={play.takeBack} />
      )}
    </ChessBoard>
  );
}
