// The page takes and refuses exactly the moves that the chain takes and refuses: its compiled rules against chess-rules
// as the contract calls it, over every pair of squares of thousands of positions, and over bytes by chance.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parsePgn } from "chessops/pgn";
import { makeUci } from "chessops/util";
import { beforeAll, expect, test } from "vitest";
import { pgn } from "../../src/analysis/pgn";
import { encodeMove } from "../../src/chess/canonical";
import { replay } from "../../src/chess/history";
import { boardEnd, canMate, drawClaim, isLegalGame, legalMoves } from "../../src/chess/rules";
import { parseMove } from "../../src/chess/san";
import { START_FEN } from "../../src/chess/start";
import { fromHex, toHex } from "../../src/signedPlay/hex";
import { type Bytes, concat } from "../../src/signedPlay/message";

const REPO = fileURLToPath(new URL("../../../", import.meta.url));
const EMPTY = new Uint8Array();

/** What chess-rules says of a game. */
interface Answer {
  isTaken: boolean;
  end: string | undefined;
  claim: string | undefined;
  /** The sides that could still mate: "WB", "W-", "-B" or "--". */
  mate: string;
  fen: string;
  /** The plies that would be taken next, as `numberOf` writes them. */
  next: Set<number>;
}

/** A ply of two or three bytes as one number. */
const numberOf = (from: number, to: number, piece: number | undefined): number =>
  (from << 16) | (to << 8) | (piece === undefined ? 0 : piece + 1);

const plyNumber = ([from = 0, to = 0, piece]: Uint8Array): number => numberOf(from, to, piece);

function readAnswer(line: string): Answer {
  const [head = "", next = ""] = line.split(";");
  const [end, claim, mate = "", ...fen] = head.split(" ");
  const named = (word: string | undefined) => (word === "none" ? undefined : word);
  return {
    isTaken: line !== "refused",
    end: named(end),
    claim: named(claim),
    mate,
    fen: fen.join(" "),
    next: new Set(
      next
        .split(" ")
        .filter(Boolean)
        .map((hex) => plyNumber(fromHex(hex) ?? EMPTY)),
    ),
  };
}

/** The lines that an example of the workspace answers with, compiled for this machine. */
async function linesOf(example: string, lines: readonly string[]): Promise<string[]> {
  const program = `${REPO}target/debug/examples/${example}`;
  if (!existsSync(program)) throw new Error(`${program} is missing: run cargo build --examples`);
  const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(lines.map((line) => `${line}\n`).join(""));
  let text = "";
  for await (const part of child.stdout.setEncoding("utf8")) text += part;
  return text.trimEnd().split("\n");
}

/** Asks chess-rules. */
const ask = async (games: readonly Uint8Array[]): Promise<Answer[]> =>
  (await linesOf("answers", games.map(toHex))).map(readAnswer);

/** Numbers below a bound by chance, the same each time: Lehmer's generator. */
function dice(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state * 48_271) % 0x7fff_ffff;
    return state % bound;
  };
}

const SQUARE_A1 = 56;
const canonical = ({ from, to, promotion }: { from: number; to: number; promotion: number }): Bytes => {
  const [start, end] = [from ^ SQUARE_A1, to ^ SQUARE_A1];
  return promotion ? Uint8Array.of(start, end | 0x40, promotion - 1) : Uint8Array.of(start, end);
};

/** What a game by chance prefers. */
type Taste = "anything" | "pawns" | "quiet" | "captures";

const LIKES: Record<Taste, (isPawns: boolean, isCapture: boolean) => boolean> = {
  anything: () => true,
  pawns: (isPawns) => isPawns,
  quiet: (isPawns, isCapture) => !isPawns && !isCapture,
  captures: (_, isCapture) => isCapture,
};

/** A game by chance of at most so many plies: pawns run to the last rank, pieces go to and fro, or all is taken. */
function chanceGame(roll: (bound: number) => number, plies: number, taste: Taste): Bytes {
  let game: Bytes = EMPTY;
  for (let ply = 0; ply < plies; ply++) {
    const moves = legalMoves(game);
    if (moves.length === 0) break;
    const fen = replay(game).at(-1)?.fen ?? START_FEN;
    const isLiked = LIKES[taste];
    const liked = moves.filter(({ from, to }) =>
      isLiked(pieceAt(fen, from).toLowerCase() === "p", pieceAt(fen, to) !== ""),
    );
    const from = liked.length > 0 && (taste === "quiet" || roll(10) < 9) ? liked : moves;
    game = concat(game, canonical(from[roll(from.length)] ?? { from: 0, to: 0, promotion: 0 }));
  }
  return game;
}

