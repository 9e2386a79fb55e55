import type { Square } from "chessops";
import { useEffect, useRef } from "react";
import { placeOf } from "../board/PromotionPicker";
import { href, type Route } from "../browser/router";
import { type Color, type Game, scoreOf } from "../chain/game";
import { anewOf, pairAnew } from "../challenge/anew";
import { byReason, endTextFor, stakesAt, stakesPaid } from "../chess/reason";
import { attackedKing, kingSquare } from "../chess/san";
import { tournamentOf } from "../games/tournamentOf";
import { t } from "../i18n/i18n";
import { changeText, ratingText } from "../ratings/rating";
import { useRatingChange } from "../ratings/useRatings";
import { Button, ButtonLink, Icon, IconButton } from "../ui/Button";
import { FiatValue, useAmountText } from "../ui/values/Amount";
import { PlayerName } from "../ui/values/PlayerName";
import styles from "./GameResult.module.css";
import type { GameSnapshot } from "./line/useGame";
import { RematchButton } from "./rematch/RematchButton";
import { Settle } from "./signed/Settle";
import { MatchButtons } from "./status/MatchButtons";
import type { Table } from "./useGameTable";
import type { ShownPosition } from "./useShownPosition";
import type { ShownResult } from "./useShownResult";

interface Props {
  table: Table;
  shown: ShownResult;
  position: ShownPosition;
  orientation: Color;
}

/** The half of the board without the mated king or, if there is no mate, without the last move's square. */
function halfFor(fen: string, square: Square | undefined, orientation: Color): "upper" | "lower" {
  const attacked = attackedKing(fen);
  const seen = (attacked && kingSquare(fen, attacked)) ?? square;
  return seen !== undefined && placeOf(seen, orientation).row < 4 ? "lower" : "upper";
}

/** A game's result, over the board or beside it. */
export function GameResult({ table, shown, position, orientation }: Props) {
  const isOnBoard = shown.place === "board";
  return (
    <div
      className={isOnBoard ? styles.over : styles.side}
      data-half={isOnBoard ? halfFor(position.fen, position.shown?.move.to, orientation) : undefined}
    >
      <Overlay table={table} shown={shown} />
    </div>
  );
}

/** How the game ended, and what it paid. */
function Overlay({ table, shown }: Pick<Props, "table" | "shown">) {
  const { result: game, snapshot, you, rematch, end, signed } = table;
  const { panel, close } = usePanel(shown.place === "board", shown.putAway);
  const { stake } = snapshot;
  const gained = you ? stakesPaid(game, you) - stakesAt(game) : 0n;
  const amount = useAmountText(stake, gained < 0n ? -gained : gained === 0n ? stakesAt(game) : gained);
  const isUndecided = game.state === "drawn" || game.state === "noResult";
  const hasWon = you && (game.state === "whiteWon") === (you === "white");
  const isWhole = !you || isUndecided || game.match?.played;
  const gain = stake && you && gained;
  const match = signed?.match;
  const isBetween = match?.interval !== undefined && signed !== undefined;
  // one player has left: no game follows
  const isLeft = match?.interval?.mine === "leave" || match?.interval?.isParted;
  // the chain has the end
  const isCounted = !isBetween && !end && game.state !== "noResult";
  const look = !you || isUndecided ? "" : hasWon ? styles.won : styles.lost;
  const replay: Route = { view: "replay", id: game.id };
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={`box ${styles.result} ${look}`}
      data-testid="end"
      aria-label={t("Result")}
    >
      <IconButton icon="close" title={t("Close the result")} className={styles.close} onClick={close} />
      <Score game={game} isCounted={isCounted} />
      {isWhole ? (
        <strong className={styles.title}>{endTextFor(game, you)}</strong>
      ) : (
        <p className={styles.heading}>
          <strong className={styles.title}>{hasWon ? t("You won") : t("You lost")}</strong>{" "}
          <span>{byReason(game.endReason)}</span>
        </p>
      )}
      {isBetween ? null : end ? (
        <p>{stake ? t("Not paid yet.") : `${t("Not settled yet")}.`}</p>
      ) : (
        gain !== undefined && (
          <div className={styles.heading}>
            <p className={styles.amount} dir={gain === 0n ? undefined : "ltr"}>
              {gain === 0n ? t("{amount} back", { amount: amount }) : `${gain > 0n ? "+" : "−"}${amount}`}
            </p>
            {stake && gain > 0n && (
              <p className="muted">
                <FiatValue payment={stake} />
              </p>
            )}
          </div>
        )
      )}
      <footer className={isBetween ? `${styles.footer} ${styles.between}` : styles.footer}>
        {isBetween ? (
          <MatchButtons signed={signed} match={match} situation={table.situation} />
        ) : (
          signed && (
            <div className={styles.settle}>
              <Settle signed={signed} situation={table.situation} />
            </div>
          )
        )}
        {you && !isBetween && <RematchButton game={game.id} rematch={rematch} isNext={!signed} />}
        {you && !tournamentOf(game.id) && (!isBetween || isLeft) && rematch.offered === undefined && (
          <NewOpponent snapshot={snapshot} />
        )}
        {you ? (
          <a className="button icon-only" href={href(replay)} aria-label={t("Analyse")} title={t("Analyse")}>
            <Icon name="analysis" />
          </a>
        ) : (
          <ButtonLink isPrimary to={replay}>
            {t("Analyse")}
          </ButtonLink>
        )}
      </footer>
    </section>
  );
}

/** Moves the focus when the result appears and when it is closed, so that it is never lost. */
function usePanel(isOnBoard: boolean, onClose: () => void) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // the pressed "Resign" is gone
    if (isOnBoard && document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  }, [isOnBoard]);
  const close = () => {
    // after the result is closed with a key, the focus is on the board
    const board = panel.current?.closest("main")?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]');
    if (panel.current?.contains(document.activeElement)) board?.focus({ preventScroll: true });
    onClose();
  };
  return { panel, close };
}

/** The score, White's first, between the changes of both ratings, once the chain has counted the game. */
function Score({ game, isCounted }: { game: Game; isCounted: boolean }) {
  const white = !game.match?.played && scoreOf(game, "white");
  if (!white && !isCounted) return null;
  const change = (player: string) => isCounted && <Change player={player} game={game.id} isNamed={!white} />;
  return (
    <p className={styles.score} dir="ltr">
      {change(game.white)}
      {white && (
        <span>
          {white}–{scoreOf(game, "black")}
        </span>
      )}
      {change(game.black)}
    </p>
  );
}

/** Looks for another opponent for the same kind of game, if quick pairing has such games. */
function NewOpponent({ snapshot: { game, clocks, stake } }: { snapshot: GameSnapshot }) {
  const anew = anewOf(clocks, stake, game.engines);
  return anew && <Button onClick={() => pairAnew(anew)}>{t("New opponent")}</Button>;
}

/** The effect of a game that is over on the chain on a player's rating; nothing until it is known. */
function Change({ player, game, isNamed }: { player: string; game: number; isNamed: boolean }) {
  const change = useRatingChange(player, game);
  return (
    <small data-testid="result-rating">
      {change && (
        <>
          {/* beside a score, the side shows whose rating it is */}
          <span className={isNamed ? undefined : "visually-hidden"}>
            <PlayerName address={player} />
          </span>{" "}
          <span dir="ltr">
            {ratingText(change.rating)} <b>{changeText(change.by)}</b>
          </span>
        </>
      )}
    </small>
  );
}
