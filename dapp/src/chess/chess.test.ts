import { readFileSync } from "node:fs";
import { parsePgn } from "chessops/pgn";
import { expect, test } from "vitest";
import { openingOf, readOpenings } from "../analysis/openings";
import { lichessLink, pgn } from "../analysis/pgn";
import { evaluationText, parseInfo, winningChance, withLine } from "../analysis/stockfish/uci";
import type { Game } from "../chain/game";
import { aGame } from "../chain/testGames";
import arabic from "../i18n/ar.json";
import { speakWith } from "../i18n/i18n";
import { spoken } from "../table/MoveAnnouncer";
import { keepSettlement, settlement } from "../transactions/settlement";
import { decodeMoves, encodeMove } from "./canonical";
import { capturesBy, more } from "./captures";
import { contractPromotion, contractSquare, isThreefold, lastPosition, promotionRole, replay } from "./history";
import { destsOf, isPromoting } from "./legal";
import { fenWithPremoves } from "./premoves";
import { endTextFor, lengthText, moveCount, openEndText } from "./reason";
import { recentMoves } from "./recent";
import { boardEnd, canMate, drawClaim } from "./rules";
import { asKingSteps, attackedKing, fenAfter, parseMove, sanOf } from "./san";
import { START_FEN } from "./start";

const bytes = (...list: number[]) => Uint8Array.from(list);
const CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

// document 004 counts from a1: e2 is 12
test("canonical moves of two and three bytes", () => {
  const moves = [
    { from: 12, to: 28 },
    { from: 48, to: 57, promotion: "knight" as const },
  ];
  const written = bytes(12, 28, 48, 57 | 64, 3);
  expect(decodeMoves(written)).toEqual(moves);
  expect(bytes(...moves.flatMap((move) => [...encodeMove(move)]))).toEqual(written);
});

test.each([[[12]], [[64, 1]], [[48, 57 | 64]], [[48, 57 | 64, 4]], [[48, 57 | 128, 0]]])("%j are no moves", (list) => {
  expect(() => decodeMoves(bytes(...list))).toThrow("no canonical chess moves");
});

test("the contract's squares and promotions", () => {
  expect([0, 7, 12, 63].map((square) => contractSquare(square))).toEqual([56, 63, 52, 7]);
  for (const role of ["queen", "rook", "bishop", "knight"] as const) {
    expect(promotionRole(contractPromotion(role))).toBe(role);
  }
  expect([contractPromotion(undefined), promotionRole(0)]).toEqual([0, undefined]);
});

test("a game is replayed with SAN, captures and checks, and stays one where a king is left attacked", () => {
  // 1.e4 d5 2.exd5 Qxd5 3.h3 Qe5+ and now 4.a3, which leaves the king attacked
  const plies = replay(bytes(12, 28, 51, 35, 28, 35, 59, 35, 15, 23, 35, 36, 8, 16));
  expect(plies.map(({ san }) => san)).toEqual(["e4", "d5", "exd5", "Qxd5", "h3", "Qe5+", "a3"]);
  expect(plies.map(({ captured }) => captured ?? "")).toEqual(["", "", "pawn", "pawn", "", "", ""]);
  expect(plies[5]?.check).toBe(true);
});

test("where a game leads, also one in which a king is left attacked", () => {
  const moves = bytes(12, 28, 53, 37, 3, 39, 48, 40);
  expect(lastPosition(moves)).toEqual({ fen: replay(moves).at(-1)?.fen, lastMove: { from: 48, to: 40 } });
  expect(lastPosition(bytes())).toEqual({ fen: START_FEN, lastMove: undefined });
});

test("castling and en passant", () => {
  // 1.e4 a6 2.e5 d5 3.exd6 a5 4.Nf3 a4 5.Be2 a3 6.O-O
  const plies = replay(bytes(12, 28, 48, 40, 28, 36, 51, 35, 36, 43, 40, 32, 6, 21, 32, 24, 5, 12, 24, 16, 4, 6));
  expect(plies.at(-1)?.san).toBe("O-O");
  expect(plies.at(-1)?.fen).toContain("RNBQ1RK1 b");
  expect(plies[4]?.captured).toBe("pawn");
});

