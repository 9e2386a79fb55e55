import { type ReactNode, Suspense } from "react";
import { href, useRoute } from "../browser/router";
import { t } from "../i18n/i18n";
import { PrimaryButton } from "../ui/Button";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { later } from "../ui/extra";

export const PracticePage = later(() => import("../practice/PracticePage"), "PracticePage");

/** The page before the chain is known, or without it: a practice game needs no chain. */
export function Alone({ children }: { children: ReactNode }) {
  const { view } = useRoute();
  return (
    <ErrorBoundary key={view}>
      {view === "practice" ? (
        <Suspense>
          <PracticePage />
        </Suspense>
      ) : (
        <>
          {children}
          <p>
            <a href={href({ view: "practice" })}>{t("Play the computer: no wallet, no stake")}</a>
          </p>
        </>
      )}
    </ErrorBoundary>
  );
}

interface Props {
  /** The problem that has occurred. */
  what: string;
  /** Its meaning, and what to do. */
  advice: string;
  /** The problem is temporary: the page continues automatically. */
  isPassing?: boolean;
}

/** Why the page can't start, what that means and what to do. */
export function StartProblem({ what, advice, isPassing = false }: Props) {
  return (
    <main className="page">
      <h1>{isPassing ? t("One moment") : t("This page can't start")}</h1>
      <p role={isPassing ? "status" : "alert"} className="alert">
        {what}
      </p>
      <p>{advice}</p>
      <p>
        <PrimaryButton onClick={() => location.reload()}>{t("Try again")}</PrimaryButton>
      </p>
    </main>
  );
}
