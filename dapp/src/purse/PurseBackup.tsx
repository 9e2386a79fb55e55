import { useState } from "react";
import { useChain } from "../chain/ChainContext";
import { t } from "../i18n/i18n";
import { Say } from "../i18n/Say";
import { DownloadLink } from "../ui/Button";
import type { Wallet } from "../wallet/wallet";
import { type KeptPurse, readBackup, writeBackup } from "./secret/place";

/** For a purse that no signature opens again, because only this browser has it. */
export function PurseBackup({ kept, main }: { kept: KeptPurse; main: string }) {
  const { settings } = useChain();
  return (
    <p className="notice">
      <Say
        text="Your wallet signs the same text differently each time, so this purse can't be opened again by a signature: this browser alone has it. <0>Download its backup</0> and keep it: whoever has it can spend the purse."
        parts={[<DownloadLink key="backup" file="chess-purse.txt" text={writeBackup(kept, settings, main)} />]}
      />
    </p>
  );
}

/** Opens a purse from another browser's backup. */
export function PurseImport({ main }: { main: Wallet }) {
  const { settings, chess } = useChain();
  const [problem, setProblem] = useState("");
  async function take(file: File | undefined) {
    if (!file) return;
    const kept = readBackup(await file.text(), settings, main.address);
    if (!kept) return setProblem(t("This is no backup of a purse of this wallet for this contract."));
    const { takePurse } = await import("./Purse");
    takePurse(main, kept, { settings, chess });
  }
  return (
    <details>
      <summary>{t("I have a backup")}</summary>
      <label className="stack">
        {t("The backup's file")}
        <input
          className="field"
          type="file"
          accept=".txt,text/plain"
          onChange={(event) => void take(event.target.files?.[0])}
        />
      </label>
      <p role="alert">{problem}</p>
    </details>
  );
}
