import { useState } from "react";
import { Button } from "../ui/Button";
import { extra } from "../ui/extra";
import { useConnecting } from "../wallet/ConnectDialog";

// it comes with the code that makes keys, so only on request
const ChallengeDialog = extra(() => import("./ChallengeDialog"), "ChallengeDialog");

interface Props {
  label: string;
  /** The named opponent. */
  opponent?: string;
}

/** Opens the dialog for a challenge; without a wallet it first asks for one. */
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
