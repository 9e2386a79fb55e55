import { inTurn } from "../browser/inTurn";
import type { Color } from "../chain/game";
import { drawClaim } from "../chess/rules";
import type { Message } from "../i18n/i18n";
import { type GameKey, sign, verify } from "./ed25519";
import { faultInRound, pointsSpokenOf, wordOf } from "./match";
import {
  type Action,
  type Bytes,
  COLORS,
  coveredPlies,
  isEqual,
  isPrefix,
  messageBytes,
  moverOf,
  plyEnds,
  type SignedGameId,
  type SignedMessage,
} from "./message";
import { endOnBoard, mayDraw, nextMover, plyCount, signedEnd } from "./standing";
import type { KeptKey, Transcript, TranscriptStore } from "./transcripts";

/** Why a message of the opponent is not taken, or one of one's own is not signed. */
export class SignedPlayError extends Error {
  constructor(why: Message) {
    super(why);
  }
}

/** A game as far as it is known, by all messages that are kept and what is known besides. */
interface Line {
  all: readonly SignedMessage[];
  beyond: Bytes;
  moves: Bytes;
  /** Those of this game. */
  messages: readonly SignedMessage[];
}

/**
 * One player's side of a game by signature: one line of play, each message kept before anyone else gets it.
 * The rules check that a move is legal before it comes here.
 */
export class SignedGame {
  /** Two moves at one time would be two lines of play. */
  private readonly oneAtATime = inTurn();
  /** What is known besides the messages: moves that were made on the chain, or signed in another browser. */
  private beyond: Bytes = new Uint8Array();
  private line: Line | undefined;
  /** The chain is in this round of a match. */
  private isOnChain = false;
  /** This player has begun a later round of the match, or left it: nothing more is signed in this one. */
  private isLeftBehind = false;

  constructor(
    private readonly transcript: Transcript,
    private readonly key: GameKey,
    private readonly store: TranscriptStore,
    readonly isOfMatch = false,
  ) {}

  get id(): SignedGameId {
    return this.transcript.game;
  }

  get color(): Color {
    return this.transcript.color;
  }

  /** What was said in this game; not what was said over a ply in whose place the chain has another one. */
  get messages(): readonly SignedMessage[] {
    return this.known.messages;
  }

  /** The longest game that is signed or on the chain: what the next message goes on from. */
  get moves(): Bytes {
    return this.known.moves;
  }

  private get known(): Line {
    const { beyond } = this;
    const { messages: all } = this.transcript;
    if (this.line?.all === all && this.line.beyond === beyond) return this.line;
    const isLonger = (one: Bytes, other: Bytes) => one.length > other.length && plyCount(one) > plyCount(other);
    const moves = all.reduce<Bytes>((longest, { moves }) => (isLonger(moves, longest) ? moves : longest), beyond);
    this.line = { all, beyond, moves, messages: all.filter((message) => isPrefix(message.moves, moves)) };
    return this.line;
  }

  /** The game up to this player's last ply: what nothing may take the place of. */
  private get own(): Bytes {
    const { moves } = this;
    return this.toMove === this.color ? moves.subarray(0, plyEnds(moves)?.at(-2) ?? 0) : moves;
  }

  /**
   * Where this player has made their last move, or begun the round, and said what came after it: in this browser or in
   * another one, which may have signed more than is known here. None before the first. What both say over the same moves
   * is one and the same message, so only who has moved knows that nobody else has.
   */
  get lastWordFrom(): "here" | "elsewhere" | undefined {
    const { own } = this;
    const words = this.transcript.messages.filter(({ signer }) => signer === this.color);
    const move = words.findLast(({ action }) => action === "move");
    const isPlyKnown = own.length === 0 || (move?.moves.length ?? 0) >= own.length;
    if (!isPlyKnown || move?.isFromElsewhere || words.at(-1)?.isFromElsewhere) return "elsewhere";
    return move && "here";
  }

  /** Whether a message says more of this player than is known here: it holds, and isn't over an earlier position. */
  async isOwnNews(message: SignedMessage): Promise<boolean> {
    const { own } = this;
    const { signer, action, moves } = message;
    const isOld = moves.length < own.length || (action === "move" && own.length > 0 && moves.length === own.length);
    if (signer !== this.color || (isOld && isPrefix(moves, own)) || this.keeps(message)) return false;
    return this.holds(message);
  }

