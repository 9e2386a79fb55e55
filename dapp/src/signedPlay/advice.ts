import { type Color, type Match, otherColor, type Snapshot } from "../chain/game";
import { AWAITS, advise, refuse } from "../chess/rules";
import { colorIn } from "./match";
import { ACTIONS, type ChainCall, COLORS, EMPTY, playArgument, SAID, type SignedMessage } from "./message";
import { REFUSALS } from "./refusals";
import { isDraw, provingMove, type Side } from "./standing";

/** Why a call is due on the chain, by the player's numbers, less one (crates/player, `Cause`). */
export const CAUSES = ["meets", "settles", "ends", "endsRound", "asks", "lost", "parts", "lostRound"] as const;
export type Cause = (typeof CAUSES)[number];

/** The advice of the honest player (crates/player). */
export interface Advice {
  /** Whether they may begin the next round of a match. */
  mayBegin: boolean;
  /** Whether they may leave before it. */
  mayLeave: boolean;
  /** Whether they may make a move. */
  mayMove: boolean;
  /** Why a call is due on the chain; none where nothing is. */
  cause: Cause | undefined;
  /** The acknowledgement that this player owes: the opponent has ended the game on the board. */
  unsaid: (typeof SAID)[number] | undefined;
  /** The arguments of `play` for it, or for the moves alone; none where the chain would take neither. */
  call: (ChainCall & { round: number; points: number }) | undefined;
}

const NONE = [0xff];

/** A round as one of its players knows it. */
interface KnownRound extends Side {
  readonly messages: readonly SignedMessage[];
}

/** A round in which something is said, beside what the chain shows and the round before it. */
export interface SpokenRound extends KnownRound {
  readonly chain: ShownChain;
  readonly before: KnownRound | undefined;
}

const short = (value: number): number[] => [value >>> 8, value & 0xff];
const long = (bytes: Uint8Array): number[] => [...short(bytes.length), ...bytes];
const signed = (message: SignedMessage | undefined): number[] => (message ? [...playArgument(message)] : NONE);

/** A round as its player has it: the moves, each player's last one, and what was said over them. */
function roundBytes(game: KnownRound, wish: SignedMessage | undefined): number[] {
  const { id, moves } = game;
  const messages = wish ? [...game.messages, wish] : game.messages;
  // who plays the round on hasn't left before it, whatever they have signed
  const left = (color: Color) =>
    moves.length === 0 && messages.find((one) => one.signer === color && one.action === "leave");
  const word = (color: Color) => left(color) || provingMove(game, color);
  const said = messages.filter(
    (message) => SAID.some((action) => action === message.action) && message.moves.length === moves.length,
  );
  return [
    ...[...short(id.round), ...short(id.points), ...long(moves), ...signed(word("white")), ...signed(word("black"))],
    ...[said.length, ...said.flatMap((message) => [COLORS.indexOf(message.signer), ...signed(message)])],
  ];
}

/** The effect of pauses on a game (crates/player, `Pauses`). */
export interface Pauses {
  isPaused: boolean;
  /** The contract takes no `play` because of that. */
  isClosed: boolean;
  /** They have taken time from what the game awaits. */
  tookTime: boolean;
  /** So much that either player may take the stakes back. */
  isReclaimable: boolean;
}

/** Nobody has paused. */
export const NO_PAUSES: Pauses = { isPaused: false, isClosed: false, tookTime: false, isReclaimable: false };

/** The chain's game, as far as the player looks at it. */
export interface ShownChain extends Pick<Snapshot, "clocks" | "moves" | "drawOffer"> {
  game: Pick<Snapshot["game"], "match" | "awaits" | "endReason">;
  claims: Pick<Snapshot["claims"], "inactivity">;
  pauses?: Pauses | undefined;
}

