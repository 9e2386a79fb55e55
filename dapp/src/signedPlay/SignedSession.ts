import { Changing } from "../browser/Changing";
import { type ShownChain, unsaidIn } from "./advice";
import { type Action, type Bytes, concat, isEqual, moverOf, type SignedMessage } from "./message";
import { SignedPlayError } from "./refusals";
import type { SignedGame } from "./SignedGame";
import { isHandedOver, plyCount, provingMove, signedEnd } from "./standing";
import { readTranscript, writeTranscript } from "./transcriptFile";
import type { Transport } from "./transport";

/** A message to the chain in addition to the moves: an ask, or a draw that the player to move claims. */
export type Wish = "ask" | "draw";

/** A message that is signed for a call. */
export interface Prepared {
  message: SignedMessage;
  /** To be called in the moment in which it is sent. Fails where the game has gone on meanwhile. */
  onSend: () => Promise<void>;
}

/** The facts known about other devices that have the same key. */
export interface OtherDevices {
  /** The key wasn't made in this browser. */
  isKeyFound: boolean;
  /** The player has said to continue here, whatever another device may have signed. */
  isTakenOver: boolean;
  /** Whether the relay was heard. */
  isHeard: () => boolean;
  /** Whether the relay is still being asked for the first time. */
  isAsked: () => boolean;
  /** Whether what they sign over the game as it stands is heard at once. */
  areHeard: (game: SignedGame) => boolean;
}

/** No other device has the key. */
export const NO_OTHERS: OtherDevices = {
  isKeyFound: false,
  isTakenOver: false,
  isHeard: () => true,
  isAsked: () => false,
  areHeard: () => true,
};

/** A game by signature as a page plays it: what it signs is kept, then handed on; what comes is checked. */
export class SignedSession extends Changing {
  /** The chain's moves, as far as they were told. */
  private onChain: Uint8Array = new Uint8Array();
  /** Why the last thing that came, or was to be signed, was not taken. */
  problem: string | undefined;
  /** Whether the chain has a game that doesn't go together with this one. */
  isChainElsewhere = false;
  private hasHeardOfOther = false;
  /** The chain was looked at since the game was opened here. */
  private hasSeenChain = false;
  /** Where this player's last word was said, as it was known last. */
  private wordFrom: SignedGame["lastWordFrom"];
  private receiving: Promise<void> = Promise.resolve();
  /** The game over which this player has wished to offer a draw with their next move. */
  private offering: Bytes | undefined;

  constructor(
    readonly game: SignedGame,
    private readonly transports: readonly Transport[],
    private readonly others: OtherDevices = NO_OTHERS,
  ) {
    super();
    this.wordFrom = game.lastWordFrom;
    // in the order in which it comes: a move in advance would overtake what another device has said before
    for (const transport of transports)
      transport.onReceive((came) => {
        this.receiving = this.receiving.then(() => this.receive(came));
        return this.receiving;
      });
    this.share();
  }

  /**
   * Whether something came that was signed with this key on another device, or may have been signed there and nobody could
   * be asked yet. Then this page follows and signs nothing: two that sign at once could sign two games of one length.
   */
  get isPlayedElsewhere(): boolean {
    const isUntold = this.isUnknown && !this.others.isAsked();
    return !isHandedOver(this.game) && (this.hasHeardOfOther || this.isChainLonger || isUntold);
  }

  /**
   * Whether this key may have signed more than is known here, and neither the relay has told it nor the player has said
   * to continue from what is known.
   */
  get isUnknown(): boolean {
    const { isTakenOver, isHeard } = this.others;
    return !(this.isLastWordHere || isTakenOver || isHeard());
  }

  /** Whether the chain has a longer game that replaces a move which this browser has signed. */
  get isChainLonger(): boolean {
    return this.isChainElsewhere && plyCount(this.onChain) > plyCount(this.game.moves);
  }

  /**
   * Whether this player's last word was said by this page, if there is any. Only then may the page say by itself what the
   * player has wished before, a move in advance or a word about the next round: on another device they may have another
   * wish, and two that say theirs at once could sign two games of one length.
   */
  get hasLastWord(): boolean {
    return this.isLastWordHere && !this.isPlayedElsewhere;
  }

  /** Whether a move in advance may be played now: were one made on another device, it would have been heard before. */
  get playsAhead(): boolean {
    return this.hasLastWord && this.others.areHeard(this.game);
  }

  /**
   * Whether moves in advance may stand. They end with the game, though it may continue after a resignation, and once the
   * chain alone shows the opponent's last ply: another device may have answered that ply, and the relay doesn't take the
   * answer before it has the ply.
   */
  get plansAhead(): boolean {
    const { game } = this;
    const plies = plyCount(game.moves);
    const isProven = plies === 0 || provingMove(game, moverOf(plies)) !== undefined;
    return this.hasLastWord && isProven && signedEnd(game) === undefined;
  }

  private get isLastWordHere(): boolean {
    const { lastWordFrom } = this.game;
    return lastWordFrom === "here" || (lastWordFrom === undefined && !this.others.isKeyFound);
  }

  /** The other device, which has played the round before, plays this one, too. */
  follow(): void {
    this.hasHeardOfOther = true;
  }

  close(): void {
    for (const transport of this.transports) transport.close();
  }

  /** The player's next move offers a draw. */
  get isOffering(): boolean {
    return this.offering !== undefined && isEqual(this.offering, this.game.moves);
  }

