import { useQuery } from "@tanstack/react-query";
import { useChain } from "../../chain/ChainContext";
import type { Color } from "../../chain/game";
import { t } from "../../i18n/i18n";
import { gameKeyOf } from "../../signedPlay/ed25519";
import { transcriptStore } from "../../signedPlay/keys/store";
import { signedGameId } from "../../signedPlay/match";
import { SignedGame } from "../../signedPlay/SignedGame";
import { writeTranscript } from "../../signedPlay/transcriptFile";
import { useSettlement } from "../../transactions/useSettlement";
import { ExplorerLink } from "../../ui/values/ExplorerLink";
import type { GameSnapshot } from "../line/useGame";
import { TranscriptLink } from "./TranscriptLink";

/** The record of a finished game by signature: its transcript, and the transaction that settled it. */
export function SignedRecord({ snapshot, you }: { snapshot: GameSnapshot; you: Color | undefined }) {
  const transcript = useTranscript(snapshot, you);
  const transaction = useSettlement(snapshot.game);
  if (!transcript && !transaction) return null;
  return (
    <section className="card stack" aria-label={t("Play by signature")} data-testid="record">
      <h2>{t("Played by signature")}</h2>
      {transaction && (
        <p className="muted">
          {t("Settled by the transaction")}{" "}
          <span className="mono">
            <ExplorerLink path={`transactions/${transaction}`} fallback={transaction}>
              {transaction}
            </ExplorerLink>
          </span>
        </p>
      )}
      {transcript && (
        <TranscriptLink game={snapshot.game.id} text={transcript}>
          {t("Download the transcript")}
        </TranscriptLink>
      )}
    </section>
  );
}

/** The transcript, stored in this browser, of a game that its player has played by signature. */
function useTranscript({ game, keys }: GameSnapshot, you: Color | undefined): string | undefined {
  const { settings } = useChain();
  const { data } = useQuery({
    queryKey: ["transcript", game.id, you, keys],
    queryFn: async () => {
      if (!keys || !you) return null;
      const store = await transcriptStore();
      const transcript = await store.get(signedGameId(settings.contract, game.id, keys), you);
      return transcript ? writeTranscript(new SignedGame(transcript, gameKeyOf(transcript.secret), store)) : null;
    },
    enabled: keys !== undefined && you !== undefined,
  });
  return data ?? undefined;
}
