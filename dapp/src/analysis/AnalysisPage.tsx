import { FlipButton, useFlip } from "../board/FlipButton";
import { useTitle } from "../browser/notices";
import { type Color, isOver } from "../chain/game";
import { endText } from "../chess/reason";
import { type GameSnapshot, useGame } from "../game/line/useGame";
import { t } from "../i18n/i18n";
import { GameFrame } from "../table/GameFrame";
import { MoveList } from "../table/MoveList";
import { PlayerBar } from "../table/PlayerBar";
import { ButtonLink, ToLobby } from "../ui/Button";
import { SelectField } from "../ui/Field";
import { QueryView } from "../ui/QueryView";
import { usePlayer } from "../wallet/wallet";
import { AccuracyReport } from "./AccuracyReport";
import { AnalysisBoard, boardClass } from "./AnalysisBoard";
import { EnginePanel } from "./EnginePanel";
import { useOpening } from "./openings";
import { lichessLink } from "./pgn";
import { TakeAlong } from "./TakeAlong";
import { type Analysis, useAnalysis } from "./useAnalysis";
import { VariationLine } from "./VariationLine";

/** A whole game to step through, with an engine. */
export function AnalysisPage({ id }: { id: number }) {
  const player = usePlayer();
  const query = useGame(id, player);
  return (
    <QueryView what={t("game {id}", { id })} query={query} wayBack={<ToLobby />}>
      {(snapshot) => <AnalysisTable key={id} snapshot={snapshot} player={player} />}
    </QueryView>
  );
}

function AnalysisTable({ snapshot: onChain, player }: { snapshot: GameSnapshot; player: string | undefined }) {
  const analysis = useAnalysis(onChain, player);
  const { you, snapshot, result, index, engine } = analysis;
  const { game, plies, clocks } = snapshot;
  const [orientation, flip] = useFlip(you ?? "white");
  useTitle(t("Analysis of game {id}", { id: game.id }));
  const bar = (color: Color) => (
    <PlayerBar game={result} color={color} plies={plies.slice(0, index)} you={you} clock={clocks} />
  );
  return (
    <GameFrame
      title={t("Analysis of game {id}", { id: game.id })}
      orientation={orientation}
      bar={bar}
      boardClass={boardClass}
      board={<AnalysisBoard study={analysis} orientation={orientation} hasBar={engine.isOn} />}
      panel={<AnalysisPanel analysis={analysis} onFlip={flip} />}
      data={{ "data-testid": "replay" }}
    >
      <TakeAlong analysis={analysis} onChain={onChain} />
    </GameFrame>
  );
}

/** The engine's evaluation, the moves, and a link to the position at lichess. */
function AnalysisPanel({ analysis, onFlip }: { analysis: Analysis; onFlip: () => void }) {
  const { snapshot, result, end, match, index, step, fens, moves, isPlaying, tried, fen, evaluations } = analysis;
  const { game, plies } = snapshot;
  const opening = useOpening(fens.slice(0, index + 1));
  return (
    <>
      <EnginePanel
        study={analysis}
        isPlaying={isPlaying}
        report={isOver(result) && <AccuracyReport evaluations={evaluations} moves={moves} />}
      >
        <RoundChoice match={match} />
        <strong>{result.state === "ongoing" ? t("Still going on") : endText(result)}</strong>
        <small data-testid="opening">{opening ?? "\u00a0"}</small>
        {end && <small>{t("Not settled yet")}</small>}
      </EnginePanel>
      <MoveList moves={plies.map(({ san }) => san)} signs={analysis.signs} index={index} onStep={step} />
      <VariationLine tried={tried} />
      <div className="row">
        <FlipButton onFlip={onFlip} />
        <a className="button" href={lichessLink(fen)} target="_blank" rel="noreferrer">
          {t("Analyse on lichess")}
        </a>
        {game.state === "ongoing" && <ButtonLink to={{ view: "game", id: game.id }}>{t("To the game")}</ButtonLink>}
      </div>
    </>
  );
}

/** Chooses the shown game of a match with several. */
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
