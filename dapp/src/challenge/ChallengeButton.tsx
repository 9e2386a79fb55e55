import { lazy, Suspense, useState } from "react";
import controls from "../ui/controls.module.css";
import { ConnectDialog } from "../wallet/ConnectDialog";
import { usePlayer } from "../wallet/wallet";
import type { ChallengeTerms } from "./terms";

// with what makes keys, only when somebody wants it
const ChallengeDialog = lazy(() =>
  import("./ChallengeDialog").then(({ ChallengeDialog }) => ({ default: ChallengeDialog })),
);

interface Props {
  label: string;
  initial?: Partial<ChallengeTerms>;
  isPrimary?: boolean;
}

/** Opens a challenge; asks for a wallet first where there is none. */
export function ChallengeButton({ label, initial, isPrimary = false }: Props) {
  const player = usePlayer();
  const [step, setStep] = useState<"connect" | "terms">();
  return (
    <>
      <button
        type="button"
        className={isPrimary ? controls.primary : controls.button}
        onClick={() => setStep(player ? "terms" : "connect")}
      >
        {label}
      </button>
      {step === "connect" && <ConnectDialog onConnected={() => setStep("terms")} onClose={() => setStep(undefined)} />}
      {step === "terms" && (
        <Suspense>
          <ChallengeDialog {...(initial ? { initial } : {})} onClose={() => setStep(undefined)} />
        </Suspense>
      )}
    </>
  );
}
