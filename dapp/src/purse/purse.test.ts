import { Address, Transaction } from "@multiversx/sdk-core";
import { expect, test } from "vitest";
import { MemoryStorage } from "../browser/storage";
import { buildTransfer } from "../chain/calls";
import { EGLD } from "../chain/payment";
import type { Settings } from "../chain/settings";
import { askedPayment } from "./question";
import { readBackup, readPurse, writeBackup, writePurse } from "./secret/place";

const ALICE = "erd1qyu5wthldzr8wx5c9ucg8kjagg0jfs53s8nr3zpz3hypefsdd8ssycr6th";
const BOB = "erd1spyavw0956vq68xj8y4tenjpq2wd5a9p2c6j8gsz7ztyrnpxrruqzu66jx";
const settings = { chainId: "D", contract: BOB } as Settings;
const seed = Uint8Array.from({ length: 32 }, (_, index) => index);

test("a backup is only valid for its own wallet, chain and contract", () => {
  const text = writeBackup({ seed, isSigned: false }, settings, ALICE);
  expect(readBackup(text.replaceAll("\n", "\r\n"), settings, ALICE)).toEqual({ seed, isSigned: false });
  expect(readBackup(text, settings, BOB)).toBeUndefined();
  expect(readBackup(text, { ...settings, chainId: "1" }, ALICE)).toBeUndefined();
  expect(readBackup(text.slice(0, -3), settings, ALICE)).toBeUndefined();
  expect(readBackup("", settings, ALICE)).toBeUndefined();
});

test("a stored purse is read back unchanged; nonsense is no purse", () => {
  const storage = new MemoryStorage();
  for (const isSigned of [true, false]) {
    writePurse(storage, "a", { seed, isSigned });
    expect(readPurse(storage, "a")).toEqual({ seed, isSigned });
  }
  storage.setItem("b", "signed 00");
  expect([readPurse(storage, "b"), readPurse(storage, "c")]).toEqual([undefined, undefined]);
});

test("the purse asks before a stake above the limit and before any in a token, but not for transfers home", async () => {
  const paid = (to: string, value: bigint, data = "") =>
    askedPayment(
      new Transaction({
        sender: Address.newFromBech32(BOB),
        receiver: Address.newFromBech32(to),
        gasLimit: 1n,
        chainID: "D",
        value,
        data: Buffer.from(data),
      }),
      ALICE,
      100n,
    );
  expect(paid(BOB, 100n, "accept@07")).toBeUndefined();
  expect(paid(BOB, 101n, "accept@07")).toEqual({ token: EGLD, amount: 101n });
  expect(paid(ALICE, 1_000n)).toBeUndefined();
  const token = await buildTransfer("D", BOB, BOB, [{ token: "CHESS-abcdef", amount: 300n }]);
  expect(askedPayment(token, ALICE, 100n)).toEqual({ token: "CHESS-abcdef", amount: 300n });
  const home = await buildTransfer("D", BOB, ALICE, [{ token: "CHESS-abcdef", amount: 300n }]);
  expect(askedPayment(home, ALICE, 100n)).toBeUndefined();
});
