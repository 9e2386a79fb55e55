import { useChain } from "../../chain/ChainContext";
import { formatDuration } from "../../chain/format";
import { Countdown } from "../../table/clock/ChessClock";
import { useAmountText } from "../../ui/values/Amount";
import type { Outlook } from "../duties/due";
import { askAllowance } from "../line/timeLeft";
import type { SignedTable } from "../line/useSignedTable";

/** What happens with an opponent who doesn't move, and when, to the end. */
export function OutlookLine({ outlook, signed }: { outlook: Outlook; signed: SignedTable }) {
  const { config } = useChain();
  const { stake } = signed.snapshot;
  const pot = useAmountText(stake, 2n);
  const gain = {
    win: stake ? `you win ${pot}` : "you win",
    draw: "it is a draw",
    abort: "the game is called off",
  }[outlook.prize];
  const allowance = askAllowance(signed.chain, config);
  const later = allowance === undefined ? "a day or two later" : `${formatDuration(allowance)} later`;
  switch (outlook.kind) {
    case "waiting":
      return (
        <>
          They are away. In <Countdown until={outlook.askAt} /> you can ask on the chain; {later} {gain}.
        </>
      );
    case "askable":
      return `They don't move. Ask, and ${later} ${gain}.`;
    case "handed":
      return `You have asked: ${later} at most ${gain}.`;
    case "asked":
      return outlook.until === undefined ? (
        "You have asked for the move on the chain: their clock there runs."
      ) : (
        <>
          You have asked on the chain. Without a move in <Countdown until={outlook.until} /> {gain}
          {outlook.byRelay && "; the relay sees to it"}.
        </>
      );
  }
}
