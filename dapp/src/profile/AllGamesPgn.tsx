import { useState } from "react";
import { pgn } from "../analysis/pgn";
import { useChain } from "../chain/ChainContext";
import type { ChessContract } from "../chain/chess";
import { type Game, isOver } from "../chain/game";
import { replay } from "../chess/history";
import { inWords, t } from "../i18n/i18n";
import { Button } from "../ui/Button";
import controls from "../ui/controls.module.css";
import { type Results, resultOf } from "./leaderboard";

/** Games per question to the chain. */
const PAGE = 64;

type Filter = "all" | keyof Results;

/** All games of a player that are over, the newest first. */
async function finishedGames(chess: ChessContract, player: string, before = 0): Promise<Game[]> {
  const { next, items } = await chess.playerGames(player, before, PAGE);
  return [...items.filter(isOver), ...(next ? await finishedGames(chess, player, next) : [])];
}

/** Hands out all of a player's games as one PGN; of a match the game that the chain has. */
export function AllGamesPgn({ player }: { player: string }) {
  const { chess, settings } = useChain();
  const [filter, setFilter] = useState<Filter>("all");
  const [said, setSaid] = useState<string>();
  async function download() {
    try {
      const games = (await finishedGames(chess, player)).filter(
        (game) => filter === "all" || resultOf(game, player) === filter,
      );
      const texts: string[] = [];
      for (const [index, { id }] of games.entries()) {
        setSaid(t("{count} of {total} games", { count: index + 1, total: games.length }));
        const { game, clocks, moves } = await chess.snapshot(id, 0);
        texts.push(pgn({ game, clocks, plies: replay(moves) }, {}, settings, chess.address));
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
