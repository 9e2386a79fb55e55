import { useEffect, useState } from "react";
import { useChain } from "../chain/ChainContext";
import { useRelayUrl } from "../chain/relayUrl";
import type { GameSnapshot } from "../game/line/useGame";
import { type PlyTimes, plyTimes } from "../signedPlay/clock";
import { signedGameId } from "../signedPlay/gameId";
import { transcriptStore } from "../signedPlay/keys/store";
import { COLORS, isPrefix, type SignedGameId, type SignedMessage } from "../signedPlay/message";
import { RelayRoom } from "../signedPlay/relay/RelayRoom";
import { useGameCalls, useSettlement } from "../transactions/useSettlement";
import type { PgnRecord } from "./pgn";

/**
 * What this browser, the relay and the network's API know of a game besides what the chain keeps.
 * @param known when each ply was made, where the game is being played by signature
 */
export function useGameRecord({ game, keys, moves, plies }: GameSnapshot, known: PlyTimes | undefined): PgnRecord {
  const isKnown = known !== undefined;
  const { began, ended } = useGameCalls(game);
  const transaction = useSettlement(game);
  const { settings } = useChain();
  const relay = useRelayUrl();
  const [times, setTimes] = useState<PlyTimes>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: keys and moves come anew with each answer, plies don't
  useEffect(() => {
    if (!keys || isKnown) return;
    let isLate = false;
    let messages: SignedMessage[] = [];
    const id = signedGameId(settings.contract, game.id, keys);
    const room = relay ? new RelayRoom(relay, id, undefined) : undefined;
    const isSameGame = () => room && (isPrefix(moves, room.moves) || isPrefix(room.moves, moves));
    const show = () => {
      if (!isLate) setTimes(plyTimes(messages, plies.length, isSameGame() ? room?.arrivedAt : undefined));
    };
    if (room) {
      room.onGame = show;
      // one answer is enough, and one attempt
      room.subscribe(() => room.state !== "connecting" && room.close());
    }
    const read = async () => {
      messages = (await keptMessages(id)).filter((message) => isPrefix(message.moves, moves));
      show();
    };
    // a browser that keeps nothing knows no times
    read().catch(() => {});
    return () => {
      isLate = true;
      room?.close();
    };
  }, [settings.contract, relay, game.id, plies, isKnown]);
  return { times: known ?? times, began, ended, transaction };
}

/** What either player has signed and heard in this browser. */
async function keptMessages(id: SignedGameId): Promise<SignedMessage[]> {
  const store = await transcriptStore();
  const transcripts = await Promise.all(COLORS.map((color) => store.get(id, color)));
  return transcripts.flatMap((transcript) => transcript?.messages ?? []);
}
