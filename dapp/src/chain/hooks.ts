import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, use } from "react";
import { type Ply, replay } from "../chess/history";
import type { ChessContract, Claims, Game, LegalMove } from "./chess";
import { EGLD } from "./contract";
import type { ChainClock, Gateway, NetworkConfig } from "./gateway";
import type { MinichessContract } from "./minichess";
import type { Settings } from "./settings";

/** The chain that the page plays on. */
export interface Chain {
  settings: Settings;
  gateway: Gateway;
  config: NetworkConfig;
  chess: ChessContract;
  minichess: MinichessContract | undefined;
}

export const ChainContext = createContext<Chain | undefined>(undefined);

/** The chain that the page plays on. */
export function useChain(): Chain {
  const chain = use(ChainContext);
  if (!chain) throw new Error("used outside of the chain's context");
  return chain;
}

/** A game as the chain has it in one moment. */
export interface Snapshot {
  game: Game;
  plies: Ply[];
  legal: LegalMove[];
  claims: Claims;
  drawOffer: string | undefined;
}

/** How often what others may change is asked anew, in milliseconds. */
const GAME_MS = 900;
const TERMS_MS = 1_500;
const LISTS_MS = 3_000;
const CLOCK_MS = 3_000;

const NO_CLAIMS: Claims = { draw: false, illegalMove: false, inactivity: false };

export function useTerms() {
  const { chess } = useChain();
  return useQuery({ queryKey: ["terms"], queryFn: () => chess.terms(), refetchInterval: TERMS_MS });
}

/** The chain's epoch, and how far it is. */
export function useClock() {
  const { gateway } = useChain();
  return useQuery({ queryKey: ["clock"], queryFn: () => gateway.clock(), refetchInterval: CLOCK_MS });
}

/** How long until an epoch begins, in milliseconds; zero or less once it has. */
export function untilEpoch(epoch: number, clock: ChainClock, config: NetworkConfig): number {
  const rounds = (epoch - clock.epoch) * config.roundsPerEpoch - clock.roundsPassed;
  return epoch <= clock.epoch ? 0 : rounds * config.roundMs;
}

/** A game, asked for often while it goes on. */
export function useSnapshot(id: number) {
  const { chess } = useChain();
  const client = useQueryClient();
  const queryKey = ["game", id];
  return useQuery({
    queryKey,
    queryFn: () => snapshot(chess, id, client.getQueryData<Snapshot>(queryKey)),
    refetchInterval: ({ state }) => (state.data && state.data.game.state !== "ongoing" ? false : GAME_MS),
    // the opponent's move is heard in another tab too
    refetchIntervalInBackground: true,
  });
}

async function snapshot(chess: ChessContract, id: number, before: Snapshot | undefined): Promise<Snapshot> {
  for (;;) {
    const game = await chess.game(id);
    const isOngoing = game.state === "ongoing";
    const isKnown = before?.game.plies === game.plies && before.game.state === game.state;
    const [drawOffer, claims, plies, legal] = await Promise.all([
      isOngoing ? chess.drawOffer(id) : undefined,
      isOngoing ? chess.claims(id) : NO_CLAIMS,
      isKnown ? before.plies : chess.moves(id).then(replay),
      isKnown ? before.legal : chess.legalMoves(id),
    ]);
    // a block may have come between two answers: then they are asked for again
    if (plies.length === game.plies) return { game, plies, legal, claims, drawOffer };
  }
}

/** A player's games, the newest first. */
export function usePlayerGames(player: string | undefined, before: number, count: number) {
  const { chess } = useChain();
  return useQuery({
    queryKey: ["games", player, before, count],
    queryFn: () => chess.playerGames(player ?? "", before, count),
    enabled: player !== undefined,
    refetchInterval: LISTS_MS,
    placeholderData: keepPreviousData,
  });
}

/** A page of all games, the newest first; page 0 has the newest. */
export function useAllGames(gameCount: number, page: number, size: number) {
  const { chess } = useChain();
  const last = gameCount - page * size;
  const first = Math.max(1, last - size + 1);
  return useQuery({
    queryKey: ["all games", first, last],
    queryFn: async () => (await chess.games(first, last - first + 1)).reverse(),
    enabled: last >= 1,
    refetchInterval: LISTS_MS,
    placeholderData: keepPreviousData,
  });
}

/** Whether a pause has lasted so long that a game's wagers can be taken back. */
export function useReclaimable(id: number, player: string | undefined, paused: boolean): boolean {
  const { chess } = useChain();
  const { data } = useQuery({
    queryKey: ["reclaimable", id, player],
    queryFn: () => chess.wouldSucceed(player ?? "", "reclaimWager", [id]),
    enabled: paused && player !== undefined,
    refetchInterval: LISTS_MS,
  });
  return paused && data === true;
}

/** What a player has of EGLD and of a token, what is owed to them, and their score. */
export function useHoldings(player: string | undefined, token: string | undefined) {
  const { gateway, chess } = useChain();
  return useQuery({
    queryKey: ["holdings", player, token],
    queryFn: async () => {
      const address = player ?? "";
      const [{ balance }, tokens, credit, score] = await Promise.all([
        gateway.account(address),
        token && token !== EGLD ? gateway.tokenBalance(address, token) : undefined,
        chess.credit(address),
        chess.score(address),
      ]);
      return { egld: balance, wagerToken: tokens ?? balance, credit, score };
    },
    enabled: player !== undefined,
    refetchInterval: LISTS_MS,
  });
}

/** A token's decimals, 18 for EGLD. */
export function useDecimals(token: string | undefined): number {
  const { settings } = useChain();
  const { data } = useQuery({
    queryKey: ["decimals", token],
    queryFn: async () => {
      const answer = await fetch(`${settings.api}/tokens/${token}`);
      return Number((await answer.json()).decimals ?? 0);
    },
    enabled: token !== undefined && token !== EGLD,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return token === undefined || token === EGLD ? 18 : (data ?? 0);
}
