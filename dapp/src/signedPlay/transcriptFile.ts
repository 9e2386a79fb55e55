import { Address } from "@multiversx/sdk-core/out/core/address";
import type { Color } from "../chain/game";
import { fromHex, toHex } from "./hex";
import {
  type Action,
  COLORS,
  EMPTY,
  inOrder,
  isPrefix,
  parseArgument,
  playArgument,
  plyEnds,
  type SignedGameId,
  type SignedMessage,
} from "./message";
import type { SignedGame } from "./SignedGame";
import { plyCount } from "./standing";

/**
 * A game by signature as text, as the players' pages and command lines hand it to each other: each player's last
 * move, which proves all that came before, and what was said over the game as it stands.
 */
interface TranscriptFile {
  /** Bech32. */
  contract: string;
  gameId: number;
  /** Keys, moves (canonical binary) and arguments (as `play` takes them) are hex. */
  whiteKey: string;
  blackKey: string;
  /** Of a match; 0 and left out in a single game. */
  round?: number;
  points?: number;
  moves: string;
  messages: { signer: Color; plies: number; argument: string }[];
}

const ACTIONS: readonly Action[] = ["draw", "ask", "resign", "leave"];

export function writeTranscript(game: SignedGame): string {
  const { contract, id, whiteKey, blackKey, round, points } = game.id;
  const messages = COLORS.flatMap((color) => [
    game.lastMove(color),
    ...ACTIONS.map((action) => game.said(color, action)),
  ]);
  const file: TranscriptFile = {
    contract: new Address(contract).toBech32(),
    gameId: id,
    whiteKey: toHex(whiteKey),
    blackKey: toHex(blackKey),
    round,
    points,
    moves: toHex(game.moves),
    messages: messages.flatMap((message) =>
      message ? { signer: message.signer, plies: plyCount(message.moves), argument: toHex(playArgument(message)) } : [],
    ),
  };
  return JSON.stringify(file, undefined, 2);
}

/**
 * The messages of a transcript, the shorter games first. Whether their signatures hold is for `SignedGame.hear`.
 * @throws Error in words where it isn't a transcript, or one of another game.
 */
export function readTranscript(text: string, game: SignedGameId): SignedMessage[] {
  let file: TranscriptFile;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Error("this is not a transcript");
  }
  const moves = fromHex(String(file.moves));
  const ends = moves && plyEnds(moves);
  if (!moves || !ends || !Array.isArray(file.messages)) throw new Error("this is not a transcript");
  const isSame =
    file.contract === new Address(game.contract).toBech32() &&
    file.gameId === game.id &&
    file.whiteKey === toHex(game.whiteKey) &&
    file.blackKey === toHex(game.blackKey) &&
    (file.round ?? 0) === game.round &&
    (file.points ?? 0) === game.points;
  if (!isSame) throw new Error("this is the transcript of another game");
  const messages = file.messages.map(({ signer, plies, argument }) => {
    const covered = plies === 0 ? EMPTY : moves.slice(0, ends[plies - 1] ?? -1);
    const bytes = fromHex(String(argument));
    if (!bytes || (signer !== "white" && signer !== "black")) throw new Error("this is not a transcript");
    const parsed = parseArgument(bytes, signer, covered, game.round);
    if ("fault" in parsed || !isPrefix(parsed.message.moves, covered) || parsed.message.moves.length < covered.length) {
      throw new Error("a message of this transcript says nothing");
    }
    return parsed.message;
  });
  return inOrder(messages);
}
