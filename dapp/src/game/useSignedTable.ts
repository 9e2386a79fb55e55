import { Address } from "@multiversx/sdk-core/out/core/address";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useChain } from "../chain/ChainContext";
import { type Color, isOver, type Snapshot } from "../chain/game";
import { replay } from "../chess/history";
import { boardEnd, encodeMove, isDrawClaimable, legalMoves } from "../chess/line";
import type { FromTo } from "../chess/san";
import { gameKeyOf } from "../signedPlay/ed25519";
import { SignedGame } from "../signedPlay/SignedGame";
import { SignedSession } from "../signedPlay/SignedSession";
import { chainCall, drawOfferer, nextMover, type SignedEnd, signedEnd, type Wish } from "../signedPlay/standing";
import { transcriptStore } from "../signedPlay/store";
import { betweenTabs } from "../signedPlay/transport";
import { useSendTransaction } from "../transactions/useSendTransaction";
import type { GameSnapshot } from "./useGame";

/** A game that its player plays by signature, in this browser. */
export interface SignedTable {
  session: SignedSession;
  /** The game as the players have signed it, where that goes further than the chain's. */
  snapshot: GameSnapshot;
  /** How it has ended by signature, while the chain doesn't know. */
  end: SignedEnd | undefined;
  /** The game as the chain has it. */
  chain: GameSnapshot;
  /** The chain waits for this player's answer to an ask. */
  isAsked: boolean;
  /** Whether there is anything that the chain could be told. */
  isAhead: boolean;
  /** Signs a move; none where the game must go on on the chain, because signed play ends at ply 1,000. */
  move: ((move: FromTo) => void) | undefined;
  say: (action: "resign" | "draw") => void;
  /** Brings the whole game to the chain, by one call of `play`. */
  bring: (title: string, wish?: Wish) => Promise<void>;
  busy: boolean;
}

interface Opening {
  /** None in games by moves on the chain, for who looks on, and where this browser doesn't have the key. */
  session: SignedSession | undefined;
  /** What this browser keeps is still being read: nobody moves yet. */
  isOpening: boolean;
  /** Looks again, after a key was imported. */
  reopen: () => void;
}

function useSignedSession({ game, keys }: Snapshot, you: Color | undefined): Opening {
  const { settings } = useChain();
  const [opened, setOpened] = useState<{ of: string; session?: SignedSession }>();
  const isPlayed = keys !== undefined && you !== undefined && !isOver(game);
  const [attempt, setAttempt] = useState(0);
  const reopen = useCallback(() => setAttempt((count) => count + 1), []);
  const name = keys ? `${game.id} ${you} ${keys.white} ${keys.black}` : "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys come anew with each answer, their bytes count
  useEffect(() => {
    if (!isPlayed || !keys || !you) return;
    let session: SignedSession | undefined;
    let isClosed = false;
    const open = async () => {
      const store = await transcriptStore();
      const key = await store.getKey(keys[you]);
      if (isClosed) return;
      if (!key) return setOpened({ of: name });
      const contract = Address.newFromBech32(settings.contract).getPublicKey().slice();
      const id = {
        contract: Uint8Array.from(contract),
        id: game.id,
        whiteKey: Uint8Array.from(keys.white),
        blackKey: Uint8Array.from(keys.black),
      };
      const { secret, signed } = key;
      const transcript = (await store.get(id, you)) ?? { game: id, color: you, secret, messages: [] };
      if (isClosed) return;
      const table = new SignedGame(transcript, gameKeyOf(secret), store);
      table.catchUp(signed);
      session = new SignedSession(table, betweenTabs(settings.contract, game.id));
      setOpened({ of: name, session });
    };
    // without a store the game goes on by the chain
    open().catch(() => setOpened({ of: name }));
    return () => {
      isClosed = true;
      session?.close();
      setOpened(undefined);
    };
  }, [isPlayed, name, settings.contract, attempt]);
  const isOpened = isPlayed && opened?.of === name;
  return { session: isOpened ? opened.session : undefined, isOpening: isPlayed && !isOpened, reopen };
}

/** From here on moves are made on the chain: signed play ends at ply 1,000, and the chain must know all before. */
const HANDOVER_PLY = 990;

const never = () => () => {};
const zero = () => 0;

/** The game as the player plays it by signature, if they do. */
export function useSignedTable(
  chain: GameSnapshot,
  you: Color | undefined,
): { signed: SignedTable | undefined; isOpening: boolean; reopen: () => void } {
  const { chess } = useChain();
  const { busy, send } = useSendTransaction();
  const { session, isOpening, reopen } = useSignedSession(chain, you);
  const version = useSyncExternalStore(session?.subscribe ?? never, session?.currentVersion ?? zero);
  useEffect(() => session?.catchUp(chain.moves), [session, chain.moves]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what the session holds
  const line = useMemo(() => {
    if (!session) return undefined;
    const { moves } = session.game;
    const plies = replay(moves);
    return { moves, plies, end: signedEnd(session.game, plies), legal: legalMoves(plies) };
  }, [session, version]);

  const bring = useCallback(
    async (title: string, wish?: Wish) => {
      if (!session) return;
      if (wish?.ask && !(await session.say("ask"))) return;
      if (wish?.claim && !(await session.say("draw"))) return;
      const { moves, white, black } = chainCall(session.game, replay(session.game.moves), wish);
      const args = [chain.game.id, Buffer.from(moves), Buffer.from(white), Buffer.from(black)];
      await send({ title, build: (caller) => chess.call(caller, "play", args) });
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

  if (!session || !line || chain.game.state !== "ongoing") return { signed: undefined, isOpening, reopen };
  const isOpenEnd = chain.game.awaits === "longerGame";
  const isLonger = line.plies.length > chain.plies.length;
  const offer = drawOfferer(session.game);
  const isClaimable = nextMover(line.plies.length) === you && isDrawClaimable(line.plies);
  const snapshot: GameSnapshot = isOpenEnd
    ? chain
    : {
        ...chain,
        moves: line.moves,
        plies: line.plies,
        legal: line.end || (isLonger && line.plies.length >= HANDOVER_PLY) ? [] : line.legal,
        drawOffer: offer ?? (isLonger ? undefined : chain.drawOffer),
        claims: { ...chain.claims, draw: !line.end && isClaimable, illegalMove: false },
        game: { ...chain.game, plies: line.plies.length, turn: nextMover(line.plies.length) },
      };
  const saysMore = line.end !== undefined && (line.end.isFinal || !boardEnd(line.plies) || isLonger);
  const table: SignedTable = {
    session,
    snapshot,
    end: line.end,
    chain,
    isAsked,
    isAhead: isLonger || (saysMore && !isOpenEnd) || (isOpenEnd && line.end?.isFinal === true),
    move: line.plies.length < HANDOVER_PLY ? move : undefined,
    say: (action) => void session.say(action),
    bring,
    busy,
  };
  return { signed: table, isOpening, reopen };
}
