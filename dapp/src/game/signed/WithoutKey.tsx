import { t } from "../../i18n/i18n";
import { useSendTransaction } from "../../transactions/useSendTransaction";
import { type Bringable, playArguments } from "../line/useBring";
import { ExplainedCall } from "./ExplainedCall";

/** For a player whose key is lost: submits what both have signed to the chain, where the wallet itself can move. */
export function WithoutKey({ bringable, plies }: { bringable: Bringable; plies: number }) {
  const { busy, call } = useSendTransaction();
  const bring = () => void call(t("Bring the game to the chain"), "play", playArguments(bringable));
  return (
    <ExplainedCall label={t("Go on with the wallet")} disabled={busy} isMain={false} onConfirm={bring}>
      <p>
        {t(
          "One call brings all {plies} half-moves that both have signed to the chain, and costs a fee. Then you move there by your wallet. Each answer that your opponent signs is brought the same way.",
          { plies },
        )}
      </p>
      <p>{t("Do this only if the key is lost: whoever has it can sign other moves for you.")}</p>
    </ExplainedCall>
  );
}
