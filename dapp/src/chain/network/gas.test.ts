import { Address } from "@multiversx/sdk-core/out/core/address";
import type { Transaction } from "@multiversx/sdk-core/out/core/transaction";
import { expect, test } from "vitest";
import { ChessContract } from "../chess";
import { EnginechessContract } from "../engines/enginechess";
import { EGLD } from "../payment";
import type { Settings } from "../settings";
import { MAX_GAS } from "./gas";
import type { Gateway } from "./gateway";

const ADDRESS = new Address(Buffer.alloc(32, 1)).toBech32();

test("the contract's last pause is read in its record", async () => {
  const state = Buffer.from("e30001000003e7000002bd00000063", "hex");
  const stored = async (address: string, key: string) => (address === ADDRESS && key === "state" ? state : Buffer.of());
  const settings = { contract: ADDRESS, views: ADDRESS, chainId: "D" } as Settings;
  const chess = new ChessContract({ stored } as unknown as Gateway, settings);
  expect(await chess.pause()).toEqual({ isPaused: true, since: 999, resumed: 701 });
});

test("a call is tried with the gas that its account can pay, and sent with what it needs", async () => {
  const tried: bigint[] = [];
  const cost = async ({ gasLimit }: Transaction) => {
    tried.push(gasLimit);
    return 5_000_000n;
  };
  const gateway = { cost } as unknown as Gateway;
  const settings = { contract: ADDRESS, views: ADDRESS, chainId: "D" } as Settings;
  const chess = new ChessContract(gateway, settings);
  const caller = { address: ADDRESS, nonce: 0n };
  const { gasLimit } = await chess.call(caller, "signalInactivity", [1]);
  await chess.call(caller, "joinGame", [], { token: EGLD, amount: 1n });
  await new EnginechessContract(gateway, settings, ADDRESS).call(caller, "makeMove", [1, 12, 28]);
  expect([gasLimit, ...tried]).toEqual([6_000_000n, 0n, MAX_GAS, MAX_GAS]);
});
