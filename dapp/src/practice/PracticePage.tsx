import { useMemo } from "react";
import { FlipButton, useFlip } from "../board/FlipButton";
import { useTitle } from "../browser/notices";
import { ANALYSED, sessionStore, tryToKeep } from "../browser/storage";
import { LEVELS, levelOf, strengthText } from "../chain/engines/levels";
import { type Color, type Game, otherColor } from "../chain/game";
import { isSameClock, PRESETS, presetText } from "../challenge/presets";
import { capturesBy } from "../chess/captures";
import { destsOf, isLegal } from "../chess/legal";
import { endTextFor, moveCount } from "../chess/reason";
import { moveOrNames, sanOf } from "../chess/san";
import { START_FEN } from "../chess/start";
import { t } from "../i18n/i18n";
import { ChessClock } from "../table/clock/ChessClock";
import actions from "../table/GameActions.module.css";
import { GameFrame } from "../table/GameFrame";
import { spokenMove } from "../table/MoveAnnouncer";
import { MoveInput } from "../table/MoveInput";
import { MoveList } from "../table/MoveList";
import { ProposalBoard } from "../table/ProposalBoard";
import { SideBar } from "../table/SideBar";
import { StatusCard } from "../table/StatusCard";
import { useProposal } from "../table/useProposal";
import { useStepper } from "../table/useStepper";
import { Button, ButtonLink, Icon } from "../ui/Button";
import { ChoiceGroup } from "../ui/ChoiceGroup";
import { ConfirmButton } from "../ui/ConfirmButton";
import { SelectField } from "../ui/Field";
import { type PracticeTerms as Terms, usePractice } from "./usePractice";

type Practice = ReturnType<typeof usePractice>;

/** A practice game as its player sees it. */
function usePracticeTable() {
  const practice = usePractice();
  const { game, plies, turn, end } = practice;
  const [index, step] = useStepper(plies.length);
  /** The current position. */
  const fen = plies.at(-1)?.fen ?? START_FEN;
  const proposal = useProposal(practice.play, fen);
  /** The current position is shown. */
  const isLatest = index === plies.length;
  const canMove = !end && turn === game.side && isLatest;
  const dests = useMemo(() => (canMove ? destsOf(fen) : undefined), [canMove, fen]);
  return { practice, index, step, fen, proposal, isLatest, dests };
}

type Table = ReturnType<typeof usePracticeTable>;

/** A game against the computer in this browser. */
export function PracticePage() {
  const table = usePracticeTable();
  const { practice, index, step, fen, proposal, dests } = table;
  const { game, plies, turn, end } = practice;
  const [orientation, flip] = useFlip(game.side);
  useTitle(t("Practice"));
  return (
    <GameFrame
      title={t("Practice")}
      orientation={orientation}
      bar={(color) => <Bar practice={practice} color={color} index={index} />}
      board={<Board table={table} orientation={orientation} />}
      panel={
        <>
          <Standing table={table} />
          <MoveList moves={plies.map(({ san }) => san)} index={index} onStep={step} />
          {!end && (
            <MoveInput
              parse={(text) => moveOrNames(fen, text)}
              enabled={dests !== undefined}
              onMove={proposal.play}
              isLegal={(move) => isLegal(fen, move)}
            />
          )}
          <section className={actions.actions} aria-label={t("Actions")}>
            {!end && <ConfirmButton label={t("Resign")} icon="flag" onConfirm={practice.resign} />}
            {end && plies.length > 0 && (
              <ButtonLink to={{ view: "analysis" }} onClick={() => tryToKeep(ANALYSED, pgnOf(practice), sessionStore)}>
                {t("Analyse")}
              </ButtonLink>
            )}
            <FlipButton onFlip={flip} />
          </section>
        </>
      }
      data={{ "data-testid": "game", "data-plies": plies.length, "data-state": end ? "over" : "ongoing" }}
    >
      <p className="visually-hidden" role="status" data-testid="announcer">
        {plies.length > 0 && spokenMove(otherColor(turn), plies.at(-1)?.san ?? "")}
      </p>
      <PracticeTerms practice={practice} />
    </GameFrame>
  );
}

function Board({ table, orientation }: { table: Table; orientation: Color }) {
  const { practice, index, fen, proposal, isLatest, dests } = table;
  const { game, plies, turn, end } = practice;
  const shown = plies[index - 1];
  return (
    <ProposalBoard
      fen={shown?.fen ?? START_FEN}
      now={fen}
      side={game.side}
      proposal={proposal}
      orientation={orientation}
      turn={turn}
      lastMove={shown?.move}
      dests={dests}
      dimmed={!isLatest}
      isPlayed={!end}
    />
  );
}

