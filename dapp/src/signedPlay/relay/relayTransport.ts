import type { Color } from "../../chain/game";
import {
  type ChainCall,
  COLORS,
  concat,
  EMPTY,
  inOrder,
  isPrefix,
  moverOf,
  parseArgument,
  playArgument,
  SAID,
  type SignedMessage,
} from "../message";
import type { SignedGame } from "../SignedGame";
import { plyCount, provingMove } from "../standing";
import type { Transport } from "../transport";
import type { RelayRoom } from "./RelayRoom";

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

/** A game as a relay holds it. */
type Held = Pick<RelayRoom, "moves" | "proofs" | "said">;

/** Of a relay that knows nothing of it. */
export const NOTHING: Held = { moves: EMPTY, proofs: { white: undefined, black: undefined }, said: [] };

/** The messages that the relay has, as far as they say anything. Whether they hold is for `SignedGame.hear`. */
export function relayMessages({ moves, proofs, said }: Held, round = 0): SignedMessage[] {
  const given = [...COLORS.flatMap((color) => (proofs[color] ? [{ color, signed: proofs[color] }] : [])), ...said];
  const messages = given.flatMap(({ color, signed }) => {
    const parsed = parseArgument(signed, color, moves, round);
    return "message" in parsed ? [parsed.message] : [];
  });
  return inOrder(messages);
}

/**
 * The next thing that the relay lacks. Where it has another game, a longer one that both players have signed takes that
 * one's place, as on the chain.
 */
export function missing(game: SignedGame, room: Held): ChainCall | undefined {
  const { color, moves } = game;
  const [total, known] = [plyCount(moves), plyCount(room.moves)];
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
