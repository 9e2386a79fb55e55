import { useEffect, useState, useSyncExternalStore } from "react";
import { replay } from "../chess/history";
import { legalMoves } from "../chess/line";
import { plyTimes } from "../signedPlay/clock";
import { isPrefix } from "../signedPlay/message";
import { type ProvenGame, provenGame } from "../signedPlay/provenGame";
import type { RelayRoom } from "../signedPlay/RelayRoom";
import { nextMover, signedEnd } from "../signedPlay/standing";
import type { GameSnapshot } from "./useGame";
import type { SignedLine } from "./useSignedTable";

const never = () => () => {};
const zero = () => 0;

/** A game by signature as who looks on sees it: what the relay shows, as far as the players' signatures hold. */
export function useWatchedGame(room: RelayRoom | undefined, chain: GameSnapshot): SignedLine | undefined {
  const version = useSyncExternalStore(room?.subscribe ?? never, room?.currentVersion ?? zero);
  const [proven, setProven] = useState<ProvenGame>();
  const { moves, said } = room ?? {};
  useEffect(() => {
    if (!room || !moves || !said || moves.length < chain.moves.length) return;
    let isOld = false;
    provenGame(room, chain.moves).then((game) => {
      if (game && !isOld) setProven(game);
    });
    return () => {
      isOld = true;
    };
  }, [room, moves, said, chain.moves]);
  if (!room || !proven || !isPrefix(chain.moves, proven.moves)) return undefined;
  if (chain.game.state !== "ongoing" || chain.game.awaits === "longerGame") return undefined;
  const plies = replay(proven.moves);
  const end = signedEnd(proven, plies);
  // the chain says as much
  if (!end && proven.moves.length === chain.moves.length) return undefined;
  void version;
  return {
    snapshot: {
      ...chain,
      moves: proven.moves,
      plies,
      legal: end ? [] : legalMoves(plies),
      claims: { ...chain.claims, draw: false, illegalMove: false },
      game: { ...chain.game, plies: plies.length, turn: nextMover(plies.length) },
    },
    end,
    times: plyTimes([], plies.length, room.arrivedAt),
  };
}
