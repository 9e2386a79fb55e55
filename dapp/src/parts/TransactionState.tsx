import { useChain } from "../chain/hooks";
import { SITES } from "../chain/settings";
import { dismiss, type Stage, type Tracked, useTransactions } from "../chain/transactions";
import { Icon } from "./Icon";

const TEXT: Record<Stage, string> = {
  signing: "waiting for your signature",
  sending: "sending",
  sent: "sent, waiting for its block",
  done: "done",
  refused: "not signed, nothing was sent",
  failed: "failed",
};

/** What this page's transactions are doing. */
export function TransactionStates() {
  const transactions = useTransactions();
  return (
    <section className="transactions" aria-label="Transactions" aria-live="polite">
      {transactions.map((transaction) => (
        <TransactionState key={transaction.id} {...transaction} />
      ))}
    </section>
  );
}

function TransactionState({ id, title, stage, reason, hash }: Tracked) {
  const { explorer } = SITES[useChain().settings.network];
  const isOver = stage === "done" || stage === "refused" || stage === "failed";
  return (
    <div className={`transaction ${stage}`} data-stage={stage} aria-busy={!isOver}>
      <span>
        <strong>{title}</strong>: {TEXT[stage]}
        {reason && <q>{reason}</q>}
        {hash && explorer && (
          <a href={`${explorer}/transactions/${hash}`} target="_blank" rel="noreferrer">
            Look it up
          </a>
        )}
      </span>
      {isOver && (
        <button type="button" className="close" aria-label="Dismiss" onClick={() => dismiss(id)}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
