import { useMemo, useState } from "react";
import { ChessBoard } from "../board/ChessBoard";
import { FlipButton } from "../board/FlipButton";
import { useTitle } from "../browser/notices";
import { href } from "../browser/router";
import { useShortcuts } from "../browser/useShortcuts";
import { useChain } from "../chain/ChainContext";
import { type Color, colorOf, isOver } from "../chain/game";
import { shareLink } from "../chain/settings";
import { endText } from "../chess/reason";
import { attackedKing } from "../chess/san";
import { START_FEN } from "../chess/start";
import { type GameSnapshot, useGame } from "../game/line/useGame";
import { useGameLine } from "../game/line/useGameLine";
import { t } from "../i18n/i18n";
import { AboutGame, GameFrame } from "../table/GameFrame";
import { MoveList } from "../table/MoveList";
import { PlayerBar } from "../table/PlayerBar";
import { useStepper } from "../table/useStepper";
import controls from "../ui/controls.module.css";
import { QueryView } from "../ui/QueryView";
import { ShareButton } from "../ui/ShareButton";
import { usePlayer } from "../wallet/wallet";
import { AccuracyReport } from "./AccuracyReport";
import styles from "./AnalysisPage.module.css";
import { EnginePanel } from "./EnginePanel";
import { EvaluationBar } from "./EvaluationBar";
import { GifLink } from "./GifLink";
import { openingOf, useOpenings } from "./openings";
import { lichessLink, pgn } from "./pgn";
import type { Evaluation } from "./stockfish/uci";
import { useStockfish } from "./stockfish/useStockfish";
import { useGameRecord } from "./useGameRecord";
import { useVariation } from "./useVariation";
import { VariationLine } from "./VariationLine";

/** A game from its first move to its last, with an engine to ask. */
export function AnalysisPage({ id }: { id: number }) {
  const player = usePlayer();
  const query = useGame(id, player);
  return (
    <QueryView
      what={t("game {id}", { id })}
      query={query}
      wayBack={
        <a className={controls.button} href={href({ view: "lobby" })}>
          {t("To the lobby")}
        </a>
      }
    >
      {(snapshot) => <AnalysisTable key={id} snapshot={snapshot} player={player} />}
    </QueryView>
  );
}

function AnalysisTable({ snapshot: onChain, player }: { snapshot: GameSnapshot; player: string | undefined }) {
  const you = colorOf(onChain.game, player);
  const { line, snapshot, end, result } = useGameLine(onChain, you);
  const { game, plies, clocks } = snapshot;
  const { chess, settings } = useChain();
  const [index, step] = useStepper(plies.length, true);
  const [flipped, setFlipped] = useState(you === "black");
  useTitle(t("Analysis of game {id}", { id: game.id }));
  useShortcuts({ f: () => setFlipped(!flipped) });
  const fens = useMemo(() => [START_FEN, ...plies.map(({ fen }) => fen)], [plies]);
  // nobody asks an engine for their next move
  const isPlaying = you !== undefined && result.state === "ongoing";
  const tried = useVariation(fens, index);
  const position = tried.fen ?? fens[index] ?? START_FEN;
  const engine = useStockfish(fens, position, !isPlaying);
  const openings = useOpenings();
  const opening = useMemo(() => openings && openingOf(openings, fens.slice(0, index + 1)), [openings, fens, index]);
  const played = useMemo(() => plies.map(({ move }) => move), [plies]);
  const record = useGameRecord(snapshot, line?.times);
  const shown = plies[index - 1];
  const fen = position;
  const last = tried.variation?.steps.at(-1)?.move ?? shown?.move;
  const orientation: Color = flipped ? "black" : "white";
  const bar = (color: Color) => (
    <PlayerBar game={result} color={color} plies={plies.slice(0, index)} you={you} clock={clocks} />
  );
  const current = engine.evaluations[position];
  const evaluations = useMemo(() => byPly(engine.evaluations, fens), [engine.evaluations, fens]);
  return (
    <GameFrame
      title={t("Analysis of game {id}", { id: game.id })}
      orientation={orientation}
      bar={bar}
      boardClass={styles.board}
      board={
        <>
          {engine.isOn && <EvaluationBar evaluation={current} flipped={flipped} />}
          <ChessBoard
            fen={fen}
            orientation={orientation}
            turn={fen.split(" ")[1] === "b" ? "black" : "white"}
            check={attackedKing(fen)}
            lastMove={last}
            dests={tried.dests}
            onMove={(from, to) => tried.play({ from, to })}
            arrow={engine.isOn ? current?.best : undefined}
          />
        </>
      }
      panel={
        <>
          <EnginePanel
            engine={engine}
            isPlaying={isPlaying}
            fen={fen}
            evaluations={evaluations}
            index={index}
            onStep={step}
            onPlay={tried.play}
            report={isOver(result) && <AccuracyReport evaluations={evaluations} moves={played} />}
          >
            <strong>{result.state === "ongoing" ? t("Still going on") : endText(result)}</strong>
            <small data-testid="opening">{opening ?? "\u00a0"}</small>
            {end && <small>{t("Not settled yet")}</small>}
          </EnginePanel>
          <MoveList moves={plies.map(({ san }) => san)} index={index} onStep={step} />
          <VariationLine tried={tried} />
          <div className={controls.row}>
            <FlipButton onFlip={() => setFlipped(!flipped)} />
            <a className={controls.button} href={lichessLink(fen)} target="_blank" rel="noreferrer">
              {t("Analyse on lichess")}
            </a>
            {game.state === "ongoing" && (
              <a className={controls.button} href={href({ view: "game", id: game.id })}>
                {t("To the game")}
              </a>
            )}
          </div>
        </>
      }
      data={{ "data-testid": "replay" }}
    >
      <AboutGame id={game.id} label={t("Take along")}>
        <CopyText label="FEN" text={fen} />
        <CopyText
          label="PGN"
          text={pgn({ game, plies, clocks }, record, settings, chess.address)}
          file={`game-${game.id}.pgn`}
        />
        <GifLink game={onChain.game} />
        <ShareButton url={shareLink(settings, game.id)} />
      </AboutGame>
    </GameFrame>
  );
}

/** What is known of a game's own positions, by the number of plies played. */
function byPly(evaluations: Readonly<Record<string, Evaluation>>, fens: readonly string[]): Record<number, Evaluation> {
  return Object.fromEntries(
    fens.flatMap((fen, ply) => {
      const evaluation = evaluations[fen];
      return evaluation ? [[ply, evaluation]] : [];
    }),
  );
}

/** A text to look at, copy and download. */
function CopyText({ label, text, file }: { label: string; text: string; file?: string }) {
  const [said, setSaid] = useState<string>();
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(t("Copied"));
    } catch {
      setSaid(t("Not allowed to copy"));
    }
    setTimeout(() => setSaid(undefined), 2_000);
  }
  return (
    <div className={styles.text}>
      {file ? (
        <textarea className={controls.field} dir="ltr" aria-label={label} readOnly rows={4} value={text} />
      ) : (
        <input className={controls.field} dir="ltr" aria-label={label} readOnly value={text} />
      )}
      <div className={controls.row}>
        <button type="button" className={controls.button} onClick={copy}>
          {said ?? t("Copy {label}", { label })}
        </button>
        {file && (
          <a
            className={controls.button}
            download={file}
            href={`data:application/vnd.chess-pgn;charset=utf-8,${encodeURIComponent(text)}`}
          >
            {t("Download")}
          </a>
        )}
      </div>
    </div>
  );
}
