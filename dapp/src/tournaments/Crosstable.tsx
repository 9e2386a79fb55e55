import type { ReactNode } from "react";
import { href } from "../browser/router";
import { type Color, formatPoints, otherColor } from "../chain/game";
import { t } from "../i18n/i18n";
import { TableHead } from "../ui/TableHead";
import { PlayerLink } from "../ui/values/PlayerName";
import type { Board, Round, Standings } from "./contract";
import styles from "./Tournaments.module.css";

/** A player's board in a round, and the player's colour there. */
interface Result {
  board: Board;
  color: Color;
}

function resultIn(boards: readonly Board[], seed: number): Result | undefined {
  const board = boards.find(({ white, black }) => white === seed || black === seed);
  return board && { board, color: board.white === seed ? "white" : "black" };
}

/** The seeds in the order of the table: by points so far, then by seed. */
function ranked({ entrants }: Standings, boards: readonly Board[]): { seed: number; points: number }[] {
  const rows = entrants.map(({ points }, seed) => {
    const { board, color } = resultIn(boards, seed) ?? {};
    return { seed, points: points + (board?.state === "Done" && color ? board.points[color] : 0) };
  });
  return rows.toSorted((one, other) => other.points - one.points || one.seed - other.seed);
}

interface Props {
  standings: Standings;
  boards: Board[];
  you: string | undefined;
}

/** All results, the best player first, with the points in a column that a narrow window shows. `boards` are the running round's
 * current boards. */
export function Crosstable({ standings, boards, you }: Props) {
  const { tournament, entrants } = standings;
  const rows = ranked(standings, boards);
  const rounds = standings.rounds.map((round, index) =>
    index + 1 === standings.rounds.length && boards.length > 0 ? { ...round, boards } : round,
  );
  const rankOf = (seed: number) => rows.findIndex((row) => row.seed === seed) + 1;
  const columns = tournament.terms.isSwiss ? rounds.map((_, index) => index) : rows.map(({ seed }) => seed);
  const cell = (seed: number, column: number): ReactNode => {
    if (tournament.terms.isSwiss) return <SwissCell round={rounds[column]} seed={seed} rankOf={rankOf} />;
    if (seed === column) return "×";
    const met = rounds.flatMap((round) => resultIn(round.boards, seed) ?? []);
    return met
      .filter(({ board, color }) => board[otherColor(color)] === column)
      .map((result) => <Score key={result.color} {...result} />);
  };
  const isBegun = rounds.length > 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must reach an element that scrolls sideways
    <section className={styles.scrolled} tabIndex={0} aria-label={t("Standings")}>
      <table className={`table ${styles.table}`} data-testid="crosstable">
        <TableHead
          names={[
            "#",
            t("Player"),
            ...(isBegun ? [t("Points")] : []),
            t("Rating"),
            ...(isBegun ? columns.map((_, index) => String(index + 1)) : []),
          ]}
        />
        <tbody>
          {rows.map(({ seed, points }, index) => {
            const { player, rating } = entrants[seed] ?? { player: "", rating: 0 };
            return (
              <tr key={seed} className={player === you ? styles.own : undefined}>
                <td>{index + 1}</td>
                <th scope="row">
                  <PlayerLink address={player} />
                </th>
                {isBegun && <td dir="ltr">{formatPoints(points)}</td>}
                <td>{rating || "–"}</td>
                {isBegun && columns.map((column) => <td key={column}>{cell(seed, column)}</td>)}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

interface CellProps {
  round: Round | undefined;
  seed: number;
  rankOf: (seed: number) => number;
}

/** The opponent's rank, the player's colour, and the result: "3w 1". */
function SwissCell({ round, seed, rankOf }: CellProps) {
  const result = round && resultIn(round.boards, seed);
  if (!result) return round?.bye === seed ? t("bye") : null;
  const { board, color } = result;
  return (
    <>
      {rankOf(board[otherColor(color)])}
      {color === "white" ? t("w") : t("b")} <Score {...result} />
    </>
  );
}

/** A player's points from a board, with a link to the game if there was one. */
function Score({ board: { state, game, points }, color }: Result) {
  const text = state === "Done" ? formatPoints(points[color]) : "∗";
  if (!game) return <>{text} </>;
  return <a href={href({ view: state === "Done" ? "replay" : "game", id: game })}>{text} </a>;
}
