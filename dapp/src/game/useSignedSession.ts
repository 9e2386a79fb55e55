import { useCallback, useEffect, useState } from "react";
import { useChain } from "../chain/ChainContext";
import { type Color, isOver, type Snapshot } from "../chain/game";
import { gameKeyOf } from "../signedPlay/ed25519";
import { signedGameId } from "../signedPlay/gameId";
import type { SignedGameId } from "../signedPlay/message";
import { type RelayPlayer, RelayRoom } from "../signedPlay/RelayRoom";
import { byRelay } from "../signedPlay/relayTransport";
import { useRelayUrl } from "../signedPlay/relayUrl";
import { SignedGame } from "../signedPlay/SignedGame";
import { SignedSession } from "../signedPlay/SignedSession";
import { transcriptStore } from "../signedPlay/store";
import { betweenTabs } from "../signedPlay/transport";

/** What this browser has of a game by signature. */
export interface Opening {
  /** The game's room at the relay, for players and for who looks on. */
  room: RelayRoom | undefined;
  /** None in games by moves on the chain, for who looks on, and where this browser doesn't have the key. */
  session: SignedSession | undefined;
  /** What this browser keeps is still being read: nobody moves yet. */
  isOpening: boolean;
  /** Looks again, after a key was imported. */
  reopen: () => void;
}

/** Opens a game by signature: the line to the relay and, for a player whose key is here, the session. */
export function useSignedSession({ game, keys }: Snapshot, you: Color | undefined): Opening {
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
      const tabs = betweenTabs(settings.contract, game.id, id);
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
