import { IDBFactory } from "fake-indexeddb";
import type { Color } from "../../chain/game";
import { encodeMove } from "../../chess/canonical";
import { replay } from "../../chess/history";
import { parseMove } from "../../chess/san";
import { START_FEN } from "../../chess/start";
import { createGameKey, type GameKey, sign } from "../ed25519";
import { fromHex } from "../hex";
import {
  type Action,
  type Bytes,
  concat,
  EMPTY,
  messageBytes,
  type SignedGameId,
  type SignedMessage,
} from "../message";
import { type MatchAround, SignedGame } from "../SignedGame";
import { NO_OTHERS, type OtherDevices, SignedSession } from "../SignedSession";
import { nextMover, plyCount } from "../standing";
import { writeTranscript } from "../transcriptFile";
import { openTranscripts, type TranscriptStore } from "../transcripts";
import type { Transport } from "../transport";

/** Of tests: a single game that two players may sign for, and their keys. */
export function testGame() {
  const keys = { white: createGameKey(), black: createGameKey() };
  const id: SignedGameId = {
    contract: Uint8Array.from({ length: 32 }, (_, index) => index),
    id: 7,
    whiteKey: keys.white.publicKey,
    blackKey: keys.black.publicKey,
    round: 0,
    points: 0,
  };
  return { keys, id };
}

/** Of tests: the bytes of hex. */
export const bytes = (hex: string): Bytes => fromHex(hex) ?? EMPTY;

/** Of tests: a game after which Black has nothing but a king, 8/2k2P2/5P2/8/P4P2/2PPB1P1/4P3/RN2KBNR w. */
export const BARE_KING = bytes(
  "0f1f30200e16372f0b1b3e2d022f332b2f3634241b24392a363d3a2c3d2b2c17242d17252b323f3d033b2a3b3220383a203b252e08183a1209122e130a1331293b293d3f29143f3d0d1d3d3e1f273e2e272e3c332e353332",
);

/** Of tests: a game and the moves in SAN that follow, in canonical binary. */
export function movesOf(san: string, before: Bytes = EMPTY): Bytes {
  return san.split(" ").reduce((moves, text) => {
    const move = parseMove(replay(moves).at(-1)?.fen ?? START_FEN, text);
    if (!move) throw new Error(`${text} can't be played`);
    return concat(moves, encodeMove(move));
  }, before);
}

/** Of tests: the way to say things in a game, with the key of the signer or, forged, of another player. */
export const speakerOf =
  ({ keys, id }: { keys: Record<Color, GameKey>; id: SignedGameId }) =>
  (signer: Color, action: Action, moves: Uint8Array, by = signer): SignedMessage => ({
    signer,
    action,
    moves: concat(moves),
    signature: sign(messageBytes(id, action, moves), keys[by]),
  });

/** Of tests: a store of a browser that has kept nothing. */
export const newStore = (): Promise<TranscriptStore> => openTranscripts(new IDBFactory());

/** Of tests: a player's side of a game as their browser has kept it. */
export async function sideOf(
  game: SignedGameId,
  color: Color,
  key: GameKey,
  store: TranscriptStore,
  match?: MatchAround | boolean,
): Promise<SignedGame> {
  const kept = await store.get(game, color);
  return new SignedGame(kept ?? { game, color, secret: key.secret, messages: [] }, key, store, match);
}

/** Of tests: lines between pages that can be cut, one for each round. */
export class Lines {
  private readonly rounds = new Map<string, Map<unknown, (text: string) => unknown>>();
  private readonly working: Promise<unknown>[] = [];
  /** Other work of the pages, to be waited for. */
  readonly idle: (() => Promise<unknown>)[] = [];
  isCut = false;

  private of({ round, points }: Pick<SignedGameId, "round" | "points">) {
    const name = `${round} ${points}`;
    const ends = this.rounds.get(name) ?? new Map<unknown, (text: string) => unknown>();
    this.rounds.set(name, ends);
    return ends;
  }

  end(round: SignedGameId, owner: unknown = {}): Transport {
    const ends = this.of(round);
    return {
      send: (game) => {
        if (this.isCut) return;
        const text = writeTranscript(game);
        for (const [other, listener] of ends)
          if (other !== owner) this.working.push(Promise.resolve().then(() => listener(text)));
      },
      onReceive: (listener) => void ends.set(owner, listener),
      close: () => void ends.delete(owner),
    };
  }

  /** The owners of a round's lines. */
  owners = (round: Pick<SignedGameId, "round" | "points">): unknown[] => [...this.of(round).keys()];

  /** Waits until nothing is under way. */
  async settle() {
    for (let quiet = 0; quiet < 5; quiet++) {
      const count = this.working.length;
      await Promise.all(this.working);
      // what a page does then by itself, however slow the machine is
      await Promise.all(this.idle.map((isIdle) => isIdle()));
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (this.working.length > count) quiet = 0;
    }
  }
}

/** Of tests: whether a page makes a move, which is given in SAN. */
export function makes(page: SignedSession, san: string): Promise<boolean> {
  const { moves } = page.game;
  return page.move(movesOf(san, moves).slice(moves.length));
}

interface Opened extends Partial<OtherDevices> {
  store?: TranscriptStore;
  ways?: readonly Transport[];
}

/** Of tests: two pages that play a game by signature. */
export async function testTable(ofBlack: Opened = {}, isOfMatch = false) {
  const { keys, id } = testGame();
  const lines = new Lines();
  const stores = { white: await newStore(), black: await newStore() };
  /** A page as if loaded again, or another tab. */
  const open = async (color: Color, { store = stores[color], ways = [lines.end(id)], ...others }: Opened = {}) =>
    new SignedSession(await sideOf(id, color, keys[color], store, isOfMatch), ways, { ...NO_OTHERS, ...others });
  /** Another device of White's that knows the key alone, and has no line. */
  const device = async (opened: Opened = {}) => open("white", { store: await newStore(), ways: [], ...opened });
  const sessions = { white: await open("white"), black: await open("black", ofBlack) };

  /** Plays moves in SAN, the two in turns. */
  async function play(san: string) {
    for (const text of san.split(" ")) {
      const mover = sessions[nextMover(plyCount(sessions.white.game.moves))];
      if (!(await makes(mover, text))) throw new Error(`${text}: ${mover.problem}`);
      await lines.settle();
    }
  }
  async function say(color: Color, action: Exclude<Action, "move">) {
    await sessions[color].say(action);
    await lines.settle();
  }
  return { ...sessions, keys, id, lines, open, device, play, say, signed: speakerOf({ keys, id }) };
}
