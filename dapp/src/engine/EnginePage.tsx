import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { href, navigate } from "../app/router";
import { useChain } from "../chain/ChainContext";
import type { Caller } from "../chain/chess";
import { measuredFee } from "../chain/engineCost";
import { formatAmount } from "../chain/format";
import { MAX_DEPTH, MIN_DEPTH, OUTCOMES } from "../chain/minichess";
import { moveCount } from "../chess/reason";
import { useSendTransaction } from "../transactions/useSendTransaction";
import controls from "../ui/controls.module.css";
import { useTitle } from "../ui/notices";
import { ConnectDialog } from "../wallet/ConnectDialog";
import type { Wallet } from "../wallet/wallet";
import { EngineGamePage } from "./EngineGamePage";
import styles from "./EnginePage.module.css";

const GAMES = 10;
const START_DEPTH = 4;

/** The 6×6 game against the engine. */
export function EnginePage({ id }: { id: number | undefined }) {
  const { minichess } = useChain();
  if (!minichess) {
    return (
      <main className={controls.page}>
        <p role="status">There is no engine on this chain.</p>
      </main>
    );
  }
  if (id !== undefined) return <EngineGamePage key={id} id={id} minichess={minichess} />;
  return <EngineLobby />;
}

function EngineLobby() {
  useTitle("Play the engine");
  return (
    <main className={controls.page}>
      <h1>Play the engine</h1>
      <NewEngineGame />
      <MyEngineGames />
    </main>
  );
}

function NewEngineGame() {
  const { minichess, config, transactions } = useChain();
  const { player, busy, send } = useSendTransaction();
  const [depth, setDepth] = useState(START_DEPTH);
  const [isConnecting, setConnecting] = useState(false);
  const fees = measuredFee(config, depth);

  async function begin(wallet?: Wallet) {
    setConnecting(false);
    const address = wallet?.address ?? player;
    if (!minichess || !address) return;
    const order = {
      title: `New game at depth ${depth}`,
      build: ({ address }: Caller) => minichess.call(address, "newGame", [depth]),
    };
    const started = await (wallet ? transactions.run(wallet, order) : send(order));
    const [newest] = started ? await minichess.games(address, 1) : [];
    if (newest) navigate({ view: "engine", id: newest.id });
  }

  return (
    <section className={`${controls.card} ${controls.stack}`} aria-label="New game">
      <p>
        6×6 chess without castling against an engine that lives in a contract: you are White. No wager, only the fees of
        what it thinks.
      </p>
      <label className={styles.depth}>
        <span>
          Depth <output>{depth}</output>
        </span>
        <input
          type="range"
          min={MIN_DEPTH}
          max={MAX_DEPTH}
          value={depth}
          onChange={(event) => setDepth(Number(event.target.value))}
        />
      </label>
      <p className={controls.muted} data-testid="expected">
        {fees
          ? `Its move costs you about ${formatAmount(fees.median, 18, 5)} EGLD, at worst ${formatAmount(fees.worst, 18, 5)} EGLD.`
          : "It thinks in several transactions of up to 0.006 EGLD each; you can tell it to move at any time."}
      </p>
      <button
        type="button"
        className={`${controls.primary} ${controls.large}`}
        disabled={busy}
        onClick={() => (player ? begin() : setConnecting(true))}
      >
        New game
      </button>
      {isConnecting && <ConnectDialog onConnected={begin} onClose={() => setConnecting(false)} />}
    </section>
  );
}

function MyEngineGames() {
  const { minichess } = useChain();
  const { player } = useSendTransaction();
  const { data } = useQuery({
    queryKey: ["engine", "games", player],
    queryFn: () => minichess?.games(player ?? "", GAMES) ?? [],
    enabled: minichess !== undefined && player !== undefined,
  });
  if (!player || !data) return null;
  return (
    <section className={controls.stack} aria-label="My games against the engine">
      <h2>Your games</h2>
      {data.length === 0 && <p className={controls.muted}>None yet.</p>}
      <ul className={styles.games}>
        {data.map(({ id, depth, outcome, plies }) => (
          <li key={id}>
            <a href={href({ view: "engine", id })}>
              <span>#{id}</span>
              <span>depth {depth}</span>
              <span>
                {OUTCOMES[outcome]} · {moveCount(plies)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
