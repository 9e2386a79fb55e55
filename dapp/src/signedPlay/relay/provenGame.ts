import type { Color } from "../../chain/game";
import { ANYONE, refusalOf, type SpokenRound, shownIn } from "../advice";
import { verify } from "../ed25519";
import {
  type Bytes,
  concat,
  EMPTY,
  isEqual,
  isPrefix,
  messageBytes,
  playArgument,
  type SignedGameId,
  type SignedMessage,
} from "../message";
import type { RelayRoom } from "./RelayRoom";
import { relayMessages } from "./relayTransport";

/** A game that the relay shows, and what its players have said over it, as far as signatures prove it. */
export interface ProvenGame {
  /** Goes on from the chain's, or is the same. */
  moves: Bytes;
  /** Each player's last move as `play` takes it; nothing if the chain has that. */
  proofs: Record<Color, Bytes>;
  said(color: Color, action: SignedMessage["action"]): SignedMessage | undefined;
}

/**
 * The relay's game, where it is legal, and each player's last move is signed or on the chain.
 * @param room of a match with the running round as its `game`
 * @param isLater the chain hasn't heard of this round: both must have begun it
 */
export async function provenGame(
  room: Pick<RelayRoom, "moves" | "proofs" | "said" | "game">,
  onChain: Uint8Array,
  isLater = false,
): Promise<ProvenGame | undefined> {
  const { moves, game } = room;
  const messages = relayMessages(room, game.round);
  const holds = ({ signer, action, moves, signature }: SignedMessage) =>
    verify(messageBytes(game, action, moves), signature, signer === "white" ? game.whiteKey : game.blackKey);
  const isNew = ({ action, moves }: SignedMessage) => action === "move" && (isLater || moves.length > onChain.length);
  const lastMoves = messages.filter(isNew);
  const refusal = refusalOf(roundOnChain(game, concat(onChain), !isLater), ANYONE, moves, lastMoves);
  const isAsThere = refusal === "known" && !isLater && isEqual(onChain, moves);
  if (!isPrefix(onChain, moves) || (refusal && !isAsThere)) return undefined;
  if (!(await Promise.all(lastMoves.map(holds))).every(Boolean)) return undefined;
  const proof = (color: Color) => lastMoves.filter(({ signer }) => signer === color).map(playArgument)[0] ?? EMPTY;
  const statements = messages.filter(({ action }) => action !== "move");
  const held = await Promise.all(statements.map(holds));
  const said = statements.filter((_, index) => held[index]);
  return {
    moves,
    proofs: { white: proof("white"), black: proof("black") },
    said: (color, action) => said.find((one) => one.signer === color && one.action === action),
  };
}

/** A round of which the chain alone is known; it may not have heard that it has begun. */
function roundOnChain(id: SignedGameId, moves: Bytes, hasBegun: boolean): SpokenRound {
  const isOfMatch = id.round > 0;
  const none = () => undefined;
  const there = hasBegun ? id : { ...id, round: id.round - 1 };
  const [chain, before] = [shownIn({ id: there, isOfMatch }), undefined];
  return { id, color: "white", moves, isOfMatch, said: none, lastMove: none, messages: [], chain, before };
}
