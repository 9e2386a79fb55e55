import { Changing } from "../browser/Changing";
import { inTurn } from "../browser/inTurn";
import { type Color, isAborted, type Match, otherColor } from "../chain/game";
import { type Advice, adviceOf, type ShownChain, shownWith } from "./advice";
import { isBroughtFirst, pointsAfter, pointsSpokenOf, roundOf, type Word, wordOf } from "./match";
import type { SignedGameId } from "./message";
import type { MatchAround, SignedGame } from "./SignedGame";
import type { SignedSession } from "./SignedSession";
import { drawnEnd, type OpenEnd, plyCount, type SignedEnd, signedEnd } from "./standing";
import type { TranscriptStore } from "./transcripts";

/** Opens a round of the match as this browser keeps it, with the ways to the opponent's page. */
export type OpenRound = (id: SignedGameId, color: Color, match: MatchAround) => Promise<SignedSession>;

/** The words that can be said after a round, and those that were. */
export interface Interval {
  /** How the round has ended. */
  end: SignedEnd;
  mine: Word | undefined;
  theirs: Word | undefined;
  /** This player's wish, not said yet because the other one must speak first. */
  wish: Word | undefined;
  /** Since when this player waits for the other's word; none where they have said and wanted nothing. */
  waitsSince: number | undefined;
  /** Whether this player may begin the next round now. */
  mayBegin: boolean;
  /** Whether they may leave before it. */
  mayLeave: boolean;
  /** It was aborted before both had moved: its players leave the match. */
  isCalledOff: boolean;
  /** The draw must be on the chain before anybody goes on. */
  isBroughtFirst: boolean;
  /** One has begun the next round and the other leaves: the round's end goes to the chain, which ends the match. */
  isParted: boolean;
}

/** A match as a page plays it: the round that goes on, and what is said between two rounds. */
export class MatchSession extends Changing implements MatchAround {
  /** The round under way, or the last one that was played. */
  private round!: SignedSession;
  private next: SignedSession | undefined;
  private wish: Word | undefined;
  private wishedAt: number | undefined;
  /** The player has wished it just now: what waited could have another wish of another device beside it. */
  private isPressed = false;
  private readonly oneAtATime = inTurn();
  private isClosed = false;
  /** The page couldn't sign or keep its last word: it tries again after the next wish, or news from the chain. */
  private hasFailed = false;
  /** This player's word about the next round was looked for, since this round was opened. */
  private hasLooked = false;
  private unsubscribe: (() => void)[] = [];
  /** As it was shown last. */
  chain: ShownChain;

  private constructor(
    { round, points }: SignedGameId,
    readonly rounds: number,
    private readonly open: OpenRound,
    private readonly store: Pick<TranscriptStore, "get">,
  ) {
    super();
    this.chain = shownWith({ rounds, round, points, played: 0 });
  }

  /** Goes on in the latest round that both have begun, as far as this browser knows; `id` is the chain's round. */
  static async start(
    id: SignedGameId,
    color: Color,
    rounds: number,
    open: OpenRound,
    store: Pick<TranscriptStore, "get">,
  ): Promise<MatchSession> {
    const match = new MatchSession(id, rounds, open, store);
    match.round = await open(id, color, match);
    match.follow();
    await match.step();
    return match;
  }

  /** The round under way, or the last one that was played. */
  get current(): SignedSession {
    return this.round;
  }

  /** The rounds that are known: the current one, and what was said of the next. */
  get games(): SignedGame[] {
    const next = this.next?.game;
    return next && next.messages.length > 0 ? [this.round.game, next] : [this.round.game];
  }

  get isLastRound(): boolean {
    return this.round.game.id.round + 1 >= this.rounds;
  }

  /** How the round has ended: as it is signed, or by a draw that is open on the chain. */
  private get end(): SignedEnd | undefined {
    const { game } = this.round;
    return signedEnd(game) ?? drawnEnd(this.openHere, plyCount(game.moves));
  }

  /** None while the round goes on, and after the last one. */
  get interval(): Interval | undefined {
    const { game } = this.round;
    const { end } = this;
    if (!end || this.isLastRound || !this.next) return undefined;
    const { color, messages } = this.next.game;
    const [mine, theirs] = [wordOf(messages, color), wordOf(messages, otherColor(color))];
    const said = messages.find(({ signer }) => signer === color);
    const { mayBegin, mayLeave } = this.advice;
    // who leaves can't answer a longer game that undoes the round's end: that must be on the chain before
    const leavesLater = this.wish === "leave" && theirs === "begin" && !mayLeave;
    return {
      end,
      mine,
      theirs,
      waitsSince: leavesLater ? 0 : theirs ? undefined : mine ? said?.at : this.wish && this.wishedAt,
      isParted: leavesLater || (mine !== undefined && theirs !== undefined && mine !== theirs),
      wish: this.wish,
      mayBegin,
      mayLeave,
      isCalledOff: isAborted({ endReason: end.reason, plies: plyCount(game.moves) }),
      isBroughtFirst: isBroughtFirst(game, end) && this.openHere?.plies !== plyCount(game.moves),
    };
  }

  /** Takes a player's wish after a round. It is said immediately if that gives the other no choice, else after them. */
  want(wish: Word): Promise<void> {
    this.wish = wish;
    this.wishedAt = Date.now();
    this.isPressed = true;
    this.hasFailed = false;
    this.changed();
    return this.step();
  }

