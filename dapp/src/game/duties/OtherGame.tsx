import { type Color, colorOf, isOver } from "../../chain/game";
import { usePaused } from "../../chain/queries";
import { type GameSnapshot, useGame } from "../line/useGame";
import { useGameLine } from "../line/useGameLine";
import { useTimers } from "../line/useTimers";
import { useActByItself } from "./useActByItself";
import { useResignOnTime } from "./useResignOnTime";
import { useSituation } from "./useSituation";

/** Does a player's duties in a game by signature that isn't shown. Draws nothing. */
export function OtherGame({ id, player }: { id: number; player: string }) {
  const { data } = useGame(id, player);
  const you = data && colorOf(data.game, player);
  if (!data?.keys || !you || isOver(data.game)) return null;
  return <Duties onChain={data} you={you} />;
}

function Duties({ onChain, you }: { onChain: GameSnapshot; you: Color }) {
  const { signed, line } = useGameLine(onChain, you);
  const paused = usePaused(true);
  const timers = useTimers(signed?.chain ?? onChain, paused, line);
  useResignOnTime(signed, timers);
  useActByItself(signed, useSituation(signed, timers));
  return null;
}
