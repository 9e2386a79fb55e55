import { useQueryClient } from "@tanstack/react-query";
import { refreshChainData } from "../../chain/queries";
import { t } from "../../i18n/i18n";
import { PrimaryButton } from "../../ui/Button";
import { ConfirmButton } from "../../ui/ConfirmButton";
import type { SignedTable } from "../line/useSignedTable";

/** For who plays this game on another device: goes on here, once relay and chain have told the longest game. */
export function TakeOver({ signed: { room, takeOver } }: { signed: SignedTable }) {
  const client = useQueryClient();
  const go = () => {
    refreshChainData(client);
    takeOver();
  };
  if (room?.state === "online") return <PrimaryButton onClick={go}>{t("Take over here")}</PrimaryButton>;
  return (
    <ConfirmButton
      label={t("Take over here")}
      title={t(
        "The relay can't be asked: the other device may have moved. If it has, a move here would be a second one.",
      )}
      onConfirm={go}
    />
  );
}
