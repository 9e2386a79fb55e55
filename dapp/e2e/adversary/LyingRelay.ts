import type { Color } from "../../src/chain/game";
import { fromHex } from "../../src/signedPlay/hex";
import { colorIn } from "../../src/signedPlay/match";
import { ACTIONS, plyEnds } from "../../src/signedPlay/message";
import type { Told } from "./protocol";

const SIDES: readonly Color[] = ["white", "black"];
const EMPTY = "";
const YEARS_MS = 300_000_000_000;

/** The state of a room that a page is shown. */
interface View {
  round: number;
  points: number;
  moves: string;
}

interface Play {
  id: number;
  moves: string;
  round?: number;
  points?: number;
  white?: string;
  black?: string;
}

const endsOf = (moves: string): readonly number[] => plyEnds(fromHex(moves) ?? new Uint8Array()) ?? [];
const firstPlies = (moves: string, plies: number): string =>
  moves.slice(0, 2 * (plies === 0 ? 0 : (endsOf(moves)[plies - 1] ?? 0)));

/**
 * A relay that is the opponent's friend: it shows the page whatever the opponent says, as if it were the game. It tells
 * each of the player's pages what the others have said, though: two that hear nothing of each other could be led to two
 * games by nobody but their player.
 */
export class LyingRelay {
  private readonly known: Told[] = [];
  private readonly arrived = new Map<string, number>();
  private view: View = { round: 0, points: 0, moves: EMPTY };
  /** The last that one of the player's pages has shown it. */
  private own: View = this.view;
  private next: { round: number; points: number } | undefined;
  private readonly sockets = new Set<Socket>();

  constructor(
    /** Says that it brings games to the chain, and doesn't. */
    private readonly settles: boolean,
    private readonly random: () => number,
  ) {}

  /** The constructor in the place of the browser's `WebSocket`. */
  get socket(): typeof WebSocket {
    const relay = this;
    const { sockets } = this;
    // an arrow function makes nothing with `new`: the page would be offline
    return class extends Socket {
      constructor() {
        super(relay, sockets);
      }
    } as unknown as typeof WebSocket;
  }

  cut(isOne = false): void {
    const sockets = [...this.sockets];
    for (const socket of isOne ? sockets.slice(0, 1) : sockets) socket.close();
  }

  /** The opponent says something, and the page hears it, if it is there. */
  tell(told: Told): void {
    this.known.push(told);
    this.show(told);
    for (const socket of this.sockets) this.tellAll(socket);
    // what the opponent wishes, or what they would never wish
    const { random } = this;
    const color = random() < 0.8 ? colorIn(told.color, told.round, 0) : "white";
    const wish = { type: "abort", color, plies: Math.floor(3 * random()) };
    for (const socket of this.sockets) if (random() < 0.1) socket.tell(wish);
  }

  take(socket: Socket, message: { type: string } & Play): void {
    if (message.type === "enter") {
      this.tellAll(socket, this.own);
      this.tellAll(socket);
    }
    if (message.type === "ping") socket.tell({ type: "pong", id: message.id, now: this.now });
    if (message.type === "play") this.play(socket, message);
  }

  private get now(): number {
    return Date.now();
  }

  /** When it says that something comes which comes now: minutes before, or in years. */
  private saysNow(): number {
    const lie = this.random();
    return this.now + (lie < 0.1 ? YEARS_MS : lie < 0.2 ? -600_000 * this.random() : 0);
  }

  private show({ round, points, moves }: Omit<Told, "color" | "signed">): void {
    const { view } = this;
    if (moves === EMPTY && round === view.round + 1) {
      this.next = { round, points };
      const both = SIDES.every((color) => this.word(color)?.startsWith("00"));
      if (both) this.view = { round, points, moves };
    } else if (round >= view.round || this.random() < 0.1) {
      // of the next round's moves it tells once that one has begun
      if (round <= view.round + 1) this.view = { round, points, moves };
    }
  }

