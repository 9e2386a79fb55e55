import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useChain } from "../chain/ChainContext";
import { type Color, isOver, type Snapshot } from "../chain/game";
import { replay } from "../chess/history";
import { boardEnd, encodeMove, isDrawClaimable, legalMoves } from "../chess/line";
import type { FromTo } from "../chess/san";
import { type PlyTimes, plyTimes } from "../signedPlay/clock";
import { gameKeyOf } from "../signedPlay/ed25519";
import { signedGameId } from "../signedPlay/gameId";
import type { SignedGameId } from "../signedPlay/message";
import { type RelayPlayer, RelayRoom } from "../signedPlay/RelayRoom";
import { byRelay } from "../signedPlay/relayTransport";
import { useRelayUrl } from "../signedPlay/relayUrl";
import { SignedGame } from "../signedPlay/SignedGame";
import { SignedSession } from "../signedPlay/SignedSession";
import { chainCall, drawOfferer, nextMover, type SignedEnd, signedEnd, type Wish } from "../signedPlay/standing";
import { transcriptStore } from "../signedPlay/store";
import { betweenTabs } from "../signedPlay/transport";
import { useSendTransaction } from "../transactions/useSendTransaction";
import type { GameSnapshot } from "./useGame";

/** A game as its players have signed it. */
export interface SignedLine {
  /** What is signed, where that goes further than the chain's game. */
  snapshot: GameSnapshot;
  /** How it has ended by signature, while the chain doesn't know. */
  end: SignedEnd | undefined;
  /** When each ply was made, by this machine's clock. */
  times: PlyTimes;
}

/** A game that its player plays by signature, in this browser. */
export interface SignedTable extends SignedLine {
  session: SignedSession;
  /** When each ply was signed or came here, whatever the relay says of it. */
  ownTimes: PlyTimes;
  /** The relay's room, where there is a relay. */
  room: RelayRoom | undefined;
  /** The relay is being asked for the longest game: until then nothing is signed that isn't wanted. */
  isLooking: boolean;
  /** The game as the chain has it. */
  chain: GameSnapshot;
  /** The chain waits for this player's answer to an ask. */
  isAsked: boolean;
  /** Whether there is anything that the chain could be told. */
  isAhead: boolean;
  /** The game is so long that the chain must be told before it goes on there. */
  mustBring: boolean;
  /** Signs a move; none where the game must go on on the chain, because signed play ends at ply 1,000. */
  move: ((move: FromTo) => void) | undefined;
  say: (action: "resign" | "draw") => void;
  /** Brings the whole game to the chain, by one call of `play`. */
  bring: (title: string, wish?: Wish) => Promise<void>;
  busy: boolean;
}

interface Opening {
  /** The game's room at the relay, for players and for who looks on. */
  room: RelayRoom | undefined;
  /** None in games by moves on the chain, for who looks on, and where this browser doesn't have the key. */
  session: SignedSession | undefined;
  /** What this browser keeps is still being read: nobody moves yet. */
  isOpening: boolean;
  /** Looks again, after a key was imported. */
  reopen: () => void;
}

function useSignedSession({ game, keys }: Snapshot, you: Color | undefined): Opening {
  const { settings } = useChain();
  const relay = useRelayUrl(settings);
  const [opened, setOpened] = useState<{ of: string; session?: SignedSession; room?: RelayRoom | undefined }>();
  const isPlayed = keys !== undefined && (you !== undefined || relay !== undefined) && !isOver(game);
  const [attempt, setAttempt] = useState(0);
  const reopen = useCallback(() => setAttempt((count) => count + 1), []);
  const name = keys ? `${game.id} ${you} ${keys.white} ${keys.black}` : "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys come anew with each answer, their bytes count
  useEffect(() => {
    if (!isPlayed || !keys) return;
    let close = () => {};
    let isClosed = false;
    const enter = (id: SignedGameId, player?: RelayPlayer) => relay && new RelayRoom(relay, id, player);
    const open = async () => {
      const id = signedGameId(settings.contract, game.id, keys);
      const store = you && (await transcriptStore());
      const key = store && (await store.getKey(keys[you]));
      if (isClosed) return;
      if (!key) {
        const room = enter(id) || undefined;
        close = () => room?.close();
        return setOpened({ of: name, room });
      }
      const { secret, signed } = key;
      const transcript = (await store.get(id, you)) ?? { game: id, color: you, secret, messages: [] };
      if (isClosed) return;
      const table = new SignedGame(transcript, gameKeyOf(secret), store);
      table.catchUp(signed);
      const room = enter(id, { color: you, key: gameKeyOf(secret) }) || undefined;
      const tabs = betweenTabs(settings.contract, game.id);
      const session = new SignedSession(table, room ? [byRelay(room), tabs] : [tabs]);
      close = () => session.close();
      setOpened({ of: name, session, room });
    };
    // without a store the game goes on by the chain
    open().catch(() => setOpened({ of: name }));
    return () => {
      isClosed = true;
      close();
      setOpened(undefined);
    };
  }, [isPlayed, name, settings.contract, relay, attempt]);
  const isOpened = isPlayed && opened?.of === name;
  const { session, room } = isOpened ? opened : {};
  return { session, room, isOpening: isPlayed && !isOpened, reopen };
}

