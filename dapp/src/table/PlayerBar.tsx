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

/** After a game's end alone. */
const RatingAfter = extra(() => import("../ratings/RatingAfter"), "RatingAfter");

interface Props {
  game: Game;
  color: Color;
  /** The plies of the position shown. */
  plies: Ply[];
  you: Color | undefined;
  /** Whether the player is there, as far as a relay knows. */
  presence?: { text: string; isHere: boolean } | undefined;
  /** The player's clock, where it is to be shown. */
  timer?: Timer | undefined;
  /** The player's points in the game, or in the match so far: "1", "½". */
  score?: string | undefined;
  /** The game's clock, where it has one. */
  clock?: TimeControl | undefined;
  /** The chain knows of the game's end: what it has made of the rating is shown. */
  isCounted?: boolean;
}

/** One side of a game: whose it is, what they have captured and how long they have. */
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
      {/* at the end of the row: nothing moves for it */}
      {score && (
        <b className={styles.score} data-testid="score">
          {score}
        </b>
      )}
    </SideBar>
  );
}
