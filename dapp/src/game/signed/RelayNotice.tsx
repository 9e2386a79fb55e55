import type { Color } from "../../chain/game";
import type { RelayRoom } from "../../signedPlay/relay/RelayRoom";
import controls from "../../ui/controls.module.css";

const MINUTE_MS = 60_000;

/** Whether a player is there, in a word or two; nothing where no relay says so. */
export function presenceText(room: RelayRoom | undefined, color: Color): string | undefined {
  if (!room?.people) return undefined;
  if (room.people[color].here) return "here";
  const seen = room.seenAt(color);
  if (seen === undefined) return "not here yet";
  const minutes = Math.floor((Date.now() - seen) / MINUTE_MS);
  if (minutes < 1) return "just left";
  return minutes < 60 ? `seen ${minutes} min ago` : `seen ${Math.floor(minutes / 60)} h ago`;
}

/** Behind the mark: what the relay does, and how many look on. */
export function relayText(room: RelayRoom): string {
  if (room.state === "connecting") return "Asking the relay for the longest game …";
  if (room.state === "offline") return "";
  const watching = room.people?.spectators ?? 0;
  return `Moves go through the relay at once. ${watching === 0 ? "Nobody looks" : watching === 1 ? "One looks" : `${watching} look`} on.`;
}

/** That the relay is away, and what that means; nothing while it is there. */
export function RelayAway({ room }: { room: RelayRoom }) {
  if (room.state !== "offline") return null;
  return (
    <p role="status" className={controls.muted}>
      {room.problem ?? "The relay can't be reached."} Reconnecting. Your moves are kept here and go out when it is back;
      the chain is asked meanwhile.
    </p>
  );
}
