// Written by abiTypes.js from the contracts' ABIs.

export interface Bech32 {
  toBech32(): string;
}

export interface Numeric {
  toNumber(): number;
  toFixed(): string;
}

/** A variant of an enum. */
export interface Named<Name extends string> {
  name: Name;
}

/** By their numbers. */
export const ChessAwaitsNames = ["Move", "Answer", "LongerGame"] as const;

export type ChessAwaits = Named<(typeof ChessAwaitsNames)[number]>;

export interface ChessChallenge {
  game_id: Numeric;
  challenger: Bech32;
  opponent: Bech32 | null;
  side: ChessSide;
  token: Uint8Array;
  stake: Numeric;
  clock: ChessTimeControl | null;
  key: Uint8Array;
  rounds: Numeric;
  engines: boolean;
}

export interface ChessClaims {
  draw: boolean;
  illegal_move: boolean;
  inactivity: boolean;
}

export interface ChessClocks {
  control: ChessTimeControl;
  white_millis: Numeric;
  black_millis: Numeric;
  waited_millis: Numeric;
}

/** By their numbers. */
export const ChessEndReasonNames = [
  "None",
  "Checkmate",
  "Resignation",
  "Inactivity",
  "IllegalMove",
  "Stalemate",
  "DeadPosition",
  "FivefoldRepetition",
  "SeventyFiveMoves",
  "ThreefoldRepetition",
  "FiftyMoves",
  "Agreement",
  "Pause",
  "Cancelled",
  "Aborted",
  "Left",
  "PlyLimit",
  "Declined",
] as const;

export type ChessEndReason = Named<(typeof ChessEndReasonNames)[number]>;

export interface ChessGame {
  game_id: Numeric;
  white_player: Bech32;
  black_player: Bech32;
  player_turn: Numeric;
  last_move_epoch: Numeric;
  state: ChessGameState;
  end_reason: ChessEndReason;
  deadline_epoch: Numeric;
  white_king: Numeric;
  black_king: Numeric;
  castling: Numeric;
  en_passant: Numeric;
  half_move_clock: Numeric;
  plies: Numeric;
  awaits: ChessAwaits;
  deadline_millis: Numeric;
  rounds: Numeric;
  round: Numeric;
  points: Numeric;
  engines: boolean;
  played: Numeric;
}

export interface ChessGameEnd {
  state: ChessGameState;
  reason: ChessEndReason;
  rounds: Numeric;
  points: Numeric;
}

/** By their numbers. */
export const ChessGameStateNames = ["Ongoing", "WhiteWon", "BlackWon", "Stalemate", "Open", "NoResult"] as const;

export type ChessGameState = Named<(typeof ChessGameStateNames)[number]>;

export interface ChessGameTerms {
  rounds: Numeric;
  engines: boolean;
  clock: ChessTimeControl;
}

/** By their numbers. */
export const ChessIllegalMoveRuleNames = ["Forfeit", "Reject"] as const;

export type ChessIllegalMoveRule = Named<(typeof ChessIllegalMoveRuleNames)[number]>;

export interface ChessLegalMove {
  from: Numeric;
  to: Numeric;
  promotion: Numeric;
}

/** By their numbers. */
export const ChessPromotionPieceNames = ["None", "Queen", "Rook", "Bishop", "Knight"] as const;

export type ChessPromotionPiece = Named<(typeof ChessPromotionPieceNames)[number]>;

/** By their numbers. */
export const ChessSideNames = ["White", "Black", "Drawn"] as const;

export type ChessSide = Named<(typeof ChessSideNames)[number]>;

export interface ChessSnapshot {
  game: ChessGame;
  challenge: ChessChallenge | null;
  token: Uint8Array;
  stake: Numeric;
  clocks: ChessClocks | null;
  keys: Uint8Array;
  draw_offer: Numeric;
  claims: ChessClaims;
  known_plies: Numeric;
  moves: Uint8Array;
  legal_moves: readonly ChessLegalMove[];
}

export interface ChessTimeControl {
  base: Numeric;
  increment: Numeric;
}

/** The answers of each view. */
export interface ChessViews {
  isPaused: [boolean];
  getWagerTokenId: [string];
  getWagerAmount: [Numeric];
  getScore: [Numeric];
  getIsPlayerWaitingOpt: [Bech32 | null];
  getBoard: [Uint8Array];
  getDrawOffer: [Bech32 | null];
  getGames: [readonly ChessGame[]];
  getGamesPage: [readonly ChessGame[]];
  getGameCount: [Numeric];
  getGame: [ChessGame];
  getPlayerGames: [Numeric, readonly ChessGame[]];
  getOngoingGames: [Numeric, readonly ChessGame[]];
  getMoves: [Uint8Array];
  getLegalMoves: [readonly ChessLegalMove[]];
  getFen: [string];
  getStateHash: [Uint8Array];
  getClaims: [ChessClaims];
  getCredit: [Numeric];
  getCredits: [readonly [Uint8Array, Numeric][]];
  getSurplus: [Numeric];
  getOpenChallenges: [Numeric, readonly ChessChallenge[]];
  getSnapshot: [ChessSnapshot];
  getIllegalMoveRule: [ChessIllegalMoveRule];
}