  /** Takes over what the chain knows. */
  chainIs(chain: ShownChain): Promise<void> {
    this.chain = chain;
    this.hasFailed = false;
    const { round = 0, points = 0 } = chain.game.match ?? {};
    return this.oneAtATime(async () => {
      const { id } = this.round.game;
      // the chain has both players' word for its points: others are nothing there
      const isElsewhere = round > id.round || (round === id.round && points !== id.points);
      if (isElsewhere) await this.enter(await this.opened(roundOf(id, round, points), this.colorIn(round)));
      if (round === this.round.game.id.round) {
        await this.round.chainIs(chain);
        const { game } = this.round;
        if (game.mustResignAgain && game.maySay("resign")) await this.round.say("resign");
      }
      await this.goOn();
    });
  }

  /** The relay is in this round: the match goes on there if it is a later one, and this player has begun it on another device. */
  relayIs({ round, points }: Pick<Match, "round" | "points">): Promise<void> {
    return this.oneAtATime(async () => {
      const { id } = this.round.game;
      if (this.isClosed || round <= id.round) return;
      const session = await this.opened(roundOf(id, round, points), this.colorIn(round));
      await session.settled();
      if (!session.game.hasBegun || session.game.lastWordFrom === undefined) return session.close();
      await this.enter(session);
      await this.goOn();
    });
  }

  /** When a player has left the match, the later one if both have, as far as this page knows. */
  get leftAt(): number | undefined {
    return this.next?.game.messages.findLast(({ action }) => action === "leave")?.at;
  }

  close(): void {
    this.isClosed = true;
    for (const stop of this.unsubscribe) stop();
    this.round.close();
    this.next?.close();
  }

  /** The end that is open on the chain in this round. */
  private get openHere(): OpenEnd | undefined {
    const { game, moves } = this.chain;
    const isHere = game.awaits === "longerGame" && game.match?.round === this.round.game.id.round;
    return isHere ? { plies: plyCount(moves), reason: game.endReason } : undefined;
  }

  /** The honest player's: they speak of the next round where that leaves the other no choice. */
  get advice(): Advice {
    return adviceOf(this.chain, this.colorIn(this.chain.game.match?.round ?? 0), this.games);
  }

  gameOf(round: number): SignedGame | undefined {
    const { game } = this.round;
    return game.id.round === round ? game : undefined;
  }

  /** A round; closed again where the match was closed while it was read. */
  private async opened(id: SignedGameId, color: Color): Promise<SignedSession> {
    const session = await this.open(id, color, this);
    if (this.isClosed) session.close();
    return session;
  }

  private colorIn(round: number): Color {
    const { color, id } = this.round.game;
    return (round - id.round) % 2 === 0 ? color : otherColor(color);
  }

  private step(): Promise<void> {
    return this.oneAtATime(() => this.goOn());
  }

  /** Takes the steps that follow from what is known: opens the next round, speaks of it, and enters it. */
  private async goOn(): Promise<void> {
    if (this.isClosed) return;
    // an end that was undone takes the wish with it
    if (!this.end) this.wish = undefined;
    await this.openNext();
    await this.speak();
    const { next } = this;
    if (next && wordOf(next.game.messages, next.game.color)) this.round.game.leaveBehind();
    if (next?.game.hasBegun) {
      this.next = undefined;
      await this.enter(next);
      await this.goOn();
    }
    this.changed();
  }

  /**
   * Opens what comes after the round, as soon as that has ended and its points are known, or where this player has said
   * something about it before.
   */
  private async openNext(): Promise<void> {
    const { id, color } = this.round.game;
    const { end } = this;
    const points = end && !this.isLastRound ? pointsAfter(id, end.winner) : undefined;
    if (this.hasLooked && this.next?.game.id.points === points) return;
    // one's own word for these points stands, whatever comes
    if (this.next && wordOf(this.next.game.messages, this.next.game.color)) return;
    this.hasLooked = true;
    this.next?.close();
    const spoken = (await pointsSpokenOf(this.store, id, color)) ?? points;
    this.next =
      spoken === undefined ? undefined : await this.opened(roundOf(id, id.round + 1, spoken), otherColor(color));
    this.follow();
  }

  private async speak(): Promise<void> {
    const { interval, next } = this;
    if (!interval || !next || interval.mine) return;
    // who finds the other gone has no round to begin, and is paid by leaving
    const word = interval.theirs === "leave" ? "leave" : (this.wish ?? (interval.isCalledOff ? "leave" : undefined));
    const { isPressed } = this;
    this.isPressed = false;
    if (!word || interval.isBroughtFirst || this.hasFailed) return;
    if (!(word === "leave" ? interval.mayLeave : interval.mayBegin)) return;
    if (!isPressed && !this.round.hasLastWord) {
      // it is asked for once more
      this.wish = undefined;
      return;
    }
    // another tab may have said its word just now, with other points
    const spoken = await pointsSpokenOf(this.store, this.round.game.id, this.round.game.color);
    if (spoken !== undefined && spoken !== next.game.id.points) {
      this.hasLooked = false;
      return this.openNext();
    }
    const isSaid = await (word === "leave" ? next.say("leave") : next.begin());
    if (isSaid) this.wish = undefined;
    else this.hasFailed = true;
  }

  private async enter(session: SignedSession): Promise<void> {
    if (session !== this.round) this.round.close();
    // the next round is played where the player has begun it
    const isFollowed = this.round.isPlayedElsewhere || this.round.hasLastWord;
    if (isFollowed && session.game.lastWordFrom === "elsewhere") session.follow();
    if (this.next && this.next !== session) {
      this.next.close();
      this.next = undefined;
    }
    this.round = session;
    this.hasLooked = false;
    this.hasFailed = false;
    this.wish = undefined;
    this.follow();
  }

  private follow(): void {
    for (const stop of this.unsubscribe) stop();
    const sessions = this.next ? [this.round, this.next] : [this.round];
    this.unsubscribe = sessions.map((session) =>
      session.subscribe(() => {
        this.changed();
        this.step();
      }),
    );
  }
}
