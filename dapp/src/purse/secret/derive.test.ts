import { createPrivateKey, createPublicKey, hkdfSync } from "node:crypto";
import { Address, AddressComputer } from "@multiversx/sdk-core";
import { expect, test } from "vitest";
import { toHex } from "../../signedPlay/hex";
import { accountOf, numberedKey, numberedPublicKey, purseText, seedOf, shardOf } from "./derive";

const PLACE = {
  chainId: "D",
  contract: "erd1qqqqqqqqqqqqqpgqak8zt22wl2ph4tswtyc39namqx6ysa2sd8ss4xmlj3",
  site: "https://chess.example",
};
const CONTRACT = Buffer.from(Address.newFromBech32(PLACE.contract).getPublicKey());
/** 0, 1, 2, … in the place of a signature. */
const SIGNATURE = Uint8Array.from({ length: 64 }, (_, index) => index);
const SALT = "onchain-chess:purse:1";

/** Node's own HKDF and Ed25519 beside the page's. */
const hkdf = (input: Uint8Array, info: Buffer) => Buffer.from(hkdfSync("sha256", input, SALT, info, 32));

function publicKeyOf(secret: Buffer): Buffer {
  const pkcs8 = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), secret]);
  const key = createPublicKey(createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" }));
  return key.export({ format: "der", type: "spki" }).subarray(-32);
}

const count = (value: number) => Buffer.from(value.toString(16).padStart(8, "0"), "hex");

test("the text names the site, the chain and the contract, and what the signature opens", () => {
  expect(purseText(PLACE)).toBe(
    [
      "Open my chess purse.",
      "",
      "Sign this only if your browser's address bar shows https://chess.example now.",
      "",
      "From this signature the page makes an account that plays, pays and is paid without asking you: your purse. Another page that gets this signature could spend what is in the purse. It could not spend this wallet.",
      "",
      "Chain: D",
      `Contract: ${PLACE.contract}`,
    ].join("\n"),
  );
});

test("seed, account and game keys are what Node computes, and always the same", async () => {
  const seed = seedOf(SIGNATURE, PLACE);
  const wanted = hkdf(SIGNATURE, Buffer.concat([Buffer.from("D"), CONTRACT]));
  expect(toHex(seed)).toBe(wanted.toString("hex"));
  expect(toHex(seed)).toBe("f8f33b02c11ff6a3c1afea4a99b2cf08d0ed57a243d6aef954bbe6f34858b224");
  expect(toHex(seedOf(SIGNATURE, { ...PLACE, chainId: "1" }))).not.toBe(toHex(seed));

  const { secret, publicKey } = accountOf(seed, PLACE.contract);
  const secrets = [...Array(64).keys()].map((index) =>
    hkdf(wanted, Buffer.concat([Buffer.from("account"), count(index)])),
  );
  const first = secrets.find((candidate) => shardOf(publicKeyOf(candidate)) === shardOf(CONTRACT));
  expect(toHex(secret)).toBe(first?.toString("hex"));
  expect(new Address(publicKey).toBech32()).toBe("erd10vhpp5luhu4w5p2ql5t0sqd99607702tknumr7g30kpwk03sck9sw77szk");

  for (const index of [0, 1, 65_536, 2 ** 32 - 1]) {
    const key = numberedKey(seed, index);
    expect(toHex(key.secret)).toBe(hkdf(wanted, Buffer.concat([Buffer.from("game"), count(index)])).toString("hex"));
    expect(toHex(key.publicKey)).toBe(publicKeyOf(Buffer.from(key.secret)).toString("hex"));
    expect(toHex(await numberedPublicKey(seed, index))).toBe(toHex(key.publicKey));
  }
});

test("the account lies in the contract's shard, whichever that is", () => {
  const shards = new AddressComputer();
  for (let last = 0; last < 256; last++) {
    const key = Uint8Array.from({ length: 32 }, () => 7).fill(last, 31);
    expect(shardOf(key)).toBe(shards.getShardOfAddress(new Address(key)));
  }
  for (const last of [0, 1, 2, 3, 255]) {
    const contract = new Address(Uint8Array.from([...CONTRACT.subarray(0, 31), last])).toBech32();
    const { publicKey } = accountOf(seedOf(SIGNATURE, PLACE), contract);
    expect(shardOf(publicKey)).toBe(shardOf(Uint8Array.of(last)));
  }
});
