import type { ComponentProps } from "react";
import { useChain } from "../../chain/ChainContext";
import { formatDuration } from "../../chain/format";
import { msg, t } from "../../i18n/i18n";
import { PrimaryButton } from "../../ui/Button";
import { ConfirmButton } from "../../ui/ConfirmButton";
import type { Due } from "../duties/situation";
import type { Situation } from "../duties/useSituation";
import { askAllowance } from "../line/timeLeft";
import type { SignedTable } from "../line/useSignedTable";
import { ExplainedCall } from "./ExplainedCall";
import { Settle } from "./Settle";

interface Props {
  signed: SignedTable;
  due: Due;
  situation: Situation;
  /** The result is shown over the board, with the button to settle it. */
  isToldOnBoard: boolean;
}

const RELAY_DOES = {
  show: msg("The relay shows the longer game."),
  answer: msg("The relay brings your answer."),
  ask: msg("The relay brings your ask to the chain."),
} as const;

/** The calls that are due from a player in a game by signature, without those that the relay makes. */
export function SignedClaims({ signed, due, situation, isToldOnBoard }: Props) {
  const { session, bring, ask, busy, pauses } = signed;
  const off = busy || pauses.isClosed;
  const button = (title: string) => (
    <PrimaryButton disabled={off} onClick={() => bring(title)}>
      {title}
    </PrimaryButton>
  );
  switch (due.what) {
    case "settle":
      return isToldOnBoard ? null : <Settle signed={signed} situation={situation} />;
    case "claim":
      return (
        <ConfirmButton
          label={t("Claim a draw")}
          title={t("Brings the game to the chain. After it you make no other move.")}
          disabled={off}
          onConfirm={() => bring(t("Claim a draw"), "draw")}
        />
      );
    case "bring":
      return <BringToChain signed={signed} disabled={off} />;
    case "show":
    case "answer":
    case "ask":
      if (due.byRelay) return <p className="muted">{t(RELAY_DOES[due.what])}</p>;
      if (due.what === "answer") return button(t("Answer on the chain"));
      if (due.what === "show")
        return button(session.isChainElsewhere ? t("Show the signed game") : t("Show the longer game"));
      return <AskOnChain signed={signed} disabled={off || pauses.isPaused} onAsk={ask} />;
  }
}

interface BringProps extends Pick<ComponentProps<typeof ExplainedCall>, "disabled" | "isMain"> {
  signed: SignedTable;
}

/** Submits the game to the chain, where the opponent's page finds it while the line is down. */
export function BringToChain({ signed, ...props }: BringProps) {
  return (
    <ExplainedCall
      label={t("Bring it to the chain")}
      {...props}
      onConfirm={() => signed.bring(t("Bring the game to the chain"))}
    >
      <p>
        {t(
          "One call tells the chain all moves so far, and costs a fee. Your opponent's page finds them there. The game goes on as before, and no clock runs on the chain because of it.",
        )}
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
    <ExplainedCall label={t("Ask on the chain")} disabled={disabled} onConfirm={onAsk}>
      <p>
        {t(
          "One call tells the chain all moves so far and asks for your opponent's, and costs a fee. From then on they have {time} to move there.",
          { time: allowance === undefined ? t("a day or two") : formatDuration(allowance) },
        )}
      </p>
      <p>
        {isAbort
          ? t("Without a move in that time the game is called off, and both get their stakes back.")
          : t("Without a move in that time you win, if you can still mate; else it is a draw.")}
      </p>
    </ExplainedCall>
  );
}
