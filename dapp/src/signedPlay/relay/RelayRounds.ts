import { type ChainCall, EMPTY, playArgument, type SignedGameId } from "../message";
import type { SignedGame } from "../SignedGame";
import { provingMove } from "../standing";
import type { Transport } from "../transport";
import type { RelayRoom } from "./RelayRoom";
import { missing, NOTHING, relayMessages } from "./relayTransport";

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
    const flush = () => {
      if (!game) return;
      const call = isCurrent() ? missing(game, room) : room.round < round ? missingRound(game, room) : undefined;
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
          // what players have said about the next round
          else if (room.next?.round === round && room.next.points === points)
            await listener(relayMessages({ ...NOTHING, proofs: room.next }, round));
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

/** A later round's moves, or what was said before them, where the relay doesn't have it. */
function missingRound(game: SignedGame, room: RelayRoom): ChainCall | undefined {
  if (game.moves.length > 0) return missing(game, NOTHING);
  if (room.round + 1 < game.id.round) return bothBegins(game);
  const { color } = game;
  const word = game.messages.find(
    ({ signer, action }) => signer === color && (action === "move" || action === "leave"),
  );
  const hasRelay = room.next?.round === game.id.round && room.next[color] !== undefined;
  if (!word || hasRelay) return undefined;
  return { moves: EMPTY, white: EMPTY, black: EMPTY, [color]: playArgument(word) };
}

/** The proof for a relay that has lost rounds that both players have begun this one. */
function bothBegins(game: SignedGame): ChainCall | undefined {
  const [white, black] = [provingMove(game, "white"), provingMove(game, "black")];
  return white && black && { moves: EMPTY, white: playArgument(white), black: playArgument(black) };
}
