import { useEffect, useRef, useState } from "react";
import { useChain } from "../chain/ChainContext";
import { inWords, t } from "../i18n/i18n";
import { Alert } from "../ui/Alert";
import { Dialog } from "../ui/Dialog";
import { ReadyPlayers } from "./ReadyPlayers";
import { connect, hasReadyPlayers, type Wallet } from "./wallet";

interface Props {
  onConnected: (wallet: Wallet) => void;
  onClose: () => void;
}

/** Asks for a wallet where one is needed: sdk-dapp's choice, or the ready players of the local chain. */
export function ConnectDialog({ onConnected, onClose }: Props) {
  const { settings } = useChain();
  const isReady = __LOCAL_CHAIN__ && hasReadyPlayers(settings);
  const [problem, setProblem] = useState<string>();
  const isStarted = useRef(false);
  useEffect(() => {
    if (isReady || isStarted.current) return;
    isStarted.current = true;
    connect(settings).then(
      (wallet) => (wallet ? onConnected(wallet) : onClose()),
      (error) => setProblem(inWords(error)),
    );
  }, [isReady, settings, onConnected, onClose]);
  if (!isReady && !problem) return null;
  return (
    <Dialog title={t("Choose a wallet")} onClose={onClose}>
      {problem ? (
        <Alert>{t("The wallet did not connect: {problem}", { problem })}</Alert>
      ) : (
        <ReadyPlayers onConnected={onConnected} />
      )}
    </Dialog>
  );
}
