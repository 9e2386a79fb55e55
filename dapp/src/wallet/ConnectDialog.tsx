import { useEffect, useRef, useState } from "react";
import { useChain } from "../chain/ChainContext";
import controls from "../ui/controls.module.css";
import { Dialog } from "../ui/Dialog";
import { ReadyPlayers } from "./ReadyPlayers";
import { connect, type Wallet } from "./wallet";

interface Props {
  onConnected: (wallet: Wallet) => void;
  onClose: () => void;
}

/** Asks for a wallet where one is needed: sdk-dapp's choice, or the ready players of the local chain. */
export function ConnectDialog({ onConnected, onClose }: Props) {
  const { settings } = useChain();
  const hasReadyPlayers = __LOCAL_CHAIN__ && settings.network === "local";
  const [problem, setProblem] = useState<string>();
  const isStarted = useRef(false);
  useEffect(() => {
    if (hasReadyPlayers || isStarted.current) return;
    isStarted.current = true;
    connect(settings).then(
      (wallet) => (wallet ? onConnected(wallet) : onClose()),
      (error) => setProblem(error instanceof Error ? error.message : String(error)),
    );
  }, [hasReadyPlayers, settings, onConnected, onClose]);
  if (!hasReadyPlayers && !problem) return null;
  return (
    <Dialog title="Choose a wallet" onClose={onClose}>
      {problem ? (
        <p role="alert" className={controls.alert}>
          The wallet did not connect: {problem}
        </p>
      ) : (
        <ReadyPlayers onConnected={onConnected} />
      )}
    </Dialog>
  );
}
