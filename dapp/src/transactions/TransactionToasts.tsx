import { type Message, msg, t } from "../i18n/i18n";
import { Button, IconButton } from "../ui/Button";
import { ExplorerLink } from "../ui/values/ExplorerLink";
import { useWallet } from "../wallet/wallet";
import type { Stage, TrackedTransaction } from "./TransactionStore";
import { useTransactionStore, useTransactions } from "./TransactionsContext";
import styles from "./TransactionToasts.module.css";

const TEXT: Record<Stage, Message> = {
  preparing: msg("asking the chain"),
  signing: msg("waiting for your signature"),
  sending: msg("sending"),
  sent: msg("sent, waiting for its block"),
  done: msg("done"),
  refused: msg("not signed, nothing was sent"),
  failed: msg("failed"),
};

/** A move that goes well is to be seen on the board: only its failure is told. A game that has begun tells that itself. */
const isWorthTelling = ({ move, leadsOn, stage }: TrackedTransaction): boolean =>
  stage === "refused" || stage === "failed" || !(move || (leadsOn && stage === "done"));

/** The state of the player's transactions, those of the wallet and of its purse. */
export function TransactionToasts() {
  const { wallet, main } = useWallet();
  const own = [wallet?.address, main?.address];
  const transactions = useTransactions().filter((tracked) => own.includes(tracked.sender) && isWorthTelling(tracked));
  return (
    <section className="stack" aria-label={t("Transactions")} aria-live="polite">
      {transactions.map((tracked) => (
        <TransactionToast key={tracked.id} {...tracked} />
      ))}
    </section>
  );
}

function TransactionToast({ id, title, stage, reason, hash }: TrackedTransaction) {
  const transactions = useTransactionStore();
  const isOver = stage === "done" || stage === "refused" || stage === "failed";
  return (
    <div className={`slip between ${styles.toast}`} data-testid="transaction" data-stage={stage} aria-busy={!isOver}>
      <span>
        <b>{title}</b>: {t(TEXT[stage])}
        {reason && <q>{reason}</q>}
        {hash && <ExplorerLink path={`transactions/${hash}`}>{t("Look it up")}</ExplorerLink>}
      </span>
      {stage === "signing" && <Button onClick={() => transactions.cancel(id)}>{t("Cancel")}</Button>}
      {isOver && <IconButton icon="close" aria-label={t("Dismiss")} onClick={() => transactions.dismiss(id)} />}
    </div>
  );
}