/** These games beside the chain's; `you` in the chain's round. */
function question(chain: ShownChain, you: Color, games: readonly KnownRound[], wish?: SignedMessage): number[] {
  const { game, clocks, moves, drawOffer, claims, pauses = NO_PAUSES } = chain;
  const { isPaused, isClosed, tookTime, isReclaimable } = pauses;
  const { round = 0, points = 0, rounds = 1 } = game.match ?? {};
  const first = round % 2 === 0 ? you : otherColor(you);
  return [
    ...[...short(rounds), Number(first === "white"), Number(clocks !== undefined)],
    ...[...short(round), ...short(points), AWAITS[game.awaits]],
    ...[game.endReason === "Resignation" ? 0 : isDraw(game.endReason) ? 1 : 2],
    ...[Number(claims.inactivity), drawOffer === undefined ? 0 : drawOffer === you ? 1 : 2],
    Number(isPaused) + 2 * Number(isClosed) + 4 * Number(tookTime) + 8 * Number(isReclaimable),
    ...long(moves),
    ...games.flatMap((game, index) => roundBytes(game, index === 0 ? wish : undefined)),
  ];
}

/** Whose message is checked, by the player's numbers: one's own goes out by itself, or in the call that it is signed for. */
export const ANYONE = 0;
export const YOU = 1;
export const YOUR_CALL = 2;

/**
 * Why messages can't be taken together, or one's own can't be signed, as far as signatures don't tell: the code of a text
 * in refusals.ts.
 * @param moves what is played with them, or what they are said over
 */
export function refusalOf(
  game: SpokenRound,
  from: number,
  moves: Uint8Array,
  said: readonly Pick<SignedMessage, "signer" | "action">[],
): string | undefined {
  const { chain, before, id, color, messages } = game;
  const actionOf = (signer: Color) => {
    const message = said.find((one) => one.signer === signer);
    return message ? [ACTIONS[message.action]] : NONE;
  };
  const isKnown = messages.length > 0 || game.moves.length > 0;
  const known = [...(before ? [before] : []), ...(isKnown ? [game] : [])];
  const refused = refuse([
    ...[from, ...short(id.round), ...short(id.points), ...long(moves), ...COLORS.flatMap(actionOf)],
    ...question(chain, colorIn(color, id.round, chain.game.match?.round ?? 0), known),
  ]);
  return Object.keys(REFUSALS)[refused - 1];
}

/**
 * The player's next steps in these games.
 * @param you in the chain's round
 * @param games the rounds that are known, from the earliest on, and what was said of the next one
 * @param wish an ask or a claim over the first of them, which is signed for a call and not kept
 */
export function adviceOf(chain: ShownChain, you: Color, games: readonly KnownRound[], wish?: SignedMessage): Advice {
  return readAdvice(advise(question(chain, you, games, wish)));
}

function readAdvice(answer: Uint8Array = EMPTY): Advice {
  const [may = 0, cause = 0, unsaid = 0] = answer;
  return {
    mayBegin: (may & 1) !== 0,
    mayLeave: (may & 4) !== 0,
    mayMove: (may & 2) !== 0,
    cause: CAUSES[cause - 1],
    unsaid: SAID[unsaid - 1],
    call: answer.length > 3 ? readCall(answer.subarray(3)) : undefined,
  };
}

/** Nothing is due. */
export const NO_ADVICE: Advice = readAdvice();

/** The acknowledgement that a player owes in a round, whatever the chain shows. */
export const unsaidIn = (game: KnownRound): Advice["unsaid"] => adviceOf(shownIn(game), game.color, [game]).unsaid;

/** The chain as if it had come to a round just now. */
export function shownIn({ id: { round, points }, isOfMatch }: Pick<Side, "id" | "isOfMatch">): ShownChain {
  return shownWith(isOfMatch ? { round, points, rounds: round + 2, played: 0 } : undefined);
}

/** The chain in a round with these moves, which continues there or has an open end for this reason; its time may be over. */
export const shownWith = (
  match?: Match,
  moves: Uint8Array = EMPTY,
  openReason?: string,
  isLate = false,
): ShownChain => ({
  game: { match, awaits: openReason === undefined ? "move" : "longerGame", endReason: openReason ?? "None" },
  moves,
  clocks: undefined,
  drawOffer: undefined,
  claims: { inactivity: isLate },
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