test("openings by position, also by another order of moves; the last one with a name counts", () => {
  const openings = readOpenings(readFileSync(new URL("../analysis/openings.txt", import.meta.url), "utf8"));
  expect(openings.size).toBeGreaterThan(3_500);
  const nameOf = (...moves: string[]) => {
    const fens = [START_FEN];
    for (const san of moves) {
      const fen = fens.at(-1) ?? START_FEN;
      const move = parseMove(fen, san);
      if (move) fens.push(fenAfter(fen, move));
    }
    expect(fens.length).toBe(moves.length + 1);
    return openingOf(openings, fens);
  };
  expect(nameOf()).toBeUndefined();
  expect(nameOf("e4", "e5", "Nf3", "Nc6", "Bc4")).toBe("C50 Italian Game");
  expect(nameOf("Nf3", "Nc6", "e4", "e5", "Bc4")).toBe("C50 Italian Game");
  expect(nameOf("e4", "c5", "Nf3", "d6", "d4", "cxd4", "Nxd4", "Nf6", "Nc3", "a6", "Rg1", "h5")).toContain(
    "Sicilian Defense: Najdorf Variation",
  );
});

test("captured pieces are told as the difference", () => {
  expect(more(["pawn", "queen", "pawn"], ["pawn", "knight"])).toEqual(["queen", "pawn"]);
  expect(more([], ["pawn"])).toEqual([]);
  // 1.e4 d5 2.exd5 Qxd5 3.Nc3 Qxd2+ 4.Qxd2
  const plies = replay(bytes(12, 28, 51, 35, 28, 35, 59, 35, 1, 18, 35, 11, 3, 11));
  expect(capturesBy(plies, "white")).toEqual({ taken: ["queen"], lead: 8 });
  expect(capturesBy(plies, "black")).toEqual({ taken: ["pawn"], lead: -8 });
});

test("a position that comes up for the third time is told, by the module as a claim, and ends a game at the fifth", () => {
  const times = (count: number) =>
    bytes(
      ...Array(count - 1)
        .fill([6, 21, 62, 45, 21, 6, 45, 62])
        .flat(),
    );
  expect([2, 3].map((count) => isThreefold(replay(times(count))))).toEqual([false, true]);
  expect(isThreefold(replay(bytes(...times(3), 12, 28)))).toBe(false);
  expect([2, 3].map((count) => drawClaim(times(count)))).toEqual([undefined, "ThreefoldRepetition"]);
  expect([4, 5].map((count) => boardEnd(times(count)))).toEqual([undefined, "FivefoldRepetition"]);
});

test("the last moves with their numbers", () => {
  const moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"];
  expect([0, 1, 2, 6, 7, 8].map((plies) => recentMoves(moves.slice(0, plies)))).toEqual([
    "",
    "1. e4",
    "1. e4 e5",
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6",
    "2. Nf3 Nc6 3. Bb5 a6 4. Ba4",
    "2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6",
  ]);
});

test("moves are counted as players count them", () => {
  expect([0, 1, 2, 3, 80].map(moveCount)).toEqual(["0 moves", "1 move", "1 move", "2 moves", "40 moves"]);
});

test("the Laws' moves of a position, for a line of one's own", () => {
  expect(destsOf(START_FEN).get(12)).toEqual([20, 28]);
  expect(destsOf(CASTLES).get(4)).toEqual(expect.arrayContaining([6, 7, 2, 0]));
  expect(destsOf("8/8/8/8/8/8/8/8 w - - 0 1").size).toBe(0);
  expect(isPromoting("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", { from: 48, to: 56 })).toBe(true);
  expect(isPromoting(START_FEN, { from: 12, to: 28 })).toBe(false);
});

