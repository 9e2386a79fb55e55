import { useState } from "react";
import type { Color, Endpoint } from "../chain/chess";
import { type Snapshot, useChain, useReclaimable, useTerms } from "../chain/hooks";
import { Dialog } from "./Dialog";
import { useCall } from "./useCall";

/** Draw, claims and resignation: each offered when it can be had. */
export function Actions({ game, claims, drawOffer, you }: Snapshot & { you: Color }) {
  const { chess } = useChain();
  const { data: terms } = useTerms();
  const { busy, call, player } = useCall();
  const [resigning, setResigning] = useState(false);
  const isOnMove = game.turn === you;
  const isReclaimable = useReclaimable(game.id, player, terms?.paused ?? false);
  const off = busy || (terms?.paused ?? true);
  const send = (title: string, endpoint: Endpoint) => call(title, (sender) => chess.call(sender, endpoint, [game.id]));
  return (
    <section className="actions" aria-label="Actions">
      {claims.illegalMove && isOnMove && (
        <button type="button" disabled={off} onClick={() => send("Call the illegal move", "callIllegalMove")}>
          Call the illegal move
        </button>
      )}
      {claims.inactivity && !isOnMove && (
        <button type="button" disabled={off} onClick={() => send("Claim inactivity", "signalInactivity")}>
          Claim: their time is over
        </button>
      )}
      {claims.draw && isOnMove && (
        <button type="button" disabled={off} onClick={() => send("Claim a draw", "claimDraw")}>
          Claim a draw
        </button>
      )}
      {isReclaimable && (
        <button type="button" disabled={busy} onClick={() => send("Take the wager back", "reclaimWager")}>
          Take the wager back
        </button>
      )}
      {drawOffer !== player && (
        <button
          type="button"
          className={drawOffer ? "" : "secondary"}
          disabled={off}
          onClick={() => send(drawOffer ? "Accept the draw" : "Offer a draw", "draw")}
        >
          {drawOffer ? "Accept the draw" : "Offer a draw"}
        </button>
      )}
      <button type="button" className="secondary" disabled={off} onClick={() => setResigning(true)}>
        Resign
      </button>
      {resigning && (
        <Dialog title="Resign this game?" onClose={() => setResigning(false)}>
          <p>Your opponent gets both wagers.</p>
          <footer>
            <button type="button" className="secondary" onClick={() => setResigning(false)}>
              Play on
            </button>
            <button
              type="button"
              onClick={() => {
                setResigning(false);
                send("Resign", "resign");
              }}
            >
              Resign
            </button>
          </footer>
        </Dialog>
      )}
    </section>
  );
}
