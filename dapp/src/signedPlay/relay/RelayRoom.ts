import { Address } from "@multiversx/sdk-core/out/core/address";
import { Changing } from "../../browser/Changing";
import type { Color } from "../../chain/game";
import { BackOff } from "../../chain/network/backOff";
import { type GameKey, sign } from "../ed25519";
import { toHex } from "../hex";
import {
  ACTIONS,
  type Bytes,
  type ChainCall,
  COLORS,
  concat,
  EMPTY,
  hereBytes,
  isEqual,
  isPrefix,
  plyEnds,
  type SignedGameId,
} from "../message";
import type { SignedGame } from "../SignedGame";
import { plyCount } from "../standing";
import { Heartbeat } from "./Heartbeat";
import { isOutside, isPassing, relayErrorText } from "./relayErrors";
import {
  type ChainNews,
  type NextRound,
  type People,
  type RelayGame,
  type RelayMessage,
  readRelayMessage,
  type Said,
} from "./relayMessages";

export type RelayState = "connecting" | "online" | "offline";

/** A player, to be shown as being there. */
export interface RelayPlayer {
  color: Color;
  key: GameKey;
}

/** The longest wait for a relay that takes the line and says nothing. */
const LOOK_MS = 10_000;
/** The most time that a line may take to open. */
const CONNECT_MS = 3_000;
/** How long an answer stands for a relay that is there: more than two heartbeats. */
const TIMELY_MS = 12_000;
/** The most time that the relay may take to keep what was sent. */
const ACK_MS = 3_000;

/**
 * A game's room at the relay: what the relay has of the game, who is there, and the line to it, which is taken up
 * again when it breaks. The game in its messages is not checked here.
 */
export class RelayRoom extends Changing {
  private socket: WebSocket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private heart: Heartbeat | undefined;
  /** The last ping. */
  private asked = { at: 0, ping: 0 };
  /** When this line was open. */
  private openedAt = 0;
  /** When the relay answered last, in time. */
  private toldAt = 0;
  private readonly lookTimer = setTimeout(() => this.looked(), LOOK_MS);
  private readonly backOff = new BackOff();
  private isClosed = false;
  /** The relay has said why this line leads into no room. */
  private isTurnedAway = false;
  private lastId = 0;
  /** The call that was sent and not answered yet: one at a time, in the order in which they were signed. */
  private underWay: { id: number; call: ChainCall; round: number; points: number } | undefined;
  private ackTimer: ReturnType<typeof setTimeout> | undefined;
  /** The last call that the relay did not take: it isn't sent again on this line. */
  private refused: ChainCall | undefined;
  state: RelayState = "connecting";
  /**
   * Whether what the relay had when this room was entered was looked at, or can't be: before that nobody knows the
   * longest game, and nobody signs, as another browser with the same key may have signed more.
   */
  hasLooked = false;
  /** The relay's game was looked at once. */
  hasHeard = false;
  /** It was looked at on the line that there is now. */
  isCaughtUp = false;
  /** Why the relay did not take something. */
  problem: string | undefined;
  /** By the colours of round 0. */
  private firstPeople: People | undefined;
  /** The round of a match that `moves`, `proofs`, `said` and the times are of, and the points before it. */
  round = 0;
  points = 0;
  /** The players' words about the round after it. */
  next: NextRound | undefined;
  /** None where the relay doesn't watch the chain. */
  chain: ChainNews | undefined;
  /** Whether the relay says that it brings games to the chain by itself. */
  settles = false;
  /** It has left an answer to this page. */
  private isLate = false;
  moves: Bytes = EMPTY;
  proofs: Record<Color, Bytes | undefined> = { white: undefined, black: undefined };
  said: readonly Said[] = [];
  private times: readonly (number | undefined)[] = [];
  /** The lead of the relay's clock over this machine's, in milliseconds, and how long the answer with it took. */
  private ahead = 0;
  private aheadTook = Number.POSITIVE_INFINITY;
  /** Since when there is no line, by this machine's clock. */
  offlineSince: number | undefined;
  /**
   * Called when the relay's game has changed, or is known for the first time on a new line. Done when it is taken or
   * found not to hold; never refused.
   */
  onGame: () => void | Promise<void> = () => {};
  /** A player's wish that the relay's round, of this number of plies, is called off; their colour in round 0. */
  wished: { color: Color; round: number; plies: number } | undefined;
  /** Called when the relay is ready for the next thing to send. */
  onReady: () => void = () => {};

