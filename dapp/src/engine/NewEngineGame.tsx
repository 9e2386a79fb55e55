import { type ReactNode, useState } from "react";
import layout from "../board/BesideBoard.module.css";
import { MiniBoard } from "../board/MiniBoard";
import { useChain } from "../chain/ChainContext";
import { measuredDepth, priceText } from "../chain/engines/engineCost";
import { LEVELS, levelOf, strengthText } from "../chain/engines/levels";
import { MAX_DEPTH, MIN_DEPTH } from "../chain/engines/minichess";
import type { Side } from "../chain/game";
import { SIDE_TEXTS } from "../challenge/presets";
import { START_FEN } from "../chess/start";
import { formatNumber, t } from "../i18n/i18n";
import { Say } from "../i18n/Say";
import { useSendTransaction } from "../transactions/useSendTransaction";
import { PrimaryButton } from "../ui/Button";
import { ChoiceGroup } from "../ui/ChoiceGroup";
import { extra } from "../ui/extra";
import { useConnecting } from "../wallet/ConnectDialog";
import styles from "./EnginePage.module.css";
import { useEngines } from "./useEngines";
import { chessGame, type NewGame, sixBySixGame, useNewGame } from "./useNewGame";

const SixBySixStart = extra(() => import("./sixBySix/SixBySixBoard"), "SixBySixStart");

const START_DEPTH = 4;
const START_LEVEL = 3;

type BoardSize = "8x8" | "6x6";

const SIDES: readonly Side[] = ["white", "drawn", "black"];

/** Asks for the board, the engine's strength, and the player's side. */
export function NewEngineGame() {
  const { minichess, enginechess } = useEngines();
  const { busy } = useSendTransaction();
  const newGame = useNewGame();
  const [board, setBoard] = useState<BoardSize>(enginechess ? "8x8" : "6x6");
  const [side, setSide] = useState<Side>("white");
  const [level, setLevel] = useState(START_LEVEL);
  const [depth, setDepth] = useState(START_DEPTH);

  function wanted(): NewGame | undefined {
    if (board === "6x6") return minichess && sixBySixGame(minichess, depth);
    const lot = Math.random() < 0.5 ? "black" : "white";
    return enginechess && chessGame(enginechess, level, side === "drawn" ? lot : side);
  }

  const { press, dialog } = useConnecting((wallet) => {
    const game = wanted();
    if (game) newGame(game, wallet);
  });

  return (
    <>
      <div className={layout.board} inert>
        {board === "8x8" ? (
          <MiniBoard fen={START_FEN} orientation={side === "black" ? "black" : "white"} hasCoordinates />
        ) : (
          <SixBySixStart />
        )}
      </div>
      <section className="card stack" aria-label={t("New game")}>
        {minichess && enginechess && (
          <ChoiceGroup
            label={t("Board")}
            name="board"
            choices={[
              { value: "8x8", text: t("Chess") },
              { value: "6x6", text: "6×6" },
            ]}
            value={board}
            onChange={setBoard}
          />
        )}
        {board === "8x8" ? (
          <ChessChoice side={side} onSide={setSide} level={level} onLevel={setLevel} />
        ) : (
          <SixBySixChoice depth={depth} onDepth={setDepth} />
        )}
        <PrimaryButton className="large" disabled={busy} onClick={press}>
          {t("New game")}
        </PrimaryButton>
        {dialog}
      </section>
    </>
  );
}

interface ChessChoiceProps {
  side: Side;
  onSide: (side: Side) => void;
  level: number;
  onLevel: (level: number) => void;
}

/** The player's side, and the engine's strength in chess. */
function ChessChoice({ side, onSide, level, onLevel }: ChessChoiceProps) {
  const { config } = useChain();
  const chosen = levelOf(level);
  return (
    <>
      <p>{t("Chess against an engine that lives in a contract. No wager, only the fees for its thinking.")}</p>
      <ChoiceGroup
        label={t("Your side")}
        name="side"
        choices={SIDES.map((value) => ({ value, text: t(SIDE_TEXTS[value]) }))}
        value={side}
        onChange={onSide}
      />
      <Slider min={1} max={LEVELS.length} value={level} onChange={onLevel}>
        <Say text="Level <0>{level}</0>" values={{ level }} parts={[<output key="level" />]} />
      </Slider>
      {chosen && (
        <p className="muted" data-testid="expected">
          {t("{strength}: it looks at {nodes} positions for a move, which costs you {price}", {
            strength: strengthText(chosen.elo),
            nodes: formatNumber(chosen.nodes),
            price: priceText(config, chosen),
          })}
        </p>
      )}
    </>
  );
}

interface SliderProps {
  min: number;
  max: number;
  value: number;
  onChange: (value: number) => void;
  children: ReactNode;
}

const Slider = ({ onChange, children, ...range }: SliderProps) => (
  <label className={`stack ${styles.strength}`}>
    <span>{children}</span>
    <input type="range" {...range} onChange={({ target }) => onChange(Number(target.value))} />
  </label>
);

/** The engine's depth in 6×6 chess. */
function SixBySixChoice({ depth, onDepth }: { depth: number; onDepth: (depth: number) => void }) {
  const { config } = useChain();
  const measured = measuredDepth(depth);
  return (
    <>
      <p>
        {t(
          "6×6 chess without castling against an engine that lives in a contract: you are White. No wager, only the fees for its thinking.",
        )}
      </p>
      <Slider min={MIN_DEPTH} max={MAX_DEPTH} value={depth} onChange={onDepth}>
        <Say text="Depth <0>{depth}</0>" values={{ depth }} parts={[<output key="depth" />]} />
      </Slider>
      <p className="muted" data-testid="expected">
        {measured
          ? t("Its move costs you {price}", { price: priceText(config, measured) })
          : t("It thinks in several transactions of up to 0.006 EGLD each; you can tell it to move at any time.")}
      </p>
    </>
  );
}
