import { extend, makeComment, makePgn, Node, type PgnNodeData } from "chessops/pgn";
import type { Clocks, Color, Game } from "../chain/game";
import { withKnownReason } from "../chain/knownReason";
import { type Settings, SITES } from "../chain/settings";
import type { Ply } from "../chess/history";
import { englishReason } from "../chess/reason";
import { clocksAfter, type PlyTimes } from "../signedPlay/clock";

const RESULTS = { ongoing: "*", whiteWon: "1-0", blackWon: "0-1", drawn: "1/2-1/2", open: "*", noResult: "*" } as const;

/** Information about a game in addition to the data that the chain stores. */
export interface PgnRecord {
  /** When each ply was made; the pages' clocks follow from it. */
  times?: PlyTimes | undefined;
  /** When the chain's game began and ended, in milliseconds. */
  began?: number | undefined;
  ended?: number | undefined;
  /** The hash of the transaction that ended it. */
  transaction?: string | undefined;
  /** The players' names and their ratings at the beginning. */
  names?: Record<Color, string | undefined>;
  elo?: Record<Color, number | undefined>;
  /** "C50 Italian Game". */
  opening?: string | undefined;
  /** The game's address on the page. */
  site?: string;
}

interface PgnGame {
  game: Game;
  plies: Ply[];
  clocks?: Clocks | undefined;
  /** The chain's resignation may be a loss on time: no relay was asked about it. */
  mayBeTime?: boolean;
}

const UNKNOWN_DATE = "????.??.??";

/** The day of a moment in UTC, so that both players get the same text. */
const dayOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10).replaceAll("-", ".");

/** A game of the chain as PGN, with the contract's address in a tag. */
export function pgn(
  { game, plies, clocks, mayBeTime }: PgnGame,
  { times = [], began, ended, transaction, names, elo, opening, site }: PgnRecord,
  settings: Pick<Settings, "network">,
  contract: string,
): string {
  const left = clocks ? clocksAfter(clocks, times) : [];
  const data = plies.map(({ san }, index): PgnNodeData => {
    const millis = left[index];
    return millis === undefined ? { san } : { san, comments: [makeComment({ clock: Math.floor(millis / 1_000) })] };
  });
  const moves = new Node<PgnNodeData>();
  extend(moves, data);
  const start = times.find((time) => time !== undefined) ?? began;
  const { explorer } = SITES[settings.network];
  const headers = new Map([
    ["Event", "On-chain chess"],
    ["Site", site ?? (explorer ? `${explorer}/accounts/${contract}` : settings.network)],
    ["Date", start === undefined ? UNKNOWN_DATE : dayOf(start)],
    ["Round", game.match ? `${game.id}.${game.match.round + 1}` : String(game.id)],
    ["White", names?.white ?? game.white],
    ["Black", names?.black ?? game.black],
    ["Result", RESULTS[game.state]],
    ["Variant", "Standard"],
    ["TimeControl", clocks ? `${clocks.base}+${clocks.increment}` : "-"],
    ["Contract", contract],
  ]);
  for (const [tag, color] of [
    ["White", "white"],
    ["Black", "black"],
  ] as const) {
    // a name can change, an address can't
    if (names?.[color]) headers.set(`${tag}Address`, game[color]);
    if (elo?.[color] !== undefined) headers.set(`${tag}Elo`, String(elo[color]));
  }
  const [eco, ...name] = opening?.split(" ") ?? [];
  if (eco) headers.set("ECO", eco).set("Opening", name.join(" "));
  if (ended !== undefined) headers.set("EndDate", dayOf(ended));
  if (transaction) headers.set("Transaction", transaction);
  const { endReason } = withKnownReason(contract, game);
  if (game.state !== "ongoing")
    headers.set("Termination", mayBeTime && endReason === "Resignation" ? "normal" : englishReason(endReason));
  return makePgn({ headers, moves });
}

/** A page of lichess with a position on its analysis board. */
export const lichessLink = (fen: string): string => `https://lichess.org/analysis/standard/${fen.replaceAll(" ", "_")}`;