/** From here on moves are made on the chain: signed play ends at ply 1,000, and the chain must know all before. */
const HANDOVER_PLY = 990;

const never = () => () => {};
const zero = () => 0;

/** The game as the player plays it by signature, if they do. */
export function useSignedTable(
  chain: GameSnapshot,
  you: Color | undefined,
): { signed: SignedTable | undefined; room: RelayRoom | undefined; isOpening: boolean; reopen: () => void } {
  const { chess } = useChain();
  const { busy, send } = useSendTransaction();
  const { session, room, isOpening, reopen } = useSignedSession(chain, you);
  const roomVersion = useSyncExternalStore(room?.subscribe ?? never, room?.currentVersion ?? zero);
  const version = useSyncExternalStore(session?.subscribe ?? never, session?.currentVersion ?? zero);
  useEffect(() => session?.catchUp(chain.moves), [session, chain.moves]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what the session holds
  const line = useMemo(() => {
    if (!session) return undefined;
    const { moves } = session.game;
    const plies = replay(moves);
    return { moves, plies, end: signedEnd(session.game, plies), legal: legalMoves(plies) };
  }, [session, version]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the versions stand for what session and room hold
  const [times, ownTimes] = useMemo(() => {
    const by = (arrivedAt?: RelayRoom["arrivedAt"]): PlyTimes =>
      session ? plyTimes(session.game.messages, line?.plies.length ?? 0, arrivedAt) : [];
    return [by(room?.arrivedAt), by()];
  }, [session, version, line, room, roomVersion]);

  const bring = useCallback(
    async (title: string, wish?: Wish) => {
      if (!session) return;
      if (wish?.ask && !(await session.say("ask"))) return;
      if (wish?.claim && !(await session.say("draw"))) return;
      const plies = replay(session.game.moves);
      const { moves, white, black } = chainCall(session.game, plies, wish);
      const { round, points } = session.game.id;
      const args = [chain.game.id, round, points, ...[moves, white, black].map((bytes) => Buffer.from(bytes))];
      const isEnd = wish?.claim || signedEnd(session.game, plies) !== undefined;
      const settles = isEnd ? { game: chain.game.id, plies: plies.length } : undefined;
      await send({ title, build: (caller) => chess.call(caller, "play", args), settles });
    },
    [session, chess, send, chain.game.id],
  );

  const isAsked = chain.game.awaits === "answer" && chain.game.turn === you;
  const move = useCallback(
    async (played: FromTo) => {
      // an ask on the chain is answered on the chain
      if ((await session?.move(encodeMove(played))) && isAsked) await bring("Answer on the chain");
    },
    [session, isAsked, bring],
  );

  if (!session || !line || chain.game.state !== "ongoing") return { signed: undefined, room, isOpening, reopen };
  const isOpenEnd = chain.game.awaits === "longerGame";
  const isLonger = line.plies.length > chain.plies.length;
  const mustBring = isLonger && line.plies.length >= HANDOVER_PLY;
  const offer = drawOfferer(session.game);
  const isClaimable = nextMover(line.plies.length) === you && isDrawClaimable(line.plies);
  const snapshot: GameSnapshot = isOpenEnd
    ? chain
    : {
        ...chain,
        moves: line.moves,
        plies: line.plies,
        legal: line.end || mustBring ? [] : line.legal,
        drawOffer: offer ?? (isLonger ? undefined : chain.drawOffer),
        claims: { ...chain.claims, draw: !line.end && isClaimable, illegalMove: false },
        game: { ...chain.game, plies: line.plies.length, turn: nextMover(line.plies.length) },
      };
  const saysMore = line.end !== undefined && (line.end.isFinal || !boardEnd(line.plies) || isLonger);
  const table: SignedTable = {
    session,
    room,
    isLooking: room?.hasLooked === false,
    snapshot,
    end: line.end,
    times,
    ownTimes,
    chain,
    isAsked,
    isAhead: isLonger || (saysMore && !isOpenEnd) || (isOpenEnd && line.end?.isFinal === true),
    mustBring,
    move: line.plies.length < HANDOVER_PLY ? move : undefined,
    say: (action) => void session.say(action),
    bring,
    busy,
  };
  return { signed: table, room, isOpening, reopen };
}
