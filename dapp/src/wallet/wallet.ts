import type { Transaction } from "@multiversx/sdk-core/out/core/transaction";
import { useSyncExternalStore } from "react";
import type { DeveloperWallet, Settings } from "../chain/settings";

/** A wallet that is connected. */
export interface Wallet {
  address: string;
  /** @throws if its owner refuses. */
  sign(transaction: Transaction): Promise<Transaction>;
  disconnect(): Promise<void>;
}

/** Under this key stands whether there is a wallet to come back to. */
const CONNECTED = "chess.connected";

let wallet: Wallet | undefined;
let state: "idle" | "connecting" = "idle";
let snapshot: WalletState = { wallet, connecting: false };
const listeners = new Set<() => void>();

export interface WalletState {
  wallet: Wallet | undefined;
  connecting: boolean;
}

function set(next: Wallet | undefined, connecting: boolean) {
  wallet = next;
  state = connecting ? "connecting" : "idle";
  snapshot = { wallet, connecting };
  for (const listener of listeners) listener();
}

/** On the local chain each tab has a player of its own. */
export const sessions = (): Storage => (__LOCAL_CHAIN__ ? sessionStorage : localStorage);

function remember(connected: boolean) {
  if (connected) sessions().setItem(CONNECTED, "1");
  else sessions().removeItem(CONNECTED);
}

// sdk-dapp and all wallets' code, only when somebody connects
const wallets = () => import("./sdkDapp");

/** The connected wallet, if any. */
export function useWallet(): WalletState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => snapshot,
  );
}

async function connectWith(connect: () => Promise<Wallet | undefined>): Promise<void> {
  if (state === "connecting") return;
  set(undefined, true);
  try {
    const next = await connect();
    set(next, false);
    remember(next !== undefined);
  } catch (error) {
    set(undefined, false);
    remember(false);
    throw error;
  }
}

/** Opens sdk-dapp's choice of wallets. */
export const connect = (settings: Settings): Promise<void> =>
  connectWith(async () => (await wallets()).openWallets(settings));

/** Connects a ready player of the local chain. */
export const connectDeveloper = (settings: Settings, player: DeveloperWallet, ask: boolean): Promise<void> =>
  connectWith(async () => (await wallets()).loginDeveloper(settings, player, ask));

/** Comes back to the wallet of before a reload. */
export async function reconnect(settings: Settings): Promise<void> {
  if (!sessions().getItem(CONNECTED)) return;
  await connectWith(async () => (await wallets()).restore(settings));
}

/** Leaves the wallet. */
export async function disconnect(): Promise<void> {
  const leaving = wallet;
  remember(false);
  set(undefined, false);
  await leaving?.disconnect();
}
