import { ChessBoard } from "../board/ChessBoard";
import { useTitle } from "../browser/notices";
import { href } from "../browser/router";
import { useChain } from "../chain/ChainContext";
import { type Color, isOver } from "../chain/game";
import { withKnownReason } from "../chain/knownReason";
import { usePaused } from "../chain/queries";
import { endText } from "../chess/reason";
import { attackedKing } from "../chess/san";
import { START_FEN } from "../chess/start";
import { type GameSnapshot, useGame } from "../game/line/useGame";
import { useRelay } from "../game/line/useRelay";
import { useShownTimers } from "../game/line/useShownTimers";
import { useSignedSession } from "../game/line/useSignedSession";
import { useTimers } from "../game/line/useTimers";
import { useWatchedGame } from "../game/line/useWatchedGame";
import { t } from "../i18n/i18n";
import { useLanguage } from "../i18n/useLanguage";
import { signedResult } from "../signedPlay/standing";
import { MoveList } from "../table/MoveList";
import { PlayerBar } from "../table/PlayerBar";
import { useStepper } from "../table/useStepper";
import { QueryView } from "../ui/QueryView";
import styles from "./EmbeddedGame.module.css";

/** A game embedded in another page: board, players, clocks and moves, and a link to the game itself. */
export function EmbeddedGame({ id }: { id: number }) {
  useLanguage();
  const query = useGame(id);
  return (
    <QueryView what={t("game {id}", { id })} query={query}>
      {(snapshot) =>
        snapshot.challenge ? <PageLink id={id}>{t("Challenge {id}", { id })}</PageLink> : <Table snapshot={snapshot} />
      }
    </QueryView>
  );
}

/** A game as a spectator sees it. */
function useWatched(onChain: GameSnapshot) {
  const { contract } = useChain().settings;
  const { room } = useSignedSession(onChain, undefined);
  const { line } = useWatchedGame(room, onChain);
  useRelay(room, onChain, line?.end !== undefined);
  const snapshot = line?.snapshot ?? onChain;
  const result = line?.end ? signedResult(snapshot.game, line.end) : withKnownReason(contract, snapshot.game);
  const paused = usePaused(onChain.game.state === "ongoing");
  const timers = useShownTimers(snapshot, useTimers(onChain, paused, line), line?.end !== undefined);
  return { snapshot, result, timers };
}

function Table({ snapshot: onChain }: { snapshot: GameSnapshot }) {
  const { snapshot, result, timers } = useWatched(onChain);
  const { game, plies, clocks } = snapshot;
  const [index, step] = useStepper(plies.length);
  useTitle(t("Game {id}", { id: game.id }));
  const shown = plies[index - 1];
  const fen = shown?.fen ?? START_FEN;
  const bar = (color: Color) => (
    <PlayerBar
      game={result}
      color={color}
      plies={plies.slice(0, index)}
      you={undefined}
      timer={timers?.[color]}
      clock={clocks}
    />
  );
  return (
    <main className={styles.embedded} data-testid="embedded" data-plies={plies.length}>
      <div className={styles.table}>
        {bar("black")}
        <ChessBoard
          fen={fen}
          orientation="white"
          turn={index % 2 === 0 ? "white" : "black"}
          check={attackedKing(fen)}
          lastMove={shown?.move}
        />
        {bar("white")}
      </div>
      <div className={styles.panel}>
        <p>
          {isOver(result) && <strong>{endText(result)}</strong>} <PageLink id={game.id}>{t("To the game")}</PageLink>
        </p>
        <MoveList moves={plies.map(({ san }) => san)} index={index} onStep={step} />
      </div>
    </main>
  );
}

/** Leads to the page in a new window, by embed.html's base. */
const PageLink = ({ id, children }: { id: number; children: string }) => (
  <a href={href({ view: "game", id })} target="_blank" rel="noreferrer">
    {children}
  </a>
);
