import { useTitle } from "../browser/notices";
import { useChain } from "../chain/ChainContext";
import { formatAmount, formatPayment } from "../chain/format";
import { gameFee } from "../chain/network/fees";
import { useDecimals, useTerms } from "../chain/queries";
import { t } from "../i18n/i18n";
import { Say } from "../i18n/Say";
import { ButtonLink } from "../ui/Button";
import controls from "../ui/controls.module.css";
import styles from "./HowItWorksPage.module.css";

/** For who has no wallet yet: what one needs, what one plays for, what can go wrong. */
export function HowItWorksPage() {
  const { config, settings } = useChain();
  const { data: terms } = useTerms({ isPolled: false });
  const decimals = useDecimals(terms?.wager?.token);
  const wager = terms?.wager && formatPayment(terms.wager, decimals);
  useTitle(t("How it works"));
  return (
    <main className={`${controls.page} ${styles.text}`}>
      <h1>{t("How it works")}</h1>
      <section>
        <h2>{t("What you need")}</h2>
        <p>
          {t(
            "A MultiversX wallet, and {wager} in it with a little EGLD for fees: a game of 40 moves costs about {fee} EGLD. EGLD is the coin of the MultiversX network.",
            { wager: wager ?? t("the wager"), fee: formatAmount(gameFee(config), 18, 4) },
          )}
        </p>
        <ul>
          <li>
            <Say
              text="<0>Phone:</0> <1>xPortal</1> is a wallet with a browser inside; open this page there."
              parts={[<b key="phone" />, <a key="xportal" href="https://xportal.com" />]}
            />
          </li>
          <li>
            <Say
              text="<0>Computer:</0> the <1>web wallet</1>, or the MultiversX extension of your browser."
              parts={[<b key="computer" />, <a key="wallet" href="https://wallet.multiversx.com" />]}
            />
          </li>
          <li>
            <Say text="<0>Ledger:</0> works too; you confirm every move on the device." parts={[<b key="ledger" />]} />
          </li>
        </ul>
        {(settings.network === "devnet" || settings.network === "testnet") && (
          <p>
            <Say
              text="This is the {network}: its EGLD is free. Open the <0>{network} wallet</0> and press Faucet."
              values={{ network: settings.network }}
              parts={[<a key="wallet" href={`https://${settings.network}-wallet.multiversx.com`} />]}
            />
          </p>
        )}
      </section>
      <section>
        <h2>{t("What you play for")}</h2>
        <p>
          {t(
            "Both players pay {wager} into a contract before the game. The winner gets both, a draw gives each player their own back. Nobody keeps a part of it, and nobody but the two players can touch it.",
            { wager: wager ?? t("the wager") },
          )}
        </p>
      </section>
      <section>
        <h2>{t("How a game goes")}</h2>
        <ol>
          <li>
            {t(
              "You join the queue. If nobody waits, you wait for an opponent and will play White; you can leave again.",
            )}
          </li>
          <li>
            {t(
              "You move on the board and sign the move in your wallet. The contract checks it by FIDE's Laws and keeps it.",
            )}
          </li>
          <li>{t("Mate and stalemate end the game by themselves, and the contract pays at once.")}</li>
        </ol>
      </section>
      <section>
        <h2>{t("Challenges")}</h2>
        <p>
          {t(
            "With a challenge you choose the opponent, the side, the clock and the stake: EGLD, a token of yours, or nothing. Its link leads to the game and later to the analysis. Until somebody accepts, you can take it back.",
          )}
        </p>
      </section>
      <section>
        <h2>{t("Play by signature")}</h2>
        <p>
          {t(
            "Two players can agree to sign their moves here, without a transaction for each: this page makes a key for the one game, from your purse if one is open, and keeps it in this browser. At the end one call tells the chain the whole game. It checks every move and both signatures, and pays.",
          )}
        </p>
        <ul>
          <li>
            {t(
              "Nobody can move for you, and no move counts once later play is shown in time. Nothing that you sign fits another game.",
            )}
          </li>
          <li>
            {t(
              "Look in at least once in the clock's base time and three minutes: your opponent may ask for your move on the chain, or bring an old state. Who stays away longer can lose.",
            )}
          </li>
          <li>
            {t(
              "An end that your opponent has not acknowledged is final on the chain only after a while: the clock's base, at least three minutes and at most a day.",
            )}
          </li>
          <li>{t("A dispute over a long game costs some 0.007 EGLD in fees, so it doesn't pay for tiny stakes.")}</li>
          <li>
            {t(
              "With a purse the same signature of your wallet goes on with your games on another device. Without one the key is in this browser alone: elsewhere, or when its storage is cleared, you can still move by your wallet; get the longest game from your opponent first.",
            )}
          </li>
        </ul>
      </section>
      <section>
        <h2>{t("What you should know")}</h2>
        <ul>
          <li>
            {t(
              "Without a clock you have at least one full day for each move (an epoch of the chain), with one what it shows. Who lets it pass can lose: the opponent may claim the win.",
            )}
          </li>
          {terms?.illegalMoves === "forfeit" && (
            <li>
              {t(
                "A move that leaves your own king attacked loses if your opponent calls it. This page offers no such move.",
              )}
            </li>
          )}
          <li>{t("A draw by repetition or after 50 moves is claimed with a button that appears when you can.")}</li>
          <li>{t("Only stake what you can lose, and only if you are of age where you live.")}</li>
        </ul>
      </section>
      <p>
        <ButtonLink isPrimary to={{ view: "lobby" }}>
          {t("To the lobby")}
        </ButtonLink>
      </p>
    </main>
  );
}
