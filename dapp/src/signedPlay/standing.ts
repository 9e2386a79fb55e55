import { type Color, type Game, otherColor, withoutResult } from "../chain/game";
import { type BoardEnd, boardEnd } from "../chess/rules";
import {
  type Action,
  type Bytes,
  type ChainCall,
  COLORS,
  concat,
  coveredPlies,
  EMPTY,
  MAX_PLIES,
  moverOf,
  playArgument,
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
  /** What a player says over the whole game as it stands, besides a move. */
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

/** Who makes the next ply. */
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

/** How a game of so many plies has ended by a draw that was claimed, of which the chain alone is told. */
export const claimedEnd = (open: OpenEnd | undefined, plies: number): SignedEnd | undefined =>
  open?.plies === plies && CLAIMS.includes(open.reason)
    ? { reason: open.reason, winner: undefined, isFinal: false }
    : undefined;

/** Whether players have made the end a draw: by a claim, or both. */
export const isDraw = (reason: string): boolean => CLAIMS.includes(reason) || reason === "Agreement";

/** How many plies more than the chain's undo an end that is open there: one that the players made two, a resignation none. */
export function pliesToUndo(reason: string): number {
  if (reason === "Resignation") return Number.POSITIVE_INFINITY;
  return isDraw(reason) ? 2 : 1;
}

/**
 * Whether a player's next move would undo an end that is open on the chain: the opponent has made another ply than the
 * chain shows, or one more, before or after they ended the game there.
 */
export function undoesByMoving(game: Side, { plies, reason }: OpenEnd): boolean {
  const own = plyCount(game.moves);
  return nextMover(own) === game.color && !signedEnd(game) && own + 1 === plies + pliesToUndo(reason);
}

/** Who offers a draw, which the other player can accept. */
export function drawOfferer(game: Said): Color | undefined {
  const toMove = nextMover(plyCount(game.moves));
  return game.said(otherColor(toMove), "draw") ? otherColor(toMove) : undefined;
}

/**
 * Whether a player may say that it is a draw: while the other is on move, as an offer; on move only to accept one, or where
 * the board has drawn. A draw signed on move would undo the move that its signer makes then, be it a mate: the opponent
 * can bring it with one of their own, and an agreement is undone by two plies alone. A claim goes to the chain in the
 * step that signs it, and not by here.
 */
export function mayDraw(game: Said, color: Color): boolean {
  const plies = plyCount(game.moves);
  const onBoard = endOnBoard(game);
  if (onBoard) return onBoard !== "Checkmate";
  return color !== nextMover(plies) || drawOfferer(game) !== undefined;
}

/**
 * The messages that a page signs unasked when the other player has ended the game: who is mated resigns, who sees a
 * draw on the board agrees to it. So an honest game is paid in the call that brings it.
 */
export function acknowledgement(game: Side): "resign" | "draw" | undefined {
  if (nextMover(plyCount(game.moves)) !== game.color) return undefined;
  const onBoard = endOnBoard(game);
  const action = onBoard === undefined ? undefined : onBoard === "Checkmate" ? "resign" : "draw";
  return action && !game.said(game.color, action) ? action : undefined;
}

/**
 * The arguments of `play` that bring the whole game, and what was said over it.
 * @param wish an ask or a claim that was signed to be brought, in place of the own move
 */
export function chainCall(game: Side, wish?: SignedMessage): ChainCall {
  const end = signedEnd(game);
  const said = (color: Color): SignedMessage | undefined => {
    if (end?.reason === "Resignation" || end?.reason === "Checkmate") {
      return color === end.winner ? undefined : game.said(color, "resign");
    }
    if (end?.reason === "Agreement") return game.said(color, "draw");
    // a draw on the board is acknowledged by who did not bring it about
    if (end) return color === nextMover(plyCount(game.moves)) ? game.said(color, "draw") : undefined;
    return color === game.color ? wish : undefined;
  };
  const argument = (color: Color): Bytes => {
    const message = said(color) ?? provingMove(game, color);
    return message ? playArgument(message) : EMPTY;
  };
  return { moves: concat(game.moves), white: argument("white"), black: argument("black") };
}

/** A player's move that proves the game: the last ply, or the one before it. */
export function provingMove(game: Side, color: Color): SignedMessage | undefined {
  const message = game.lastMove(color);
  const covered = plyCount(message?.moves ?? EMPTY);
  const expected = coveredPlies("move", color, plyCount(game.moves), game.id.round);
  return covered === expected ? message : undefined;
}