  /** Whether exactly this message is kept, in this game or in a branch that a longer game has replaced. */
  keeps({ signature }: SignedMessage): boolean {
    return this.transcript.messages.some((kept) => isEqual(kept.signature, signature));
  }

  /** Whether this player has signed a move in a branch that a longer game has replaced: the branch is kept aside. */
  get hasBranch(): boolean {
    const { color, moves } = this;
    return this.transcript.messages.some(
      (message) => message.signer === color && message.action === "move" && !isPrefix(message.moves, moves),
    );
  }

  /** The key, to be taken to another browser. */
  get kept(): KeptKey {
    return { secret: this.transcript.secret, signed: this.moves };
  }

  /** The round that both have begun, or that the chain is in; a single game always. */
  get hasBegun(): boolean {
    const said = (color: Color) => wordOf(this.messages, color) === "begin";
    return this.id.round === 0 || this.isOnChain || this.moves.length > 0 || (said("white") && said("black"));
  }

  /** The chain has come to this round. */
  begunOnChain(): void {
    this.isOnChain = true;
  }

  /** A later round has begun for this player, or the match was left. */
  leaveBehind(): void {
    this.isLeftBehind = true;
  }

  /**
   * This player has resigned, has begun a later round or left, and the game has gone on all the same: on the chain the
   * resignation must be said over those moves, too, the one thing that is still signed in this round.
   */
  get mustResignAgain(): boolean {
    const { color, transcript } = this;
    const hasResigned = transcript.messages.some(({ signer, action }) => signer === color && action === "resign");
    return this.isLeftBehind && hasResigned && this.said(color, "resign") === undefined;
  }

  /**
   * Takes over a game that others know; whether it is the beginning of this one, or continues from it. The chain may
   * have another last ply of the opponent's than was heard. The heard one is answered by a move; where it can't be any
   * more, as the game has ended there, or the chain has gone on, the chain's takes its place: what has ended the game
   * over the heard one is an error on the chain.
   * @param isTakenOver the player has said to continue from the longest game, even from one that replaces an own move
   */
  catchUp(moves: Uint8Array, isTakenOver = false): boolean {
    const isLonger = plyCount(moves) > plyCount(this.moves);
    const isOther = !isPrefix(moves, this.moves) && (isPrefix(this.own, moves) || (isLonger && isTakenOver));
    if (isOther && (this.isClosed || isLonger)) this.beyond = moves.slice();
    return isPrefix(moves, this.moves);
  }

  /** No move of this player's follows, as far as the chain shows nothing else. */
  private get isClosed(): boolean {
    return signedEnd(this) !== undefined || this.said(this.color, "draw") !== undefined;
  }

  /** A player's last move. */
  lastMove(color: Color): SignedMessage | undefined {
    return this.messages.findLast(({ signer, action }) => signer === color && action === "move");
  }

  /** What a player says over the whole game as it stands, besides a move. */
  said(color: Color, action: Action): SignedMessage | undefined {
    const { length } = this.moves;
    return this.messages.findLast(
      (message) => message.signer === color && message.action === action && message.moves.length === length,
    );
  }

  /** Whether a message of this signer that says this over so many moves is known. */
  knows({ signer, action, moves }: SignedMessage): boolean {
    return this.messages.some(
      (known) => known.signer === signer && known.action === action && known.moves.length === moves.length,
    );
  }

  /**
   * Signs a message and keeps it; only then may it be sent.
   * @throws SignedPlayError where it would be a second line of play, or out of turn.
   */
  say(action: Action, moves: Uint8Array): Promise<SignedMessage> {
    return this.oneAtATime(async () => {
      await this.readKept();
      await this.readNext();
      if (this.isLeftBehind && !(action === "resign" && this.mustResignAgain)) {
        throw new SignedPlayError("a later round has begun");
      }
      this.check(action, this.transcript.color, moves);
      const message = this.signed(action, moves);
      try {
        await this.keep([...this.transcript.messages, message]);
      } catch (error) {
        await this.readKept();
        throw error;
      }
      return message;
    });
  }

