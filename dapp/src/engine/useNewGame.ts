import { navigate, type Route } from "../browser/router";
import type { Caller } from "../chain/chess";
import { BLACK, type EngineContract } from "../chain/engines/engineContract";
import type { EnginechessContract } from "../chain/engines/enginechess";
import type { MinichessContract } from "../chain/engines/minichess";
import type { Color } from "../chain/game";
import { t } from "../i18n/i18n";
import { useSendTransaction } from "../transactions/useSendTransaction";
import type { Wallet } from "../wallet/wallet";

/** A wanted game: the contract and its arguments, and the view that shows the game. */
export interface NewGame {
  engine: EngineContract;
  title: string;
  args: number[];
  view: (id: number) => Route;
}

/** A game of chess in which the player has this side. */
export const chessGame = (engine: EnginechessContract, level: number, side: Color): NewGame => ({
  engine,
  title: t("New game at level {level}", { level }),
  args: [level, side === "white" ? 0 : BLACK],
  view: (id) => ({ view: "engine8x8", id }),
});

/** A game of 6×6 chess; the player has White. */
export const sixBySixGame = (engine: MinichessContract, depth: number): NewGame => ({
  engine,
  title: t("New game at depth {depth}", { depth }),
  args: [depth],
  view: (id) => ({ view: "engine", id }),
});

/** Starts a game by the connected player, or by a wallet that was connected just now, and goes to it. */
export function useNewGame(): (wanted: NewGame, wallet?: Wallet) => Promise<void> {
  const { player, send } = useSendTransaction();
  return async ({ engine, title, args, view }, wallet) => {
    const address = wallet?.address ?? player;
    if (!address) return;
    const order = { title, build: (caller: Caller) => engine.call(caller, "newGame", args), leadsOn: true };
    const started = await send(order, wallet);
    const [newest] = started ? await engine.ids(address, 1) : [];
    if (newest !== undefined) navigate(view(newest));
  };
}
