import { useTitle } from "../browser/notices";
import { href } from "../browser/router";
import { useChain } from "../chain/ChainContext";
import { formatAmount, formatPayment } from "../chain/format";
import { gameFee } from "../chain/network/fees";
import { useDecimals, useTerms } from "../chain/queries";
import controls from "../ui/controls.module.css";
import styles from "./HowItWorksPage.module.css";

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
          <li>
            You join the queue. If nobody waits, you wait for an opponent and will play White; you can leave again.
          </li>
          <li>
            You move on the board and sign the move in your wallet. The contract checks it by FIDE's Laws and keeps it.
          </li>
          <li>Mate and stalemate end the game by themselves, and the contract pays at once.</li>
        </ol>
      </section>
      <section>
        <h2>Challenges</h2>
        <p>
          With a challenge you choose the opponent, the side, the clock and the stake: EGLD, a token of yours, or
          nothing. Its link leads to the game and later to the analysis. Until somebody accepts, you can take it back.
        </p>
      </section>
      <section>
        <h2>Play by signature</h2>
        <p>
          Two players can agree to sign their moves here, without a transaction for each: this page makes a key for the
          one game, from your purse if one is open, and keeps it in this browser. At the end one call tells the chain
          the whole game. It checks every move and both signatures, and pays.
        </p>
        <ul>
          <li>
            Nobody can move for you, and no move counts once later play is shown in time. Nothing that you sign fits
            another game.
          </li>
          <li>
            Look in at least once in the clock's base time and three minutes: your opponent may ask for your move on the
            chain, or bring an old state. Who stays away longer can lose.
          </li>
          <li>
            An end that your opponent has not acknowledged is final on the chain only after a while: the clock's base,
            at least three minutes and at most a day.
          </li>
          <li>A dispute over a long game costs some 0.007 EGLD in fees, so it doesn't pay for tiny stakes.</li>
          <li>
            With a purse the same signature of your wallet goes on with your games on another device. Without one the
            key is in this browser alone: elsewhere, or when its storage is cleared, you can still move by your wallet;
            get the longest game from your opponent first.
          </li>
        </ul>
      </section>
      <section>
        <h2>What you should know</h2>
        <ul>
          <li>
            Without a clock you have at least one full day for each move (an epoch of the chain), with one what it
            shows. Who lets it pass can lose: the opponent may claim the win.
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
