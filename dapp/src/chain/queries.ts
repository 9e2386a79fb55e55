import { keepPreviousData, type QueryClient, skipToken, useQuery } from "@tanstack/react-query";
import { type Chain, useChain } from "./ChainContext";
import type { ChessContract, Pause } from "./chess";
import type { Challenge, Game } from "./game";
import { Unreachable } from "./network/gateway";
import { EGLD, type Payment } from "./payment";
import { nextPoll, nextSlowPoll, nextTry } from "./rest";
import type { BotName } from "./settings";

/** The first words of the keys of what a transaction may change. */
const VOLATILE = new Set([
  "terms",
  "paused",
  "pause",
  "game",
  "games",
  "all games",
  "holdings",
  "reclaimable",
  "challenges",
  "engine",
  "tournament",
]);

/** Asks anew what a transaction may have changed, where it is shown. */
export function refreshChainData(client: QueryClient): void {
  client.invalidateQueries({ predicate: ({ queryKey }) => VOLATILE.has(String(queryKey[0])) });
}

/** The wager, the queue, the number of games. */
export function useTerms({ isPolled = true } = {}) {
  const { chess } = useChain();
  return useQuery({
    queryKey: ["terms"],
    queryFn: () => chess.terms(),
    refetchInterval: (query) => (isPolled ? nextSlowPoll(query, 1_500) : nextTry(query)),
  });
}

/** Whether the contract is paused; asked again and again where that matters. */
export function usePaused(isPolled: boolean): boolean | undefined {
  const { chess } = useChain();
  return useQuery({
    queryKey: ["paused"],
    queryFn: () => chess.isPaused(),
    // the end of a pause is waited for; its beginning a refused move tells, too
    refetchInterval: (query) => {
      const [least, most] = query.state.data ? [3_000, 5_000] : [20_000, 60_000];
      return isPolled ? nextPoll(query, least, most) : nextTry(query);
    },
  }).data;
}

/** A player's games, the newest first. */
export function usePlayerGames(player: string | undefined, before: number, count: number, { isPolled = true } = {}) {
  const { chess } = useChain();
  return useQuery({
    queryKey: ["games", player, before, count],
    queryFn: player === undefined ? skipToken : () => chess.playerGames(player, before, count),
    refetchInterval: (query) => (isPolled || isUnanswered(query)) && nextSlowPoll(query, 2_000),
    placeholderData: keepPreviousData,
  });
}

/** It is asked again by itself, also where it isn't polled: games that nobody knows of nobody guards. */
const isUnanswered = ({ state }: { state: { status: string } }): boolean => state.status === "error";

/** A player's newest games, as the lobby's list asks for them, and all older ones that go on: they need their player, too. */
export function useGamesAtHand(player: string | undefined, count: number): Game[] {
  const { chess } = useChain();
  const { data } = usePlayerGames(player, 0, count, { isPolled: false });
  const { data: ongoing = [] } = useQuery({
    queryKey: ["games", player, "ongoing"],
    // with no more than the newest there is nothing to ask
    queryFn: player && data?.next ? () => chess.ongoingGames(player) : skipToken,
    refetchInterval: (query) => isUnanswered(query) && nextSlowPoll(query, 2_000),
  });
  const newest = data?.items ?? [];
  return [...newest, ...ongoing.filter(({ id }) => newest.every((game) => game.id !== id))];
}

/** The number of games that one query looks through for open challenges. */
const CHALLENGE_WINDOW = 200;

/** Open challenges before a game, 0 for the newest, whoever they are for: all that is known of them comes from here. */
export const challengeWindow = (chess: ChessContract, before: number) => ({
  queryKey: ["challenges", before],
  queryFn: () => chess.openChallenges(before, CHALLENGE_WINDOW),
});

/** The open challenges among the newest games, as the page learned them last: this asks nothing by itself. */
export function useKnownChallenges(): Challenge[] | undefined {
  const { chess } = useChain();
  return useQuery({ ...challengeWindow(chess, 0), enabled: false }).data?.items;
}

/** The newest open challenge that names `player`, of one opponent, since a game. */
export function useChallengeBy(
  challenger: string,
  player: string,
  since: number,
  isAsked: boolean,
  isWanted: (challenge: Challenge) => boolean = () => true,
): Challenge | undefined {
  const { chess } = useChain();
  const { data } = useQuery({
    ...challengeWindow(chess, 0),
    enabled: isAsked,
    refetchInterval: (query) => nextSlowPoll(query, 3_000),
  });
  return data?.items.find(
    (challenge) =>
      challenge.id > since &&
      challenge.challenger === challenger &&
      challenge.opponent === player &&
      isWanted(challenge),
  );
}

