import { Address } from "@multiversx/sdk-core";
import { expect, test, vi } from "vitest";
import { type GameKey, gameKeyOf, sign } from "../../signedPlay/ed25519";
import { toHex } from "../../signedPlay/hex";
import { linkText, type PurseLink, textBytes } from "../../signedPlay/purseLink";
import { linksOf, ownersOf } from "./linksOf";

const CONTRACT = "erd1qqqqqqqqqqqqqpgqak8zt22wl2ph4tswtyc39namqx6ysa2sd8ss4xmlj3";
const [purse, wallet, other] = [1, 2, 3].map((byte) => gameKeyOf(new Uint8Array(32).fill(byte))) as [
  GameKey,
  GameKey,
  GameKey,
];
const erd = ({ publicKey }: GameKey) => new Address(publicKey).toBech32();

function link(of: GameKey, to: GameKey, signer: GameKey): PurseLink {
  const owner = { contract: CONTRACT, purse: erd(of), wallet: erd(to) };
  const bytes = textBytes(linkText(owner));
  return { ...owner, walletSignature: toHex(sign(bytes, signer)), purseSignature: toHex(sign(bytes, of)) };
}

test("a view's names are one question, and what a relay makes up names nobody", async () => {
  const asked: string[] = [];
  const told = [
    link(purse, wallet, wallet),
    link(other, wallet, other),
    { ...link(other, wallet, wallet), contract: "" },
  ];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    return Response.json(told);
  });
  const url = `https://relay.example/purses/${CONTRACT}`;
  const [of, to, nobody] = await Promise.all([purse, wallet, other].map((key) => linksOf(url, erd(key))));
  expect(of).toEqual([told[0]]);
  expect(to).toEqual([told[0]]);
  expect(nobody).toEqual([]);
  expect(asked).toEqual([`${url}/${[purse, wallet, other].map(erd).join()}`]);
  expect(await ownersOf(url, [erd(purse)])).toEqual(new Map([[erd(purse), erd(wallet)]]));
  vi.unstubAllGlobals();
});
