import type { ReactNode } from "react";
import type { Endpoint } from "../../chain/chess";
import { type Color, otherColor } from "../../chain/game";
import { canMate } from "../../chess/rules";
import { t } from "../../i18n/i18n";
import { useAmountText } from "../../ui/values/Amount";
import type { GameSnapshot } from "../line/useGame";

interface Props {
  /** The game as the chain has it, and the player's side there. */
  chain: GameSnapshot;
  you: Color;
  /** The relay does it. */
  isRelays: boolean | undefined;
  /** The button of a claim. */
  claim: (title: string, endpoint: Endpoint, label: string) => ReactNode;
}

/** The player's claim after a time has run out, or a note that the relay makes it. */
export function TimeoutClaim({ chain, you, isRelays, claim }: Props) {
  const label = useTimeoutLabel(chain, you);
  if (!label) return null;
  if (isRelays) return <p className="muted">{t("The relay ends the game.")}</p>;
  return claim(label, "signalInactivity", label);
}

/** The effect of signalling that the time has run out. */
function useTimeoutLabel({ game, clocks, stake, plies, moves }: GameSnapshot, you: Color): string | undefined {
  const pot = useAmountText(stake, 2n);
  if (game.awaits === "longerGame") return t("Settle the game");
  if (clocks && plies.length < 2) return t("Call the game off");
  // it costs the late player nothing if it only ends a match whose earlier games count, or if it is a draw
  if (game.turn === you) return game.match || !canMate(moves, otherColor(you)) ? t("Settle the game") : undefined;
  if (!canMate(moves, you)) return t("Claim the draw: you can no longer mate");
  // a match pays for all of its games
  return stake && !game.match ? t("Claim the win: {pot}", { pot }) : t("Claim the win");
}
