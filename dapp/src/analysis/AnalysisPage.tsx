import { useMemo, useState } from "react";
import { ChessBoard } from "../board/ChessBoard";
import { FlipButton } from "../board/FlipButton";
import { useTitle } from "../browser/notices";
import { useShortcuts } from "../browser/useShortcuts";
import { useChain } from "../chain/ChainContext";
import { type Color, isOver } from "../chain/game";
import { shareLink } from "../chain/settings";
import { endText } from "../chess/reason";
import { attackedKing } from "../chess/san";
import { START_FEN } from "../chess/start";
import { type GameSnapshot, useGame } from "../game/line/useGame";
import { t } from "../i18n/i18n";
import { AboutGame, GameFrame } from "../table/GameFrame";
import { MoveList } from "../table/MoveList";
import { PlayerBar } from "../table/PlayerBar";
import { ButtonLink } from "../ui/Button";
import controls from "../ui/controls.module.css";
import { SelectField } from "../ui/Field";
import { QueryView } from "../ui/QueryView";
import { ShareButton } from "../ui/ShareButton";
import { usePlayer } from "../wallet/wallet";
import { AccuracyReport } from "./AccuracyReport";
import styles from "./AnalysisPage.module.css";
import { CopyText } from "./CopyText";
import { EmbedButton } from "./EmbedButton";
import { EnginePanel } from "./EnginePanel";
import { EvaluationBar } from "./EvaluationBar";
import { Evidence } from "./evidence/Evidence";
import { OpeningExplorer } from "./explorer/OpeningExplorer";
import { GifLink } from "./GifLink";
import { openingOf, useOpenings } from "./openings";
import { lichessLink, pgn } from "./pgn";
import { signsOf } from "./stockfish/accuracy";
import { type Analysis, useAnalysis } from "./useAnalysis";
import { useGameRecord } from "./useGameRecord";
import { VariationLine } from "./VariationLine";

/** A game from its first move to its last, with an engine to ask. */
export function AnalysisPage({ id }: { id: number }) {
  const player = usePlayer();
  const query = useGame(id, player);
  return (
    <QueryView
      what={t("game {id}", { id })}
      query={query}
      wayBack={<ButtonLink to={{ view: "lobby" }}>{t("To the lobby")}</ButtonLink>}
    >
      {(snapshot) => <AnalysisTable key={id} snapshot={snapshot} player={player} />}
    </QueryView>
  );
}

function AnalysisTable({ snapshot: onChain, player }: { snapshot: GameSnapshot; player: string | undefined }) {
  const analysis = useAnalysis(onChain, player);
  const { you, snapshot, result, index, engine, fen, tried } = analysis;
  const { game, plies, clocks } = snapshot;
  const [isTurned, setTurned] = useState(false);
  const flip = () => setTurned(!isTurned);
  const flipped = (you === "black") !== isTurned;
  useTitle(t("Analysis of game {id}", { id: game.id }));
  useShortcuts({ f: flip });
  const orientation: Color = flipped ? "black" : "white";
  const bar = (color: Color) => (
    <PlayerBar game={result} color={color} plies={plies.slice(0, index)} you={you} clock={clocks} />
  );
  const current = engine.evaluations[fen];
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
            lastMove={tried.variation?.steps.at(-1)?.move ?? plies[index - 1]?.move}
            dests={tried.dests}
            onMove={(from, to) => tried.play({ from, to })}
            arrow={engine.isOn ? current?.best : undefined}
          />
        </>
      }
      panel={<AnalysisPanel analysis={analysis} onFlip={flip} />}
      data={{ "data-testid": "replay" }}
    >
      <TakeAlong analysis={analysis} onChain={onChain} />
    </GameFrame>
  );
}

/** What the engine says, the moves, and where else the position can be looked at. */
function AnalysisPanel({ analysis, onFlip }: { analysis: Analysis; onFlip: () => void }) {
  const { snapshot, result, end, match, index, step, fens, isPlaying, tried, fen, engine, evaluations } = analysis;
  const { game, plies } = snapshot;
  const openings = useOpenings();
  const opening = useMemo(() => openings && openingOf(openings, fens.slice(0, index + 1)), [openings, fens, index]);
  const signs = useMemo(() => signsOf(evaluations, plies.length, START_FEN), [evaluations, plies.length]);
  const played = useMemo(() => plies.map(({ move }) => move), [plies]);
  return (
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
        <RoundChoice match={match} />
        <strong>{result.state === "ongoing" ? t("Still going on") : endText(result)}</strong>
        <small data-testid="opening">{opening ?? "\u00a0"}</small>
        {end && <small>{t("Not settled yet")}</small>}
      </EnginePanel>
      <MoveList moves={plies.map(({ san }) => san)} signs={signs} index={index} onStep={step} />
      <VariationLine tried={tried} />
      <div className={controls.row}>
        <FlipButton onFlip={onFlip} />
        <a className={controls.button} href={lichessLink(fen)} target="_blank" rel="noreferrer">
          {t("Analyse on lichess")}
        </a>
        {game.state === "ongoing" && <ButtonLink to={{ view: "game", id: game.id }}>{t("To the game")}</ButtonLink>}
      </div>
    </>
  );
}

/** Which game of a match is shown, where there are several. */
function RoundChoice({ match: { rounds, round, choose } }: Pick<Analysis, "match">) {
  if (rounds.length < 2) return null;
  return (
    <SelectField
      aria-label={t("Game of the match")}
      value={round}
      options={rounds.map((_, index) => [
        index,
        t("Game {number} of {count}", { number: index + 1, count: rounds.length }),
      ])}
      onChange={choose}
    />
  );
}

/** The position and the game for elsewhere. */
function TakeAlong({ analysis, onChain }: { analysis: Analysis; onChain: GameSnapshot }) {
  const { times, match, snapshot, result, you, fens, fen, isPlaying, tried } = analysis;
  const { game, plies, clocks } = snapshot;
  const { chess, settings } = useChain();
  const openings = useOpenings();
  const opening = useMemo(() => openings && openingOf(openings, fens), [openings, fens]);
  const record = { ...useGameRecord(snapshot, times), opening };
  return (
    <AboutGame id={game.id} label={t("Take along")}>
      <CopyText label="FEN" text={fen} />
      <CopyText
        label="PGN"
        text={pgn({ game, plies, clocks }, record, settings, chess.address)}
        file={`game-${game.id}.pgn`}
      />
      {/* the relay draws what the chain has */}
      {match.rounds.length === 0 && <GifLink game={onChain.game} />}
      <ShareButton url={shareLink(settings, game.id)} />
      <EmbedButton id={game.id} />
      {isOver(result) && <Evidence game={game} you={you} times={record.times ?? []} />}
      {/* nobody looks up their next move */}
      {!isPlaying && <OpeningExplorer players={[game.white, game.black]} fen={fen} onPlay={tried.play} />}
    </AboutGame>
  );
}