  constructor(
    private readonly url: string,
    readonly game: SignedGameId,
    private readonly player: RelayPlayer | undefined,
  ) {
    super();
    this.connect();
  }

  /** When a ply arrived at the relay, by this machine's clock. */
  arrivedAt = (ply: number): number | undefined => this.here(this.times[ply - 1]);

  /** When a player's resignation arrived at the relay, by this machine's clock. */
  resignedAt = (color: Color): number | undefined =>
    this.here(this.said.find((said) => said.color === color && said.signed[0] === ACTIONS.resign)?.at);

  /** The people who are there, by the colours of the current round. */
  get people(): People | undefined {
    const people = this.firstPeople;
    return people && this.round % 2 === 1 ? { ...people, white: people.black, black: people.white } : people;
  }

  /** When a player was last seen, by this machine's clock. */
  seenAt = (color: Color): number | undefined => this.here(this.people?.[color].seen);

  /**
   * Whether the relay has, on this line, the very same moves: it takes only what continues from what it has, and may
   * have more, which is being checked here.
   */
  isAt({ id, moves }: Pick<SignedGame, "id" | "moves">): boolean {
    return this.isCaughtUp && this.round === id.round && isEqual(this.moves, moves);
  }

  /** Whether what is due on the chain is left to the relay: no more where it hasn't brought an answer in this game. */
  get brings(): boolean {
    return this.state === "online" && this.settles && !this.isLate;
  }

  /** Notes that the relay is late with what was left to it. */
  foundLate(): void {
    if (!this.brings) return;
    this.isLate = true;
    this.changed();
  }

  /** Whether something can be sent now. */
  get isReady(): boolean {
    return this.state === "online" && this.underWay === undefined;
  }

  /** Sends what one player or both have signed; not what was refused already. */
  play(call: ChainCall, { round, points } = { round: 0, points: 0 }): void {
    if (!this.isReady || (this.refused && isSame(this.refused, call))) return;
    this.underWay = { id: ++this.lastId, call, round, points };
    const { socket } = this;
    if (socket) this.ackTimer = setTimeout(() => this.lost(socket), ACK_MS);
    const argument = (color: Color) => (call[color].length > 0 ? { [color]: toHex(call[color]) } : {});
    const moves = toHex(call.moves);
    const ofRound = round > 0 ? { round, points } : {};
    this.send({ type: "play", id: this.lastId, moves, ...ofRound, ...argument("white"), ...argument("black") });
  }

  /** Tells those in the room that this player wishes the game of this number of plies called off. */
  wishAbort(plies: number): void {
    if (this.state === "online") this.send({ type: "abort", plies });
  }

  close(): void {
    this.isClosed = true;
    this.heart?.stop();
    clearTimeout(this.timer);
    clearTimeout(this.ackTimer);
    clearTimeout(this.lookTimer);
    this.socket?.close();
  }

  private here(time: number | undefined): number | undefined {
    return time === undefined ? undefined : time - this.ahead;
  }