test("the board with moves in advance, whatever is between", () => {
  const board = (fen: string | undefined) => fen?.split(" ")[0];
  const two = [
    { from: 12, to: 28 },
    { from: 28, to: 36 },
  ];
  expect(board(fenWithPremoves(START_FEN, two, "white"))).toBe("rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR");
  const castles = "r3k2r/8/8/8/8/8/7p/R3K3 w Qkq - 0 1";
  expect(board(fenWithPremoves(castles, [{ from: 4, to: 0 }], "white"))).toBe("r3k2r/8/8/8/8/8/7p/2KR4");
  expect(board(fenWithPremoves(castles, [{ from: 60, to: 62 }], "black"))).toBe("r4rk1/8/8/8/8/8/7p/R3K3");
  expect(board(fenWithPremoves(castles, [{ from: 15, to: 7 }], "black"))).toBe("r3k2r/8/8/8/8/8/8/R3K2q");
  // the piece is gone, or it is another one
  expect(fenWithPremoves(castles, [{ from: 20, to: 28 }], "white")).toBeUndefined();
  expect(fenWithPremoves(castles, [{ from: 60, to: 62 }], "white")).toBeUndefined();
});

test("typed moves", () => {
  expect(parseMove(START_FEN, "Nf3")).toEqual({ from: 6, to: 21 });
  expect(parseMove(START_FEN, "e2e4")).toEqual({ from: 12, to: 28 });
  expect(parseMove(START_FEN, "Nf6")).toBeUndefined();
  expect(parseMove(START_FEN, "hello")).toBeUndefined();
  // small letters and zeros, as people type
  expect(parseMove(START_FEN, "nf3")).toEqual({ from: 6, to: 21 });
  for (const short of ["O-O", "e1g1", "e1h1"]) expect(parseMove(CASTLES, short), short).toEqual({ from: 4, to: 6 });
  for (const long of ["O-O-O", "0-0-0"]) expect(parseMove(CASTLES, long), long).toEqual({ from: 4, to: 2 });
  expect(parseMove("4k3/8/8/7B/8/8/8/4K2R w K - 0 1", "e1h5")).toEqual({ from: 4, to: 39 });
  expect(parseMove("4k3/8/8/8/8/8/8/R3KR2 w Q - 0 1", "e1f1")).toEqual({ from: 4, to: 5 });
  expect(parseMove("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=N")).toEqual({ from: 48, to: 56, promotion: "knight" });
  expect(sanOf(CASTLES, { from: 4, to: 6 })).toBe("O-O");
});

test("moves as they are said", () => {
  expect(["e4", "Nxf3+", "O-O-O", "O-O", "exd8=Q#"].map(spoken)).toEqual([
    "e4",
    "knight takes f3, check",
    "castles long",
    "castles short",
    "e takes d8 becomes a queen, mate",
  ]);
});

const PLAYERS = { white: "erd1white", black: "erd1black" };
const DRAWN = aGame({ ...PLAYERS, id: 7, state: "drawn", endReason: "Agreement", plies: 2 });

const written = (game: Parameters<typeof pgn>[0], known: Parameters<typeof pgn>[1] = {}) =>
  pgn(game, known, { network: "devnet" }, "erd1contract");

