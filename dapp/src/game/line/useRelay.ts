import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Snapshot } from "../../chain/game";
import { keepQuiet } from "../../chain/rest";
import type { RelayRoom } from "../../signedPlay/relay/RelayRoom";

/** An ask over an old state, or an end that a longer game undoes, must be seen while it can be answered. */
const LEAST_WINDOW_S = 180;
const DAY_S = 86_400;
/** Somewhat less than that time: an answer takes a while, too. */
const LOOK_SHARE = 0.85;
const MOST_MS = 1_800_000;
/** The same beside a relay that doesn't watch the chain: nobody else would tell of an ask. */
const UNWATCHED_MS = 30_000;
/** And where there is a stake and so little time: an answer needs a player's hand and a wallet's window. */
const SHORT_WINDOW_S = 900;

/** How seldom the page may look at the chain beside a relay: nobody has to trust that one. In milliseconds. */
export function lookEvery({ clocks, stake }: Pick<Snapshot, "clocks" | "stake">, isWatched: boolean): number {
  const window = Math.min(DAY_S, Math.max(LEAST_WINDOW_S, clocks?.base ?? DAY_S));
  if (!isWatched || (stake && window <= SHORT_WINDOW_S)) return UNWATCHED_MS;
  return Math.min(MOST_MS, window * 1_000 * LOOK_SHARE);
}

/** Lets the relay tell what happens instead of asking the chain, and asks the chain when the relay says so. */
export function useRelay(room: RelayRoom | undefined, snapshot: Snapshot, isOver: boolean): void {
  const { game } = snapshot;
  const client = useQueryClient();
  const isQuiet = room?.state === "online" && !isOver && game.awaits === "move";
  const pause = isQuiet ? lookEvery(snapshot, room.chain !== undefined) : 0;
  const isOngoing = game.state === "ongoing";
  useEffect(() => (isOngoing ? keepQuiet(pause) : undefined), [isOngoing, pause]);
  const { plies, state, awaits } = room?.chain ?? {};
  const isNews =
    plies !== undefined &&
    (plies !== game.plies || (state !== 0) !== (game.state !== "ongoing") || awaits !== AWAITS[game.awaits]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each news
  useEffect(() => {
    if (isNews) client.invalidateQueries({ queryKey: ["game", game.id] });
  }, [client, game.id, isNews, plies, state, awaits]);
  // what can happen on the chain only is asked for as soon as the relay is gone
  useEffect(() => {
    if (!isQuiet) client.invalidateQueries({ queryKey: ["game", game.id] });
  }, [client, game.id, isQuiet]);
}

/** The ABI's numbers. */
const AWAITS = { move: 0, answer: 1, longerGame: 2 } as const;
