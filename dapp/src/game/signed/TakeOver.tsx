import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshChainData } from "../../chain/queries";
import { t } from "../../i18n/i18n";
import { PrimaryButton } from "../../ui/Button";
import type { SignedTable } from "../line/useSignedTable";
import { ExplainedCall } from "./ExplainedCall";

/** For a player who plays this game on another device: continues here, once relay and chain have reported the longest game. */
export function TakeOver({ signed: { room, chain, takeOver } }: { signed: SignedTable }) {
  const client = useQueryClient();
  const [since] = useState(Date.now);
  const go = () => {
    refreshChainData(client);
    takeOver();
  };
  if (room?.state === "online") return <PrimaryButton onClick={go}>{t("Take over here")}</PrimaryButton>;
  return (
    <ExplainedCall label={t("Take over here")} disabled={chain.askedAt < since} isMain={false} onConfirm={go}>
      <p>
        {t(
          "The relay can't be asked what you have signed on another device, or in this browser before its storage was cleared. The chain was asked: it knows {known} half-moves.",
          { known: chain.plies.length },
        )}
      </p>
      <p>
        {t(
          "If you have signed more than that, a move here is a second one in its place, and your opponent chooses which of them counts. You can lose the game and its stake by it. Rather wait for the relay.",
        )}
      </p>
    </ExplainedCall>
  );
}
