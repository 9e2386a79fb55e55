import { useEffect, useRef, useState } from "react";
import { useChain } from "../chain/ChainContext";
import { inWords, t } from "../i18n/i18n";
import { Alert } from "../ui/Alert";
import { Dialog } from "../ui/Dialog";
import { ReadyPlayers } from "./ReadyPlayers";
import { connect, hasReadyPlayers, usePlayer, useWallet, type Wallet } from "./wallet";

interface Props {
  onConnected: (wallet: Wallet) => void;
  onClose: () => void;
}

/**
 * Asks for a wallet if one is needed, with sdk-dapp's choice or the local chain's ready players. It first waits for a wallet
 * from before a reload, and doesn't ask if that is restored.
 */
export function ConnectDialog({ onConnected, onClose }: Props) {
  const { settings } = useChain();
  const isReady = __LOCAL_CHAIN__ && hasReadyPlayers(settings);
  const [problem, setProblem] = useState<string>();
  const { status, wallet: restored } = useWallet();
  const isRestoring = status === "restoring";
  const isAwaited = useRef(isRestoring);
  const isStarted = useRef(false);
  useEffect(() => {
    if (isRestoring || isStarted.current) return;
    if (isAwaited.current && restored) {
      isStarted.current = true;
      onConnected(restored);
      return;
    }
    isAwaited.current = false;
    if (isReady) return;
    isStarted.current = true;
    connect(settings).then(
      (wallet) => (wallet ? onConnected(wallet) : onClose()),
      (error) => setProblem(inWords(error)),
    );
  }, [isRestoring, restored, isReady, settings, onConnected, onClose]);
  if (!isReady && !isRestoring && !problem) return null;
  return (
    <Dialog title={t("Choose a wallet")} onClose={onClose}>
      {isRestoring && <p role="status">{t("Connecting…")}</p>}
      {problem && <Alert>{t("The wallet did not connect: {problem}", { problem })}</Alert>}
      {isReady && !isRestoring && !problem && <ReadyPlayers onConnected={onConnected} />}
    </Dialog>
  );
}

/** Runs an action that needs a wallet: immediately, or with the wallet that the dialog has connected. */
export function useConnecting(act: (wallet?: Wallet) => void) {
  const player = usePlayer();
  const [isConnecting, setConnecting] = useState(false);
  const close = () => setConnecting(false);
  const connected = (wallet: Wallet) => {
    close();
    act(wallet);
  };
  return {
    isConnecting,
    press: () => (player ? act() : setConnecting(true)),
    dialog: isConnecting && <ConnectDialog onConnected={connected} onClose={close} />,
  };
}
