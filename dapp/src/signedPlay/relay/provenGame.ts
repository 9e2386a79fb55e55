import type { Color } from "../../chain/game";
import { isLegalGame } from "../../chess/rules";
import { verify } from "../ed25519";
import {
  type Bytes,
  COLORS,
  coveredPlies,
  EMPTY,
  isPrefix,
  messageBytes,
  plyEnds,
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
  const ends = plyEnds(moves);
  if (!ends || !isPrefix(onChain, moves) || !(moves.length === 0 || isLegalGame(moves))) return undefined;
  const messages = relayMessages(room, game.round);
  const holds = ({ signer, action, moves, signature }: SignedMessage) =>
    verify(messageBytes(game, action, moves), signature, signer === "white" ? game.whiteKey : game.blackKey);
  const proofs = { white: EMPTY, black: EMPTY };
  const proven = COLORS.map(async (color) => {
    const ply = coveredPlies("move", color, ends.length, game.round) ?? 0;
    const end = ends[ply - 1] ?? 0;
    if (end <= onChain.length && !isLater) return true;
    proofs[color] = room.proofs[color] ?? EMPTY;
    const message = messages.find(({ signer, action }) => signer === color && action === "move");
    return message?.moves.length === end && holds(message);
  });
  if (!(await Promise.all(proven)).every(Boolean)) return undefined;
  const statements = messages.filter(({ action }) => action !== "move");
  const held = await Promise.all(statements.map(holds));
  const said = statements.filter((_, index) => held[index]);
  return {
    moves,
    proofs,
    said: (color, action) => said.find((one) => one.signer === color && one.action === action),
  };
}