test("PGN and lichess", () => {
  const clocks = { base: 180, increment: 2, left: { white: 0, black: 0 }, waited: 0 };
  const plies = replay(bytes(12, 28, 52, 36));
  const text = written({ game: DRAWN, clocks, plies });
  for (const tag of ['White "erd1white"', 'Termination "agreement"', 'TimeControl "180+2"', 'Date "????.??.??"'])
    expect(text).toContain(`[${tag}]`);
  expect(text).not.toMatch(/\[(Transaction|EndDate)/);
  const known = {
    names: { white: "@alice", black: undefined },
    elo: { white: 1_612, black: undefined },
    opening: "C20 King's Pawn Game",
    site: "https://chess.example/#/game/7",
  };
  const named = written({ game: DRAWN, plies }, known);
  const players = ['White "@alice"', 'WhiteAddress "erd1white"', 'WhiteElo "1612"', 'Black "erd1black"'];
  for (const tag of [...players, 'ECO "C20"', `Opening "King's Pawn Game"`, 'Site "https://chess.example/#/game/7"'])
    expect(named).toContain(`[${tag}]`);
  expect(named).not.toMatch(/BlackElo|BlackAddress/);
  // of moves on the chain the network's API knows the days
  const [began, ended] = [Date.UTC(2026, 10, 22, 23), Date.UTC(2026, 10, 23)];
  const dated = written({ game: DRAWN, plies }, { began, ended });
  for (const tag of ['Date "2026.11.22"', 'EndDate "2026.11.23"', 'TimeControl "-"'])
    expect(dated).toContain(`[${tag}]`);
  expect(text.trim().endsWith("1. e4 e5 1/2-1/2")).toBe(true);
  expect(lichessLink(START_FEN)).toBe(
    "https://lichess.org/analysis/standard/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1",
  );
});

test("PGN with the pages' clocks, the day, and the transaction that ended the game", () => {
  const game: Game = { ...DRAWN, turn: "black", state: "whiteWon", endReason: "Resignation", plies: 5 };
  const clocks = { base: 3_600, increment: 2, left: { white: 0, black: 0 }, waited: 0 };
  const plies = replay(bytes(12, 28, 52, 36, 6, 21, 57, 42, 5, 26));
  const start = Date.UTC(2026, 0, 31, 23, 59, 58);
  const after = [0, 1_000, 8_500, 70_000, 71_000].map((millis) => start + millis);
  const at = (times: (number | undefined)[], transaction?: string) =>
    written({ game, clocks, plies }, { times, transaction });
  const text = at(after, "0a1b");
  // the seven tags of the roster come first, in their order
  const tags = [...text.matchAll(/^\[(\w+) "/gm)].map(([, name]) => name);
  expect(tags.slice(0, 7)).toEqual(["Event", "Site", "Date", "Round", "White", "Black", "Result"]);
  for (const tag of ['Date "2026.01.31"', 'TimeControl "3600+2"', 'Transaction "0a1b"'])
    expect(text).toContain(`[${tag}]`);
  expect(text).toContain('[Termination "resignation"]');
  expect(written({ game, clocks, plies, mayBeTime: true })).toContain('[Termination "normal"]');
  // the first move of each takes no time; what a clock shows is rounded down
  const [first] = parsePgn(text);
  const shown = [...(first?.moves.mainline() ?? [])].map(({ comments }) => comments?.[0]);
  expect(shown).toEqual(["[%clk 1:00:02]", "[%clk 1:00:02]", "[%clk 0:59:56]", "[%clk 0:59:02]", "[%clk 0:59:57]"]);
  expect(text.replace(/\s+/g, " ")).toContain("1. e4 { [%clk 1:00:02] } e5 { [%clk 1:00:02] } 2. Nf3 {");

  // after a move whose time isn't known no clock is
  const [gap] = parsePgn(at([...after.slice(0, 3), undefined, after[4]]));
  expect([...(gap?.moves.mainline() ?? [])].map(({ comments }) => comments?.length ?? 0)).toEqual([1, 1, 1, 0, 0]);
  expect(at([undefined, ...after.slice(1)])).toContain('[Date "2026.01.31"]');
});

test("the transaction that ended a game, kept until a longer game undoes that end", () => {
  const kept = new Map<string, string>();
  const store = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  } as unknown as Storage;
  const settles = { game: 7, plies: 5 };
  const sent = { id: "1", sender: "erd1white", title: "Settle", hash: "0a1b", settles };
  keepSettlement("erd1contract", { ...sent, stage: "failed" }, store);
  expect(settlement("erd1contract", settles, store)).toBeUndefined();
  keepSettlement("erd1contract", { ...sent, stage: "done" }, store);
  expect(settlement("erd1contract", settles, store)).toBe("0a1b");
  expect(settlement("erd1contract", { ...settles, plies: 6 }, store)).toBeUndefined();
  expect(settlement("erd1other", settles, store)).toBeUndefined();
});

test("kings under attack, and kings dropped on rooks", () => {
  expect(attackedKing(START_FEN)).toBeUndefined();
  expect(attackedKing("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")).toBe("white");
  // Black has left the own king attacked
  expect(attackedKing("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1")).toBe("black");
  expect(asKingSteps(CASTLES, { from: 4, to: 7 })).toEqual({ from: 4, to: 6 });
  expect(asKingSteps(CASTLES, { from: 4, to: 0 })).toEqual({ from: 4, to: 2 });
  expect(asKingSteps(CASTLES, { from: 4, to: 12 })).toEqual({ from: 4, to: 12, promotion: undefined });
  expect(fenAfter(CASTLES, { from: 4, to: 6 })).toContain("R4RK1 b kq");
});

test("what Stockfish says, always from White's side", () => {
  const line = "info depth 12 seldepth 18 multipv 1 score cp 35 nodes 9 nps 9 time 9 pv e7e5 g1f3";
  const moves = [
    { from: 52, to: 36 },
    { from: 6, to: 21 },
  ];
  const told = { centipawns: -35, depth: 12, place: 1, best: moves[0], moves };
  expect(parseInfo(line, "black")).toEqual(told);
  const second = parseInfo(line.replace("multipv 1 score cp 35", "multipv 2 score cp 20"), "black");
  const first = withLine(undefined, told);
  expect(first).toMatchObject({ centipawns: -35, lines: [{ centipawns: -35, moves }] });
  expect(second && withLine(first, second)).toMatchObject({
    centipawns: -35,
    lines: [{ centipawns: -35 }, { centipawns: -20 }],
  });
  expect(parseInfo("info depth 9 score mate -2 pv a1a2", "white")).toMatchObject({ mate: -2 });
  expect(parseInfo("info depth 0 score mate 0", "white")).toMatchObject({ winner: "black" });
  expect(parseInfo("info depth 9 score cp 20 lowerbound nodes 3", "white")).toBeUndefined();
  expect(parseInfo("info string hello", "white")).toBeUndefined();
  expect(
    [{ centipawns: 130 }, { centipawns: -40 }, { mate: 5 }].map((e) => evaluationText({ depth: 1, ...e })),
  ).toEqual(["+1.3", "−0.4", "#5"]);
  expect(winningChance({ depth: 1, centipawns: 0 })).toBe(0.5);
  // Stockfish 10's own words: a promotion, and an ending of which it knows that it is won
  const promotes = "info depth 12 multipv 1 score cp 9 nodes 9 pv c7d8q e8d8";
  const best = parseInfo(promotes, "white")?.best;
  expect(best).toEqual({ from: 50, to: 59, promotion: "queen" });
  expect(best && sanOf("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", best)).toBe("cxd8=Q+");
  expect([4_908, -6_110].map((centipawns) => evaluationText({ depth: 12, centipawns }))).toEqual(["+2.1", "−14.2"]);
});

test("an open end is called what it is: in a match one may have resigned", () => {
  const reasons = ["Resignation", "TimeOver", "Checkmate", "Agreement", "ThreefoldRepetition", "CalledOff"];
  expect(reasons.map((endReason) => openEndText({ endReason } as Game))).toEqual([
    "Resignation",
    "Out of time",
    "Checkmate",
    "A draw is agreed",
    "Draw: threefold repetition",
    "Aborted",
  ]);
});

test("a match that was left has the games that were played, not the moves of the next one", () => {
  const match = { rounds: 3, round: 1, points: 2, played: 1 };
  expect(lengthText({ plies: 0, match } as Game)).toBe("1 game");
  expect(lengthText({ plies: 3, match: { ...match, played: 0 } } as Game)).toBe("2 moves");
});

test("a score keeps its order in text from right to left", () => {
  const match = { rounds: 3, round: 2, points: 4, played: 2 };
  const game = { state: "whiteWon", endReason: "Left", match } as Game;
  speakWith("ar", arabic);
  try {
    expect(endTextFor(game, "white")).toContain("\u20662–0\u2069");
    expect(endTextFor(game, undefined)).toContain("\u20662–0\u2069");
  } finally {
    speakWith("en", {});
  }
});

test("who can still mate is known after ply 1,000, too", () => {
  const shuffle = (times: number) => Array.from({ length: times }, () => [6, 21, 62, 45, 21, 6, 45, 62]).flat();
  const files = [0, 1, 2, 3, 4, 6, 7];
  const moves = files.flatMap((file) => [...shuffle(35), 8 + file, 16 + file, 48 + file, 40 + file]);
  const long = Uint8Array.from([...moves, ...shuffle(2)]);
  expect([boardEnd(long), canMate(long, "white"), canMate(long, "black")]).toEqual([undefined, true, true]);
  expect(canMate(new Uint8Array(20_000), "white")).toBe(false);
});
