import { colorName } from "../board/pieceNames";
import { href } from "../browser/router";
import { type Color, type Game, isOver } from "../chain/game";
import { lengthText } from "../chess/reason";
import { t } from "../i18n/i18n";
import { RatingMark } from "../ratings/RatingMark";
import type { Rating } from "../ratings/rating";
import { PlayerName } from "../ui/values/PlayerName";
import { GameStateText } from "./GameCard";
import styles from "./GameList.module.css";
import { isYourTurn } from "./order";

/** A game, with the players' ratings if they are known. */
interface RatedGame extends Game {
  ratings?: Readonly<Record<Color, Rating | undefined>>;
}

/** A list of games: the players, whose turn it is and how much time they have, or how the game ended. */
export function GameList({ games, you }: { games: readonly RatedGame[]; you: string | undefined }) {
  return (
    <ul className={`rows ${styles.games}`}>
      {games.map((game) => (
        <li key={game.id}>
          <a href={href({ view: isOver(game) ? "replay" : "game", id: game.id })}>
            <span className={styles.id}>#{game.id}</span>
            <span className={`row ${styles.pair}`}>
              <Side color="white" address={game.white} you={you} rating={game.ratings?.white} />
              <Side color="black" address={game.black} you={you} rating={game.ratings?.black} />
            </span>
            <span className={isYourTurn(game, you) ? `${styles.state} ${styles.yours}` : styles.state}>
              <GameStateText game={game} you={you} />
              <small> · {lengthText(game)}</small>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

interface SideProps {
  color: Color;
  address: string;
  you: string | undefined;
  rating: Rating | undefined;
}

function Side({ color, address, you, rating }: SideProps) {
  return (
    <span className={`line ${styles.side}`}>
      <span className={styles.dot} data-color={color} role="img" aria-label={colorName(color)} />
      {address === you ? t("you") : <PlayerName address={address} />} {rating && <RatingMark rating={rating} />}
    </span>
  );
}
