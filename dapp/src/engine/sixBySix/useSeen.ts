import { useLayoutEffect, useMemo, useRef, useState } from "react";
import type { EngineGame } from "../../chain/engines/minichess";
import { MoveLog, type Seen } from "./moveLog";

/** The moves and boards that this browser has seen, and where it writes them down. */
export function useSeen(game: EngineGame, contract: string): Seen & { log: MoveLog } {
  const log = useMemo(() => new MoveLog(contract, game.id), [contract, game.id]);
  const earlier = useRef(game.board);
  const [seen, setSeen] = useState(() => log.read(game.plies));
  // before it is drawn: the board and its moves belong together
  useLayoutEffect(() => {
    log.see(game, earlier.current);
    earlier.current = game.board;
    setSeen(log.read(game.plies));
  }, [game, log]);
  return { ...seen, log };
}
