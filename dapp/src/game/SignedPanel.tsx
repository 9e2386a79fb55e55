import { useState } from "react";
import { href } from "../app/router";
import { moveCount } from "../chess/reason";
import { toHex } from "../signedPlay/hex";
import { writeKey } from "../signedPlay/keyFile";
import controls from "../ui/controls.module.css";
import { BringToChain } from "./SignedClaims";
import styles from "./SignedPanel.module.css";
import { TranscriptLink } from "./TranscriptLink";
import type { SignedTable } from "./useSignedTable";

/** What is signed and what the chain knows; the transcript to hand on where no line leads to the opponent. */
export function SignedPanel({ signed }: { signed: SignedTable }) {
  const { session, snapshot, chain, isAhead, busy } = signed;
  const [pasted, setPasted] = useState("");
  const [said, setSaid] = useState("");
  const text = session.transcript();
  const { whiteKey, blackKey } = session.game.id;
  const ownKey = session.game.color === "white" ? whiteKey : blackKey;
  const total = snapshot.plies.length;
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied: send it to your opponent");
    } catch {
      setSaid("Not allowed to copy: download it instead");
    }
  }
  async function take() {
    await session.receive(pasted);
    setPasted("");
    setSaid("");
  }
  return (
    <section className={`${controls.card} ${controls.stack}`} aria-label="Play by signature" data-testid="signed">
      <h2>Played by signature</h2>
      <p className={controls.muted}>
        Your moves are signed here and go to your opponent's page. The chain knows {chain.plies.length} of {total}{" "}
        half-moves ({moveCount(total)}); it is told the whole game in one call.
      </p>
      <p className={controls.muted}>
        <a href={href({ view: "how" })}>What you should know</a>
      </p>
      <p role="status" className={styles.problem}>
        {session.isChainElsewhere
          ? "The chain has another game than the one signed: show it yours."
          : (session.problem ?? signed.room?.problem)}
        {!signed.move && " A game this long goes on on the chain: bring it there, then move."}
      </p>
      <details>
        <summary>Transcript</summary>
        <div className={controls.stack}>
          <BringToChain signed={signed} disabled={busy || !isAhead} isMain={false} />
          <p className={controls.muted}>
            {signed.room
              ? "The relay carries it. Without it, copy the transcript after your move and paste your opponent's."
              : "Pages in one browser find each other. Anywhere else, copy the transcript after your move and paste your opponent's."}
          </p>
          <div className={`${controls.row} ${styles.ways}`}>
            <button type="button" className={controls.button} onClick={copy}>
              Copy
            </button>
            <TranscriptLink game={snapshot.game.id} text={text}>
              Download
            </TranscriptLink>
          </div>
          <p role="status" className={controls.muted}>
            {said}
          </p>
          <p className={controls.muted}>
            <a
              download={`${toHex(ownKey)}.toml`}
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(writeKey(session.game.kept))}`}
            >
              Download the key of this game
            </a>{" "}
            to go on in another browser. Whoever has it can play this game for you.
          </p>
          <textarea
            className={controls.field}
            aria-label="Your opponent's transcript"
            rows={3}
            spellCheck={false}
            value={pasted}
            onChange={(event) => setPasted(event.target.value)}
          />
          <button type="button" className={controls.button} disabled={pasted.trim() === ""} onClick={take}>
            Take it
          </button>
        </div>
      </details>
    </section>
  );
}