  /**
   * Signs an ask, or a draw that is claimed, over the game as it stands, for the call that brings it. It isn't kept
   * before that is sent: nothing is left of one that isn't.
   * @throws SignedPlayError where nobody can be asked, or there is nothing to claim.
   */
  prepare(action: "ask" | "draw"): SignedMessage {
    const { color } = this.transcript;
    if (this.isLeftBehind) throw new SignedPlayError("a later round has begun");
    if (action === "ask") this.check(action, color, this.moves);
    else if (this.toMove !== color || endOnBoard(this) || !drawClaim(this.moves)) {
      throw new SignedPlayError("no draw can be claimed here");
    }
    return this.signed(action, this.moves);
  }

  /**
   * Keeps what was prepared, in the moment in which it is sent.
   * @throws SignedPlayError where the game has continued in the meantime.
   */
  keepPrepared(message: SignedMessage): Promise<void> {
    return this.oneAtATime(async () => {
      await this.readKept();
      await this.readNext();
      if (this.isLeftBehind) throw new SignedPlayError("a later round has begun");
      if (message.moves.length !== this.moves.length) throw new SignedPlayError("the game has gone on meanwhile");
      if (!this.knows(message)) await this.keep([...this.transcript.messages, { ...message, at: Date.now() }]);
    });
  }

  /**
   * Takes a message of the opponent: only what the chain would take, and what continues from one's own last message.
   * It can be shown before it is kept; what is said in reply waits until it is.
   * @param onHeard called as soon as the message is known to hold
   * @throws SignedPlayError with the reason, where it doesn't.
   */
  hear(message: SignedMessage, onHeard?: () => void): Promise<void> {
    return this.oneAtATime(async () => {
      if (message.signer === this.transcript.color) throw new SignedPlayError("this is not the opponent's message");
      // it has come twice at once, alone and before what was said next
      if (this.knows(message)) return;
      this.check(message.action, message.signer, message.moves);
      await this.take(message, onHeard);
    });
  }

  /**
   * Takes over what was said with this key on another device, over the game as it stands.
   * @throws SignedPlayError where it doesn't hold.
   */
  follow(message: SignedMessage): Promise<void> {
    return this.oneAtATime(async () => {
      const isSame = isPrefix(message.moves, this.moves) && message.moves.length === this.moves.length;
      if (!isSame) throw new SignedPlayError("this is another game than the one that is signed");
      await this.take(message);
    });
  }

  /** Whether a message would prove a ply that the chain alone has shown so far: the last one, or that before it. */
  isMissingProof(message: SignedMessage): boolean {
    const { signer, action, moves } = message;
    const covered = coveredPlies("move", signer, plyCount(this.moves), this.id.round);
    const isLast = action === "move" && moves.length > 0 && plyCount(moves) === covered;
    return isLast && isPrefix(moves, this.moves) && !this.knows(message);
  }

  /**
   * Keeps what proves a ply that the chain has shown: it is needed where the chain is reorganised.
   * @throws SignedPlayError where it doesn't hold.
   */
  prove(message: SignedMessage): Promise<void> {
    return this.oneAtATime(async () => {
      if (this.isMissingProof(message)) await this.take(message);
    });
  }

  private async take(message: SignedMessage, onTaken?: () => void): Promise<void> {
    await this.mustHold(message);
    // another tab hears the same, and may have kept it first
    while (!this.knows(message)) {
      const before = this.transcript.messages;
      const messages = [...before, this.heard(message)];
      this.transcript.messages = messages;
      onTaken?.();
      try {
        await this.keep(messages);
        return;
      } catch (error) {
        this.transcript.messages = before;
        if (!(await this.readKept())) throw error;
        if (!this.knows(message)) this.check(message.action, message.signer, message.moves);
      }
    }
  }

  /**
   * Takes over each player's last move of a game that was signed with this key in another browser. A longer game that
   * both have signed replaces what was signed in this one: on the chain the longer game wins.
   * @throws SignedPlayError where they don't hold, or don't belong together.
   */
  restore(lastMoves: readonly SignedMessage[]): Promise<void> {
    return this.oneAtATime(async () => {
      await this.readKept();
      const moves = lastMoves.toSorted((one, other) => one.moves.length - other.moves.length);
      const longest = moves.at(-1)?.moves ?? new Uint8Array();
      const total = plyEnds(longest)?.length ?? 0;
      const isProven = COLORS.every((color) => moves.some(({ signer }) => signer === color));
      const isLonger = isProven && total > plyCount(this.moves);
      if (!isPrefix(this.moves, longest) && !isLonger) {
        throw new SignedPlayError("a longer game was signed with this key");
      }
      for (const message of moves) {
        const plies = plyEnds(message.moves)?.length ?? 0;
        const isLast =
          coveredPlies("move", message.signer, total, this.id.round) === plies && isPrefix(message.moves, longest);
        if (!isLast || message.action !== "move") throw new SignedPlayError("these moves don't belong together");
        await this.mustHold(message);
      }
      const unknown = moves.filter((message) => !this.keeps(message));
      await this.keep([...this.transcript.messages, ...unknown.map((message) => this.heard(message))]);
    });
  }

