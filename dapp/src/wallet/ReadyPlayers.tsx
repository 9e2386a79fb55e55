import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useChain } from "../chain/ChainContext";
import type { DeveloperWallet } from "../chain/settings";
import { inWords, t } from "../i18n/i18n";
import { Alert } from "../ui/Alert";
import { Button } from "../ui/Button";
import { connectDeveloper, useWallet, type Wallet } from "./wallet";

/** The test wallets of the local chain. */
export function ReadyPlayers({ onConnected }: { onConnected?: (wallet: Wallet) => void }) {
  const { settings } = useChain();
  const { connecting } = useWallet();
  const [ask, setAsk] = useState(false);
  const { mutate, error } = useMutation({
    mutationFn: (player: DeveloperWallet) => connectDeveloper(player, ask),
    onSuccess: (wallet) => wallet && onConnected?.(wallet),
  });
  if (!__LOCAL_CHAIN__) return null;
  return (
    <div className="stack">
      <p>
        {t("Test wallets of the local chain. Each tab has its own: open the page in a second one and play both sides.")}
      </p>
      <div className="row">
        {settings.developerWallets?.map((player) => (
          <Button key={player.name} disabled={connecting} onClick={() => mutate(player)}>
            {t("Play as {name}", { name: player.name })}
          </Button>
        ))}
      </div>
      <label>
        <input type="checkbox" checked={ask} onChange={(event) => setAsk(event.target.checked)} />{" "}
        {t("Ask before each signature")}
      </label>
      {error && <Alert>{t("The wallet did not connect: {problem}", { problem: inWords(error) })}</Alert>}
    </div>
  );
}
