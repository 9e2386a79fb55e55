import { navigate, type Route } from "../browser/router";
import type { Caller } from "../chain/chess";
import type { EngineContract } from "../chain/engines/engineContract";
import { useSendTransaction } from "../transactions/useSendTransaction";
import type { Wallet } from "../wallet/wallet";

/** A game that is wanted: what the contract is asked for, and the view that shows it. */
export interface NewGame {
  engine: EngineContract;
  title: string;
  args: number[];
  view: (id: number) => Route;
}

/** Starts a game by the connected player, or by a wallet that was connected just now, and goes to it. */
export function useNewGame(): (wanted: NewGame, wallet?: Wallet) => Promise<void> {
  const { player, send } = useSendTransaction();
  return async ({ engine, title, args, view }, wallet) => {
    const address = wallet?.address ?? player;
    if (!address) return;
    const order = { title, build: ({ address }: Caller) => engine.call(address, "newGame", args) };
    const started = await send(order, wallet);
    const [newest] = started ? await engine.ids(address, 1) : [];
    if (newest !== undefined) navigate(view(newest));
  };
}
