import { useChain } from "../../chain/ChainContext";
import { msg, t } from "../../i18n/i18n";
import { Say } from "../../i18n/Say";
import { useTransactions } from "../../transactions/TransactionsContext";
import controls from "../../ui/controls.module.css";
import { Amount } from "../../ui/values/Amount";
import { ExplorerLink } from "../../ui/values/ExplorerLink";
import { FiatValue } from "../../ui/values/FiatValue";
import type { GameSnapshot } from "../line/useGame";

/** What is played for, and by whose rules. */
export function GameTerms({ snapshot: { game, stake, keys } }: { snapshot: GameSnapshot }) {
  const { chess, settings } = useChain();
  const sent = useTransactions().findLast(({ move, hash }) => move?.game === game.id && hash);
  return (
    <>
      <p className={controls.muted}>
        {stake ? (
          <>
            <Say
              text={msg("{amount} each. The winner takes both, a draw gives them back.")}
              values={{ amount: <Amount payment={stake} /> }}
            />{" "}
            <FiatValue payment={stake} />{" "}
            {game.match && t("That is for one game, of at most {count}.", { count: game.match.rounds })}
          </>
        ) : (
          t("A game for nothing but the fun. It doesn't count for the score.")
        )}
      </p>
      <p className={controls.muted}>
        {keys
          ? t("Every move is checked by the contract, at the latest at the end.")
          : t("Every move is checked and kept by the contract.")}{" "}
        <ExplorerLink path={`accounts/${chess.address}`}>
          {t("The contract on {network}", { network: settings.network })}
        </ExplorerLink>{" "}
        {sent && <ExplorerLink path={`transactions/${sent.hash}`}>{t("Your last move")}</ExplorerLink>}
      </p>
    </>
  );
}
