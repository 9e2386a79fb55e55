import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useNow } from "../browser/useNow";
import { useChain } from "../chain/ChainContext";
import type { Game } from "../chain/game";
import { nextPoll, pollInterval } from "../chain/rest";
import { dutyOf, isNextDue, type Known, mayBeLate, runningRound, type Seat, seatOf, withGame } from "./boards";
import { type Board, type Standings, type Tournament, TournamentContract } from "./contract";

/** The number of a player's newest games, and of all newest games, to search for a board's game or challenge. */
const [GAMES, CHALLENGES] = [40, 200];
/** The number of tournaments on a page of the list. */
const LISTED = 20;
/** A running round is queried at intervals of a share of its window, within these limits. */
const [OFTEN_MS, SELDOM_MS] = [3_000, 20_000];
const SHARE = 200;
/** The time before a tournament's start in which it is queried often. */
const SOON_MS = 120_000;

/** The contract of tournaments of this chain, if there is one. */
export function useTournaments(): TournamentContract | undefined {
  const { gateway, settings } = useChain();
  return useMemo(() => {
    const { tournaments } = settings;
    return tournaments ? new TournamentContract(gateway, tournaments, settings) : undefined;
  }, [gateway, settings]);
}

/** No relay reports tournaments: they are queried even while it reports everything else. */
const every =
  (milliseconds: number) =>
  (asked: Parameters<typeof nextPoll>[0]): number =>
    asked.state.status === "error"
      ? nextPoll(asked, milliseconds, milliseconds)
      : pollInterval(0, milliseconds, milliseconds, (asked.state.dataUpdatedAt % 100) / 100);

/** The same, even in a hidden page: a player's board depends on its automatic acts. */
const everyAlways = (milliseconds: number) => ({
  refetchInterval: every(milliseconds),
  refetchIntervalInBackground: true,
});

/** A page of the tournaments, the newest first; page 0 has the newest. */
export function usePage(page: number) {
  const contract = useTournaments();
  return useQuery({
    queryKey: ["tournament", "page", page],
    queryFn: async (): Promise<Tournament[]> => {
      if (!contract) return [];
      const newest = (await contract.count()) - page * LISTED;
      const ids = Array.from({ length: Math.min(newest, LISTED) }, (_, index) => newest - index);
      return Promise.all(ids.map((id) => contract.tournament(id)));
    },
    placeholderData: keepPreviousData,
    refetchInterval: every(SELDOM_MS / 2),
  });
}

/** The interval between a tournament's queries, in milliseconds. */
function paceOf(tournament: Tournament | undefined): number {
  if (tournament?.phase === "Running") return Math.min(SELDOM_MS, Math.max(OFTEN_MS, tournament.terms.window / SHARE));
  const isSoon = tournament?.phase === "Entering" && Date.now() > tournament.terms.start - SOON_MS;
  return isSoon ? OFTEN_MS : SELDOM_MS;
}

/** A tournament, its players and its rounds. */
export function useStandings(id: number) {
  const contract = useTournaments();
  return useQuery({
    queryKey: ["tournament", id],
    queryFn: contract ? () => contract.standings(id) : skipToken,
    refetchInterval: (query) => every(paceOf(query.state.data?.tournament))(query),
    // a player's board depends on the automatic acts of a hidden page
    refetchIntervalInBackground: true,
  });
}

/** The games of a round's boards without a result, except those that began too late. */
function useGamesOf({ tournament, entrants }: Standings, boards: readonly Board[], pace: number): readonly Game[] {
  const { chess } = useChain();
  const contract = useTournaments();
  const ids = boards.filter(({ state, game }) => game && state !== "Done").map(({ game }) => game);
  const counts = async (game: Game): Promise<boolean> => {
    const index = boards.findIndex((board) => board.game === game.id);
    const white = entrants[boards[index]?.white ?? 0]?.player;
    if (!contract || !white || !mayBeLate(boards[index], game, tournament, Date.now())) return true;
    return !(await contract.beganLate(white, tournament.id, index + 1, game.id));
  };
  const { data = [] } = useQuery({
    queryKey: ["tournament", "games", ...ids],
    queryFn:
      ids.length > 0
        ? async () => {
            const games = (await Promise.all(ids.map((id) => chess.games(id, 1)))).flat();
            const areCounted = await Promise.all(games.map(counts));
            return games.filter((_, index) => areCounted[index]);
          }
        : skipToken,
    ...everyAlways(pace),
  });
  return data;
}

/** A player's newest games and the open challenges, while the player's board may need them. */
function useKnown(seat: Seat | undefined, pace: number): Known | undefined {
  const { chess } = useChain();
  const isNeeded = seat && (seat.board.state === "Empty" || seat.board.state === "Challenge");
  return useQuery({
    queryKey: ["tournament", "known", seat?.player, seat?.opponent],
    queryFn: isNeeded
      ? async () => {
          const [games, challenges] = await Promise.all([
            chess.playerGames(seat.player, 0, GAMES),
            chess.openChallenges(0, CHALLENGES),
          ]);
          return { games: games.items, challenges: challenges.items };
        }
      : skipToken,
    ...everyAlways(pace),
  }).data;
}

/** The amount that an account can claim. */
export function useClaim({ id, phase }: Tournament, player: string | undefined) {
  const contract = useTournaments();
  const isOver = phase === "Ended" || phase === "Cancelled";
  return useQuery({
    queryKey: ["tournament", "claim", id, player],
    queryFn: contract && player && isOver ? () => contract.claim(id, player) : skipToken,
  });
}

/** The current state of a running round, and a player's duty in it. */
export function useRound(standings: Standings, player: string | undefined) {
  const now = useNow(true);
  const pace = paceOf(standings.tournament);
  const stored = runningRound(standings)?.boards ?? [];
  const games = useGamesOf(standings, stored, pace);
  const boards = stored.map((board) =>
    withGame(
      board,
      games.find(({ id }) => id === board.game),
    ),
  );
  const seat = seatOf(standings, boards, player);
  const asked = useKnown(seat, pace);
  // during a game nothing else is needed
  const isBusy = seat?.board.state === "Playing" || seat?.board.state === "Done";
  const known = isBusy ? { games: [], challenges: [] } : asked;
  return {
    now,
    boards,
    /** The games of its boards that have no result. */
    games,
    seat,
    duty: seat && known && dutyOf(standings.tournament, seat, known, now),
    isNextDue: isNextDue(standings.tournament, boards, now),
  };
}

export type Now = ReturnType<typeof useRound>;
