// The board draws what the chain plays: the moves that it offers by the chain's compiled rules are those that chessops
// finds in the position that it draws. (crates/rules-wasm/tests has those rules against the contract's model.) And the
// command line reads the PGN that the page writes.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Chess, castlingSide } from "chessops/chess";
import { parseFen } from "chessops/fen";
import { parsePgn } from "chessops/pgn";
import { makeUci } from "chessops/util";
import { expect, test } from "vitest";
import { pgn } from "../../src/analysis/pgn";
import { aGame } from "../../src/chain/testGames";
import { encodeMove, PROMOTIONS } from "../../src/chess/canonical";
import { contractSquare, promotionRole, replay } from "../../src/chess/history";
import { isPromoting } from "../../src/chess/legal";
import { boardEnd, isLegalGame, legalMoves } from "../../src/chess/rules";
import { type FromTo, parseMove } from "../../src/chess/san";
import { START_FEN } from "../../src/chess/start";
import { toHex } from "../../src/signedPlay/hex";
import { type Bytes, concat } from "../../src/signedPlay/message";

const REPO = fileURLToPath(new URL("../../../", import.meta.url));
const EMPTY = new Uint8Array();

/** The games that the command line reads in each text. */
async function readPgn(texts: readonly string[]) {
  const program = `${REPO}target/debug/examples/read_pgn`;
  if (!existsSync(program)) throw new Error(`${program} is missing: run cargo build --example read_pgn`);
  const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(texts.map((text) => `${JSON.stringify(text)}\n`).join(""));
  let lines = "";
  for await (const part of child.stdout.setEncoding("utf8")) lines += part;
  return lines
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** Random numbers below a bound, the same each time: Lehmer's generator. */
function dice(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state * 48_271) % 0x7fff_ffff;
    return state % bound;
  };
}

/** The moves that the board offers after a game. */
const offered = (game: Bytes): FromTo[] =>
  legalMoves(game).map(({ from, to, promotion }) => ({
    from: contractSquare(from),
    to: contractSquare(to),
    promotion: promotionRole(promotion),
  }));

/** A random game of at most this number of plies. */
function randomGame(roll: (bound: number) => number, plies: number): Bytes {
  let game: Bytes = EMPTY;
  for (let ply = 0; ply < plies; ply++) {
    const moves = offered(game);
    const move = moves[roll(moves.length)];
    if (!move) break;
    game = concat(game, encodeMove(move));
  }
  return game;
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

/** The legal moves by chessops, castling as two steps of the king. */
function chessopsMoves(fen: string): FromTo[] {
  const position = Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
  return [...position.allDests()].flatMap(([from, squares]) =>
    [...squares].flatMap((to) => {
      const side = castlingSide(position, { from, to });
      const target = side ? (from & 56) + (side === "h" ? 6 : 2) : to;
      const pieces = isPromoting(fen, { from, to }) ? PROMOTIONS : [undefined];
      return pieces.map((promotion) => ({ from, to: target, promotion }));
    }),
  );
}

const plyText = (move: FromTo): string => toHex(encodeMove(move));

test("the board offers the moves of the position that it draws", () => {
  const roll = dice(20_261);
  const games = [...playedGames(), ...Array.from({ length: 20 }, () => randomGame(roll, 100))];
  const seen = { mates: 0, castlings: 0, promotions: 0 };
  for (const game of games) {
    let beginning: Bytes = EMPTY;
    for (const { fen, check, move, san } of replay(game)) {
      beginning = concat(beginning, encodeMove(move));
      const isMate = boardEnd(beginning) === "Checkmate";
      const moves = chessopsMoves(fen).map(plyText).toSorted();
      expect(isMate, fen).toBe(check && moves.length === 0);
      if (!boardEnd(beginning)) expect(offered(beginning).map(plyText).toSorted(), fen).toEqual(moves);
      seen.mates += Number(isMate);
      seen.castlings += Number(san.startsWith("O-O"));
      seen.promotions += Number(move.promotion !== undefined);
    }
  }
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0);
});

test("every pair of squares is judged by the chain's rules", () => {
  const game = randomGame(dice(7), 40);
  for (const beginning of [EMPTY, game]) {
    const legal = new Set(offered(beginning).map(plyText));
    for (let pair = 0; pair < 64 * 64; pair++) {
      const ply = Uint8Array.of(pair >> 6, pair & 63);
      expect(isLegalGame(concat(beginning, ply)), toHex(ply)).toBe(legal.has(toHex(ply)));
    }
  }
});

test("the command line reads the PGN that the page writes", async () => {
  const games = Array.from({ length: Number(process.env.PGN_GAMES ?? 30) }, (_, number) => {
    const roll = dice(number + 1);
    const plies = replay(randomGame(roll, 1 + roll(80)));
    const state = (["drawn", "whiteWon", "blackWon", "ongoing"] as const)[number % 4] ?? "drawn";
    const game = aGame({ id: number, white: "erd1white", black: "erd1black", state, endReason: "Agreement" });
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
  const read = await readPgn(games.map(({ text }) => text));
  expect(read.length).toBe(games.length);
  for (const [index, { games: found, error }] of read.entries()) {
    expect(error, games[index]?.text).toBeNull();
    expect(found.length).toBe(1);
    expect(found[0].moves).toEqual(games[index]?.moves);
    expect(Object.fromEntries(found[0].tags).White).toBe(games[index]?.white);
    expect(games[index]?.text).toContain(`[Result "${found[0].result}"]`);
  }
});
