import { useChain } from "../../chain/ChainContext";
import { formatDuration } from "../../chain/format";
import { ConfirmButton } from "../../ui/ConfirmButton";
import controls from "../../ui/controls.module.css";
import { useSituation } from "../duties/useSituation";
import { askAllowance } from "../line/timeLeft";
import type { SignedTable } from "../line/useSignedTable";
import type { Timers } from "../line/useTimers";
import { ExplainedCall } from "./ExplainedCall";
import { Settle } from "./Settle";

interface Props {
  signed: SignedTable;
  timers: Timers;
  paused: boolean;
}

const RELAY_DOES = {
  show: "The relay shows the longer game.",
  answer: "The relay brings your answer.",
  ask: "The relay brings your ask to the chain.",
} as const;

/** What a player may tell the chain of a game by signature: only what is due, and what no relay does. */
export function SignedClaims({ signed, timers, paused }: Props) {
  const { session, bring, ask, busy } = signed;
  const { due } = useSituation(signed, timers);
  const off = busy || paused;
  const button = (title: string) => (
    <button type="button" className={controls.primary} disabled={off} onClick={() => bring(title)}>
      {title}
    </button>
  );
  switch (due?.what) {
    case undefined:
      return null;
    case "settle":
      return <Settle signed={signed} />;
    case "claim":
      return (
        <ConfirmButton
          label="Claim a draw"
          title="Brings the game to the chain. After it you make no other move."
          disabled={off}
          onConfirm={() => bring("Claim a draw", "draw")}
        />
      );
    case "bring":
      return <BringToChain signed={signed} disabled={off} />;
    case "show":
    case "answer":
    case "ask":
      if (due.byRelay) return <p className={controls.muted}>{RELAY_DOES[due.what]}</p>;
      if (due.what === "answer") return button("Answer on the chain");
      if (due.what === "show")
        return button(session.isChainElsewhere ? "Show the signed game" : "Show the longer game");
      return <AskOnChain signed={signed} disabled={off} onAsk={ask} />;
  }
}

/** Brings the game to the chain, where the opponent's page looks while the line is away. */
export function BringToChain({
  signed,
  disabled,
  isMain,
}: {
  signed: SignedTable;
  disabled: boolean;
  isMain?: boolean;
}) {
  return (
    <ExplainedCall
      label="Bring it to the chain"
      disabled={disabled}
      isMain={isMain ?? true}
      onConfirm={() => signed.bring("Bring the game to the chain")}
    >
      <p>
        One call tells the chain all moves so far, and costs a fee. Your opponent's page finds them there. The game goes
        on as before, and no clock runs on the chain because of it.
      </p>
    </ExplainedCall>
  );
}

function AskOnChain({ signed, disabled, onAsk }: { signed: SignedTable; disabled: boolean; onAsk: () => void }) {
  const { config } = useChain();
  const { snapshot, chain } = signed;
  const allowance = askAllowance(chain, config);
  const isAbort = snapshot.clocks !== undefined && snapshot.plies.length < 2;
  return (
    <ExplainedCall label="Ask on the chain" disabled={disabled} onConfirm={onAsk}>
      <p>
        One call tells the chain all moves so far and asks for your opponent's, and costs a fee. From then on they have{" "}
        {allowance === undefined ? "a day or two" : formatDuration(allowance)} to move there.
      </p>
      <p>
        {isAbort
          ? "Without a move in that time the game is called off, and both get their stakes back."
          : "Without a move in that time you win, if you have the material to mate; else it is a draw."}
      </p>
    </ExplainedCall>
  );
}
