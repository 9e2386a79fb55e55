import { useChain } from "../chain/ChainContext";
import { gameFee } from "../chain/fees";
import { formatAmount, formatPayment } from "../chain/format";
import { useDecimals, useTerms } from "../chain/queries";
import controls from "../ui/controls.module.css";
import { useTitle } from "../ui/notices";
import styles from "./HowItWorksPage.module.css";
import { href } from "./router";

/** For who has no wallet yet: what one needs, what one plays for, what can go wrong. */
export function HowItWorksPage() {
  const { config, settings } = useChain();
  const { data: terms } = useTerms({ isPolled: false });
  const decimals = useDecimals(terms?.wager?.token);
  const wager = terms?.wager && formatPayment(terms.wager, decimals);
  useTitle("How it works");
  return (
    <main className={`${controls.page} ${styles.text}`}>
      <h1>How it works</h1>
      <section>
        <h2>What you need</h2>
        <p>
          A MultiversX wallet, and {wager ?? "the wager"} in it with a little EGLD for fees: a game of 40 moves costs
          about {formatAmount(gameFee(config), 18, 4)} EGLD. EGLD is the coin of the MultiversX network.
        </p>
        <ul>
          <li>
            <b>Phone:</b> <a href="https://xportal.com">xPortal</a> is a wallet with a browser inside; open this page
            there.
          </li>
          <li>
            <b>Computer:</b> the <a href="https://wallet.multiversx.com">web wallet</a>, or the MultiversX extension of
            your browser.
          </li>
          <li>
            <b>Ledger:</b> works too; you confirm every move on the device.
          </li>
        </ul>
        {(settings.network === "devnet" || settings.network === "testnet") && (
          <p>
            This is the {settings.network}: its EGLD is free. Open the{" "}
            <a href={`https://${settings.network}-wallet.multiversx.com`}>{settings.network} wallet</a> and press
            Faucet.
          </p>
        )}
      </section>
      <section>
        <h2>What you play for</h2>
        <p>
          Both players pay {wager ?? "the wager"} into a contract before the game. The winner gets both, a draw gives
          each player their own back. Nobody keeps a part of it, and nobody but the two players can touch it.
        </p>
      </section>
      <section>
        <h2>How a game goes</h2>
        <ol>
          <li>You join. If nobody waits, you wait for an opponent and will play White; you can leave again.</li>
          <li>
            You move on the board and sign the move in your wallet. The contract checks it by FIDE's Laws and keeps it.
          </li>
          <li>Mate and stalemate end the game by themselves, and the contract pays at once.</li>
        </ol>
      </section>
      <section>
        <h2>What you should know</h2>
        <ul>
          <li>
            For each move you have at least one full day (an epoch of the chain). Who lets it pass can lose: the
            opponent may claim the win.
          </li>
          {terms?.illegalMoves === "forfeit" && (
            <li>
              A move that leaves your own king attacked loses if your opponent calls it. This page offers no such move.
            </li>
          )}
          <li>A draw by repetition or after 50 moves is claimed with a button that appears when you can.</li>
          <li>Only stake what you can lose, and only if you are of age where you live.</li>
        </ul>
      </section>
      <p>
        <a className={controls.primary} href={href({ view: "lobby" })}>
          To the lobby
        </a>
      </p>
    </main>
  );
}
