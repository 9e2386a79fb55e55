import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { measuredFee } from "../chain/engineCost";
import { formatAmount } from "../chain/format";
import { useChain } from "../chain/hooks";
import { MAX_DEPTH, MIN_DEPTH, OUTCOMES } from "../chain/minichess";
import { useCall } from "../parts/useCall";
import { href, navigate } from "../router";
import { AiGame } from "./AiGame";

const GAMES = 10;
const START_DEPTH = 4;

/** The 6×6 game against the engine. */
export function Ai({ id }: { id: number | undefined }) {
  const { minichess } = useChain();
  if (!minichess) return <p role="status">There is no AI contract on this chain.</p>;
  if (id !== undefined) return <AiGame key={id} id={id} minichess={minichess} />;
  return (
    <main className="ai">
      <h1>Play the AI</h1>
      <NewGame />
      <OwnGames />
    </main>
  );
}

function NewGame() {
  const { minichess, config } = useChain();
  const { player, busy, call } = useCall();
  const [depth, setDepth] = useState(START_DEPTH);
  const fees = measuredFee(config, depth);

  async function begin() {
    if (!minichess || !player) return;
    const started = await call(`New game at depth ${depth}`, (sender) => minichess.call(sender, "newGame", [depth]));
    const [newest] = started ? await minichess.games(player, 1) : [];
    if (newest) navigate({ view: "ai", id: newest.id });
  }

  return (
    <article>
      <p>
        6×6 chess without castling against an engine that lives in a contract: you are White. No wager, only the fees of
        what it thinks.
      </p>
      <label>
        Depth <output>{depth}</output>
        <input
          type="range"
          min={MIN_DEPTH}
          max={MAX_DEPTH}
          value={depth}
          onChange={(event) => setDepth(Number(event.target.value))}
        />
      </label>
      <p className="quiet" data-testid="expected">
        {fees
          ? `Its move costs you about ${formatAmount(fees.median, 18, 5)} EGLD, at worst ${formatAmount(fees.worst, 18, 5)} EGLD.`
          : "It thinks in several transactions of up to 0.006 EGLD each; you can tell it to move at any time."}
      </p>
      <button type="button" disabled={!player || busy} onClick={begin}>
        New game
      </button>
      {!player && (
        <p>
          <a href={href({ view: "wallet" })}>Choose a wallet</a> to play.
        </p>
      )}
    </article>
  );
}

function OwnGames() {
  const { minichess } = useChain();
  const { player } = useCall();
  const { data } = useQuery({
    queryKey: ["ai games", player],
    queryFn: () => minichess?.games(player ?? "", GAMES) ?? [],
    enabled: minichess !== undefined && player !== undefined,
  });
  if (!player || !data) return null;
  return (
    <section aria-label="My games against the AI">
      <h2>My games</h2>
      {data.length === 0 && <p className="quiet">None yet.</p>}
      <ul className="games">
        {data.map(({ id, depth, outcome, plies }) => (
          <li key={id}>
            <a href={href({ view: "ai", id })}>
              <span className="id">#{id}</span>
              <span>depth {depth}</span>
              <span className="state">
                {OUTCOMES[outcome]}
                <small className="quiet"> · {Math.ceil(plies / 2)} moves</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
