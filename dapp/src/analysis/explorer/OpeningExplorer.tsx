import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useChain } from "../../chain/ChainContext";
import type { ChessContract } from "../../chain/chess";
import type { FromTo } from "../../chess/san";
import { t } from "../../i18n/i18n";
import { Button } from "../../ui/Button";
import { TableHead } from "../../ui/TableHead";
import { type Counted, isCounted, MoveBook, timesPlayed } from "./MoveBook";

/** The number of each player's newest games to read, and of games read at the same time. */
const NEWEST = 30;
const AT_ONCE = 4;

/** The number of moves shown for a position. */
const SHOWN = 6;

/** The moves of the newest games of some players. */
async function readBook(chess: ChessContract, players: readonly string[]): Promise<MoveBook> {
  const lists = await Promise.all(players.map((player) => chess.playerGames(player, 0, NEWEST)));
  const counted = lists.flatMap(({ items }) => items).filter(isCounted);
  const games = [...new Map(counted.map((game) => [game.id, game])).values()];
  const book = new MoveBook();
  for (let first = 0; first < games.length; first += AT_ONCE) {
    const some = games.slice(first, first + AT_ONCE);
    const moves = await Promise.all(some.map(async ({ id }) => (await chess.snapshot(id, 0)).moves));
    for (const [place, { state }] of some.entries()) book.add(moves[place] ?? new Uint8Array(), state);
  }
  return book;
}

interface Props {
  players: readonly string[];
  fen: string;
  /** Plays a move on the board, as the player's own line. */
  onPlay: (move: FromTo) => void;
}

/** The moves played from a position in the players' games, read from the chain on request. */
export function OpeningExplorer({ players, fen, onPlay }: Props) {
  const { chess } = useChain();
  const [isWanted, setWanted] = useState(false);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ["openings", ...players],
    queryFn: () => readBook(chess, players),
    enabled: isWanted,
    staleTime: "static",
  });
  if (!isWanted || error) {
    return (
      <>
        <Button disabled={isFetching} onClick={() => (isWanted ? refetch() : setWanted(true))}>
          {t("Moves in both players' games")}
        </Button>
        {error && <p role="alert">{t("The games could not be read.")}</p>}
      </>
    );
  }
  return (
    <section data-testid="explorer" aria-label={t("Moves in both players' games")} aria-busy={!data}>
      <p className="muted">
        {data
          ? t("From here, in {count, plural, one {one game} other {# games}}:", { count: data.games })
          : t("Loading…")}
      </p>
      {data && <Moves moves={data.movesFrom(fen).slice(0, SHOWN)} onPlay={onPlay} />}
    </section>
  );
}

function Moves({ moves, onPlay }: { moves: readonly Counted[]; onPlay: (move: FromTo) => void }) {
  if (moves.length === 0) return <p>{t("Nobody has moved from here.")}</p>;
  return (
    <table className="table">
      <TableHead names={[t("Moves"), t("Games"), t("White"), t("Draw"), t("Black")]} />
      <tbody>
        {moves.map((counted) => (
          <tr key={counted.san}>
            <th scope="row">
              <Button look="quiet" dir="ltr" onClick={() => onPlay(counted.move)}>
                {counted.san}
              </Button>
            </th>
            {[timesPlayed(counted), counted.white, counted.drawn, counted.black].map((count, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column's place is what it is
              <td key={place}>{count}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
