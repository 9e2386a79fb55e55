import { useState } from "react";
import { pgn } from "../analysis/pgn";
import { useChain } from "../chain/ChainContext";
import { addressIn } from "../chain/format";
import { useNameOf } from "../chain/queries";
import { replay } from "../chess/history";
import { inWords, t } from "../i18n/i18n";
import { Button } from "../ui/Button";
import { SelectField, TextField } from "../ui/Field";
import { useAccounts } from "../ui/values/owner";
import { type Results, resultOf, withOwners } from "./leaderboard";
import { finishedGames } from "./useGamesOf";

/** The filter of the downloaded games, as in the fields. */
interface Filter {
  result: "all" | keyof Results;
  stake: "any" | "some" | "none";
  opponent: string;
}

/** Downloads all of a player's games as one PGN; for a match, the game that the chain has. */
export function AllGamesPgn({ player, purses }: { player: string; purses: readonly string[] }) {
  const { chess, settings } = useChain();
  const name = useNameOf(player) ?? player;
  const owners = new Map(purses.map((purse) => [purse, player]));
  const [filter, setFilter] = useState<Filter>({ result: "all", stake: "any", opponent: "" });
  const { result, stake, opponent } = filter;
  const opponents = useAccounts(addressIn(opponent));
  const [said, setSaid] = useState<string>();
  async function download() {
    try {
      if (opponent && !opponents[0]) return setSaid(t("Whom? Paste an address that begins with erd1."));
      const games = (await finishedGames(chess, [player, ...purses])).filter(
        (game) =>
          (result === "all" || resultOf(withOwners(game, owners), player) === result) &&
          (!opponent || opponents.some((account) => account === game.white || account === game.black)),
      );
      const texts: string[] = [];
      for (const [index, { id }] of games.entries()) {
        setSaid(t("{count} of {total} games", { count: index + 1, total: games.length }));
        const { game, clocks, keys, moves, stake: paid } = await chess.snapshot(id, 0);
        if (stake !== "any" && (stake === "some") !== Boolean(paid?.amount)) continue;
        const nameIn = (account: string) => (account === player || owners.has(account) ? name : undefined);
        const names = { white: nameIn(game.white), black: nameIn(game.black) };
        const mayBeTime = keys !== undefined && clocks !== undefined;
        texts.push(pgn({ game, clocks, plies: replay(moves), mayBeTime }, { names }, settings, chess.address));
      }
      if (texts.length > 0) {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob([texts.join("\n")], { type: "application/vnd.chess-pgn" }));
        link.download = "games.pgn";
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href));
      }
      setSaid(t("{count} of {total} games", { count: texts.length, total: games.length }));
    } catch (error) {
      setSaid(inWords(error));
    }
  }
  return (
    <p className="row">
      <SelectField
        aria-label={t("Results")}
        value={result}
        options={[
          ["all", t("All games")],
          ["won", t("Won")],
          ["drawn", t("Drawn")],
          ["lost", t("Lost")],
        ]}
        onChange={(result) => setFilter({ ...filter, result })}
      />
      <SelectField
        aria-label={t("Stake")}
        value={stake}
        options={[
          ["any", t("Any stake")],
          ["some", t("For a stake")],
          ["none", t("No stake")],
        ]}
        onChange={(stake) => setFilter({ ...filter, stake })}
      />
      <TextField
        aria-label={t("Opponent")}
        placeholder={t("Opponent: erd1…")}
        value={opponent}
        onChange={(text) => setFilter({ ...filter, opponent: text.trim() })}
      />
      <Button onClick={download}>{t("Download as one PGN")}</Button>
      <span role="status">{said}</span>
    </p>
  );
}
