import { MiniBoard } from "../board/MiniBoard";
import { href } from "../browser/router";
import { useChain } from "../chain/ChainContext";
import { untilEpoch, useChainClock } from "../chain/clock";
import { formatDuration } from "../chain/format";
import { colorOf, type Game, isBetweenRounds, isOver, otherColor } from "../chain/game";
import { withKnownReason } from "../chain/knownReason";
import { endText, endTextFor, lengthText, matchScore, openEndText, shortEndText, toMoveText } from "../chess/reason";
import { t } from "../i18n/i18n";
import { Amount } from "../ui/values/Amount";
import { Identicon, PlayerName } from "../ui/values/PlayerName";
import { usePlayer } from "../wallet/wallet";
import styles from "./GameCard.module.css";
import { isYourTurn } from "./order";
import { type Glimpse, useGlimpse } from "./useGlimpse";

/** Whose turn it is and how much time they have, or how the game ended. */
export function GameStateText({ game: told, you }: { game: Game; you: string | undefined }) {
  const game = withKnownReason(useChain().settings.contract, told);
  const color = colorOf(game, you);
  const score = matchScore(game);
  const inMatch =
    score && game.match
      ? ` · ${t("game {number} of {count}, {score}", { number: game.match.round + 1, count: game.match.rounds, score })}`
      : "";
  if (game.state === "open") return t("Waiting for an opponent");
  if (game.state !== "ongoing") return color ? endTextFor(game, color) : endText(game);
  if (game.awaits === "longerGame") return `${openEndText(game)} · ${t("not final yet")}`;
  if (isBetweenRounds(game))
    return t("Between games: ready for game {number}?", { number: (game.match?.round ?? 0) + 2 });
  if (game.isEnded) return t("Over · not final yet");
  const whose = !color ? toMoveText(game.turn) : game.turn === color ? t("Your turn") : t("Their turn");
  return (
    <>
      {whose}
      {inMatch}
      {game.deadlineEpoch > 0 && <TimeUntil epoch={game.deadlineEpoch} />}
    </>
  );
}

/** The time until an epoch begins. */
function TimeUntil({ epoch }: { epoch: number }) {
  const { config } = useChain();
  const { data: clock } = useChainClock();
  const left = clock && untilEpoch(epoch, clock, config);
  return left === undefined ? "" : left > 0 ? ` · ${formatDuration(left)}` : ` · ${t("time is over")}`;
}

interface Shown {
  game: Game;
  /** The position on its board, if it is known. */
  glimpse?: Glimpse | undefined;
}

/** A player's games as small boards, seen from that player's side. `of` is the player's account, or several. */
export function GameCards({ games, of }: { games: readonly Shown[]; of: string | readonly string[] }) {
  return (
    <ul className={styles.cards}>
      {games.map(({ game, glimpse }) => (
        <GameCard key={game.id} game={game} of={of} glimpse={glimpse} />
      ))}
    </ul>
  );
}

function GameCard({ game: told, glimpse, of }: Shown & { of: string | readonly string[] }) {
  const game = withKnownReason(useChain().settings.contract, told);
  const color = of.includes(game.black) ? "black" : "white";
  const you = usePlayer();
  const opponent = game[otherColor(color)];
  const { fen, lastMove, stake } = useGlimpse(game, glimpse);
  const isEnded = isOver(game);
  return (
    <li>
      <a
        className={isYourTurn(game, you) ? `${styles.card} ${styles.yours}` : styles.card}
        href={href({ view: isEnded ? "replay" : "game", id: game.id })}
      >
        <span className={`line ${styles.head}`}>
          <Identicon address={opponent} size={24} />
          <b>
            <PlayerName address={opponent} />
          </b>
          <small>#{game.id}</small>
        </span>
        <MiniBoard fen={fen} orientation={color} lastMove={lastMove} />
        <span className={styles.foot}>
          <b>{isEnded ? shortEndText(game, color) : <GameStateText game={game} you={you} />}</b>
          <small>
            {lengthText(game)}
            {stake && (
              <>
                {" · "}
                <Amount payment={stake} times={2n} most={4} />
              </>
            )}
          </small>
        </span>
      </a>
    </li>
  );
}
