import { useEffect, useMemo, useState } from "react";
import { useVersion } from "../../browser/useVersion";
import { replay } from "../../chess/history";
import { legalMoves } from "../../chess/rules";
import { plyTimes } from "../../signedPlay/clock";
import { roundOf } from "../../signedPlay/match";
import { isPrefix } from "../../signedPlay/message";
import type { ProvenGame } from "../../signedPlay/relay/provenGame";
import type { RelayRoom } from "../../signedPlay/relay/RelayRoom";
import { nextMover, signedEnd } from "../../signedPlay/standing";
import { inRound } from "./inRound";
import type { Bringable } from "./useBring";
import type { GameSnapshot } from "./useGame";
import type { SignedLine } from "./useSignedTable";
import { withTime } from "./withTime";

/** A game by signature as who looks on sees it. */
interface WatchedGame {
  /** The relay's game, as far as the players' signatures are valid, if that is more than the chain has. */
  line: SignedLine | undefined;
  /** The relay may know of a longer game, which isn't shown yet: whether its signatures hold is still being found. */
  isChecking: boolean;
  /** The call by which anybody can bring that to the chain. */
  bringable: Bringable | undefined;
}

export function useWatchedGame(room: RelayRoom | undefined, onChain: GameSnapshot): WatchedGame {
  useVersion(room);
  const { round = 0, points = 0 } = room ?? {};
  const chain = useMemo(() => inRound(onChain, { round, points }), [onChain, round, points]);
  const isLater = chain !== onChain;
  // a relay may know less of a match than the chain
  const isEarlier = round < (onChain.game.match?.round ?? 0);
  const [proven, setProven] = useState<ProvenGame & { round: number }>();
  const [checked, setChecked] = useState<Checked>();
  const { moves, said } = room ?? {};
  useEffect(() => {
    if (!room || !moves || !said || isEarlier || moves.length < chain.moves.length) return;
    let isOld = false;
    const { proofs } = room;
    const game = roundOf(room.game, round, points);
    const check = async () => {
      // no player needs it
      const { provenGame } = await import("../../signedPlay/relay/provenGame");
      const found = await provenGame({ moves, proofs, said, game }, chain.moves, isLater);
      if (isOld) return;
      if (found) setProven({ ...found, round });
      setChecked({ moves, said });
    };
    check();
    return () => {
      isOld = true;
    };
  }, [room, moves, said, chain.moves, round, points, isLater, isEarlier]);
  const isLonger = moves !== undefined && moves.length > chain.moves.length;
  const isOpen = isLonger && (checked?.moves !== moves || checked?.said !== said);
  const isChecking = room !== undefined && (!room.hasLooked || isOpen);
  const isOfRound = proven?.round === round && !isEarlier;
  const line = room && isOfRound ? provenLine(room, proven, chain, isLater) : undefined;
  const bringable = room &&
    line &&
    proven && { id: roundOf(room.game, round, points), call: { moves: proven.moves, ...proven.proofs } };
  return { line, isChecking, bringable };
}

/** The relay's data that was checked last. */
type Checked = Pick<RelayRoom, "moves" | "said">;

function provenLine(
  room: RelayRoom,
  proven: ProvenGame,
  chain: GameSnapshot,
  isLater: boolean,
): SignedLine | undefined {
  if (!isPrefix(chain.moves, proven.moves)) return undefined;
  if (chain.game.state !== "ongoing" || chain.game.awaits === "longerGame") return undefined;
  const plies = replay(proven.moves);
  const times = plyTimes([], plies.length, room.arrivedAt);
  const end = withTime(
    signedEnd({ ...proven, isOfMatch: chain.game.match !== undefined }),
    chain.clocks,
    times,
    room.resignedAt,
  );
  // the chain says as much
  if (!end && !isLater && proven.moves.length === chain.moves.length) return undefined;
  return {
    snapshot: {
      ...chain,
      moves: proven.moves,
      plies,
      legal: end ? [] : legalMoves(proven.moves),
      claims: { ...chain.claims, draw: false, illegalMove: false },
      game: { ...chain.game, plies: plies.length, turn: nextMover(plies.length) },
    },
    end,
    times,
    you: undefined,
    offlineSince: room.offlineSince,
  };
}