export interface MinichessGameInfo {
  id: Numeric;
  player: Bech32;
  depth: Numeric;
  outcome: Numeric;
  white_to_move: boolean;
  en_passant: Numeric;
  half_moves: Numeric;
  plies: Numeric;
  board: readonly Numeric[];
}

export interface MinichessLegalMove {
  from: Numeric;
  to: Numeric;
  promotion: Numeric;
}

export interface MinichessPlayed {
  ply: Numeric;
  from: Numeric;
  to: Numeric;
  promotion: Numeric;
  outcome: Numeric;
}

export interface MinichessSuggestion {
  done: boolean;
  from: Numeric;
  to: Numeric;
  promotion: Numeric;
  score: Numeric;
  depth: Numeric;
  nodes: Numeric;
  state: Uint8Array;
}

export interface MinichessTurn {
  outcome: Numeric;
  thinking: boolean;
  from: Numeric;
  to: Numeric;
  promotion: Numeric;
}

/** The answers of each view. */
export interface MinichessViews {
  getGame: [MinichessGameInfo];
  getBoard: [readonly Numeric[]];
  getLegalMoves: [readonly MinichessLegalMove[]];
  getProgress: [MinichessSuggestion];
  suggestMove: [MinichessSuggestion];
  suggestMoveFor: [MinichessSuggestion];
  getGames: [readonly Numeric[]];
  getGameCount: [Numeric];
  getLastGameId: [Numeric];
}

export interface EnginechessGameInfo {
  id: Numeric;
  player: Bech32;
  side: Numeric;
  level: Numeric;
  outcome: Numeric;
  white_to_move: boolean;
  half_moves: Numeric;
  plies: Numeric;
  board: readonly Numeric[];
}

export interface EnginechessLegalMove {
  from: Numeric;
  to: Numeric;
  promotion: Numeric;
}

export interface EnginechessPlayed {
  ply: Numeric;
  from: Numeric;
  to: Numeric;
  promotion: Numeric;
  outcome: Numeric;
}

export interface EnginechessStarted {
  side: Numeric;
  level: Numeric;
  fen: Uint8Array;
}

export interface EnginechessSuggestion {
  done: boolean;
  from: Numeric;
  to: Numeric;
  promotion: Numeric;
  score: Numeric;
  depth: Numeric;
  nodes: Numeric;
  state: Uint8Array;
}

export interface EnginechessTurn {
  outcome: Numeric;
  thinking: boolean;
  from: Numeric;
  to: Numeric;
  promotion: Numeric;
}

/** The answers of each view. */
export interface EnginechessViews {
  getLevels: [readonly Numeric[]];
  getGame: [EnginechessGameInfo];
  getBoard: [readonly Numeric[]];
  getMoves: [Uint8Array];
  getStart: [Uint8Array];
  getFen: [Uint8Array];
  getStateHash: [readonly Numeric[]];
  getLegalMoves: [readonly EnginechessLegalMove[]];
  getProgress: [EnginechessSuggestion];
  suggestMove: [EnginechessSuggestion];
  suggestMoveFor: [EnginechessSuggestion];
  getGames: [readonly Numeric[]];
  getGameCount: [Numeric];
  getLastGameId: [Numeric];
}

export interface TournamentBoard {
  white: Numeric;
  black: Numeric;
  state: TournamentBoardState;
  seen: Numeric;
  game: Numeric;
  white_points: Numeric;
  black_points: Numeric;
}

/** By their numbers. */
export const TournamentBoardStateNames = ["Empty", "Challenge", "Playing", "Done"] as const;

export type TournamentBoardState = Named<(typeof TournamentBoardStateNames)[number]>;

export interface TournamentEntrant {
  player: Bech32;
  rating: Numeric;
}

/** By their numbers. */
export const TournamentFormatNames = ["RoundRobin", "Swiss"] as const;

export type TournamentFormat = Named<(typeof TournamentFormatNames)[number]>;

/** By their numbers. */
export const TournamentPhaseNames = ["Entering", "Running", "Ended", "Cancelled"] as const;

export type TournamentPhase = Named<(typeof TournamentPhaseNames)[number]>;

export interface TournamentProgress {
  phase: TournamentPhase;
  round: Numeric;
  paired: Numeric;
  last_game: Numeric;
}

export interface TournamentRound {
  bye: Numeric | null;
  boards: readonly TournamentBoard[];
}

export interface TournamentStanding {
  points: Numeric;
  whites: Numeric;
  last_color: Numeric;
  byes: Numeric;
  met: Numeric;
}

export interface TournamentTerms {
  format: TournamentFormat;
  players: Numeric;
  rounds: Numeric;
  token: string;
  fee: Numeric;
  base: Numeric;
  increment: Numeric;
  engines: boolean;
  start: Numeric;
  window: Numeric;
  prizes: readonly Numeric[];
}

export interface TournamentTournament {
  id: Numeric;
  terms: TournamentTerms;
  progress: TournamentProgress;
  pot: Numeric;
  entrants: Numeric;
  rounds: Numeric;
}

/** The answers of each view. */
export interface TournamentViews {
  getGameContract: [Bech32];
  getTournamentCount: [Numeric];
  getTournament: [TournamentTournament];
  getEntrants: [readonly [TournamentEntrant, TournamentStanding][]];
  getRound: [TournamentRound];
  getClaim: [Numeric];
}
