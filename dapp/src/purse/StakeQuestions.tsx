import { useSyncExternalStore } from "react";
import { currentQuestion, onQuestion } from "./question";
import { StakeDialog } from "./StakeDialog";

/** Asks before the purse pays a stake above its limit, in whichever view. */
export function StakeQuestions() {
  const question = useSyncExternalStore(onQuestion, currentQuestion);
  return question && <StakeDialog {...question} />;
}
