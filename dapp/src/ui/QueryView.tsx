import { type ReactNode, useDeferredValue } from "react";
import { inWords, t } from "../i18n/i18n";
import { Alert } from "./Alert";

interface Props<T> {
  /** "game 3". */
  what: string;
  query: { data: T | undefined; error: Error | null; dataUpdatedAt: number };
  /** The link that leads away from something that isn't there. */
  wayBack?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Shows the answer to a query of the chain. Before that: a loading message, or why there is no answer. */
export function QueryView<T>({ what, query: { data, error }, wayBack, children }: Props<T>) {
  const shown = useAppearing(data);
  if (shown) return children(shown);
  return (
    <main className="page" aria-busy={error ? undefined : true}>
      <Unanswered what={what} error={error} />
      {error && wayBack}
    </main>
  );
}

/**
 * A view's data, once they are there. The first rendering can be interrupted, so that the browser stays responsive;
 * later changes are rendered immediately.
 */
export const useAppearing = <T,>(data: T | undefined): T | undefined =>
  useDeferredValue(data !== undefined) ? data : undefined;

/** Whether the error means that there is no answer: the query is repeated, and the page reports it above all views. */
const isToldAbove = (error: Error): boolean => "isToldAbove" in error && error.isToldAbove === true;

/** Says that the page waits for the chain, or shows the chain's error. */
export function Unanswered({ what, error }: { what: string; error: Error | null }) {
  if (!error || isToldAbove(error)) return <p role="status">{t("Loading {what}…", { what })}</p>;
  return <Alert>{t("Can't show {what}: {problem}.", { what, problem: inWords(error) })}</Alert>;
}

/** Says since when the view may be out of date, and shows the chain's error. */
export function StaleNotice({ error, dataUpdatedAt }: { error: Error | null; dataUpdatedAt: number }) {
  if (!error || isToldAbove(error)) return null;
  const time = new Date(dataUpdatedAt).toLocaleTimeString();
  return (
    <p role="alert" className="banner" data-testid="stale">
      {t("As of {time}. The chain now answers: {problem}.", { time, problem: inWords(error) })}
    </p>
  );
}
