import type { ChessContract } from "../chain/chess";
import { colorOf, type Game } from "../chain/game";
import { pollInterval } from "../chain/rest";

/** How a player's games have ended. */
export interface Results {
  won: number;
  drawn: number;
  lost: number;
}

export interface Ranked extends Results {
  address: string;
  /** On the chain, over all games with a stake: two for a win, one for a draw. */
  score: number;
}

/** The number of newest games to search, and of players whose score is queried. */
export const NEWEST_GAMES = 200;
const PLAYERS = 20;
/** The number of results listed. */
const LISTED = 10;

/** The game with each purse's wallet in the place of the purse. */
export const withOwners = (game: Game, owners: ReadonlyMap<string, string>): Game => ({
  ...game,
  white: owners.get(game.white) ?? game.white,
  black: owners.get(game.black) ?? game.black,
});

/** A game's result for a player; undefined if the game is running or has no result. */
export function resultOf(game: Game, address: string): keyof Results | undefined {
  const color = colorOf(game, address);
  if (!color) return undefined;
  if (game.state === "drawn") return "drawn";
  if (game.state !== "whiteWon" && game.state !== "blackWon") return undefined;
  return game.state === `${color}Won` ? "won" : "lost";
}

/** A player's results among some games. */
export function resultsOf(games: readonly Game[], address: string): Results {
  const results = { won: 0, drawn: 0, lost: 0 };
  for (const game of games) {
    const result = resultOf(game, address);
    if (result) results[result]++;
  }
  return results;
}

/** The score of all of a player's accounts: two for each win, one for each draw. */
export async function scoreOf(chess: ChessContract, accounts: readonly string[]): Promise<number> {
  const scores = await Promise.all(accounts.map((account) => chess.score(account)));
  return scores.reduce((one, other) => one + other, 0);
}

const isFinished = ({ state }: Game): boolean => state === "drawn" || state === "whiteWon" || state === "blackWon";

/** Whether one of these games has ended since. */
export const hasNews = ({ first, finished }: Awaited<ReturnType<typeof leaderboard>>, games: Iterable<Game>): boolean =>
  [...games].some((game) => game.id >= first && isFinished(game) && !finished.has(game.id));

/**
 * Milliseconds until the next query about a game's end that the relay has reported for `sinceMs` and the chain lacks:
 * `sinceMs` again, but at least 3 s and at most a minute.
 */
export const pauseAfterNews = (sinceMs: number): number => pollInterval(sinceMs, 3_000, 60_000, 0.5, 1);

/**
 * Looks through the newest games, and queries the scores of the players with the best results in them.
 * @param ownersOf the wallets of accounts that are purses with a name
 */
export async function leaderboard(
  chess: ChessContract,
  ownersOf: (addresses: readonly string[]) => Promise<ReadonlyMap<string, string>>,
) {
  const { gameCount } = await chess.terms();
  const first = Math.max(1, gameCount - NEWEST_GAMES + 1);
  const finished = gameCount === 0 ? [] : (await chess.games(first, NEWEST_GAMES)).filter(isFinished);
  const accounts = [...new Set(finished.flatMap(({ white, black }) => [white, black]))];
  const owners = await ownersOf(accounts);
  const owned = finished.map((game) => withOwners(game, owners));
  const players = [...new Set(accounts.map((account) => owners.get(account) ?? account))].map((address) => ({
    address,
    ...resultsOf(owned, address),
  }));
  const score = async (address: string) => {
    const purses = [...owners].filter(([, wallet]) => wallet === address).map(([purse]) => purse);
    return scoreOf(chess, [address, ...purses]);
  };
  const points = ({ won, drawn }: Results) => 2 * won + drawn;
  const best = players.toSorted((one, other) => points(other) - points(one)).slice(0, PLAYERS);
  const ranked = await Promise.all(best.map(async (player) => ({ ...player, score: await score(player.address) })));
  return {
    /** By their score on the chain, the best first. */
    players: ranked.toSorted((one, other) => other.score - one.score || points(other) - points(one)),
    /** Some of the games that are over, the newest first. */
    games: finished.slice(-LISTED).reverse(),
    /** The first of the games, and the ids of the finished ones. */
    first,
    finished: new Set(finished.map(({ id }) => id)),
  };
}
