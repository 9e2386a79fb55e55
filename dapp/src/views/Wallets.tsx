import { useState } from "react";
import { EGLD } from "../chain/contract";
import { formatAmount, formatPayment } from "../chain/format";
import { useChain, useDecimals, useHoldings, useTerms } from "../chain/hooks";
import { connect, connectDeveloper, disconnect, useWallet } from "../wallet/wallet";

export function Wallets() {
  const { settings } = useChain();
  const { wallet, connecting } = useWallet();
  const [problem, setProblem] = useState<string>();
  const [ask, setAsk] = useState(false);
  const attempt = (start: () => Promise<void>) => async () => {
    setProblem(undefined);
    try {
      await start();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };

  return (
    <main className="wallets">
      <h1>Wallet</h1>
      {wallet ? (
        <Connected address={wallet.address} />
      ) : (
        <>
          {__LOCAL_CHAIN__ && settings.network === "local" && (
            <article>
              <h2>Ready players</h2>
              <p>
                Test wallets of the local chain. Each tab has its own: open the page in a second one and play both
                sides.
              </p>
              <label>
                <input type="checkbox" checked={ask} onChange={(event) => setAsk(event.target.checked)} />
                Ask before each signature
              </label>
              <div className="choices">
                {settings.developerWallets?.map((player) => (
                  <button
                    type="button"
                    key={player.name}
                    disabled={connecting}
                    onClick={attempt(() => connectDeveloper(settings, player, ask))}
                  >
                    Play as {player.name}
                  </button>
                ))}
              </div>
            </article>
          )}
          {settings.network !== "local" && (
            <article>
              <p>
                The browser extension, the web wallet, Ledger
                {settings.walletConnectProjectId ? " or xPortal on your phone" : ""}: you sign every transaction there,
                this page never sees a key.
              </p>
              <button
                type="button"
                disabled={connecting}
                aria-busy={connecting}
                onClick={attempt(() => connect(settings))}
              >
                Choose a wallet
              </button>
            </article>
          )}
          {problem && <p role="alert">The wallet did not connect: {problem}</p>}
        </>
      )}
    </main>
  );
}

function Connected({ address }: { address: string }) {
  const { data: terms } = useTerms();
  const wager = terms?.wager;
  const decimals = useDecimals(wager?.token);
  const { data: holdings } = useHoldings(address, wager?.token);
  return (
    <article>
      <p className="address">{address}</p>
      {holdings && (
        <p>
          {formatAmount(holdings.egld, 18, 6)} EGLD
          {wager && wager.token !== EGLD && `, ${formatPayment({ ...wager, amount: holdings.wagerToken }, decimals)}`} ·
          score {holdings.score}
        </p>
      )}
      <button type="button" className="secondary" onClick={() => disconnect()}>
        Disconnect
      </button>
    </article>
  );
}
