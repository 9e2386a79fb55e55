import { type Color, type Game, otherColor, withoutResult } from "../chain/game";
import { type BoardEnd, boardEnd } from "../chess/rules";
import {
  type Action,
  type Bytes,
  COLORS,
  coveredPlies,
  EMPTY,
  MAX_PLIES,
  moverOf,
  plyEnds,
  type SignedGameId,
  type SignedMessage,
} from "./message";

/** How a game by signature has ended, as far as the players have signed it; the contract's names. */
export interface SignedEnd {
  reason: string;
  winner: Color | undefined;
  /** The chain would settle it at once: who loses has resigned or acknowledged it. Else it would stay open first. */
  isFinal: boolean;
}

/** The game as it will be once the chain is told. */
export const signedResult = (game: Game, { reason, winner }: SignedEnd): Game =>
  withoutResult({ ...game, state: winner ? `${winner}Won` : "drawn", endReason: reason });

/** A game as it stands, and what was said over it. */
export interface Said {
  readonly moves: Bytes;
  /** It is a match's round: nobody can make a move beyond signed play in it. */
  readonly isOfMatch?: boolean;
  /** A player's message over the whole game as it stands, other than a move. */
  said(color: Color, action: Action): SignedMessage | undefined;
}

/** One player's side of it. */
export interface Side extends Said {
  readonly id: SignedGameId;
  readonly color: Color;
  /** A player's last move. */
  lastMove(color: Color): SignedMessage | undefined;
}

/** How many plies a game has. */
export const plyCount = (moves: Uint8Array): number => plyEnds(moves)?.length ?? 0;

/** The player who makes the next ply. */
export const nextMover = (plies: number): Color => moverOf(plies + 1);

/** From here on moves are made on the chain: signed play ends at ply 1,000, and the chain must know all before. */
const HANDOVER_PLY = 990;

/** Whether a game goes on on the chain. A match's round ends by ply 1,000: nobody moves in it on the chain. */
export const isHandedOver = ({ moves, isOfMatch }: Pick<Said, "moves" | "isOfMatch">): boolean =>
  !isOfMatch && plyCount(moves) >= HANDOVER_PLY;

/** How the board has ended a game: the round of a match also by ply 1,000, which is a draw. The contract's names. */
export function endOnBoard({ moves, isOfMatch }: Pick<Said, "moves" | "isOfMatch">): BoardEnd | "PlyLimit" | undefined {
  return boardEnd(moves) ?? (isOfMatch && plyCount(moves) === MAX_PLIES ? "PlyLimit" : undefined);
}

/** How the game has ended, if it has. */
export function signedEnd(game: Said): SignedEnd | undefined {
  const onBoard = endOnBoard(game);
  const toMove = nextMover(plyCount(game.moves));
  const resigned = COLORS.find((color) => game.said(color, "resign"));
  if (onBoard === "Checkmate") return { reason: onBoard, winner: otherColor(toMove), isFinal: resigned === toMove };
  if (resigned) return { reason: "Resignation", winner: otherColor(resigned), isFinal: true };
  if (onBoard) return { reason: onBoard, winner: undefined, isFinal: game.said(toMove, "draw") !== undefined };
  const isAgreed = COLORS.every((color) => game.said(color, "draw"));
  return isAgreed ? { reason: "Agreement", winner: undefined, isFinal: false } : undefined;
}

const CLAIMS: readonly string[] = ["ThreefoldRepetition", "FiftyMoves"];

/** An end that is open on the chain: a longer game could undo it. */
export interface OpenEnd {
  /** The contract's name for it. */
  reason: string;
  /** How many plies it is over. */
  plies: number;
}

/** Whether players have made the end a draw: by a claim, or both. */
export const isDraw = (reason: string): boolean => CLAIMS.includes(reason) || reason === "Agreement";

/** The end of a game of this number of plies by a draw that the chain may have heard of alone: a claim, or an acceptance. */
export const drawnEnd = (open: OpenEnd | undefined, plies: number): SignedEnd | undefined =>
  open?.plies === plies && isDraw(open.reason) ? { reason: open.reason, winner: undefined, isFinal: false } : undefined;

/** The player who offers a draw, which the other player can accept. */
export function drawOfferer(game: Said): Color | undefined {
  const toMove = nextMover(plyCount(game.moves));
  return game.said(otherColor(toMove), "draw") ? otherColor(toMove) : undefined;
}

/** A player's move that proves the game: the last ply, or the one before it. */
export function provingMove(game: Side, color: Color): SignedMessage | undefined {
  const message = game.lastMove(color);
  const covered = plyCount(message?.moves ?? EMPTY);
  const expected = coveredPlies("move", color, plyCount(game.moves), game.id.round);
  return covered === expected ? message : undefined;
}
