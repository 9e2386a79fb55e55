import enginechessAbi from "virtual:abi/enginechess";
import viewsAbi from "virtual:abi/enginechess-views";
import type { EnginechessViews } from "../abiTypes";
import type { Color } from "../game";
import type { Gateway } from "../network/gateway";
import type { Settings } from "../settings";
import { EngineContract } from "./engineContract";

/** The contract of chess against the engine. */
export class EnginechessContract extends EngineContract<EnginechessViews> {
  constructor(gateway: Gateway, { chainId, enginechessViews }: Settings, contract: string) {
    const place = { contract, contractAbi: enginechessAbi, views: enginechessViews, viewsAbi };
    super(gateway, chainId, place, { toBegin: 20_000_000n, toGoOn: 45_000_000n });
  }

  async game(id: number) {
    const [raw] = await this.views.query("getGame", [id]);
    /** The player's. */
    const side: Color = raw.side.toNumber() === 0 ? "white" : "black";
    const turn: Color = raw.white_to_move ? "white" : "black";
    return {
      id,
      player: raw.player.toBech32(),
      side,
      level: raw.level.toNumber(),
      /** 0 ongoing, 1 White won, 2 Black won, 3 and more drawn. */
      outcome: raw.outcome.toNumber(),
      turn,
      /** Since the start of chess, also where the game began from another position. */
      plies: raw.plies.toNumber(),
    };
  }

  /** All moves, in canonical binary. */
  async moves(id: number): Promise<Uint8Array> {
    const [moves] = await this.views.query("getMoves", [id]);
    return Uint8Array.from(moves);
  }

  /** The FEN that a game began with; none where that is the start of chess. */
  async start(id: number): Promise<string | undefined> {
    const [bytes] = await this.views.query("getStart", [id]);
    return new TextDecoder().decode(Uint8Array.from(bytes)) || undefined;
  }
}
