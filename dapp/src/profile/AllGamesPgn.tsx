import { useState } from "react";
import { pgn } from "../analysis/pgn";
import { useChain } from "../chain/ChainContext";
import { useNameOf } from "../chain/queries";
import { replay } from "../chess/history";
import { inWords, t } from "../i18n/i18n";
import { Button } from "../ui/Button";
import controls from "../ui/controls.module.css";
import { type Results, resultOf, withOwners } from "./leaderboard";
import { finishedGames } from "./useGamesOf";

type Filter = "all" | keyof Results;

/** Hands out all of a player's games as one PGN; of a match the game that the chain has. */
export function AllGamesPgn({ player, purses }: { player: string; purses: readonly string[] }) {
  const { chess, settings } = useChain();
  const name = useNameOf(player) ?? player;
  const owners = new Map(purses.map((purse) => [purse, player]));
  const [filter, setFilter] = useState<Filter>("all");
  const [said, setSaid] = useState<string>();
  async function download() {
    try {
      const games = (await finishedGames(chess, [player, ...purses])).filter(
        (game) => filter === "all" || resultOf(withOwners(game, owners), player) === filter,
      );
      const texts: string[] = [];
      for (const [index, { id }] of games.entries()) {
        setSaid(t("{count} of {total} games", { count: index + 1, total: games.length }));
        const { game, clocks, moves } = await chess.snapshot(id, 0);
        const nameIn = (account: string) => (account === player || owners.has(account) ? name : undefined);
        const names = { white: nameIn(game.white), black: nameIn(game.black) };
        texts.push(pgn({ game, clocks, plies: replay(moves) }, { names }, settings, chess.address));
      }
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([texts.join("\n")], { type: "application/vnd.chess-pgn" }));
      link.download = "games.pgn";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href));
      setSaid(t("{count} of {total} games", { count: games.length, total: games.length }));
    } catch (error) {
      setSaid(inWords(error));
    }
  }
  return (
    <p className={controls.row}>
      <select
        className={controls.field}
        aria-label={t("Results")}
        value={filter}
        onChange={({ target }) => setFilter(target.value as Filter)}
      >
        <option value="all">{t("All games")}</option>
        <option value="won">{t("Won")}</option>
        <option value="drawn">{t("Drawn")}</option>
        <option value="lost">{t("Lost")}</option>
      </select>
      <Button onClick={download}>{t("Download as one PGN")}</Button>
      <span role="status">{said}</span>
    </p>
  );
}
