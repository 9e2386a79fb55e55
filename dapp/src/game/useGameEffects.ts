import { useEffect, useRef } from "react";
import { type Notice, notify, tellBegin } from "../browser/notices";
import { type Color, playerToMove } from "../chain/game";
import { endTextFor } from "../chess/reason";
import { t } from "../i18n/i18n";
import type { GameSnapshot } from "./line/useGame";

/** Notifies a player that their challenge was accepted. */
export function useBeginNotice({ game }: GameSnapshot, you: Color | undefined) {
  const before = useRef(game.state);
  useEffect(() => {
    const hasBegun = before.current === "open" && game.state === "ongoing";
    before.current = game.state;
    if (hasBegun && you) tellBegin(game.id);
  }, [game.state, game.id, you]);
}

/** Notifies a player that their clock on the chain runs, or that a longer game could still undo an end there. */
export function useAskNotice({ game }: GameSnapshot, you: Color | undefined) {
  const concerns =
    you !== undefined &&
    ((game.awaits === "answer" && game.turn === you) || (game.awaits === "longerGame" && game.state === "ongoing"));
  useEffect(() => {
    if (!concerns) return;
    const body = game.awaits === "answer" ? t("Your opponent asks for your move.") : t("An end is open: look at it.");
    notify({ title: t("Game {id} on the chain", { id: game.id }), body, game: game.id, tag: `chess-chain-${game.id}` });
  }, [concerns, game.awaits, game.id]);
}

/** Notifies a player who looks elsewhere that it is their turn, or that the game is over, on the chain or by signature. */
export function useTurnNotice({ game, plies }: GameSnapshot, you: Color | undefined) {
  const isYourTurn = you !== undefined && playerToMove(game) === you;
  const before = useRef({ isYourTurn, state: game.state });
  useEffect(() => {
    const { isYourTurn: was, state } = before.current;
    before.current = { isYourTurn, state: game.state };
    if (!you) return;
    const last = plies.at(-1)?.san;
    const about = { game: game.id, tag: `chess-game-${game.id}` };
    let notice: Notice | undefined;
    if (game.state !== "ongoing" && state === "ongoing")
      notice = { title: t("Game {id} is over", { id: game.id }), body: endTextFor(game, you), ...about };
    else if (isYourTurn && !was)
      notice = { title: t("Your turn"), body: last ? t("They played {move}.", { move: last }) : "", ...about };
    if (notice) notify(notice);
  }, [isYourTurn, game, plies, you]);
}
