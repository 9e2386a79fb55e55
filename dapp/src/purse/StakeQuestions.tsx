import { lazy, Suspense, useSyncExternalStore } from "react";
import { currentQuestion, onQuestion } from "./question";

const StakeDialog = lazy(() => import("./StakeDialog").then(({ StakeDialog }) => ({ default: StakeDialog })));

/** Asks before the purse pays a stake above its limit, in whichever view. */
export function StakeQuestions() {
  const question = useSyncExternalStore(onQuestion, currentQuestion);
  if (!question) return null;
  return (
    <Suspense>
      <StakeDialog {...question} />
    </Suspense>
  );
}
