import { useState } from "react";
import { t } from "../../i18n/i18n";
import { gameKeyOf } from "../../signedPlay/ed25519";
import { toHex } from "../../signedPlay/hex";
import { readKey } from "../../signedPlay/keys/keyFile";
import { transcriptStore } from "../../signedPlay/keys/store";
import { Button } from "../../ui/Button";
import { TextArea } from "../../ui/Field";

interface Props {
  /** The player's key, as the chain knows it. */
  publicKey: Uint8Array;
  /** The signed game is longer than the chain's. */
  isAhead: boolean;
  onImported: () => void;
}

/** For a game by signature whose key is in another browser. */
export function KeyImport({ publicKey, isAhead, onImported }: Props) {
  const [pasted, setPasted] = useState("");
  const [problem, setProblem] = useState("");

  async function take() {
    const key = readKey(pasted);
    if (!key || toHex(gameKeyOf(key.secret).publicKey) !== toHex(publicKey)) {
      return setProblem(t("This is not the key of this game."));
    }
    try {
      await (await transcriptStore()).putKey(publicKey, { ...key, isFound: true });
      onImported();
    } catch {
      setProblem(t("This browser stores nothing, so it can't take the key."));
    }
  }

  return (
    <section className="card stack" aria-label={t("Key of this game")}>
      <h2>{t("Your key is elsewhere")}</h2>
      <p className="muted">
        {t("This game is played by signature, with a key that this browser doesn't have.")}{" "}
        {isAhead
          ? t(
              "More moves are signed than the chain has, so you can't move here: continue in the browser that has the key, or take the key's file from there.",
            )
          : t(
              "You can move by your wallet, on the chain. First get the longest game that you have signed: else you sign a second one, and your opponent chooses.",
            )}
      </p>
      <TextArea aria-label={t("The key's file")} value={pasted} onChange={setPasted} />
      <p role="status" className="problem">
        {problem}
      </p>
      <Button disabled={pasted.trim() === ""} onClick={take}>
        {t("Take the key")}
      </Button>
    </section>
  );
}
