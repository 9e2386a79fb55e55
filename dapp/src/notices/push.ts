import { Address } from "@multiversx/sdk-core/out/core/address";
import { gameKeyOf, sign } from "../signedPlay/ed25519";
import { toHex } from "../signedPlay/hex";
import { type Bytes, concat } from "../signedPlay/message";
import { relayPath } from "../signedPlay/relayUrl";
import { transcriptStore } from "../signedPlay/store";

/** What every subscription begins with (docs/relay.md). */
const PUSH = new TextEncoder().encode("onchain-chess:push:1");

/** A game that its player wants to be told about. */
export interface NoticeGame {
  /** The contract's address. */
  contract: string;
  id: number;
  /** The player's own key for play by signature. */
  publicKey: Uint8Array;
}

/** Both secrets of a subscription, as its messages are encrypted. */
interface Secrets {
  p256dh: Bytes;
  auth: Bytes;
}

/** The bytes that a player signs to be told about a game at an endpoint. */
export function subscriptionBytes(
  { contract, id, publicKey }: NoticeGame,
  { p256dh, auth }: Secrets,
  endpoint: string,
): Bytes {
  const game = new Uint8Array(4);
  new DataView(game.buffer).setUint32(0, id);
  const address = Uint8Array.from(Address.newFromBech32(contract).getPublicKey());
  const text = new TextEncoder().encode(endpoint);
  return concat(PUSH, address, game, publicKey, Uint8Array.of(1), p256dh, auth, text);
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** The browser's subscription, made for this relay's key: with another key it serves nobody. */
async function subscriptionFor(key: string): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration?.pushManager) return undefined;
  const before = await registration.pushManager.getSubscription();
  const usedKey = before?.options.applicationServerKey;
  if (before && usedKey && base64Url(new Uint8Array(usedKey)) === key) return before;
  await before?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/**
 * Has the relay tell this browser about a game, also while the page is closed.
 * @returns whether it will; not without a service worker, the game's key, or a relay that sends notices.
 */
export async function askRelayForNotices(relay: string, game: NoticeGame): Promise<boolean> {
  const url = relayPath(relay, "notices");
  const kept = url && (await (await transcriptStore()).getKey(game.publicKey));
  if (!url || !kept) return false;
  const answer = await fetch(url);
  if (!answer.ok) return false;
  const { key } = (await answer.json()) as { key: string };
  const subscription = await subscriptionFor(key);
  const [p256dh, auth] = (["p256dh", "auth"] as const).map((name) => subscription?.getKey(name));
  if (!subscription || !p256dh || !auth) return false;
  const secrets = { p256dh: new Uint8Array(p256dh), auth: new Uint8Array(auth) };
  const { endpoint } = subscription;
  const signature = sign(subscriptionBytes(game, secrets, endpoint), gameKeyOf(kept.secret));
  const request = {
    contract: game.contract,
    game: game.id,
    key: toHex(game.publicKey),
    endpoint,
    p256dh: base64Url(secrets.p256dh),
    auth: base64Url(secrets.auth),
    signature: toHex(signature),
  };
  return (await fetch(url, { method: "POST", body: JSON.stringify(request) })).ok;
}
