import { allOf, type ChessContract } from "../../chain/chess";
import { colorOf } from "../../chain/game";
import type { GameKey } from "../../signedPlay/ed25519";
import { toHex } from "../../signedPlay/hex";
import type { KeySource } from "../../signedPlay/keys/keySource";
import { numberedKey, numberedPublicKey } from "./derive";

/** The number of newest games to query for the last key number that was used. */
const NEWEST = 20;
/** So far beyond the last number that is known a key is looked for: numbers are used up without a game, too. */
const LOOK_AHEAD = 500;
/** The number of games per query, to count them. */
const PAGE = 200;
/** The number of keys derived at the same time: the page also has other things to do. */
const BATCH = 16;

/**
 * The game keys of a purse, numbered. A number serves one game; if two games get the same one, nothing is lost, because
 * each message names its game.
 */
export class GameKeys implements KeySource {
  /** The numbers of public keys in hex, from 0 on without a gap. */
  private readonly known = new Map<string, number>();
  private games: Promise<number> | undefined;

  constructor(
    private readonly seed: Uint8Array,
    private readonly player: string,
    private readonly chess: Pick<ChessContract, "playerGames" | "snapshot">,
    private readonly storage: Storage,
    /** Under this name stands the number of the next key. */
    private readonly name: string,
  ) {}

  async next(): Promise<GameKey> {
    // another browser may have given numbers, too
    const count = Math.max(this.counted(), await this.countOnChain());
    this.keep(count + 1);
    return numberedKey(this.seed, count);
  }

  async find(publicKey: Uint8Array): Promise<GameKey | undefined> {
    const count = await this.numberOf(publicKey);
    if (count === undefined) return undefined;
    if (this.counted() <= count) this.keep(count + 1);
    return numberedKey(this.seed, count);
  }

  private async numberOf(publicKey: Uint8Array): Promise<number | undefined> {
    const wanted = toHex(publicKey);
    const counted = this.counted();
    // most often it is this browser's last one
    if (counted > 0 && toHex(await numberedPublicKey(this.seed, counted - 1)) === wanted) return counted - 1;
    await this.look(wanted, counted + LOOK_AHEAD);
    // other browsers may have played on for long
    if (!this.known.has(wanted)) await this.look(wanted, (await this.countGames()) + LOOK_AHEAD);
    return this.known.get(wanted);
  }

  /** Derives keys until one is found, or a number of them is known. */
  private async look(wanted: string, end: number): Promise<void> {
    while (!this.known.has(wanted) && this.known.size < end) {
      const first = this.known.size;
      const batch = Array.from({ length: BATCH }, (_, index) => numberedPublicKey(this.seed, first + index));
      for (const [index, key] of (await Promise.all(batch)).entries()) this.known.set(toHex(key), first + index);
    }
  }

  /** How many games and challenges the purse has had. */
  private countGames(): Promise<number> {
    const count = async () => (await allOf((before) => this.chess.playerGames(this.player, before, PAGE))).length;
    this.games ??= count().catch(() => {
      // it is asked again for the next key
      this.games = undefined;
      return 0;
    });
    return this.games;
  }

  /** The number after the highest of the newest games, down to the newest one that was looked at before; 0 without one. */
  private async countOnChain(): Promise<number> {
    const seenName = `${this.name}.seen`;
    const seen = Number(this.storage.getItem(seenName));
    const { items } = await this.chess.playerGames(this.player, 0, NEWEST);
    // a challenge that was accepted late comes before games with higher numbers
    const last = items.findIndex(({ id }) => id === seen);
    let next = 0;
    for (const { id } of last < 0 ? items : items.slice(0, last)) {
      const { game, challenge, keys } = await this.chess.snapshot(id, 0);
      const color = colorOf(game, this.player);
      const key = challenge ? challenge.challenger === this.player && challenge.key : color && keys?.[color];
      const count = key ? await this.numberOf(key) : undefined;
      if (count !== undefined) next = Math.max(next, count + 1);
    }
    if (items[0]) this.storage.setItem(seenName, String(items[0].id));
    return next;
  }

  /** The number after the last one that this browser knows. */
  private counted(): number {
    return Number(this.storage.getItem(this.name));
  }

  private keep(count: number): void {
    this.storage.setItem(this.name, String(count));
  }
}
