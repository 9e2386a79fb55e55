import { inTurn } from "../browser/inTurn";
import type { Color } from "../chain/game";
import { ANYONE, refusalOf, type ShownChain, shownIn, YOU, YOUR_CALL } from "./advice";
import { type GameKey, sign, verify } from "./ed25519";
import { pointsSpokenOf, wordOf } from "./match";
import {
  type Action,
  type Bytes,
  coveredPlies,
  EMPTY,
  isEqual,
  isPrefix,
  messageBytes,
  plyEnds,
  type SignedGameId,
  type SignedMessage,
} from "./message";
import { refused, SignedPlayError } from "./refusals";
import { nextMover, plyCount, signedEnd } from "./standing";
import type { KeptKey, Transcript, TranscriptStore } from "./transcripts";

/** The match of which a game is a round. */
export interface MatchAround {
  /** The chain as it was shown last. */
  readonly chain: ShownChain;
  /** The game of a round, if the match is in that round. */
  gameOf(round: number): SignedGame | undefined;
}

/** A game as far as it is known, by all messages that are kept and what is known besides. */
interface Line {
  all: readonly SignedMessage[];
  beyond: Bytes;
  moves: Bytes;
  /** Those of this game. */
  messages: readonly SignedMessage[];
}

/** One player's side of a game by signature: one line of play, each message kept before anyone else gets it. */
export class SignedGame {
  /** Two moves at one time would be two lines of play. */
  private readonly oneAtATime = inTurn();
  /** Moves known in addition to the messages: made on the chain, or signed in another browser. */
  private beyond: Bytes = new Uint8Array();
  private line: Line | undefined;
  /** This player has begun a later round of the match, or left it: nothing more is signed in this one. */
  private isLeftBehind = false;
  /** The chain as this game was shown it last. */
  shown: ShownChain | undefined;

  constructor(
    private readonly transcript: Transcript,
    private readonly key: GameKey,
    private readonly store: TranscriptStore,
    private readonly match: MatchAround | boolean = false,
  ) {}

  get isOfMatch(): boolean {
    return this.match !== false;
  }

  /** The chain as match or game was shown it, or as if it had come to this round just now. */
  get chain(): ShownChain {
    return typeof this.match === "object" ? this.match.chain : (this.shown ?? shownIn(this));
  }

  /** The match's round before this one. */
  get before(): SignedGame | undefined {
    return typeof this.match === "object" ? this.match.gameOf(this.id.round - 1) : undefined;
  }

  get id(): SignedGameId {
    return this.transcript.game;
  }

  get color(): Color {
    return this.transcript.color;
  }

