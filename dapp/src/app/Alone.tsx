import { type ReactNode, Suspense } from "react";
import { href, useRoute } from "../browser/router";
import { t } from "../i18n/i18n";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { later } from "../ui/extra";

export const PracticePage = later(() => import("../practice/PracticePage"), "PracticePage");

/** The page before the chain is known, or without it: a practice game needs none. */
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