/** The contract's last pause, for a game that it may have held up. */
export function usePause(paused: boolean | undefined, isAsked: boolean): Pause | undefined {
  const { chess } = useChain();
  return useQuery({
    queryKey: ["pause", paused],
    queryFn: isAsked ? () => chess.pause() : skipToken,
    // a page that slept has seen nothing of a pause
    refetchInterval: (query) => nextSlowPoll(query, 60_000),
  }).data;
}

/** Whether pauses have lasted long enough to take back a game's wagers. */
export function useReclaimable(id: number, player: string | undefined, paused: boolean): boolean {
  const { chess } = useChain();
  const { data } = useQuery({
    queryKey: ["reclaimable", id, player],
    queryFn: paused && player ? () => chess.wouldSucceed(player, "reclaimWager", [id]) : skipToken,
    refetchInterval: (query) => nextPoll(query, 3_000, 20_000),
  });
  return paused && data === true;
}

/** A value that the chain has for a player, who may be missing; queried again after each transaction. */
function useHolding<T>(
  name: string | undefined,
  player: string | undefined,
  ask: (player: string, chain: Chain) => Promise<T>,
  options: { refetchInterval?: (asked: Parameters<typeof nextPoll>[0]) => number } = {},
) {
  const chain = useChain();
  return useQuery({
    queryKey: ["holdings", name, player],
    queryFn: player === undefined ? skipToken : () => ask(player, chain),
    ...options,
  });
}

/** A player's balance of EGLD. */
export const useBalance = (player: string | undefined) =>
  useHolding("EGLD", player, async (address, { gateway }) => (await gateway.account(address)).balance);

/** A player's balance of a token. */
export function useTokenBalance(player: string | undefined, token: string | undefined): bigint | undefined {
  const isEgld = token === EGLD;
  const { data: egld } = useBalance(isEgld ? player : undefined);
  const { data } = useHolding(token, token && !isEgld ? player : undefined, (address, { gateway }) =>
    gateway.tokenBalance(address, token ?? ""),
  );
  return isEgld ? egld : data;
}

/** The fungible tokens that a player holds. */
export const useTokens = (player: string | undefined): string[] | undefined =>
  useHolding("tokens", player, (address, { gateway }) => gateway.tokens(address)).data;

/** The amounts that are owed to a player and can be withdrawn, by token. */
export const useCredits = (player: string | undefined): Payment[] | undefined =>
  useHolding("credits", player, (address, { chess }) => chess.credits(address), {
    // what another shard has sent back comes later
    refetchInterval: (query) => nextPoll(query, 15_000, 60_000),
  }).data;

/** Two for each win, one for each draw. */
export const useScore = (player: string | undefined): number | undefined =>
  useHolding("score", player, (address, { chess }) => chess.score(address)).data;

/** The name that an account has given itself, where it has one; else, of a ready player of the local chain, the player's. */
export function useHerotag(address: string | undefined): string | undefined {
  const { gateway, settings } = useChain();
  const ready = __LOCAL_CHAIN__ ? settings.developerWallets?.find((wallet) => wallet.address === address) : undefined;
  const { data } = useQuery({
    queryKey: ["username", address],
    queryFn: address === undefined ? skipToken : async () => (await gateway.username(address)) ?? null,
    staleTime: "static",
  });
  return data ?? ready?.name;
}

/** Where what a relay tells of bots is kept; it is asked for nothing else. */
export const BOTS_KEY = ["bots"];

/** The players that are programs, as far as settings and relay say. */
function useBots(): readonly BotName[] {
  const { settings } = useChain();
  const { data } = useQuery<BotName[]>({
    queryKey: BOTS_KEY,
    queryFn: () => settings.bots ?? [],
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return [...(data ?? []), ...(settings.bots ?? [])];
}

/** Whether a player is a program, as far as anybody says so. */
export function useIsBot(): (player: string) => boolean {
  const bots = useBots();
  return (player) => bots.some(({ address }) => address === player);
}

/** The name of a player that is a program; none for any other. */
export const useBotName = (address: string | undefined): string | undefined =>
  useBots().find((bot) => bot.address === address)?.name;

/** A player's name in a text: a bot's, or "@alice"; none without either. */
export function useNameOf(address: string | undefined): string | undefined {
  const bot = useBotName(address);
  const herotag = useHerotag(bot ? undefined : address);
  return bot ?? (herotag && `@${herotag}`);
}

/** A token's decimals, 18 for EGLD; none before the network's API has told them. */
export function useDecimals(token: string | undefined): number | undefined {
  const { settings } = useChain();
  const { data } = useQuery({
    queryKey: ["decimals", token],
    queryFn: async () => {
      const asked = fetch(`${settings.api}/tokens/${token}`).then((answer) => answer.json());
      const { decimals } = await asked.catch(() => ({}));
      if (typeof decimals !== "number") throw new Unreachable();
      return decimals as number;
    },
    enabled: token !== undefined && token !== EGLD,
    staleTime: "static",
  });
  return token === undefined || token === EGLD ? 18 : data;
}