  /** The messages of this game, without those over a ply that the chain's game, or a longer one, has replaced. */
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
    return nextMover(plyCount(moves)) === this.color ? moves.subarray(0, plyEnds(moves)?.at(-2) ?? 0) : moves;
  }

  /**
   * Where this player has made their last move, or begun the round, and said what came after it: in this browser or in
   * another one, which may have signed more than is known here. None before the first. A word of both over the same moves
   * is the same message, so only the player who has moved knows that nobody else has.
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
    const { id, messages, moves } = this;
    const { round = 0, points = 0 } = this.chain.game.match ?? {};
    const isOnChain = round === id.round && points === id.points;
    const said = (color: Color) => wordOf(messages, color) === "begin";
    return id.round === 0 || isOnChain || moves.length > 0 || (said("white") && said("black"));
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

  /** A player's message over the whole game as it stands, other than a move. */
  said(color: Color, action: Action): SignedMessage | undefined {
    const { length } = this.moves;
    return this.messages.findLast(
      (message) => message.signer === color && message.action === action && message.moves.length === length,
    );
  }

  /** Whether a message of this signer is known that says this over as many moves. */
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
      if (this.isLeftBehind && !(action === "resign" && this.mustResignAgain)) throw refused("round");
      const refusal = this.refusal(YOU, action, moves);
      if (refusal) throw refused(refusal);
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

  /** Whether this player may say this over the game as it stands. */
  maySay(action: Action): boolean {
    return this.refusal(YOU, action, this.moves) === undefined;
  }

  /**
   * Signs an ask, or a draw that is claimed, over the game as it stands, for the call that brings it. It isn't kept
   * before that is sent: nothing is left of one that isn't.
   * @throws SignedPlayError where nobody can be asked, or there is nothing to claim.
   */
  prepare(action: "ask" | "draw"): SignedMessage {
    if (this.isLeftBehind) throw refused("round");
    const refusal = this.refusal(YOUR_CALL, action, this.moves);
    if (refusal && refusal !== "known")
      throw action === "draw" ? new SignedPlayError("no draw can be claimed here") : refused(refusal);
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
      if (this.isLeftBehind) throw refused("round");
      if (message.moves.length !== this.moves.length) throw new SignedPlayError("the game has gone on meanwhile");
      if (!this.knows(message)) await this.keep([...this.transcript.messages, { ...message, at: Date.now() }]);
    });
  }

  /**
   * Takes messages: the players' last moves together, or what one of them says besides. Only what the chain would take, and
   * what continues from one's own last message; or a longer game that both have signed, also on another device with this
   * key: on the chain it wins. They can be shown before they are kept; what is said in reply waits until they are.
   * @param onHeard called as soon as they are known to hold
   * @throws SignedPlayError with the reason, where they don't.
   */
  hear(came: SignedMessage | readonly SignedMessage[], onHeard?: () => void): Promise<void> {
    return this.oneAtATime(async () => {
      const messages = [came].flat();
      const moves = messages.reduce<Bytes>(
        (longest, { moves }) => (moves.length > longest.length ? moves : longest),
        EMPTY,
      );
      const plies = plyCount(moves);
      const isProof = ({ signer, action, moves }: SignedMessage) =>
        plyCount(moves) === coveredPlies(action, signer, plies, this.id.round);
      const said = messages.filter(isProof);
      for (;;) {
        const refusal = refusalOf(this, ANYONE, moves, said);
        if (refusal && refusal !== "known") throw refused(refusal);
        const isNew = (message: SignedMessage) => (refusal ? this.isMissingProof(message) : !this.keeps(message));
        const news = said.filter(isNew);
        if (news.length === 0) return;
        for (const message of news) if (!(await this.holds(message))) throw refused("signature");
        const before = this.transcript.messages;
        const known = [...before, ...news.map((message) => this.heard(message))];
        this.transcript.messages = known;
        onHeard?.();
        try {
          return await this.keep(known);
        } catch (error) {
          // another tab hears the same, and may have kept it first
          this.transcript.messages = before;
          if (!(await this.readKept())) throw error;
        }
      }
    });
  }

  /** Whether a message would prove a ply that the chain alone has shown so far: the last one, or that before it. */
  private isMissingProof(message: SignedMessage): boolean {
    const { signer, action, moves } = message;
    const covered = coveredPlies("move", signer, plyCount(this.moves), this.id.round);
    const isLast = action === "move" && moves.length > 0 && plyCount(moves) === covered;
    return isLast && isPrefix(moves, this.moves) && !this.knows(message);
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

  private holds({ signer, action, moves, signature }: SignedMessage): Promise<boolean> {
    const { game } = this.transcript;
    const key = signer === "white" ? game.whiteKey : game.blackKey;
    return verify(messageBytes(game, action, moves), signature, key);
  }

  /** A message as it is kept that was heard now. */
  private heard(message: SignedMessage): SignedMessage {
    const heard = { ...message, at: Date.now() };
    return message.signer === this.color ? { ...heard, isFromElsewhere: true } : heard;
  }

  private refusal(from: number, action: Action, moves: Uint8Array): string | undefined {
    return refusalOf(this, from, moves, [{ signer: this.color, action }]);
  }

  /** Where the store fails, the messages stay as they are. */
  private async keep(messages: SignedMessage[]) {
    await this.store.put({ ...this.transcript, messages });
    this.transcript.messages = messages;
  }
}