/** The state of the game, and after its end a link to play a person. */
function Standing({ table: { practice, index, step, fen, proposal, isLatest, dests } }: { table: Table }) {
  const { plies, end, game, begin } = practice;
  const { proposed, confirm, takeBack } = proposal;
  return (
    <StatusCard
      title={titleText(practice)}
      aside={<span className="chip">{t("Practice")}</span>}
      detail={moveCount(plies.length)}
      moves={plies.map(({ san }) => san)}
      isYours={dests !== undefined}
      lookingAt={isLatest ? undefined : index}
      onBack={() => step(plies.length)}
      proposal={proposed && { move: sanOf(fen, proposed), onConfirm: confirm, onTakeBack: takeBack }}
    >
      {end && (
        <>
          <ButtonLink isPrimary to={{ view: "lobby" }}>
            {t("Play a person")}
          </ButtonLink>
          <Button onClick={() => begin(game)}>{t("New game")}</Button>
        </>
      )}
    </StatusCard>
  );
}

/** The game as a PGN, for the analysis. */
function pgnOf({ game, plies, end }: Practice): string {
  const moves = plies.map(({ san }, index) => (index % 2 === 0 ? `${index / 2 + 1}. ${san}` : san));
  const computer = `Computer, level ${game.level}`;
  const [white, black] = game.side === "white" ? ["You", computer] : [computer, "You"];
  const won = end?.winner === "white" ? "1-0" : end?.winner === "black" ? "0-1" : "1/2-1/2";
  const result = end ? won : "*";
  return `[White "${white}"]\n[Black "${black}"]\n[Result "${result}"]\n\n${moves.join(" ")} ${result}\n`;
}

function titleText({ end, game, thinks }: Practice): string {
  if (!end) return thinks ? t("The computer is thinking") : t("Your turn");
  const state = end.winner === undefined ? "drawn" : end.winner === "white" ? "whiteWon" : "blackWon";
  return endTextFor({ state, endReason: end.reason } as Game, game.side);
}

/** One side: the player or the computer, its captures and its clock. */
function Bar({ practice, color, index }: { practice: Practice; color: Color; index: number }) {
  const { game, plies, turn, end, clocks, until } = practice;
  const isYou = color === game.side;
  const isOnMove = !end && turn === color;
  const elo = levelOf(game.level)?.elo;
  return (
    <SideBar
      color={color}
      isOnMove={isOnMove}
      picture={<Icon name={isYou ? "flag" : "engine"} />}
      captures={capturesBy(plies.slice(0, index), color)}
      clock={
        clocks && (
          <ChessClock
            timer={isOnMove && until !== undefined ? { until } : { standing: Math.max(0, clocks.left[color]) }}
            base={game.clock?.base}
          />
        )
      }
    >
      {isYou ? t("You") : t("Computer, level {level}", { level: game.level })}
      {!isYou && elo !== undefined && <small>{strengthText(elo)}</small>}
    </SideBar>
  );
}

const CLOCKS = ["none", "3+2", "10+5"].flatMap((name) => PRESETS.find((preset) => preset.name === name) ?? []);

/** The terms of the next practice game; before the first move, of this one. */
function PracticeTerms({ practice }: { practice: Practice }) {
  const { game, begin } = practice;
  const change = (changed: Partial<Terms>) => begin({ ...game, ...changed });
  const hasBegun = practice.plies.length > 1 && !practice.end;
  return (
    <aside aria-label={t("Practice")}>
      <section className="card stack">
        <h2>{t("Practice")}</h2>
        <p className="muted">
          {t("Only in this browser: no wallet, no network, nothing at stake, and no rating changes.")}
        </p>
        <label>
          {t("Level")}{" "}
          <SelectField
            disabled={hasBegun}
            value={game.level}
            options={LEVELS.map(({ level, elo }) => [level, `${level} · ${strengthText(elo)}`])}
            onChange={(level) => change({ level })}
          />
        </label>
        <fieldset className="stack" disabled={hasBegun}>
          <ChoiceGroup
            label={t("Your side")}
            name="practice-side"
            choices={[
              { value: "white" as Color, text: t("White") },
              { value: "black" as Color, text: t("Black") },
            ]}
            value={game.side}
            onChange={(side) => change({ side })}
          />
          <ChoiceGroup
            label={t("Time")}
            name="practice-time"
            choices={CLOCKS.map(({ name }) => ({ value: name, text: presetText(name) }))}
            value={CLOCKS.find(({ clock }) => isSameClock(clock, game.clock))?.name ?? "none"}
            onChange={(chosen) => change({ clock: CLOCKS.find(({ name }) => name === chosen)?.clock })}
          />
        </fieldset>
        {hasBegun && <Button onClick={() => change({})}>{t("New game")}</Button>}
      </section>
    </aside>
  );
}
