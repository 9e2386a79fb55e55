import { useCallback, useEffect, useState } from "react";
import { useVersion } from "../../browser/useVersion";
import { useChain } from "../../chain/ChainContext";
import { type Color, isOver, type Snapshot } from "../../chain/game";
import { useRelayUrl } from "../../chain/relayUrl";
import { gameKeyOf } from "../../signedPlay/ed25519";
import { keptKey } from "../../signedPlay/keys/newKey";
import { transcriptStore } from "../../signedPlay/keys/store";
import type { MatchSession, OpenRound } from "../../signedPlay/MatchSession";
import { colorIn, roundOf, signedGameId } from "../../signedPlay/match";
import { type Bytes, MAX_PLIES, type SignedGameId } from "../../signedPlay/message";
import { type RelayPlayer, RelayRoom } from "../../signedPlay/relay/RelayRoom";
import { byRelay } from "../../signedPlay/relay/relayTransport";
import { SignedGame } from "../../signedPlay/SignedGame";
import { type OtherDevices, SignedSession } from "../../signedPlay/SignedSession";
import type { TranscriptStore } from "../../signedPlay/transcripts";
import { betweenTabs } from "../../signedPlay/transport";

/** The parts of a game by signature that this browser has. */
export interface Opening {
  /** The game's room at the relay, for players and for who looks on. */
  room: RelayRoom | undefined;
  /** None in games by moves on the chain, for who looks on, and where this browser doesn't have the key. */
  session: SignedSession | undefined;
  /** The match of which the session is the round that goes on. */
  match: MatchSession | undefined;
  /** This browser's stored data is still being read: nobody moves yet. */
  isOpening: boolean;
  /** Looks again, after a key was imported. */
  reopen: () => void;
}

interface Opened {
  of: string;
  session?: SignedSession;
  match?: MatchSession;
  room?: RelayRoom | undefined;
}

/** Whether a game is played by signature; after ply 1,000 it continues by moves on the chain alone. */
export const isBySignature = ({ game, keys }: Pick<Snapshot, "game" | "keys">): boolean =>
  keys !== undefined && game.plies <= MAX_PLIES && !isOver(game);

/** Opens a game by signature: the line to the relay and, for a player whose key is here, the session. */
export function useSignedSession({ game, keys }: Snapshot, you: Color | undefined): Opening {
  const { settings } = useChain();
  const relay = useRelayUrl();
  const [opened, setOpened] = useState<Opened>();
  const isPlayed = isBySignature({ game, keys }) && (you !== undefined || relay !== undefined);
  const [attempt, setAttempt] = useState(0);
  const reopen = useCallback(() => setAttempt((count) => count + 1), []);
  // a match is one and the same in all of its rounds, in which sides change
  const round = game.match?.round ?? 0;
  const side = you && colorIn(you, round, 0);
  const name = keys ? `${game.id} ${side} ${[keys.white, keys.black].map(String).toSorted()}` : "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys are new objects in each answer, their bytes count
  useEffect(() => {
    if (!isPlayed || !keys) return;
    let close = () => {};
    let isClosed = false;
    const points = game.match?.points ?? 0;
    const id = { ...signedGameId(settings.contract, game.id, keys), round, points };
    const enter = (id: SignedGameId, player?: RelayPlayer) => {
      const room = relay ? new RelayRoom(relay, id, player) : undefined;
      close = () => room?.close();
      return room;
    };
    const watch = () => setOpened({ of: name, room: enter(roundOf(id, 0, 0)) });
    const open = async () => {
      const store = you && (await transcriptStore());
      const key = store && (await keptKey(keys[you]));
      if (isClosed) return;
      if (!key) return watch();
      const { secret, signed } = key;
      // the page has told a player who opens the game again by a press that another device may have
      // moved
      const others = (room: RelayRoom | undefined) => otherDevices(key.isFound === true, attempt > 0, room);
      if (game.match && side) {
        const room = enter(roundOf(id, 0, 0), { color: side, key: gameKeyOf(secret) });
        const match = await openMatch(id, you, game.match.rounds, secret, store, settings.contract, room, others(room));
        close = () => {
          match.close();
          room?.close();
        };
        if (isClosed) return close();
        return setOpened({ of: name, match, room });
      }
      const transcript = (await store.get(id, you)) ?? { game: id, color: you, secret, messages: [] };
      if (isClosed) return;
      const table = new SignedGame(transcript, gameKeyOf(secret), store);
      table.catchUp(signed);
      const room = enter(id, { color: you, key: gameKeyOf(secret) });
      const tabs = betweenTabs(settings.contract, game.id, id);
      const session = new SignedSession(table, room ? [byRelay(room), tabs] : [tabs], others(room));
      close = () => session.close();
      setOpened({ of: name, session, room });
    };
    // a store that can't be read may have the key all the same
    open().catch(() => {
      close();
      if (!isClosed) watch();
    });
    return () => {
      isClosed = true;
      close();
      setOpened(undefined);
    };
  }, [isPlayed, name, settings.contract, relay, attempt]);
  const isOpened = isPlayed && opened?.of === name;
  const { session, match, room } = isOpened ? opened : {};
  useVersion(match);
  return { session: match?.current ?? session, match, room, isOpening: isPlayed && !isOpened, reopen };
}

/** Opens a match in the chain's round, and goes on to the latest one that both have begun. */
async function openMatch(
  id: SignedGameId,
  color: Color,
  rounds: number,
  secret: Bytes,
  store: TranscriptStore,
  contract: string,
  room: RelayRoom | undefined,
  others: OtherDevices,
): Promise<MatchSession> {
  // most games are none
  const [{ MatchSession }, { RelayRounds }] = await Promise.all([
    import("../../signedPlay/MatchSession"),
    import("../../signedPlay/relay/RelayRounds"),
  ]);
  const lines = room && new RelayRounds(room);
  const open: OpenRound = async (round, side, match) => {
    const transcript = (await store.get(round, side)) ?? { game: round, color: side, secret, messages: [] };
    const table = new SignedGame(transcript, gameKeyOf(secret), store, match);
    const tabs = betweenTabs(contract, round.id, round);
    return new SignedSession(table, lines ? [lines.of(round), tabs] : [tabs], others);
  };
  const match = await MatchSession.start(id, color, rounds, open, store);
  if (lines) lines.onOtherRound = (there) => match.relayIs(there);
  await lines?.look();
  return match;
}

/** The facts known about other devices. */
const otherDevices = (isKeyFound: boolean, isTakenOver: boolean, room: RelayRoom | undefined): OtherDevices => ({
  isKeyFound,
  isTakenOver,
  isHeard: () => room?.hasHeard === true,
  isAsked: () => room?.hasLooked === false,
  areHeard: (game) => room === undefined || room.isAt(game),
});
