import { type Color, type Match, otherColor, type Snapshot } from "../chain/game";
import { AWAITS, advise } from "../chess/rules";
import { pointsAfter, wordOf } from "./match";
import { type ChainCall, COLORS, EMPTY, playArgument, type SignedMessage } from "./message";
import type { SignedGame } from "./SignedGame";
import { isDraw, provingMove } from "./standing";

/** Why a call is due on the chain, by the player's numbers, less one (crates/player, `Cause`). */
export const CAUSES = ["meets", "settles", "ends", "endsRound", "asks", "lost"] as const;
export type Cause = (typeof CAUSES)[number];

/** The advice of the honest player (crates/player). */
export interface Advice {
  /** Whether they may begin the next round of a match, or leave before it. */
  mayGoOn: boolean;
  /** Whether they may make a move. */
  mayMove: boolean;
  /** Why a call is due on the chain; none where nothing is. */
  cause: Cause | undefined;
  /** The acknowledgement that this player owes: the opponent has ended the game on the board. */
  unsaid: "resign" | "draw" | undefined;
  /** The arguments of `play` for it, or for the moves alone; none where the chain would take neither. */
  call: (ChainCall & { round: number; points: number }) | undefined;
}

/** Nothing is due. */
export const NO_ADVICE: Advice = {
  mayGoOn: false,
  mayMove: false,
  cause: undefined,
  unsaid: undefined,
  call: undefined,
};
/** By the messages' actions. */
const UNSAID = ["resign", "draw"] as const;
const NONE = [0xff];
const SAID = ["resign", "draw", "ask"] as const;

const short = (value: number): number[] => [value >>> 8, value & 0xff];
const flag = (is: boolean): number => (is ? 1 : 0);
const long = (bytes: Uint8Array): number[] => [...short(bytes.length), ...bytes];
const signed = (message: SignedMessage | undefined): number[] => (message ? [...playArgument(message)] : NONE);

/** A round as its player has it: the moves, each player's last one, and what was said over them. */
function roundBytes(game: SignedGame, wish: SignedMessage | undefined): number[] {
  const { id, moves } = game;
  const messages = wish ? [...game.messages, wish] : game.messages;
  const word = (color: Color) =>
    wordOf(messages, color) === "leave"
      ? messages.find(({ signer, action }) => signer === color && action === "leave")
      : provingMove(game, color);
  const said = messages.filter(
    (message) => SAID.some((action) => action === message.action) && message.moves.length === moves.length,
  );
  return [
    ...[...short(id.round), ...short(id.points), ...long(moves), ...signed(word("white")), ...signed(word("black"))],
    ...[said.length, ...said.flatMap((message) => [COLORS.indexOf(message.signer), ...signed(message)])],
  ];
}

/** The chain's game, as far as the player looks at it. */
export interface ShownChain extends Pick<Snapshot, "clocks" | "moves" | "drawOffer"> {
  game: Pick<Snapshot["game"], "match" | "awaits" | "endReason">;
  claims: Pick<Snapshot["claims"], "inactivity">;
}

/** The end that is open on the chain, by the player's numbers. */
function openEnd({ awaits, endReason, match }: ShownChain["game"], you: Color, games: readonly SignedGame[]): number {
  if (awaits !== "longerGame") return 0;
  if (isDraw(endReason)) return 2;
  if (endReason !== "Resignation") return 1;
  const { round = 0, points = 0 } = match ?? {};
  const own = games.find(({ id }) => id.round === round);
  if (own) return own.messages.some(({ signer, action }) => signer === you && action === "resign") ? 3 : 4;
  // the points of the next round tell it; by more rounds it is better to meet it
  const next = games.find(({ id }) => id.round === round + 1);
  const hasWon = next !== undefined && next.id.points === pointsAfter({ round, points }, you);
  return hasWon ? 4 : 3;
}

/**
 * The player's next steps in these games.
 * @param you in the chain's round
 * @param games the rounds that are known, from the earliest on, and what was said of the next one
 * @param wish an ask or a claim over the first of them, which is signed for a call and not kept
 */
export function adviceOf(chain: ShownChain, you: Color, games: readonly SignedGame[], wish?: SignedMessage): Advice {
  const { game, clocks, moves, drawOffer, claims } = chain;
  const { round = 0, points = 0, rounds = 1 } = game.match ?? {};
  const first = round % 2 === 0 ? you : otherColor(you);
  const answer = advise([
    ...[...short(rounds), flag(first === "white"), flag(clocks !== undefined), 0],
    ...[...short(round), ...short(points), AWAITS[game.awaits], openEnd(game, you, games)],
    ...[flag(claims.inactivity), drawOffer === undefined ? 0 : drawOffer === you ? 1 : 2, 0],
    ...long(moves),
    ...games.flatMap((game, index) => roundBytes(game, index === 0 ? wish : undefined)),
  ]);
  if (!answer) return NO_ADVICE;
  const [may = 0, cause = 0, unsaid = 0] = answer;
  return {
    mayGoOn: (may & 1) !== 0,
    mayMove: (may & 2) !== 0,
    cause: CAUSES[cause - 1],
    unsaid: UNSAID[unsaid - 1],
    call: answer.length > 3 ? readCall(answer.subarray(3)) : undefined,
  };
}

/** The acknowledgement that a player owes in a round, whatever the chain shows. */
export function unsaidIn(game: SignedGame): Advice["unsaid"] {
  const { round, points } = game.id;
  const match = game.isOfMatch ? { round, points, rounds: round + 2, played: 0 } : undefined;
  return adviceOf(shownWith(match), game.color, [game]).unsaid;
}

/** The chain in a round with these moves, which continues there or has an open end for this reason. */
export const shownWith = (match?: Match, moves: Uint8Array = EMPTY, openReason?: string): ShownChain => ({
  game: { match, awaits: openReason === undefined ? "move" : "longerGame", endReason: openReason ?? "None" },
  moves,
  clocks: undefined,
  drawOffer: undefined,
  claims: { inactivity: false },
});

function readCall(bytes: Uint8Array): Advice["call"] {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  let at = 4;
  const next = () => {
    const start = at + 2;
    at = start + view.getUint16(at);
    return bytes.slice(start, at);
  };
  const [white, black, moves] = [next(), next(), next()];
  return { round: view.getUint16(0), points: view.getUint16(2), white, black, moves };
}
