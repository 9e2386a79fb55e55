import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useChain } from "../../chain/ChainContext";
import type { Awaits, Game, Snapshot } from "../../chain/game";
import { keepQuiet } from "../../chain/rest";
import { AWAITS, allowance } from "../../chess/rules";
import type { RelayRoom } from "../../signedPlay/relay/RelayRoom";
import { LOOK_SHARE } from "./timeLeft";

const DAY_MS = 86_400_000;
const MOST_MS = 1_800_000;
/** The same beside a relay that doesn't watch the chain: nobody else would tell of an ask. */
const UNWATCHED_MS = 30_000;
/** And where there is a stake and so little time: an answer needs a player's hand and a wallet's window. */
const SHORT_WINDOW_MS = 900_000;

/** How seldom the page may look at the chain beside a relay: nobody has to trust that one. In milliseconds. */
export function lookEvery(
  { clocks, stake }: Pick<Snapshot, "clocks" | "stake">,
  roundMs: number,
  isWatched: boolean,
): number {
  // an ask over an old state, or an end that a longer game undoes, must be seen while it can be answered
  const within = (awaits: Awaits) =>
    clocks && allowance(awaits, true, clocks.base, Math.min(clocks.left.white, clocks.left.black), roundMs);
  const window = within("longerGame") ?? DAY_MS;
  const most = isWatched && !(stake && window <= SHORT_WINDOW_MS) ? MOST_MS : UNWATCHED_MS;
  // slow answers leave less for the next ask
  return Math.min(most, Math.min(window, within("answer") ?? window) * LOOK_SHARE);
}

/** Lets the relay tell what happens instead of asking the chain, and asks the chain when the relay says so. */
export function useRelay(room: RelayRoom | undefined, snapshot: Snapshot, isOver: boolean): void {
  const { game } = snapshot;
  const client = useQueryClient();
  const { config } = useChain();
  const isQuiet = room?.state === "online" && !isOver && game.awaits === "move" && !isNews(room.chain, game);
  const pause = isQuiet ? lookEvery(snapshot, config.roundMs, room.chain !== undefined) : 0;
  const isOngoing = game.state === "ongoing";
  useEffect(() => (isOngoing ? keepQuiet(pause) : undefined), [isOngoing, pause]);
  const { plies, state, awaits } = room?.chain ?? {};
  // what can happen on the chain only is asked for as soon as the relay is gone
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each news
  useEffect(() => {
    if (!isQuiet) askAgain(client, game.id);
  }, [client, game.id, isQuiet, plies, state, awaits]);
}

/**
 * Whether the relay tells of another game on the chain than the page has seen there. Then it has told it first, or hasn't
 * told what the page has seen, and may keep back the next ask, too.
 */
export const isNews = (told: RelayRoom["chain"], { plies, state, awaits }: Game): boolean =>
  told !== undefined &&
  (told.plies !== plies || (told.state !== 0) !== (state !== "ongoing") || told.awaits !== AWAITS[awaits]);

/**
 * Asks the chain for a game once more. A pending query isn't given up for that: a relay could have
 * news forever, and no answer would come to its end. It may be older than the news, so it is asked
 * again after it.
 */
export async function askAgain(client: QueryClient, id: number): Promise<void> {
  const game = { queryKey: ["game", id] };
  const isUnderWay = client.isFetching(game) > 0;
  await client.invalidateQueries(game, { cancelRefetch: false });
  if (isUnderWay) await client.invalidateQueries(game, { cancelRefetch: false });
}
