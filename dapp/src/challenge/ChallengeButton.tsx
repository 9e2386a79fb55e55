import { useState } from "react";
import { Button } from "../ui/Button";
import { extra } from "../ui/extra";
import { ConnectDialog } from "../wallet/ConnectDialog";
import { usePlayer } from "../wallet/wallet";

// with what makes keys, only when someone wants it
const ChallengeDialog = extra(() => import("./ChallengeDialog"), "ChallengeDialog");

interface Props {
  label: string;
  /** Whom it names. */
  opponent?: string;
}

/** Opens a challenge; asks for a wallet first where there is none. */
export function ChallengeButton({ label, opponent }: Props) {
  const player = usePlayer();
  const [step, setStep] = useState<"connect" | "terms">();
  return (
    <>
      <Button onClick={() => setStep(player ? "terms" : "connect")}>{label}</Button>
      {step === "connect" && <ConnectDialog onConnected={() => setStep("terms")} onClose={() => setStep(undefined)} />}
      {step === "terms" && <ChallengeDialog opponent={opponent} onClose={() => setStep(undefined)} />}
    </>
  );
}
