import { createHash, randomBytes } from "node:crypto";
import { Address, Message, MessageComputer } from "@multiversx/sdk-core";
import { afterEach, expect, test, vi } from "vitest";
import { localStore } from "../browser/storage";
import type { Settings } from "../chain/settings";
import { gameKeyOf, sign } from "../signedPlay/ed25519";
import type { Wallet } from "../wallet/wallet";
import { closePurse, openPurse, purseWallet } from "./Purse";
import { accountOf, seedOf } from "./secret/derive";
import { purseName, readPurse } from "./secret/place";

const CONTRACT = "erd1qqqqqqqqqqqqqpgqak8zt22wl2ph4tswtyc39namqx6ysa2sd8ss4xmlj3";
const settings = { chainId: "D", contract: CONTRACT } as Settings;
const where = { settings, chess: {} as never };
const KEY = gameKeyOf(Uint8Array.from({ length: 32 }, (_, index) => index));
const MAIN = new Address(KEY.publicKey).toBech32();
const name = purseName(settings, MAIN);

vi.stubGlobal("location", { origin: "https://chess.example" });
afterEach(() => localStore.removeItem(name));

const messageOf = (text: string) =>
  new MessageComputer().computeBytesForSigning(new Message({ data: Buffer.from(text) }));

/** A wallet with this way to sign, and the texts that it was asked to sign. */
function wallet(signBytes: (bytes: Uint8Array) => Uint8Array) {
  const asked: [string, boolean][] = [];
  const main = {
    address: MAIN,
    signText: async (text: string, isAgain: boolean) => {
      asked.push([text, isAgain]);
      return signBytes(messageOf(text));
    },
  } as unknown as Wallet;
  return { main, asked };
}

const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const number = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);
const sha512 = (...parts: Uint8Array[]) => createHash("sha512").update(Buffer.concat(parts)).digest();
const scalarOf = (secret: Uint8Array) => {
  const half = sha512(secret).subarray(0, 32);
  half[0] = (half[0] ?? 0) & 248;
  half[31] = ((half[31] ?? 0) & 127) | 64;
  return number(half);
};

/** A valid signature that differs each time, because its nonce is random. */
function drawnSignature(message: Uint8Array): Uint8Array {
  const nonce = gameKeyOf(randomBytes(32));
  const hash = number(sha512(nonce.publicKey, KEY.publicKey, message)) % ORDER;
  const scalar = (scalarOf(nonce.secret) + hash * scalarOf(KEY.secret)) % ORDER;
  const bytes = Buffer.from(scalar.toString(16).padStart(64, "0"), "hex").reverse();
  return Uint8Array.from(Buffer.concat([nonce.publicKey, bytes]));
}

test("a wallet signs one text twice; the purse is derived from the signature, and can be closed", async () => {
  const { main, asked } = wallet((bytes) => sign(bytes, KEY));
  await openPurse(main, where);
  const [[text = ""] = [], again] = asked;
  expect(asked).toEqual([
    [text, false],
    [text, true],
  ]);
  expect(again?.[0]).toContain("https://chess.example");
  const seed = seedOf(sign(messageOf(text), KEY), settings);
  expect(readPurse(localStore, name)).toEqual({ seed, isSigned: true });
  const purse = purseWallet(MAIN, { seed, isSigned: true }, where);
  expect(purse).toMatchObject({ address: new Address(accountOf(seed, CONTRACT).publicKey).toBech32(), home: MAIN });
  closePurse(MAIN, where);
  expect(readPurse(localStore, name)).toBeUndefined();
});

test("if the signatures differ, the seed is random and marked as such", async () => {
  const seeds = [];
  for (const _ of [1, 2]) {
    await openPurse(wallet(drawnSignature).main, where);
    const kept = readPurse(localStore, name);
    expect(kept?.isSigned).toBe(false);
    seeds.push(kept?.seed);
    // a stored seed is never replaced
    await openPurse(wallet(drawnSignature).main, where);
    expect(readPurse(localStore, name)).toEqual(kept);
    localStore.removeItem(name);
  }
  // not even by an opening that began earlier
  const openings = [1, 2].map(() => openPurse(wallet(drawnSignature).main, where));
  await Promise.race(openings);
  const kept = readPurse(localStore, name);
  await Promise.all(openings);
  expect(readPurse(localStore, name)).toEqual(kept);
  expect(seeds[0]).not.toEqual(seeds[1]);
});

test("a wallet that refuses, or signs with another account, opens nothing", async () => {
  const other = wallet((bytes) => sign(bytes, gameKeyOf(new Uint8Array(32))));
  await expect(openPurse(other.main, where)).rejects.toThrow("another account");
  const refusing = wallet(() => {
    throw new Error("you refused to sign");
  });
  await expect(openPurse(refusing.main, where)).rejects.toThrow("refused");
  expect(readPurse(localStore, name)).toBeUndefined();
});
