import type { Color } from "../../chain/game";
import { inWords, t } from "../../i18n/i18n";
import type { RelayRoom } from "../../signedPlay/relay/RelayRoom";

const MINUTE_MS = 60_000;

/** Whether a player is there, with a short text; undefined without a relay's word. */
export function presenceOf(room: RelayRoom | undefined, color: Color): { text: string; isHere: boolean } | undefined {
  if (!room?.people) return undefined;
  const isHere = room.people[color].here;
  return { text: isHere ? t("here") : lastSeen(room, color), isHere };
}

function lastSeen(room: RelayRoom, color: Color): string {
  const seen = room.seenAt(color);
  if (seen === undefined) return t("not here yet");
  const minutes = Math.floor((Date.now() - seen) / MINUTE_MS);
  if (minutes < 1) return t("just left");
  return minutes < 60
    ? t("seen {minutes} min ago", { minutes })
    : t("seen {hours} h ago", { hours: Math.floor(minutes / 60) });
}

/** Says that the relay is away; the game's status shows what that means for the player. */
export function RelayAway({ room }: { room: RelayRoom }) {
  if (room.state !== "offline") return null;
  return (
    <p role="status" className="muted">
      {inWords(room.problem ?? "The relay can't be reached.")} {t("The chain is asked meanwhile.")}
    </p>
  );
}
