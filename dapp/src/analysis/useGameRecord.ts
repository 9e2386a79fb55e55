import { useEffect, useState } from "react";
import { href } from "../browser/router";
import { useChain } from "../chain/ChainContext";
import { type Game, isOver } from "../chain/game";
import { keepReason } from "../chain/knownReason";
import { useNameOf } from "../chain/queries";
import { useRelayUrl } from "../chain/relayUrl";
import { shareLink } from "../chain/settings";
import { isLossOnTime } from "../chess/rules";
import type { GameSnapshot } from "../game/line/useGame";
import { changeBy, type Pool, poolOf, ratingIn } from "../ratings/rating";
import { useRatings } from "../ratings/useRatings";
import { type PlyTimes, plyTimes } from "../signedPlay/clock";
import { transcriptStore } from "../signedPlay/keys/store";
import { signedGameId } from "../signedPlay/match";
import { COLORS, isPrefix, type SignedGameId, type SignedMessage } from "../signedPlay/message";
import { RelayRoom } from "../signedPlay/relay/RelayRoom";
import { useGameCalls, useSettlement } from "../transactions/useSettlement";
import { useOwner } from "../ui/values/owner";
import type { PgnRecord } from "./pgn";

/**
 * The facts about a game that this browser, the relay and the network's API have in addition to the chain's.
 * @param known when each ply was made, if the game is being played by signature
 */
export function useGameRecord(
  { game, keys, moves, plies, clocks }: GameSnapshot,
  known: PlyTimes | undefined,
): PgnRecord {
  const isKnown = known !== undefined;
  const { began, ended } = useGameCalls(game);
  const transaction = useSettlement(game);
  const { settings } = useChain();
  const relay = useRelayUrl();
  const [times, setTimes] = useState<PlyTimes>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: keys and moves are new objects in each answer, plies don't
  useEffect(() => {
    if (!keys || isKnown) return;
    let isLate = false;
    let messages: SignedMessage[] = [];
    const id = signedGameId(settings.contract, game.id, keys);
    const room = relay ? new RelayRoom(relay, id, undefined) : undefined;
    const isSameGame = () => room && (isPrefix(moves, room.moves) || isPrefix(room.moves, moves));
    const show = () => {
      const times = plyTimes(messages, plies.length, isSameGame() ? room?.arrivedAt : undefined);
      const resigned = game.endReason === "Resignation" && (game.state === "whiteWon" ? "black" : "white");
      const at = resigned && room?.resignedAt(resigned);
      if (at && clocks && isLossOnTime(clocks, times, resigned, at))
        keepReason(settings.contract, { ...game, endReason: "TimeOver" });
      if (!isLate) setTimes(times);
    };
    if (room) {
      room.onGame = show;
      // one answer or one failed attempt is enough
      room.subscribe(() => room.state !== "connecting" && room.close());
    }
    const read = async () => {
      messages = (await keptMessages(id)).filter((message) => isPrefix(message.moves, moves));
      show();
    };
    // a browser that stores nothing has no times
    read().catch(() => {});
    return () => {
      isLate = true;
      room?.close();
    };
  }, [settings.contract, relay, game.id, plies, isKnown]);
  const names = { white: usePgnName(game.white), black: usePgnName(game.black) };
  const pool = poolOf(clocks, game.engines);
  const elo = { white: useEloBefore(game.white, game, pool), black: useEloBefore(game.black, game, pool) };
  const site = shareLink(settings, game.id) ?? new URL(href({ view: "game", id: game.id }), document.baseURI).href;
  return { times: known ?? times, began, ended, transaction, names, elo, site };
}

/** A player's name; for a purse with a name, its wallet's name or address. */
function usePgnName(account: string): string | undefined {
  const owner = useOwner(account);
  return useNameOf(owner) ?? (owner === account ? undefined : owner);
}

/** A player's rating when a game began, if the relay knows it. */
function useEloBefore(player: string, game: Game, pool: Pool): number | undefined {
  const known = useRatings(player);
  if (!known) return undefined;
  if (!isOver(game)) return Math.round(ratingIn(known, pool).rating);
  const change = changeBy(known, game.id);
  return change && Math.round(change.rating.rating) - change.by;
}

/** The messages that either player has signed or received in this browser. */
async function keptMessages(id: SignedGameId): Promise<SignedMessage[]> {
  const store = await transcriptStore();
  const transcripts = await Promise.all(COLORS.map((color) => store.get(id, color)));
  return transcripts.flatMap((transcript) => transcript?.messages ?? []);
}
