import { useState } from "react";
import { useChain } from "../chain/ChainContext";
import { colorOf } from "../chain/game";
import { inWords, t } from "../i18n/i18n";
import { useRatings } from "../ratings/useRatings";
import { Alert } from "../ui/Alert";
import { Button } from "../ui/Button";
import { TableHead } from "../ui/TableHead";
import { Amount } from "../ui/values/Amount";
import { balanceOf, type EndedGame, type MonthRow } from "./balance";
import { withOwners } from "./leaderboard";
import { finishedGames } from "./useGamesOf";

/** The amounts that a player has won and lost, by month and token. A press loads them, because each game is queried. */
export function Balance({ player, purses }: { player: string; purses: readonly string[] }) {
  const { chess } = useChain();
  // the chain stores no dates: the relay has those of rated games
  const course = useRatings(player)?.course ?? [];
  const [rows, setRows] = useState<MonthRow[]>();
  const [problem, setProblem] = useState<string>();
  const owners = new Map(purses.map((purse) => [purse, player]));
  async function show() {
    setProblem(undefined);
    try {
      const games = await finishedGames(chess, [player, ...purses]);
      const ended: EndedGame[] = [];
      for (const game of games) {
        ended.push({
          game,
          color: colorOf(withOwners(game, owners), player) ?? "white",
          stake: (await chess.snapshot(game.id, 0)).stake,
          millis: course.find((step) => step.game === game.id)?.millis,
        });
      }
      setRows(balanceOf(ended));
    } catch (error) {
      setProblem(inWords(error));
    }
  }
  return (
    <>
      <p>
        <Button onClick={show}>{t("Won and lost by month")}</Button>
      </p>
      {problem && <Alert>{problem}</Alert>}
      {rows?.length === 0 && <p className="muted">{t("No game with a stake yet.")}</p>}
      {rows && rows.length > 0 && <Months rows={rows} />}
    </>
  );
}

function Months({ rows }: { rows: readonly MonthRow[] }) {
  return (
    <table className="table" data-testid="balance">
      <TableHead names={[t("Month"), t("Games"), t("Won"), t("Lost")]} />
      <tbody>
        {rows.map(({ month, token, games, won, lost }) => (
          <tr key={`${month} ${token}`}>
            <td dir="ltr">{month ?? t("not known")}</td>
            <td>{games}</td>
            <td>
              <Amount payment={{ token, amount: won }} />
            </td>
            <td>
              <Amount payment={{ token, amount: lost }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