  private connect() {
    let socket: WebSocket;
    try {
      socket = new WebSocket(this.url);
    } catch {
      this.state = "offline";
      this.hasLooked = true;
      return;
    }
    this.socket = socket;
    this.isTurnedAway = false;
    this.timer = setTimeout(() => this.lost(socket), CONNECT_MS);
    socket.onopen = () => {
      clearTimeout(this.timer);
      this.aheadTook = Number.POSITIVE_INFINITY;
      this.openedAt = Date.now();
      const { contract, id, whiteKey, blackKey } = this.game;
      const keys = { white: toHex(whiteKey), black: toHex(blackKey) };
      this.send({ type: "enter", contract: new Address(contract).toBech32(), game: id, ...keys });
      this.heart = new Heartbeat(
        () => this.ping(),
        () => this.lost(socket),
      );
    };
    socket.onmessage = ({ data }) => {
      if (this.isClosed || socket !== this.socket) return;
      const message = readRelayMessage(String(data));
      this.heart?.heard();
      if (message) this.take(message);
    };
    socket.onclose = () => this.lost(socket);
  }

  /** The line is broken, or nothing comes by it any more. */
  private lost(socket: WebSocket) {
    if (this.isClosed || socket !== this.socket) return;
    this.socket = undefined;
    this.heart?.stop();
    // a dead line takes minutes to close
    socket.close();
    this.answered(this.underWay?.id);
    this.refused = undefined;
    if (!this.isTurnedAway) this.problem = undefined;
    clearTimeout(this.timer);
    this.state = "offline";
    this.offlineSince ??= Date.now();
    this.hasLooked = true;
    this.isCaughtUp = false;
    this.firstPeople = undefined;
    this.backOff.unreachable();
    this.timer = setTimeout(() => this.connect(), this.backOff.remaining());
    this.changed();
  }

  private ping() {
    this.asked = { at: Date.now(), ping: ++this.lastId };
    this.send({ type: "ping", id: this.lastId });
  }

  /**
   * Takes over the relay's clock, as exactly as the answer was quick, or because this machine's clock was set; whether it
   * is another one now. An answer that took a sleep says nothing.
   */
  private setClock(now: number, asked: number): boolean {
    const received = Date.now();
    const took = received - asked;
    if (this.aheadTook !== Number.POSITIVE_INFINITY && (took < 0 || took > ACK_MS)) return false;
    this.toldAt = received;
    const ahead = now - (asked + received) / 2;
    if (took >= this.aheadTook && Math.abs(ahead - this.ahead) < ACK_MS) return false;
    this.aheadTook = took;
    this.ahead = ahead;
    return true;
  }

  /** Whether the relay has answered lately: not after a sleep, nor where this machine's clock was set. */
  get isTimely(): boolean {
    return Math.abs(Date.now() - this.toldAt) < TIMELY_MS;
  }

  private send(message: object) {
    this.socket?.send(JSON.stringify(message));
  }

  private take(message: RelayMessage) {
    switch (message.type) {
      case "game":
        this.answered(message.id);
        this.adopt(message.game);
        break;
      case "kept":
        this.kept(message.id, message.at, message.round);
        break;
      case "next":
        this.heardOfNext(message.next);
        Promise.resolve(this.onGame()).then(() => this.changed());
        this.onReady();
        return;
      case "played": {
        if (message.round > this.round) this.enterRound(message);
        const ends = plyEnds(this.moves) ?? [];
        const stays = this.moves.slice(0, message.first === undefined ? undefined : (ends[message.first - 1] ?? 0));
        this.goOn(concat(stays, message.moves), message.signed, message.at);
        // who plays shows the move as soon as it is checked, and nothing else before that
        Promise.resolve(this.onGame()).then(() => this.changed());
        return;
      }
      case "people":
        this.firstPeople = message.people;
        break;
      case "chain":
        this.chain = message.chain;
        break;
      case "abort":
        this.wished = { ...message, round: this.round };
        break;
      case "pong": {
        const wasTimely = this.isTimely;
        const isOther = message.id === this.asked.ping && this.setClock(message.now, this.asked.at);
        if (!isOther && wasTimely === this.isTimely) return;
        break;
      }
      case "error":
        // a relay that knows no ping says so, and lives
        if (message.code === "json" && message.id === undefined) {
          this.toldAt = Date.now();
          return;
        }
        this.failed(message);
        break;
    }
    this.changed();
  }

