import { ABORTED_BEFORE, type Color, otherColor } from "../../chain/game";
import { colorIn } from "../match";
import type { SignedSession } from "../SignedSession";
import { nextMover, plyCount, signedEnd } from "../standing";
import type { RelayRoom } from "./RelayRoom";

/**
 * Calls a game, or a match's round, off as soon as one player wishes it: by a draw over the same plies, which the page
 * that isn't on move offers, and the other one accepts. The wish goes through the relay unsigned, so it is no claim: it
 * stands for the game as it is, and not over a reload. The page repeats it if the opponent moves in the meantime.
 */
export class Abort {
  /** The number of plies over which this page's player wishes it. */
  private wished: number | undefined;
  private readonly unsubscribe: readonly (() => void)[];
  private isSaying = false;
  /** The player wishes it at this moment. */
  private isPressed = false;
  private isOpponentThere = false;

  constructor(
    private readonly session: SignedSession,
    private readonly room: RelayRoom,
  ) {
    this.unsubscribe = [session.subscribe(() => this.answer()), room.subscribe(() => this.roomChanged())];
  }

  /** Whether the game can be called off now. */
  get isOpen(): boolean {
    return this.plies < ABORTED_BEFORE && !signedEnd(this.session.game);
  }

  /** Whether this page's player wishes it. */
  get isWished(): boolean {
    return this.isOpen && this.wished === this.plies;
  }

  /** The player wishes it. */
  wish(): void {
    this.isPressed = true;
    this.repeat();
    this.isPressed = false;
  }

  close(): void {
    for (const end of this.unsubscribe) end();
  }

  private get plies(): number {
    return plyCount(this.session.game.moves);
  }

  private get opponent(): Color {
    return otherColor(this.session.game.color);
  }

  private repeat(): void {
    const { session, room, plies } = this;
    this.wished = plies;
    room.wishAbort(plies);
    session.changed();
  }

  /** Whether the opponent wishes it. */
  private get isOpponentsWish(): boolean {
    const { round } = this.session.game.id;
    const { wished } = this.room;
    const isOfRound = wished?.round === round && colorIn(wished.color, 0, round) === this.opponent;
    return this.isOpen && isOfRound && wished.plies === this.plies;
  }

  /** Repeats the wish to an opponent who comes later, or on a new line: they missed it, as the relay keeps no wish. */
  private roomChanged(): void {
    const isThere = this.room.people?.[this.opponent].here === true;
    const hasCome = isThere && !this.isOpponentThere;
    this.isOpponentThere = isThere;
    if (hasCome && this.isWished) this.room.wishAbort(this.plies);
    this.answer();
  }

  /** Offers the draw, or accepts it. */
  private answer(): void {
    const { session, opponent, wished, plies } = this;
    const { game } = session;
    const isOvertaken = wished !== undefined && wished < plies && this.isOpen;
    if (isOvertaken && nextMover(plies) === game.color) this.repeat();
    if (this.isSaying || !game.maySay("draw")) return;
    const isOffered = this.isPressed && nextMover(plies) === opponent;
    // by itself the page speaks only where no other device of its player could say something else
    const isMeant = session.playsAhead && (this.isWished || this.isOpponentsWish);
    if (!isOffered && !isMeant) return;
    this.isSaying = true;
    void session.say("draw").finally(() => {
      this.isSaying = false;
    });
  }
}
