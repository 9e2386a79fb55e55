import { useState } from "react";
import { copy } from "../../browser/clipboard";
import { href } from "../../browser/router";
import { moveCount } from "../../chess/reason";
import { t } from "../../i18n/i18n";
import { Say } from "../../i18n/Say";
import { toHex } from "../../signedPlay/hex";
import { writeKey } from "../../signedPlay/keys/keyFile";
import type { SignedSession } from "../../signedPlay/SignedSession";
import { Button, DownloadLink } from "../../ui/Button";
import { TextArea } from "../../ui/Field";
import type { SignedTable } from "../line/useSignedTable";
import { BringToChain } from "./SignedClaims";
import { TranscriptLink } from "./TranscriptLink";

/** The details behind the mark: what the chain knows, and the transcript to send if there is no line to the opponent. */
export function SignedPanel({ signed }: { signed: SignedTable }) {
  const { snapshot, chain, isAhead, busy } = signed;
  const total = snapshot.plies.length;
  return (
    <>
      <p className="muted">
        {t(
          "Your moves are signed here and go to your opponent's page. The chain knows {known} of {total} half-moves ({moves}); it is told the whole game in one call.",
          { known: chain.plies.length, total, moves: moveCount(total) },
        )}{" "}
        <a href={href({ view: "how" })}>{t("What you should know")}</a>
      </p>
      <BringToChain signed={signed} disabled={busy || !isAhead} isMain={false} />
      <p className="muted">
        {signed.room
          ? t("The relay carries it. Without it, copy the transcript after your move and paste your opponent's.")
          : t(
              "Pages in one browser find each other. Anywhere else, copy the transcript after your move and paste your opponent's.",
            )}
      </p>
      <ByHand signed={signed} />
    </>
  );
}

/** The transcript to send, and a field for the opponent's. */
function ByHand({ signed: { session, snapshot } }: { signed: SignedTable }) {
  const [pasted, setPasted] = useState("");
  const [said, setSaid] = useState("");
  const text = session.transcript();
  async function onCopy() {
    const isCopied = await copy(text);
    setSaid(isCopied ? t("Copied: send it to your opponent") : t("Not allowed to copy: download it instead"));
  }
  async function take() {
    await session.receive(pasted);
    setPasted("");
    setSaid("");
  }
  return (
    <>
      <div className="even">
        <Button onClick={onCopy}>{t("Copy")}</Button>
        <TranscriptLink game={snapshot.game.id} text={text}>
          {t("Download")}
        </TranscriptLink>
      </div>
      <div role="status" className="muted">
        {said}
      </div>
      <KeyDownload session={session} />
      <TextArea aria-label={t("Your opponent's transcript")} value={pasted} onChange={setPasted} />
      <Button disabled={pasted.trim() === ""} onClick={take}>
        {t("Take it")}
      </Button>
    </>
  );
}

/** A link that saves the game's key for another browser. */
function KeyDownload({ session }: { session: SignedSession }) {
  const { whiteKey, blackKey } = session.game.id;
  const ownKey = session.game.color === "white" ? whiteKey : blackKey;
  return (
    <p className="muted">
      <Say
        text="<0>Download the key of this game</0> to go on in another browser. Whoever has it can play this game for you."
        parts={[<DownloadLink key="download" file={`${toHex(ownKey)}.toml`} text={writeKey(session.game.kept)} />]}
      />
    </p>
  );
}
