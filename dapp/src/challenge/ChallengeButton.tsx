import { useState } from "react";
import { Button } from "../ui/Button";
import { extra } from "../ui/extra";
import { useConnecting } from "../wallet/ConnectDialog";

// with what makes keys, only when someone wants it
const ChallengeDialog = extra(() => import("./ChallengeDialog"), "ChallengeDialog");

interface Props {
  label: string;
  /** Whom it names. */
  opponent?: string;
}

/** Opens a challenge; asks for a wallet first where there is none. */
export function ChallengeButton({ label, opponent }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { press, dialog } = useConnecting(() => setOpen(true));
  return (
    <>
      <Button onClick={press}>{label}</Button>
      {dialog}
      {isOpen && <ChallengeDialog opponent={opponent} onClose={() => setOpen(false)} />}
    </>
  );
}
