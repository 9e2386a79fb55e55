import { type Color, formatPoints, type Game, otherColor } from "../../chain/game";
import { t } from "../../i18n/i18n";
import { useRatings } from "../../ratings/useRatings";
import type { RelayRoom } from "../../signedPlay/relay/RelayRoom";
import { useOwner } from "../../ui/values/owner";
import { PlayerName } from "../../ui/values/PlayerName";

interface Props {
  game: Game;
  you: Color | undefined;
  room: RelayRoom | undefined;
}

/** The players' score against each other, if a relay knows their ratings, and the number of spectators. */
export function Company({ game, you = "white", room }: Props) {
  const own = useOwner(game[you]);
  const other = useOwner(game[otherColor(you)]);
  const met = useRatings(own)?.course.filter(({ opponent }) => opponent === other) ?? [];
  const rounds = met.reduce((sum, step) => sum + step.rounds, 0);
  const points = met.reduce((sum, step) => sum + step.points, 0);
  const watching = room?.people?.spectators ?? 0;
  return (
    <>
      {rounds > 0 && (
        <p data-testid="record">
          <PlayerName address={own} />{" "}
          <b dir="ltr">
            {formatPoints(points)}–{formatPoints(2 * rounds - points)}
          </b>{" "}
          <PlayerName address={other} />{" "}
          <small className="muted">
            {t("in {count, plural, one {# rated game} other {# rated games}}", { count: rounds })}
          </small>
        </p>
      )}
      {watching > 0 && (
        <p className="muted">
          {t("{count, plural, one {One person looks on.} other {# people look on.}}", { count: watching })}
        </p>
      )}
    </>
  );
}
