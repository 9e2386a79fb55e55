import { Suspense, useSyncExternalStore } from "react";
import { later } from "../ui/extra";
import { currentQuestion, onQuestion } from "./question";

const StakeDialog = later(() => import("./StakeDialog"), "StakeDialog");

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