  /** Done when what has come last is taken, or found not to hold. */
  settled = (): Promise<void> => this.receiving;

  /** The game as text, to hand on by other ways. */
  transcript = (): string => writeTranscript(this.game);

  /** Signs a move; `bytes` is its canonical binary. */
  async move(bytes: Uint8Array): Promise<boolean> {
    const moves = concat(this.game.moves, bytes);
    const { isOffering } = this;
    const isMade = await this.sign("move", moves);
    if (isMade && isOffering && this.game.maySay("draw")) await this.say("draw");
    return isMade;
  }

  /** Offers a draw: at once after one's own move, or else with the next one, since on move it can't be said. */
  async offerDraw(): Promise<void> {
    if (this.game.maySay("draw")) await this.say("draw");
    else {
      this.offering = this.game.moves;
      this.changed();
    }
  }

  /** Says that this round of a match begins. */
  begin(): Promise<boolean> {
    return this.sign("move", new Uint8Array());
  }

  /** Signs what is said over the game as it stands. */
  say(action: Exclude<Action, "move">): Promise<boolean> {
    if (this.game.said(this.game.color, action)) return Promise.resolve(true);
    return this.sign(action, this.game.moves);
  }

  /**
   * Signs a wish for the call that brings the game with it.
   * @throws SignedPlayError where that can't be said now.
   */
  prepare(wish: Wish): Prepared {
    if (this.isPlayedElsewhere) throw new SignedPlayError("you play on another device");
    const message = this.game.prepare(wish);
    const onSend = async () => {
      await this.game.keepPrepared(message);
      this.changed();
    };
    return { message, onSend };
  }

  /** Takes what has come from the opponent, or was pasted: a transcript, or its messages, the shorter games first. */
  async receive(came: string | readonly SignedMessage[]): Promise<void> {
    let isBehind = false;
    try {
      const messages = typeof came === "string" ? readTranscript(came, this.game.id) : came;
      if (messages.some((message) => message.signer === this.game.color && !this.game.knows(message))) {
        await this.game.refresh();
      }
      await this.hearOfOther(messages);
      const isMove = ({ action }: SignedMessage) => action === "move";
      const said = messages.filter((message) => !isMove(message)).map((message) => [message]);
      for (const heard of [messages.filter(isMove), ...said])
        if (heard.length > 0) await this.game.hear(heard, () => this.changed());
      this.problem = undefined;
      const longest = messages.reduce((most, { moves }) => Math.max(most, moves.length), 0);
      isBehind = longest < this.game.moves.length || this.hasMore(messages);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
    await this.acknowledge();
    if (isBehind) this.share();
    this.changed();
  }

  /** Takes over what the chain knows. Done when what that asks for is said. */
  chainIs(chain: ShownChain): Promise<void> {
    this.game.shown = chain;
    this.onChain = chain.moves;
    const isChanged = this.followChain();
    // what it shows when the game is opened was there before
    if (!this.hasSeenChain) this.wordFrom = this.game.lastWordFrom;
    this.hasSeenChain = true;
    if (isChanged) this.changed();
    this.receiving = this.receiving.then(async () => {
      // on another device this player may have gone on, which the relay would know
      if (!this.isUnknown && this.others.areHeard(this.game)) await this.acknowledge();
    });
    return this.receiving;
  }

  /** Notes when this page loses the last word: the store, the relay or the chain shows another device. */
  private noteOther(): void {
    const { lastWordFrom } = this.game;
    if (this.wordFrom === "here" && lastWordFrom === "elsewhere") this.hasHeardOfOther = true;
    this.wordFrom = lastWordFrom;
  }

  /** A word of this player that was said on another device, after one that is known here, stops this page. */
  private async hearOfOther(messages: readonly SignedMessage[]): Promise<void> {
    const { game } = this;
    if (this.hasHeardOfOther || game.lastWordFrom === undefined) return;
    for (const message of messages) if (await game.isOwnNews(message)) this.hasHeardOfOther = true;
  }

  /** Whether that changes anything. A word over a ply that the chain lacks may give that ply up. */
  private followChain(): boolean {
    const before = this.game.moves;
    const isElsewhere = !this.game.catchUp(this.onChain, this.others.isTakenOver);
    if (this.game.moves === before && isElsewhere === this.isChainElsewhere) return false;
    this.isChainElsewhere = isElsewhere;
    return true;
  }

  /** Whether the opponent lacks something that was said over the game as it stands. */
  private hasMore(messages: readonly SignedMessage[]): boolean {
    const { length } = this.game.moves;
    const count = (list: readonly SignedMessage[]) =>
      list.filter(({ action, moves }) => action !== "move" && moves.length === length).length;
    return count(messages) < count(this.game.messages);
  }

  private async acknowledge(): Promise<void> {
    const action = unsaidIn(this.game);
    if (action) await this.say(action);
  }

  private async sign(action: Action, moves: Uint8Array): Promise<boolean> {
    if (this.isPlayedElsewhere) return false;
    try {
      await this.game.say(action, moves);
      this.problem = undefined;
      this.share();
      return true;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
      return false;
    } finally {
      this.changed();
    }
  }

  private share() {
    for (const transport of this.transports) transport.send(this.game);
  }

  override changed(): void {
    this.followChain();
    this.noteOther();
    super.changed();
  }
}
