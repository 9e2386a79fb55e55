import { useState } from "react";
import { useAllGames, useHoldings, usePlayerGames, useTerms } from "../chain/hooks";
import { GameList, Pager } from "../parts/GameList";
import { Join } from "../parts/Join";
import { useCall } from "../parts/useCall";

/** Games in a page of a list. */
const PAGE = 8;

export function Lobby() {
  const { data: terms } = useTerms();
  const { player } = useCall();
  if (!terms) return <p aria-busy="true">Asking the chain…</p>;
  return (
    <main className="lobby">
      <h1>Play chess for a wager</h1>
      <Join terms={terms} />
      {player && <MyGames player={player} />}
      <AllGames gameCount={terms.gameCount} you={player} />
    </main>
  );
}

function MyGames({ player }: { player: string }) {
  const [pages, setPages] = useState<number[]>([0]);
  const before = pages.at(-1) ?? 0;
  const { data } = usePlayerGames(player, before, PAGE);
  const { data: holdings } = useHoldings(player, undefined);
  return (
    <section aria-label="My games">
      <h2>My games {holdings !== undefined && <small className="quiet">score {holdings.score}</small>}</h2>
      {data?.games.length === 0 && <p className="quiet">None yet.</p>}
      <GameList games={data?.games ?? []} you={player} />
      <Pager
        newer={pages.length > 1 ? () => setPages(pages.slice(0, -1)) : undefined}
        older={data?.next ? () => setPages([...pages, data.next]) : undefined}
      />
    </section>
  );
}

function AllGames({ gameCount, you }: { gameCount: number; you: string | undefined }) {
  const [page, setPage] = useState(0);
  const { data } = useAllGames(gameCount, page, PAGE);
  return (
    <section aria-label="All games">
      <h2>
        All games <small className="quiet">{gameCount}</small>
      </h2>
      {gameCount === 0 && <p className="quiet">None yet: the first one could be yours.</p>}
      <GameList games={gameCount > 0 ? (data ?? []) : []} you={you} />
      <Pager
        newer={page > 0 ? () => setPage(page - 1) : undefined}
        older={(page + 1) * PAGE < gameCount ? () => setPage(page + 1) : undefined}
      />
    </section>
  );
}