/** The piece on the contract's square; nothing on an empty one. */
function pieceAt(fen: string, square: number): string {
  const board = (fen.split(" ")[0] ?? "").replaceAll("/", "").replaceAll(/\d/g, (digit) => " ".repeat(Number(digit)));
  return (board[square] ?? " ").trim();
}

/** The games that come with the project. */
function playedGames(): Bytes[] {
  const folder = `${REPO}interaction/games/`;
  return readdirSync(folder).map((file) => {
    const [pgn] = parsePgn(readFileSync(folder + file, "utf8"));
    let game: Bytes = EMPTY;
    for (const { san } of pgn?.moves.mainline() ?? []) {
      const move = parseMove(replay(game).at(-1)?.fen ?? START_FEN, san);
      if (!move) throw new Error(`${file}: ${san}`);
      game = concat(game, encodeMove(move));
    }
    return game;
  });
}

/** Every position of a game: its beginnings. */
const beginnings = (game: Uint8Array): Uint8Array[] => [
  EMPTY,
  ...replay(game).map((_, index, plies) =>
    game.slice(0, concat(...plies.slice(0, index + 1).map(({ move }) => encodeMove(move))).length),
  ),
];

/** A king's two steps. */
const CASTLINGS = [
  [4, 6],
  [4, 2],
  [60, 62],
  [60, 58],
].map(([from = 0, to = 0]) => numberOf(from, to, undefined));

let positions: Uint8Array[];
let answers: Answer[];
beforeAll(async () => {
  const roll = dice(20_261);
  const tastes: [Taste, number, number][] = [
    ["anything", 18, 60],
    ["pawns", 26, 80],
    ["quiet", 6, 175],
    ["captures", 4, 260],
  ];
  const games = tastes.flatMap(([taste, count, plies]) =>
    Array.from({ length: count }, () => chanceGame(roll, plies, taste)),
  );
  const shuffle = fromHex("06153e2d15062d3e") ?? EMPTY;
  games.push(concat(...Array.from({ length: 4 }, () => shuffle)), ...playedGames());
  positions = [...new Map(games.flatMap(beginnings).map((game) => [toHex(game), game])).values()];
  answers = await ask(positions);
});

test("every pair of squares, with and without each promotion, in thousands of positions", () => {
  expect(positions.length).toBeGreaterThan(5_000);
  const seen = { castling: 0, enPassant: 0, promotion: 0, check: 0, claims: 0 };
  const ends = new Set<string>();
  const differing: string[] = [];
  for (const [index, game] of positions.entries()) {
    const { end, claim, mate, fen, next, isTaken } = answers[index] as Answer;
    const differs = (what: string) => differing.push(`${toHex(game)} ${what}`);
    if (!isTaken || !isLegalGame(game)) differs("the game");
    if (boardEnd(game) !== end) differs(`end ${end}`);
    if (drawClaim(game) !== claim) differs(`claim ${claim}`);
    const candidate = new Uint8Array(game.length + 3);
    candidate.set(game);
    const [two, three] = [candidate.subarray(0, -1), candidate];
    const says = (bytes: Uint8Array, ply: number) => {
      if (isLegalGame(bytes) !== next.has(ply)) differs(ply.toString(16));
    };
    for (let pair = 0; pair < 64 * 64; pair++) {
      const [from, to] = [pair >> 6, pair & 63];
      candidate[game.length] = from;
      candidate[game.length + 1] = to;
      says(two, numberOf(from, to, undefined));
      candidate[game.length + 1] = to | 0x40;
      // where no pawn can promote one piece for each pair is enough: another one in each position
      const isLastRank = Math.abs((from >> 3) - (to >> 3)) === 1 && ((to >> 3) + 1) % 8 < 2;
      for (let piece = isLastRank ? 0 : (pair + index) % 5; piece < 5; piece += isLastRank ? 1 : 5) {
        candidate[game.length + 2] = piece;
        says(three, numberOf(from, to | 0x40, piece));
      }
    }
    // the list that the board is given is the same one
    const offered = legalMoves(game).map((move) => plyNumber(canonical(move)));
    if (!end && offered.toSorted().join() !== [...next].toSorted().join()) differs("the list");
    // and what is drawn is the same position
    const drawn = replay(game).at(-1);
    const placed = (text: string) => text.split(" ").slice(0, 3).join(" ");
    if (drawn && placed(drawn.fen) !== placed(fen)) differs(`drawn as ${drawn.fen}, not ${fen}`);

    const able = (canMate(game, "white") ? "W" : "-") + (canMate(game, "black") ? "B" : "-");
    if (able !== mate) differs(`mate ${mate}`);

    const [, , rights = "-", passing] = fen.split(" ");
    const hasCastling = rights !== "-" && CASTLINGS.some((ply) => next.has(ply));
    seen.castling += Number(hasCastling);
    seen.enPassant += Number(passing !== "-");
    seen.promotion += Number([...next].some((ply) => (ply & 0xff) > 0));
    seen.check += Number(drawn?.check ?? false);
    seen.claims += Number(claim !== undefined);
    if (end) ends.add(end);
  }
  console.info(`${positions.length} positions:`, seen, [...ends].join(", "));
  expect(differing.slice(0, 20)).toEqual([]);
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(20);
  expect([...ends].toSorted()).toEqual([
    "Checkmate",
    "DeadPosition",
    "FivefoldRepetition",
    "SeventyFiveMoves",
    "Stalemate",
  ]);
  // a quarter of a minute of reckoning, which others beside it make long
}, 600_000);

