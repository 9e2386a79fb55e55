import { createContext, use, useSyncExternalStore } from "react";
import { Changing } from "../browser/Changing";
import type { DeveloperWallet, Settings } from "../chain/settings";
import { SaidNo, sessions, type Wallet } from "./player";

export { SaidNo, type Wallet };

export type WalletStatus =
  /** No wallet is connected. */
  | "none"
  /** The user is choosing a wallet. */
  | "connecting"
  /** The wallet from before a reload is being restored. */
  | "restoring"
  | "connected"
  /** The wallet from before a reload could not be restored: it is still remembered, and worth another try. */
  | "lost";

interface WalletState {
  /** The account that plays and pays: the purse if it is open, or else the connected wallet. */
  wallet: Wallet | undefined;
  /** The connected wallet. */
  main: Wallet | undefined;
  status: WalletStatus;
  connecting: boolean;
}

/** The purses that this browser stores. */
export interface Purses {
  /** The purse of a wallet, if it is open here. */
  find(main: Wallet): Promise<Wallet | undefined>;
  /** The owner leaves the wallet at this address. */
  leave(address: string): void;
}

/** The key of the address of the wallet to restore. */
const CONNECTED = "chess.connected";
/** How long to wait before each further try to restore a wallet. */
const RETRY_MS = [1_000, 3_000, 8_000];

let state: WalletState = { wallet: undefined, main: undefined, status: "none", connecting: false };
let purses: Purses = { find: async () => undefined, leave: () => {} };
const changes = new Changing();

function set(status: WalletStatus, main?: Wallet, purse?: Wallet) {
  state = { wallet: purse ?? main, main, status, connecting: status === "connecting" || status === "restoring" };
  changes.changed();
}

/** Connects a wallet with its purse, or none. Returns the account that plays. */
async function settle(main: Wallet | undefined): Promise<Wallet | undefined> {
  const purse = main && (await purses.find(main));
  set(main ? "connected" : "none", main, purse);
  return purse ?? main;
}

/** Sets the store of purses. */
export const keepPurses = (kept: Purses): void => {
  purses = kept;
};

/** Lets the purse of the connected wallet play and pay from now on, or, without one, the wallet itself. */
export function setPurse(purse: Wallet | undefined): void {
  const { status, main } = state;
  if (status === "connected" && (!purse || purse.home === main?.address)) set("connected", main, purse);
}

/** Inside this context another wallet acts than the one that plays elsewhere. */
export const ActingWallet = createContext<Wallet | undefined>(undefined);

function remember(address: string | undefined) {
  if (address) sessions().setItem(CONNECTED, address);
  else sessions().removeItem(CONNECTED);
}

// sdk-dapp and all wallets' code, only when someone connects
const wallets = () => import("./sdkDapp");

/** In the local build: whether its ready players are the only wallets. They don't need sdk-dapp. */
export const hasReadyPlayers = ({ network }: Settings): boolean => network === "local";

const readyPlayers = () => import("./developer");

/** The wallet from before a reload, or of another tab. */
async function restored(settings: Settings, isAgain: boolean): Promise<Wallet | undefined> {
  if (__LOCAL_CHAIN__ && hasReadyPlayers(settings)) return (await readyPlayers()).restore();
  return (await wallets()).restore(settings, adopt, isAgain);
}

/** The state of the connected wallet, and the wallet that plays, if there is one. */
export function useWallet(): WalletState {
  const acting = use(ActingWallet);
  const known = useSyncExternalStore(changes.subscribe, () => state);
  return acting ? { ...known, wallet: acting } : known;
}

/** The address of the account that plays. */
export const usePlayer = (): string | undefined => useWallet().wallet?.address;

/** Takes over sdk-dapp's account: another one, or none after a session has ended. */
function adopt(wallet: Wallet | undefined) {
  if (state.main?.address === wallet?.address || state.connecting) return;
  remember(wallet?.address);
  settle(wallet).catch(() => set("lost"));
}

async function connectWith(connect: () => Promise<Wallet | undefined>): Promise<Wallet | undefined> {
  if (state.status === "connecting") return undefined;
  const before = state.main;
  set("connecting");
  try {
    const wallet = (await connect()) ?? before;
    remember(wallet?.address);
    return await settle(wallet);
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

/** Whether the page runs inside a wallet, which then logs in automatically. */
const isInsideWallet = (): boolean => {
  const { ReactNativeWebView, webkit } = window as {
    ReactNativeWebView?: object;
    webkit?: { messageHandlers?: object };
  };
  const isWebview = ReactNativeWebView !== undefined || webkit?.messageHandlers !== undefined;
  return !__LOCAL_CHAIN__ && (isWebview || window.parent !== window);
};

/** Restores the wallet from before a reload. The page forgets it only if its owner disconnects. */
export async function reconnect(settings: Settings): Promise<void> {
  const isRemembered = sessions().getItem(CONNECTED) !== null;
  if (!isRemembered && !isInsideWallet()) return;
  for (let attempt = 0; ; attempt++) {
    set("restoring");
    try {
      const wallet = await restored(settings, false);
      if (wallet) remember(wallet.address);
      else if (isRemembered) remember(undefined);
      await settle(wallet);
      return;
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
  const leaving = state.main;
  // or one that could not be restored
  const address = leaving?.address ?? sessions().getItem(CONNECTED);
  set("none");
  if (address) purses.leave(address);
  try {
    await leaving?.disconnect();
  } finally {
    remember(undefined);
  }
}

/** Follows what other tabs do with the wallet. */
export function watchOtherTabs(settings: Settings): void {
  addEventListener("storage", async ({ key, newValue }) => {
    if (key !== CONNECTED || newValue === (state.main?.address ?? null)) return;
    if (newValue === null && !state.main) return;
    set("restoring");
    try {
      await settle(await restored(settings, true));
    } catch {
      set("lost");
    }
  });
}
