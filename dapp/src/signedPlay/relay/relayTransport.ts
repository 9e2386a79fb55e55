import type { Color } from "../../chain/game";
import {
  type Action,
  type ChainCall,
  concat,
  isPrefix,
  moverOf,
  parseArgument,
  playArgument,
  plyEnds,
  type SignedGameId,
  type SignedMessage,
} from "../message";
import type { SignedGame } from "../SignedGame";
import { provingMove } from "../standing";
import type { Transport } from "../transport";
import type { RelayRoom } from "./RelayRoom";
import type { NextRound } from "./relayMessages";

const COLORS: readonly Color[] = ["white", "black"];
const SAID: readonly Action[] = ["resign", "draw", "ask"];
const EMPTY = new Uint8Array();

/** Carries a player's game to the relay, and what the relay has of it to the page. */
export function byRelay(room: RelayRoom): Transport {
  let game: SignedGame | undefined;
  const flush = () => {
    const call = game && missing(game, room);
    if (call) room.play(call);
  };
  return {
    send: (sent) => {
      game = sent;
      flush();
    },
    onReceive: (listener) => {
      room.onReady = flush;
      room.onGame = async () => listener(relayMessages(room));
    },
    close: () => room.close(),
  };
}

const nameOf = ({ round, points }: Pick<SignedGameId, "round" | "points">): string => `${round} ${points}`;

/** The rounds of a match in one room: each hears what the room has of it. */
export class RelayRounds {
  private readonly rounds = new Map<string, { flush: () => void; hear: () => Promise<void> }>();

  constructor(private readonly room: RelayRoom) {
    room.onReady = () => {
      for (const { flush } of this.rounds.values()) flush();
    };
    room.onGame = async () => {
      await Promise.all([...this.rounds.values()].map(({ hear }) => hear()));
      await this.look();
    };
  }

  /** Called with the room's round where it isn't open here: it may have been begun on another device. */
  onOtherRound: (there: Pick<SignedGameId, "round" | "points">) => Promise<void> = async () => {};

  /** Looks in which round the room is. */
  async look(): Promise<void> {
    const { round, points } = this.room;
    if (!this.rounds.has(nameOf({ round, points }))) await this.onOtherRound({ round, points });
  }

  /** The way to the room of one round. */
  of({ round, points }: Pick<SignedGameId, "round" | "points">): Transport {
    const { room, rounds } = this;
    const name = nameOf({ round, points });
    let game: SignedGame | undefined;
    const isCurrent = () => room.round === round && room.points === points;
    const isNext = () => room.round + 1 === round;
    const flush = () => {
      if (!game) return;
      const call = isCurrent() ? missing(game, room) : isNext() ? missingWord(game, room) : undefined;
      if (call) room.play(call, { round, points });
    };
    return {
      send: (sent) => {
        game = sent;
        flush();
      },
      onReceive: (listener) => {
        const hear = async () => {
          if (isCurrent()) await listener(relayMessages(room, round));
          else if (room.next?.round === round && room.next.points === points) await listener(words(room.next));
        };
        rounds.set(name, { flush, hear });
        hear();
      },
      // another session of the same round may have taken its place
      close: () => {
        if (rounds.get(name)?.flush === flush) rounds.delete(name);
      },
    };
  }
}

/** What players have said about the next round. */
function words({ round, white, black }: NextRound): SignedMessage[] {
  return COLORS.flatMap((color) => {
    const argument = { white, black }[color];
    const parsed = argument && parseArgument(argument, color, EMPTY, round);
    return parsed && "message" in parsed ? [parsed.message] : [];
  });
}

/** One's own word about the next round, or its first moves, where the relay doesn't have it. */
function missingWord(game: SignedGame, room: RelayRoom): ChainCall | undefined {
  if (game.moves.length > 0) return missing(game, NOTHING);
  const { color } = game;
  const word = game.messages.find(
    ({ signer, action }) => signer === color && (action === "move" || action === "leave"),
  );
  const hasRelay = room.next?.round === game.id.round && room.next[color] !== undefined;
  if (!word || hasRelay) return undefined;
  return { moves: concat(), white: EMPTY, black: EMPTY, [color]: playArgument(word) };
}

/** What a relay holds of a game. */
type Held = Pick<RelayRoom, "moves" | "proofs" | "said">;

const NOTHING: Held = { moves: concat(), proofs: { white: undefined, black: undefined }, said: [] };

/** The messages that the relay has, as far as they say anything. Whether they hold is for `SignedGame.hear`. */
export function relayMessages({ moves, proofs, said }: Held, round = 0): SignedMessage[] {
  const given = [...COLORS.flatMap((color) => (proofs[color] ? [{ color, signed: proofs[color] }] : [])), ...said];
  const messages = given.flatMap(({ color, signed }) => {
    const parsed = parseArgument(signed, color, moves, round);
    return "message" in parsed ? [parsed.message] : [];
  });
  const rank = ({ action }: SignedMessage) => (action === "move" ? 0 : 1);
  return messages.toSorted((one, other) => one.moves.length - other.moves.length || rank(one) - rank(other));
}

/**
 * The next thing that the relay lacks. Where it has another game, a longer one that both players have signed takes that
 * one's place, as on the chain.
 */
function missing(game: SignedGame, room: Held): ChainCall | undefined {
  const { color, moves } = game;
  const total = plyEnds(moves)?.length ?? 0;
  const known = plyEnds(room.moves)?.length ?? 0;
  const call = (signed: Partial<Record<Color, SignedMessage | undefined>>): ChainCall => ({
    moves: concat(moves),
    white: signed.white ? playArgument(signed.white) : EMPTY,
    black: signed.black ? playArgument(signed.black) : EMPTY,
  });
  const [white, black] = [provingMove(game, "white"), provingMove(game, "black")];
  if (!isPrefix(room.moves, moves)) return total > known && white && black ? call({ white, black }) : undefined;
  if (total > known) {
    const isOwnNext = total === known + 1 && moverOf(total) === color;
    if (isOwnNext && provingMove(game, color)) return call({ [color]: provingMove(game, color) });
    return white && (black || (total === 1 && game.id.round === 0)) ? call({ white, black }) : undefined;
  }
  const hasRelay = (message: SignedMessage) =>
    relayMessages(room, game.id.round).some(
      ({ signer, action }) => signer === message.signer && action === message.action,
    );
  const unsaid = SAID.map((action) => game.said(color, action)).find((message) => message && !hasRelay(message));
  return unsaid && call({ [color]: unsaid });
}