  private word(color: Color): string | undefined {
    const { next } = this;
    return this.known.find(
      (told) =>
        told.color === color && told.round === next?.round && told.points === next.points && told.moves === EMPTY,
    )?.signed;
  }

  private tellAll(socket: Socket, view = this.view): void {
    const { next } = this;
    const ends = endsOf(view.moves);
    const total = ends.length;
    const here = this.known.filter(({ round, points }) => round === view.round && points === view.points);
    const proof = (color: Color) => {
      const covered = total === 0 || (total % 2 === 1) === (color === "white") ? total : total - 1;
      const moves = firstPlies(view.moves, covered);
      return here.find((told) => told.color === color && told.action === ACTIONS.move && told.moves === moves)?.signed;
    };
    const said = here.filter(
      ({ action, moves }) => action !== ACTIONS.move && action !== ACTIONS.leave && moves === view.moves,
    );
    const times = ends.map((end) => {
      const name = `${view.round} ${view.points} ${view.moves.slice(0, 2 * end)}`;
      const at = this.arrived.get(name) ?? this.saysNow();
      this.arrived.set(name, at);
      return at;
    });
    socket.tell({
      type: "game",
      moves: view.moves,
      times,
      white: proof("white"),
      black: proof("black"),
      said: said.map(({ color, signed }) => ({ color, signed, at: this.now })),
      people: { white: { here: true }, black: { here: true }, spectators: 0 },
      settles: this.settles,
      ...(this.settles ? { chain: { plies: 0, state: 0, awaits: 0 } } : {}),
      ...(view.round > 0 ? { round: view.round, points: view.points } : {}),
      next:
        next && next.round > view.round ? { ...next, white: this.word("white"), black: this.word("black") } : undefined,
      now: this.now,
      nonce: "00".repeat(32),
    });
  }

  private play(socket: Socket, { id, moves, round = 0, points = 0, ...signed }: Play): void {
    const total = endsOf(moves).length;
    for (const color of SIDES) {
      const argument = signed[color];
      if (!argument) continue;
      const action = Number.parseInt(argument.slice(0, 2), 16);
      const isBefore = action === ACTIONS.move && total > 0 && (total % 2 === 1) !== (color === "white");
      const covered = firstPlies(moves, isBefore ? total - 1 : total);
      if (!this.known.some((told) => told.signed === argument))
        this.known.push({ round, points, action, moves: covered, signed: argument, color });
    }
    const isWord = total === 0 && round > this.view.round;
    // a word about the next round is told beside the game
    if (!isWord && (round > this.own.round || total >= endsOf(this.own.moves).length))
      this.own = { round, points, moves };
    for (const other of this.sockets) if (other !== socket) this.tellAll(other, this.own);
    // now and then it says nothing
    if (this.random() < 0.03) return;
    if (round === this.view.round ? total >= endsOf(this.view.moves).length : round > this.view.round)
      this.show({ round, points, moves, action: 0 });
    socket.tell({ type: "kept", id, at: this.saysNow(), ...(this.view.round > 0 ? { round: this.view.round } : {}) });
    if (isWord) this.tellAll(socket);
  }
}

/** The page's end of a line. */
class Socket {
  onopen: () => void = () => {};
  onclose: () => void = () => {};
  onmessage: (event: { data: string }) => void = () => {};

  constructor(
    private readonly relay: LyingRelay,
    private readonly all: Set<Socket>,
  ) {
    setTimeout(() => {
      all.add(this);
      this.onopen();
    }, 20);
  }

  send(text: string): void {
    const message = JSON.parse(text);
    setTimeout(() => this.all.has(this) && this.relay.take(this, message), 20);
  }

  tell(message: object): void {
    if (this.all.has(this)) this.onmessage({ data: JSON.stringify(message) });
  }

  close(): void {
    if (this.all.delete(this)) setTimeout(() => this.onclose(), 0);
  }
}
