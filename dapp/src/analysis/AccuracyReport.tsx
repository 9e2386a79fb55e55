import type { FromTo } from "../chess/san";
import { msg, t } from "../i18n/i18n";
import styles from "./AccuracyReport.module.css";
import { judgementOf, SIGNS, type Side, sides } from "./stockfish/accuracy";
import type { Evaluation } from "./stockfish/uci";

interface Props {
  /** The known evaluations of the game's positions, by the number of plies. */
  evaluations: Readonly<Record<number, Evaluation>>;
  moves: readonly FromTo[];
}

/** The kinds of errors, the smallest first. */
const ERRORS = [
  ["inaccuracies", msg("Inaccuracies")],
  ["mistakes", msg("Mistakes")],
  ["blunders", msg("Blunders")],
] as const;

/** How well each side played, once the engine has searched each position. */
export function AccuracyReport({ evaluations, moves }: Props) {
  const known = Array.from({ length: moves.length + 1 }, (_, ply) => evaluations[ply] ?? []).flat();
  if (moves.length === 0) return null;
  if (known.length <= moves.length) {
    return (
      <p className="muted" data-testid="accuracy">
        {t("{count} of {total} positions looked at", { count: known.length, total: moves.length + 1 })}
      </p>
    );
  }
  const [white, black] = sides(known.map(judgementOf), moves);
  return (
    <table className={`table ${styles.report}`} data-testid="accuracy">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t("Side")}</span>
          </th>
          <th scope="col">{t("Accuracy")}</th>
          <th scope="col" title={t("What a move lost on average, in hundredths of a pawn")}>
            {t("Average loss")}
          </th>
          <th scope="col" title={t("How many moves were the engine's own")}>
            {t("First choices")}
          </th>
          {ERRORS.map(([kind, name]) => (
            <th key={kind} scope="col" title={t(name)}>
              <bdi aria-hidden="true">{SIGNS[kind]}</bdi>
              <span className="visually-hidden">{t(name)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <SideRow name={t("White")} side={white} />
        <SideRow name={t("Black")} side={black} />
      </tbody>
    </table>
  );
}

function SideRow({ name, side }: { name: string; side: Side | undefined }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{side ? `${side.accuracy.toFixed(0)}%` : "–"}</td>
      <td>{side ? side.averageLoss.toFixed(0) : "–"}</td>
      <td>{side ? t("{count} of {total}", { count: side.firstChoices, total: side.moves }) : "–"}</td>
      {ERRORS.map(([kind]) => (
        <td key={kind} data-kind={kind}>
          {side ? side[kind] : "–"}
        </td>
      ))}
    </tr>
  );
}
