import { type Color, type Game, otherColor } from "../chain/game";
import type { Ply } from "../chess/history";
import { boardEnd } from "../chess/line";
import { type Bytes, type ChainCall, concat, moverOf, playArgument, plyEnds, type SignedMessage } from "./message";
import type { SignedGame } from "./SignedGame";

/** How a game by signature has ended, as far as the players have signed it; the contract's names. */
export interface SignedEnd {
  reason: string;
  winner: Color | undefined;
  /** The chain would settle it at once: who loses has resigned or acknowledged it. Else it would stay open first. */
  isFinal: boolean;
}

/** The game as it will be once the chain is told. */
export const signedResult = (game: Game, { reason, winner }: SignedEnd): Game => ({
  ...game,
  state: winner ? `${winner}Won` : "drawn",
  endReason: reason,
});

const COLORS: readonly Color[] = ["white", "black"];

/** Who makes the next ply. */
export const nextMover = (plies: number): Color => moverOf(plies + 1);

/** How the game has ended, if it has. */
export function signedEnd(game: Pick<SignedGame, "said">, plies: readonly Ply[]): SignedEnd | undefined {
  const onBoard = boardEnd(plies);
  const toMove = nextMover(plies.length);
  const resigned = COLORS.find((color) => game.said(color, "resign"));
  if (onBoard === "Checkmate") return { reason: onBoard, winner: otherColor(toMove), isFinal: resigned === toMove };
  if (resigned) return { reason: "Resignation", winner: otherColor(resigned), isFinal: true };
  if (onBoard) return { reason: onBoard, winner: undefined, isFinal: game.said(toMove, "draw") !== undefined };
  const isAgreed = COLORS.every((color) => game.said(color, "draw"));
  return isAgreed ? { reason: "Agreement", winner: undefined, isFinal: false } : undefined;
}

/** Who offers a draw. */
export const drawOfferer = (game: SignedGame): Color | undefined => COLORS.find((color) => game.said(color, "draw"));

/**
 * What a page signs unasked when the other player has ended the game: who is mated resigns, who sees a draw on the
 * board agrees to it. So an honest game is paid in the call that brings it.
 */
export function acknowledgement(game: SignedGame, plies: readonly Ply[]): "resign" | "draw" | undefined {
  if (nextMover(plies.length) !== game.color) return undefined;
  const onBoard = boardEnd(plies);
  const action = onBoard === undefined ? undefined : onBoard === "Checkmate" ? "resign" : "draw";
  return action && !game.said(game.color, action) ? action : undefined;
}

/** What a player wants the chain to be told besides the moves. */
export interface Wish {
  ask?: boolean;
  /** The draw that the player to move may claim. */
  claim?: boolean;
}

/** The arguments of `play` that bring the whole game, and what was said over it. */
export function chainCall(game: SignedGame, plies: readonly Ply[], wish: Wish = {}): ChainCall {
  const end = signedEnd(game, plies);
  const said = (color: Color): SignedMessage | undefined => {
    if (end?.reason === "Resignation" || end?.reason === "Checkmate") {
      return color === end.winner ? undefined : game.said(color, "resign");
    }
    if (end?.reason === "Agreement") return game.said(color, "draw");
    // a draw on the board is acknowledged by who did not bring it about
    if (end) return color === nextMover(plies.length) ? game.said(color, "draw") : undefined;
    if (color !== game.color) return undefined;
    if (wish.claim) return game.said(color, "draw");
    return wish.ask ? game.said(color, "ask") : undefined;
  };
  const argument = (color: Color): Bytes => {
    const message = said(color) ?? provingMove(game, color);
    return message ? playArgument(message) : new Uint8Array();
  };
  return { moves: concat(game.moves), white: argument("white"), black: argument("black") };
}

/** A player's move that proves the game: the last ply, or the one before it. */
export function provingMove(game: SignedGame, color: Color): SignedMessage | undefined {
  const message = game.lastMove(color);
  const total = plyEnds(game.moves)?.length ?? 0;
  const covered = plyEnds(message?.moves ?? new Uint8Array())?.length ?? 0;
  const expected = moverOf(total) === color ? total : total - 1;
  return covered === expected ? message : undefined;
}
