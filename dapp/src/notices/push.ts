import { Address } from "@multiversx/sdk-core/out/core/address";
import { inTurn } from "../browser/inTurn";
import { relayPath } from "../chain/relayUrl";
import { gameKeyOf, sign } from "../signedPlay/ed25519";
import { toHex } from "../signedPlay/hex";
import { transcriptStore } from "../signedPlay/keys/store";
import { type Bytes, concat, uint32 } from "../signedPlay/message";

/** The first bytes of every subscription (docs/relay.md). */
const PUSH = new TextEncoder().encode("onchain-chess:push:1");

/** A game about which its player wants notices. */
interface NoticeGame {
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

/** The bytes that a player signs to get notices of a game at an endpoint or, without secrets, to stop them. */
function subscriptionBytes(
  { contract, id, publicKey }: NoticeGame,
  secrets: Secrets | undefined,
  endpoint: string,
): Bytes {
  const address = Uint8Array.from(Address.newFromBech32(contract).getPublicKey());
  const text = new TextEncoder().encode(endpoint);
  const wish = secrets ? [Uint8Array.of(1), secrets.p256dh, secrets.auth] : [Uint8Array.of(0)];
  return concat(PUSH, address, uint32(id), publicKey, ...wish, text);
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Runs the wishes in order, so that the last one decides. */
const oneAtATime = inTurn();

const pushManager = async (): Promise<PushManager | undefined> =>
  (await navigator.serviceWorker?.getRegistration())?.pushManager;

/** The browser's subscription for this relay's key: one for another key is of no use. */
async function subscriptionFor(key: string): Promise<PushSubscription | undefined> {
  const manager = await pushManager();
  const before = await manager?.getSubscription();
  const usedKey = before?.options.applicationServerKey;
  if (before && usedKey && base64Url(new Uint8Array(usedKey)) === key) return before;
  await before?.unsubscribe();
  return manager?.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Tells the relay to begin with notices of a game or, without secrets, to end them. Returns whether the relay accepted that. */
async function post(
  url: string,
  game: NoticeGame,
  { endpoint }: PushSubscription,
  secrets: Secrets | undefined,
): Promise<boolean> {
  const kept = await (await transcriptStore()).getKey(game.publicKey);
  if (!kept) return false;
  const request = {
    contract: game.contract,
    game: game.id,
    key: toHex(game.publicKey),
    endpoint,
    ...(secrets && { p256dh: base64Url(secrets.p256dh), auth: base64Url(secrets.auth) }),
    signature: toHex(sign(subscriptionBytes(game, secrets, endpoint), gameKeyOf(kept.secret))),
  };
  return (await fetch(url, { method: "POST", body: JSON.stringify(request) })).ok;
}

/**
 * Asks the relay for notices of a game, even while the page is closed.
 * @returns whether it sends them; false without a service worker, the game's key, or a relay with notices.
 */
export const beginNotices = (relay: string, game: NoticeGame): Promise<boolean> =>
  oneAtATime(async () => {
    const url = relayPath(relay, "notices");
    if (!url || !(await (await transcriptStore()).getKey(game.publicKey))) return false;
    const answer = await fetch(url);
    if (!answer.ok) return false;
    const { key } = (await answer.json()) as { key: string };
    const subscription = await subscriptionFor(key);
    const [p256dh, auth] = (["p256dh", "auth"] as const).map((name) => subscription?.getKey(name));
    if (!subscription || !p256dh || !auth) return false;
    return post(url, game, subscription, { p256dh: new Uint8Array(p256dh), auth: new Uint8Array(auth) });
  });

/**
 * Ends the browser's subscription, so that there are no more notices of any game, and makes the relay forget it for this
 * game. For other games the push service tells the relay at its next notice.
 */
export const endNotices = (relay: string | undefined, game: NoticeGame | undefined): Promise<void> =>
  oneAtATime(async () => {
    const subscription = await (await pushManager())?.getSubscription();
    if (!subscription) return;
    const url = relay && relayPath(relay, "notices");
    try {
      if (url && game) await post(url, game, subscription, undefined);
    } finally {
      await subscription.unsubscribe();
    }
  });
