import { useEffect, useState, useSyncExternalStore } from "react";
import type { Color } from "../chain/game";
import { replay } from "../chess/history";
import { boardEnd, isLegalGame, legalMoves } from "../chess/line";
import { plyTimes } from "../signedPlay/clock";
import { verify } from "../signedPlay/ed25519";
import { type Bytes, isPrefix, messageBytes, moverOf, plyEnds } from "../signedPlay/message";
import type { RelayRoom } from "../signedPlay/RelayRoom";
import { relayMessages } from "../signedPlay/relayTransport";
import { nextMover } from "../signedPlay/standing";
import type { GameSnapshot } from "./useGame";
import type { SignedLine } from "./useSignedTable";

const COLORS: readonly Color[] = ["white", "black"];
const never = () => () => {};
const zero = () => 0;

/** A game by signature as who looks on sees it: what the relay shows, where both players' signatures hold. */
export function useWatchedGame(room: RelayRoom | undefined, chain: GameSnapshot): SignedLine | undefined {
  const version = useSyncExternalStore(room?.subscribe ?? never, room?.currentVersion ?? zero);
  const [checked, setChecked] = useState<Bytes>();
  const moves = room?.moves;
  useEffect(() => {
    if (!room || !moves || moves.length <= chain.moves.length) return;
    let isOld = false;
    isProven(room, chain.moves).then((holds) => {
      if (holds && !isOld) setChecked(moves);
    });
    return () => {
      isOld = true;
    };
  }, [room, moves, chain.moves]);
  if (!room || !checked || checked.length <= chain.moves.length || !isPrefix(chain.moves, checked)) return undefined;
  if (chain.game.state !== "ongoing" || chain.game.awaits === "longerGame") return undefined;
  const plies = replay(checked);
  const isEnded = boardEnd(plies) !== undefined;
  void version;
  return {
    snapshot: {
      ...chain,
      moves: checked,
      plies,
      legal: isEnded ? [] : legalMoves(plies),
      claims: { ...chain.claims, draw: false, illegalMove: false },
      game: { ...chain.game, plies: plies.length, turn: nextMover(plies.length) },
    },
    end: undefined,
    times: plyTimes([], plies.length, room.arrivedAt),
  };
}

/** Whether the relay's game is legal and proven: each player's last move is signed, or on the chain. */
async function isProven(room: RelayRoom, onChain: Uint8Array): Promise<boolean> {
  const { moves, game } = room;
  const ends = plyEnds(moves);
  if (!ends || !isPrefix(onChain, moves) || !isLegalGame(moves)) return false;
  const messages = relayMessages(room);
  const proven = COLORS.map(async (color) => {
    const ply = moverOf(ends.length) === color ? ends.length : ends.length - 1;
    const end = ends[ply - 1] ?? 0;
    if (end <= onChain.length) return true;
    const message = messages.find(({ signer, action }) => signer === color && action === "move");
    if (message?.moves.length !== end) return false;
    const key = color === "white" ? game.whiteKey : game.blackKey;
    return verify(messageBytes(game, "move", message.moves), message.signature, key);
  });
  return (await Promise.all(proven)).every(Boolean);
}