  private failed({ id, code, text, game }: RelayMessage & { type: "error" }) {
    this.problem = relayErrorText(code, text);
    if (this.state !== "online" || isOutside(code)) {
      // this line leads into no room: a new one is taken later
      this.isTurnedAway = true;
      this.backOff.refused(undefined);
      this.socket?.close();
      return;
    }
    if (this.underWay?.id === id && !isPassing(code)) this.refused = this.underWay?.call;
    this.answered(id);
    if (isPassing(code)) {
      this.backOff.refused(undefined);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.onReady(), this.backOff.remaining());
    }
    if (game) this.adopt(game);
  }

  /** Takes over what the relay has, all in one. */
  private adopt({ now, nonce, people, ...game }: RelayGame) {
    const isNewLine = this.state !== "online";
    Object.assign(this, game);
    this.firstPeople = people;
    this.setClock(now, this.openedAt);
    this.state = "online";
    this.offlineSince = undefined;
    this.backOff.answered();
    if (isNewLine) this.problem = undefined;
    if (isNewLine && this.player) {
      const { color, key } = this.player;
      this.send({ type: "here", color, signature: toHex(sign(hereBytes(this.game, nonce), key)) });
    }
    this.changed();
    const { socket } = this;
    Promise.resolve(this.onGame()).then(() => this.heard(socket));
    this.onReady();
  }

  private heard(socket: WebSocket | undefined) {
    if (this.isCaughtUp || socket !== this.socket) return;
    this.isCaughtUp = true;
    this.hasHeard = true;
    this.hasLooked = true;
    this.changed();
  }

  private looked() {
    if (this.hasLooked) return;
    this.hasLooked = true;
    this.changed();
  }

  private kept(id: number | undefined, at: number, round: number) {
    const sent = this.underWay?.id === id ? this.underWay : undefined;
    // a word about the next round comes back as such
    if (sent && sent.round > this.round && sent.round === round) this.enterRound(sent);
    if (sent && sent.round === this.round) this.goOn(sent.call.moves, sent.call, at);
    this.problem = undefined;
    this.answered(id);
    this.changed();
    this.onReady();
  }

  private heardOfNext(next: NextRound) {
    if (next.round <= this.round) return;
    this.next = next;
    const begins = (argument: Bytes | undefined) => argument?.[0] === ACTIONS.move;
    if (begins(next.white) && begins(next.black)) this.enterRound(next);
  }

  /** A later round is the current one from here on, with no moves. */
  private enterRound({ round, points }: { round: number; points: number }) {
    const { next } = this;
    const isKnown = next?.round === round && next.points === points;
    this.proofs = isKnown ? { white: next.white, black: next.black } : { white: undefined, black: undefined };
    this.round = round;
    this.points = points;
    this.moves = EMPTY;
    this.times = [];
    this.said = [];
    this.next = undefined;
  }

  private answered(id: number | undefined) {
    if (id === undefined || this.underWay?.id !== id) return;
    clearTimeout(this.ackTimer);
    this.underWay = undefined;
  }

  private goOn(moves: Bytes, signed: Record<Color, Bytes | undefined>, at: number) {
    const known = plyEnds(this.moves) ?? [];
    // plies that take the place of others have their own times
    const stay = known.filter((end) => isPrefix(this.moves.subarray(0, end), moves)).length;
    const total = plyCount(moves);
    this.moves = moves;
    this.times = Array.from({ length: total }, (_, index) => (index < stay ? (this.times[index] ?? at) : at));
    if (stay < known.length || total !== known.length) this.said = [];
    for (const color of COLORS) {
      const argument = signed[color];
      if (!argument || argument.length === 0) continue;
      if (argument[0] === 0) this.proofs = { ...this.proofs, [color]: argument };
      else this.said = [...this.said, { color, signed: argument, at }];
    }
  }
}

const isSame = (one: ChainCall, other: ChainCall): boolean =>
  isEqual(one.moves, other.moves) && isEqual(one.white, other.white) && isEqual(one.black, other.black);
