import { replay } from "../chess/history";
import { isLegalGame } from "../chess/line";
import { type Action, concat, type SignedMessage } from "./message";
import { type SignedGame, SignedPlayError } from "./SignedGame";
import { acknowledgement, signedEnd } from "./standing";
import { readTranscript, writeTranscript } from "./transcriptFile";
import type { Transport } from "./transport";

/** A game by signature as a page plays it: what it signs is kept, then handed on; what comes is checked. */
export class SignedSession {
  private readonly listeners = new Set<() => void>();
  private version = 0;
  /** Why the last thing that came, or was to be signed, was not taken. */
  problem: string | undefined;
  /** Whether the chain has a game that doesn't go together with this one. */
  isChainElsewhere = false;

  constructor(
    readonly game: SignedGame,
    private readonly transports: readonly Transport[],
  ) {
    for (const transport of transports) transport.onReceive((came) => this.receive(came));
    this.share();
  }

  /** Counts the changes. */
  currentVersion = (): number => this.version;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  close(): void {
    for (const transport of this.transports) transport.close();
  }

  /** The game as text, to hand on by other ways. */
  transcript = (): string => writeTranscript(this.game);

  /** Signs a move; `bytes` is its canonical binary. */
  move(bytes: Uint8Array): Promise<boolean> {
    const moves = concat(this.game.moves, bytes);
    return this.sign("move", moves);
  }

  /** Signs what is said over the game as it stands. */
  say(action: Exclude<Action, "move">): Promise<boolean> {
    if (this.game.said(this.game.color, action)) return Promise.resolve(true);
    return this.sign(action, this.game.moves);
  }

  /** Takes what has come from the opponent, or was pasted: a transcript, or its messages, the shorter games first. */
  async receive(came: string | readonly SignedMessage[]): Promise<void> {
    const before = this.game.messages.length;
    let isBehind = false;
    try {
      const messages = typeof came === "string" ? readTranscript(came, this.game.id) : came;
      if (messages.some((message) => message.signer === this.game.color && !this.isKnown(message))) {
        await this.game.refresh();
      }
      const lastMoves = messages.filter(({ action }) => action === "move");
      // what one has signed oneself comes back where this browser has lost it
      if (this.game.messages.length === 0 && lastMoves.some(({ signer }) => signer === this.game.color)) {
        if (!lastMoves.every(({ moves }) => isLegalGame(moves))) throw new SignedPlayError("a move that isn't legal");
        await this.game.restore(lastMoves);
      }
      for (const message of messages) await this.take(message);
      this.problem = undefined;
      const longest = messages.reduce((most, { moves }) => Math.max(most, moves.length), 0);
      isBehind = longest < this.game.moves.length || this.hasMore(messages);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
    if (this.game.messages.length > before) await this.acknowledge();
    if (isBehind) this.share();
    this.changed();
  }

  /** Takes over what the chain knows. */
  catchUp(moves: Uint8Array): void {
    const before = this.game.moves.length;
    const isElsewhere = !this.game.catchUp(moves);
    if (this.game.moves.length === before && isElsewhere === this.isChainElsewhere) return;
    this.isChainElsewhere = isElsewhere;
    this.changed();
  }

  private async take(message: SignedMessage): Promise<void> {
    const { game } = this;
    // one's own come back from the opponent, and what was said over an earlier position counts no more
    if (this.isKnown(message) || message.signer === game.color || message.moves.length < game.moves.length) return;
    if (message.action === "move" && !isLegalGame(message.moves)) throw new SignedPlayError("a move that isn't legal");
    await game.hear(message, () => this.changed());
  }

  private isKnown({ signer, action, moves }: SignedMessage): boolean {
    return this.game.messages.some(
      (known) => known.signer === signer && known.action === action && known.moves.length === moves.length,
    );
  }

  /** Whether the opponent lacks something that was said over the game as it stands. */
  private hasMore(messages: readonly SignedMessage[]): boolean {
    const { length } = this.game.moves;
    const count = (list: readonly SignedMessage[]) =>
      list.filter(({ action, moves }) => action !== "move" && moves.length === length).length;
    return count(messages) < count(this.game.messages);
  }

  private async acknowledge(): Promise<void> {
    const plies = replay(this.game.moves);
    const action = acknowledgement(this.game, plies);
    if (action) await this.say(action);
  }

  private async sign(action: Action, moves: Uint8Array): Promise<boolean> {
    try {
      if (signedEnd(this.game, replay(this.game.moves)) && action === "move") {
        throw new SignedPlayError("the game has ended");
      }
      if (!isLegalGame(moves)) throw new SignedPlayError("the move isn't legal");
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

  private changed() {
    this.version++;
    for (const listener of this.listeners) listener();
  }
}
