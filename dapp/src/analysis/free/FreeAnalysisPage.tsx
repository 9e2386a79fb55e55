import { type ChangeEvent, useEffect, useState } from "react";
import { FlipButton, useFlip } from "../../board/FlipButton";
import { useTitle } from "../../browser/notices";
import { ANALYSED, sessionStore, tryToKeep } from "../../browser/storage";
import { START_FEN, turnOf } from "../../chess/start";
import { inWords, t } from "../../i18n/i18n";
import { GameFrame } from "../../table/GameFrame";
import { MoveList } from "../../table/MoveList";
import { PrimaryButton } from "../../ui/Button";
import { submitting, TextArea } from "../../ui/Field";
import { AccuracyReport } from "../AccuracyReport";
import { AnalysisBoard, boardClass } from "../AnalysisBoard";
import { EnginePanel } from "../EnginePanel";
import { useStudy } from "../useAnalysis";
import { VariationLine } from "../VariationLine";
import { type FreeGame, readGame } from "./readGame";

const EMPTY: FreeGame = { start: START_FEN, title: "", plies: [] };

function keptGame(): FreeGame {
  try {
    return readGame(sessionStore.getItem(ANALYSED) ?? START_FEN);
  } catch {
    return EMPTY;
  }
}

/** Any game or position, with the engine: from a FEN, a PGN or a file. */
export function FreeAnalysisPage() {
  const [game, setGame] = useState(keptGame);
  useTitle(t("Analysis"));
  return <FreeTable key={`${game.start} ${game.plies.length}`} game={game} onGame={setGame} />;
}

function FreeTable({ game, onGame }: { game: FreeGame; onGame: (game: FreeGame) => void }) {
  const { start, plies, title } = game;
  const [orientation, flip] = useFlip("white");
  const study = useStudy(start, plies, true);
  const { index, step, moves, tried, engine, evaluations, signs } = study;
  // the engine is the purpose of this view
  useEffect(engine.start, []);
  const isWhites = turnOf(start) === "white";
  const first = isWhites ? [] : ["…"];
  return (
    <GameFrame
      title={t("Analysis")}
      orientation={orientation}
      bar={() => null}
      boardClass={boardClass}
      board={<AnalysisBoard study={study} orientation={orientation} hasBar />}
      panel={
        <>
          <EnginePanel
            study={study}
            isPlaying={false}
            report={isWhites && <AccuracyReport evaluations={evaluations} moves={moves} />}
          >
            <strong>{title || t("Analysis")}</strong>
          </EnginePanel>
          <MoveList
            moves={[...first, ...plies.map(({ san }) => san)]}
            signs={[...first.map(() => undefined), ...signs]}
            index={index + first.length}
            onStep={(ply) => step(Math.max(0, ply - first.length))}
          />
          <VariationLine tried={tried} />
          <div className="row">
            <FlipButton onFlip={flip} />
          </div>
        </>
      }
      data={{ "data-testid": "analysis", "data-plies": plies.length }}
    >
      <aside aria-label={t("Position")}>
        <GameInput onGame={onGame} />
      </aside>
    </GameFrame>
  );
}

/** Takes a FEN, a PGN, or a file with one. */
function GameInput({ onGame }: { onGame: (game: FreeGame) => void }) {
  const [text, setText] = useState(() => sessionStore.getItem(ANALYSED) ?? "");
  const [problem, setProblem] = useState<string>();
  function show(given: string) {
    setText(given);
    try {
      const game = readGame(given);
      tryToKeep(ANALYSED, given, sessionStore);
      setProblem(undefined);
      onGame(game);
    } catch (error) {
      setProblem(inWords(error));
    }
  }
  const onFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) show(await file.text());
  };
  return (
    <form className="card stack" onSubmit={submitting(() => show(text))}>
      <h2>{t("Your game or position")}</h2>
      <TextArea
        dir="ltr"
        rows={6}
        aria-label={t("FEN or PGN")}
        placeholder={t("FEN or PGN")}
        value={text}
        onChange={setText}
      />
      <p role="alert" className="problem">
        {problem}
      </p>
      <PrimaryButton type="submit">{t("Show")}</PrimaryButton>
      <label>
        {t("or a file:")} <input type="file" accept=".pgn,.fen,.txt" onChange={onFile} />
      </label>
    </form>
  );
}