test("castling is two steps of the king, not the king on his own rook", () => {
  // 1.e4 e5 2.Nf3 Nf6 3.Bc4 Bc5
  const game = fromHex("0c1c342406153e2d051a3d22") ?? EMPTY;
  expect(isLegalGame(concat(game, Uint8Array.of(4, 6)))).toBe(true);
  expect(isLegalGame(concat(game, Uint8Array.of(4, 7)))).toBe(false);
});

test("bytes by chance are judged alike, however they come", async () => {
  const roll = dice(7_919);
  const random = (length: number) => Uint8Array.from({ length }, () => roll(256));
  const changed = () => {
    const game = (positions[roll(positions.length)] ?? EMPTY).slice();
    const at = roll(game.length || 1);
    if (roll(2) === 0 && game.length > 0) game[at] = roll(2) === 0 ? roll(256) : roll(64);
    else return concat(game.subarray(0, at), random(roll(4)), game.subarray(at + roll(3)));
    return game;
  };
  const squares = (length: number) => Uint8Array.from({ length }, () => roll(64));
  const games = [
    ...Array.from({ length: 4_000 }, () => random(roll(40))),
    ...Array.from({ length: 4_000 }, () => squares(2 * roll(8))),
    ...Array.from({ length: 12_000 }, changed),
    concat(...Array.from({ length: 1_001 }, () => Uint8Array.of(6, 21))),
    new Uint8Array(4_000),
  ];
  const expected = await ask(games);
  const differing = games.filter((game, index) => {
    const { isTaken, end, claim } = expected[index] as Answer;
    return isLegalGame(game) !== isTaken || (isTaken && (boardEnd(game) !== end || drawClaim(game) !== claim));
  });
  expect(differing.map(toHex)).toEqual([]);
  const taken = expected.filter(({ isTaken }) => isTaken).length;
  expect(taken).toBeGreaterThan(1_000);
  expect(taken).toBeLessThan(games.length - 1_000);
});

test("the command line reads the PGN that the page writes", async () => {
  const games = Array.from({ length: Number(process.env.PGN_GAMES ?? 30) }, (_, number) => {
    const roll = dice(number + 1);
    const plies = replay(chanceGame(roll, 1 + roll(80), "anything"));
    const state = (["drawn", "whiteWon", "blackWon", "ongoing"] as const)[number % 4] ?? "drawn";
    const players = { white: "erd1white", black: "erd1black", turn: "white", awaits: "move" } as const;
    const game = { ...players, id: number, state, endReason: "Agreement", deadlineEpoch: 0, hasDeadline: false };
    const clocks = { base: 180, increment: 2, left: { white: 0, black: 0 }, waited: 0 };
    const names = { white: ["@alice", 'A "b" \\', "[x]"][number % 3], black: undefined };
    const times = plies.map((_, index) => 1_700_000_000_000 + index * 1_500);
    const text = pgn(
      { game: { ...game, plies: plies.length }, clocks, plies },
      { names, times },
      { network: "devnet" },
      "c",
    );
    return { text, moves: plies.map(({ move }) => makeUci(move)), white: names.white ?? game.white };
  });
  const read = await linesOf(
    "read_pgn",
    games.map(({ text }) => JSON.stringify(text)),
  );
  expect(read.length).toBe(games.length);
  for (const [index, line] of read.entries()) {
    const { games: found, error } = JSON.parse(line);
    expect(error, games[index]?.text).toBeNull();
    expect(found.length).toBe(1);
    expect(found[0].moves).toEqual(games[index]?.moves);
    expect(Object.fromEntries(found[0].tags).White).toBe(games[index]?.white);
    expect(games[index]?.text).toContain(`[Result "${found[0].result}"]`);
  }
});
