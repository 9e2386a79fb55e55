import type { Transaction } from "@multiversx/sdk-core/out/core/transaction";
import { useSyncExternalStore } from "react";
import type { DeveloperWallet, Settings } from "../chain/settings";
import { localStore, sessionStore } from "../ui/storage";

/** A wallet that is connected. */
export interface Wallet {
  address: string;
  /** @throws if its owner refuses. */
  sign(transaction: Transaction): Promise<Transaction>;
  /** Tells it that nobody waits for its signature any more. */
  cancel(): void;
  disconnect(): Promise<void>;
}

export type WalletStatus =
  /** Nobody is connected. */
  | "none"
  /** Somebody is choosing a wallet. */
  | "connecting"
  /** The wallet of before a reload is on its way. */
  | "restoring"
  | "connected"
  /** The wallet of before a reload could not be had: it is still remembered, and worth another try. */
  | "lost";

export interface WalletState {
  wallet: Wallet | undefined;
  status: WalletStatus;
  connecting: boolean;
}

/** Under this key stands the address of the wallet to come back to. */
const CONNECTED = "chess.connected";
/** How long to wait before each further try to restore a wallet. */
const RETRY_MS = [1_000, 3_000, 8_000];

let state: WalletState = { wallet: undefined, status: "none", connecting: false };
const listeners = new Set<() => void>();

function set(status: WalletStatus, wallet?: Wallet) {
  state = { wallet, status, connecting: status === "connecting" || status === "restoring" };
  for (const listener of listeners) listener();
}

/** On the local chain each tab has a player of its own. */
export const sessions = (): Storage => (__LOCAL_CHAIN__ ? sessionStore : localStore);

function remember(address: string | undefined) {
  if (address) sessions().setItem(CONNECTED, address);
  else sessions().removeItem(CONNECTED);
}

// sdk-dapp and all wallets' code, only when somebody connects
const wallets = () => import("./sdkDapp");

/** In the local build: whether its ready players are all the wallets there are. They need no sdk-dapp. */
export const hasReadyPlayers = ({ network }: Settings): boolean => network === "local";

const readyPlayers = () => import("./developer");

/** The wallet of before a reload, or of another tab. */
async function restored(settings: Settings, how: "restore" | "reread"): Promise<Wallet | undefined> {
  if (__LOCAL_CHAIN__ && hasReadyPlayers(settings)) return (await readyPlayers()).restore();
  return (await wallets())[how](settings, adopt);
}

/** The connected wallet, if any. */
export function useWallet(): WalletState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

/** The connected player's address. */
export const usePlayer = (): string | undefined => useWallet().wallet?.address;

/** Takes over what sdk-dapp says: another account, or none when a session has ended. */
function adopt(wallet: Wallet | undefined) {
  if (state.wallet?.address === wallet?.address || state.connecting) return;
  remember(wallet?.address);
  set(wallet ? "connected" : "none", wallet);
}

async function connectWith(connect: () => Promise<Wallet | undefined>): Promise<Wallet | undefined> {
  if (state.status === "connecting") return undefined;
  const before = state.wallet;
  set("connecting");
  try {
    const wallet = (await connect()) ?? before;
    set(wallet ? "connected" : "none", wallet);
    remember(wallet?.address);
    return wallet;
  } catch (error) {
    set("none");
    throw error;
  }
}

/** Opens sdk-dapp's choice of wallets. */
export const connect = (settings: Settings): Promise<Wallet | undefined> =>
  connectWith(async () => (await wallets()).openWallets(settings, adopt));

/** Connects a ready player of the local chain. */
export const connectDeveloper = (player: DeveloperWallet, ask: boolean): Promise<Wallet | undefined> =>
  connectWith(async () => (__LOCAL_CHAIN__ ? (await readyPlayers()).login(player, ask) : undefined));

/** Whether the page runs inside a wallet, which then logs in by itself. */
const isInsideWallet = (): boolean => {
  const { ReactNativeWebView, webkit } = window as {
    ReactNativeWebView?: object;
    webkit?: { messageHandlers?: object };
  };
  const isWebview = ReactNativeWebView !== undefined || webkit?.messageHandlers !== undefined;
  return !__LOCAL_CHAIN__ && (isWebview || window.parent !== window);
};

/** Comes back to the wallet of before a reload. Only its owner's wish makes the page forget it. */
export async function reconnect(settings: Settings): Promise<void> {
  const isRemembered = sessions().getItem(CONNECTED) !== null;
  if (!isRemembered && !isInsideWallet()) return;
  for (let attempt = 0; ; attempt++) {
    set("restoring");
    try {
      const wallet = await restored(settings, "restore");
      if (wallet) remember(wallet.address);
      else if (isRemembered) remember(undefined);
      return set(wallet ? "connected" : "none", wallet);
    } catch {
      const pause = RETRY_MS[attempt];
      if (pause === undefined) return set(isRemembered ? "lost" : "none");
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (state.status !== "restoring") return;
    }
  }
}

/** Leaves the wallet, in every tab. */
export async function disconnect(): Promise<void> {
  const leaving = state.wallet;
  set("none");
  try {
    await leaving?.disconnect();
  } finally {
    remember(undefined);
  }
}

/** Follows what other tabs do with the wallet. */
export function watchOtherTabs(settings: Settings): void {
  addEventListener("storage", async ({ key, newValue }) => {
    if (key !== CONNECTED || newValue === (state.wallet?.address ?? null)) return;
    if (newValue === null && !state.wallet) return;
    set("restoring");
    try {
      const wallet = await restored(settings, "reread");
      set(wallet ? "connected" : "none", wallet);
    } catch {
      set("lost");
    }
  });
}