  /** Takes over what another tab has signed and kept meanwhile. */
  refresh(): Promise<boolean> {
    return this.oneAtATime(() => this.readKept());
  }

  /** Whether another tab has kept more than is known here. */
  private async readKept(): Promise<boolean> {
    const kept = await this.store.get(this.transcript.game, this.transcript.color);
    const isMore = kept !== undefined && kept.messages.length > this.transcript.messages.length;
    if (isMore) this.transcript.messages = kept.messages;
    return isMore;
  }

  /** Another tab may have begun the match's next round, or left before it. */
  private async readNext(): Promise<void> {
    if (!this.isOfMatch || this.isLeftBehind) return;
    const spoken = await pointsSpokenOf(this.store, this.id, this.color);
    if (spoken !== undefined) this.leaveBehind();
  }

  private signed(action: Action, moves: Uint8Array): SignedMessage {
    const { game, color } = this.transcript;
    const signature = sign(messageBytes(game, action, moves), this.key);
    return { signer: color, action, moves: moves.slice(), signature, at: Date.now() };
  }

  private get toMove(): Color {
    return nextMover(plyCount(this.moves));
  }

  private holds({ signer, action, moves, signature }: SignedMessage): Promise<boolean> {
    const { game } = this.transcript;
    const key = signer === "white" ? game.whiteKey : game.blackKey;
    return verify(messageBytes(game, action, moves), signature, key);
  }

  private async mustHold(message: SignedMessage) {
    if (!(await this.holds(message))) throw new SignedPlayError("the signature does not hold");
  }

  /** A message as it is kept that was heard now. */
  private heard(message: SignedMessage): SignedMessage {
    const heard = { ...message, at: Date.now() };
    return message.signer === this.color ? { ...heard, isFromElsewhere: true } : heard;
  }

  private check(action: Action, signer: Color, moves: Uint8Array) {
    const ends = plyEnds(moves);
    if (!ends) throw new SignedPlayError("these are no canonical moves");
    if (!isPrefix(this.moves, moves)) throw new SignedPlayError("this is another game than the one that is signed");
    const known = plyEnds(this.moves)?.length ?? 0;
    const { round } = this.transcript.game;
    if (round === 0 && action === "leave") throw new SignedPlayError("only a match can be left");
    const fault = round > 0 && faultInRound(this.messages, { signer, action, moves: moves.slice() }, this.isOnChain);
    if (fault) throw new SignedPlayError(fault);
    const isMove = action === "move";
    if (round > 0 && ends.length === 0 && (isMove || action === "leave")) {
      if (known > 0) throw new SignedPlayError("this round goes on already");
      return;
    }
    if (isMove && moverOf(ends.length) !== signer) throw new SignedPlayError("a move is signed by who makes it");
    if (isMove && ends.length !== known + 1) throw new SignedPlayError("a move goes on from the last one by one ply");
    if (!isMove && ends.length !== known) throw new SignedPlayError("this is said over moves that nobody has signed");
    if (action === "ask" && moverOf(ends.length + 1) === signer) {
      throw new SignedPlayError("who is to move can't ask");
    }
    if (action === "draw" && !mayDraw(this, signer)) {
      throw new SignedPlayError("a draw is offered after one's own move");
    }
    if (isMove && this.said(signer, "draw") && this.toMove === signer) {
      throw new SignedPlayError("who has claimed or accepted a draw makes no move");
    }
  }

  /** Where the store fails, the messages stay as they are. */
  private async keep(messages: SignedMessage[]) {
    await this.store.put({ ...this.transcript, messages });
    this.transcript.messages = messages;
  }
}
