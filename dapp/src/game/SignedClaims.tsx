import controls from "../ui/controls.module.css";
import { useNow } from "../ui/useNow";
import { Settle } from "./Settle";
import type { SignedTable } from "./useSignedTable";
import type { Timers } from "./useTimers";

interface Props {
  signed: SignedTable;
  timers: Timers;
  paused: boolean;
}

/** What a player may tell the chain of a game by signature. */
export function SignedClaims({ signed, timers, paused }: Props) {
  const { snapshot, session, end, isAhead, bring, busy } = signed;
  const { game } = snapshot;
  const you = session.game.color;
  const until = timers.players[game.turn].until;
  const now = useNow(until !== undefined);
  const off = busy || paused;
  const button = (title: string, onClick: () => void) => (
    <button type="button" className={controls.primary} disabled={off} onClick={onClick}>
      {title}
    </button>
  );
  if (game.awaits === "longerGame") {
    return isAhead ? button("Show the longer game", () => bring("Show the longer game")) : null;
  }
  if (signed.isAsked && isAhead) return button("Answer on the chain", () => bring("Answer on the chain"));
  if (end) return <Settle signed={signed} />;
  if (session.isChainElsewhere && isAhead) return button("Show the signed game", () => bring("Show the signed game"));
  if (snapshot.claims.draw) return button("Claim a draw", () => bring("Claim a draw", "draw"));
  const isSilent = game.turn !== you && game.awaits === "move" && (until === undefined || now > until);
  const isCutOff = signed.room?.state === "offline" && game.turn !== you && isAhead;
  if (isCutOff) return button("Bring it to the chain", () => bring("Bring the game to the chain"));
  const canAsk = isSilent && (until !== undefined || snapshot.clocks === undefined || snapshot.plies.length < 2);
  return canAsk ? button("Ask on the chain", () => bring("Ask on the chain", "ask")) : null;
}
