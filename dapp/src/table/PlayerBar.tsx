import { type Color, type Game, playerToMove, type TimeControl } from "../chain/game";
import { capturesBy } from "../chess/captures";
import type { Ply } from "../chess/history";
import { t } from "../i18n/i18n";
import { PlayerRating } from "../ratings/RatingMark";
import { poolOf } from "../ratings/rating";
import { extra } from "../ui/extra";
import { Identicon, PlayerLink } from "../ui/values/PlayerName";
import { ChessClock } from "./clock/ChessClock";
import type { Timer } from "./clock/timer";
import styles from "./PlayerBar.module.css";
import { SideBar } from "./SideBar";

/** Needed only after a game's end. */
const RatingAfter = extra(() => import("../ratings/RatingAfter"), "RatingAfter");

interface Props {
  game: Game;
  color: Color;
  /** The plies before the shown position. */
  plies: Ply[];
  you: Color | undefined;
  /** Whether the player is there, according to a relay. */
  presence?: { text: string; isHere: boolean } | undefined;
  /** The player's clock, if it is shown. */
  timer?: Timer | undefined;
  /** The player's points in the game, or in the match so far: "1", "½". */
  score?: string | undefined;
  /** The game's clock, if it has one. */
  clock?: TimeControl | undefined;
  /** The chain has the game's end: its effect on the rating is shown. */
  isCounted?: boolean;
}

/** One side of a game: the player, their captures and their clock. */
export function PlayerBar({ game, color, plies, you, presence, timer, score, clock, isCounted }: Props) {
  const address = game[color];
  const rated = { player: address, pool: poolOf(clock, game.engines) };
  const rating = <PlayerRating {...rated} />;
  return (
    <SideBar
      color={color}
      isOnMove={playerToMove(game) === color}
      picture={<Identicon address={address} />}
      captures={capturesBy(plies, color)}
      clock={timer && <ChessClock timer={timer} base={clock?.base} />}
    >
      <PlayerLink address={address} />
      {isCounted ? <RatingAfter {...rated} game={game.id} fallback={rating} /> : rating}
      {color === you && <small>{t("you")}</small>}
      {presence && (
        <small data-testid="presence" data-here={presence.isHere}>
          {presence.text}
        </small>
      )}
      {/* at the end of the row, where it moves nothing else */}
      {score && (
        <b className={styles.score} data-testid="score">
          {score}
        </b>
      )}
    </SideBar>
  );
}
