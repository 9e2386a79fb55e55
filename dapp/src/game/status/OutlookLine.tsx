import { useChain } from "../../chain/ChainContext";
import { formatDuration } from "../../chain/format";
import { msg, t } from "../../i18n/i18n";
import { Say } from "../../i18n/Say";
import { Countdown } from "../../table/clock/ChessClock";
import { useAmountText } from "../../ui/values/Amount";
import type { Outlook } from "../duties/situation";
import { askAllowance } from "../line/timeLeft";
import type { SignedTable } from "../line/useSignedTable";

/** Shows the next steps, with their times, of a game whose opponent doesn't move. */
export function OutlookLine({ outlook, signed }: { outlook: Outlook; signed: SignedTable }) {
  const { config } = useChain();
  const { stake } = signed.snapshot;
  const pot = useAmountText(stake, 2n);
  const gain = {
    win: stake && !signed.session.game.isOfMatch ? t("you win {pot}", { pot }) : t("you win"),
    draw: t("it is a draw"),
    abort: t("the game is called off"),
  }[outlook.prize];
  const allowance = askAllowance(signed.chain, config);
  const later =
    allowance === undefined ? t("a day or two later") : t("{time} later", { time: formatDuration(allowance) });
  switch (outlook.kind) {
    case "waiting":
      return (
        <Say
          text="They are away. In {time} you can ask on the chain; {later} {gain}."
          values={{ time: <Countdown until={outlook.askAt} />, later, gain }}
        />
      );
    case "askable":
      return t("They don't move. Ask, and {later} {gain}.", { later, gain });
    case "handed":
      return t("You have asked: {later} at most {gain}.", { later, gain });
    case "asked":
      return outlook.until === undefined ? (
        t("You have asked for the move on the chain: their clock there runs.")
      ) : (
        <Say
          text={
            outlook.byRelay
              ? msg("You have asked on the chain. Without a move in {time} {gain}; the relay sees to it.")
              : msg("You have asked on the chain. Without a move in {time} {gain}.")
          }
          values={{ time: <Countdown until={outlook.until} />, gain }}
        />
      );
  }
}
