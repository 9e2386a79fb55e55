import minichessAbi from "virtual:abi/minichess";
import viewsAbi from "virtual:abi/minichess-views";
import type { MinichessViews } from "../abiTypes";
import { decodeLegalMove, type LegalMove } from "../game";
import type { Gateway } from "../network/gateway";
import type { Settings } from "../settings";
import { EngineContract } from "./engineContract";

/** The depths that a game can be started with. */
export const MIN_DEPTH = 3;
export const MAX_DEPTH = 20;

/** The contract of the 6×6 game. */
export class MinichessContract extends EngineContract<MinichessViews> {
  constructor(gateway: Gateway, { chainId, minichessViews }: Settings, contract: string) {
    const place = { contract, contractAbi: minichessAbi, views: minichessViews, viewsAbi };
    super(gateway, chainId, place, { toBegin: 9_000_000n, toGoOn: 25_000_000n });
  }

  async game(id: number) {
    const [raw] = await this.views.query("getGame", [id]);
    /** 64 squares of 4 bits, square 63 first. */
    const board: Uint8Array = Uint8Array.from(raw.board, (byte) => byte.toNumber());
    return {
      id,
      player: raw.player.toBech32(),
      depth: raw.depth.toNumber(),
      outcome: raw.outcome.toNumber(),
      whiteToMove: raw.white_to_move,
      plies: raw.plies.toNumber(),
      board,
    };
  }

  async legalMoves(id: number): Promise<LegalMove[]> {
    const [moves] = await this.views.query("getLegalMoves", [id]);
    return moves.map(decodeLegalMove);
  }
}

/** A game against the engine; squares are document 002's, 63 at the top left. */
export type EngineGame = Awaited<ReturnType<MinichessContract["game"]>>;
