import { useCallback, useEffect, useRef } from "react";
import { useChain } from "../../chain/ChainContext";
import { useBalance } from "../../chain/queries";
import { t } from "../../i18n/i18n";
import { useSendTransaction } from "../../transactions/useSendTransaction";
import { useWallet } from "../../wallet/wallet";
import { playArguments } from "../line/useBring";
import type { SignedTable } from "../line/useSignedTable";
import type { Timers } from "../line/useTimers";
import { afterMs, type Duty, dutyOf } from "./duty";
import { Tries } from "./Tries";
import { useIsRelays } from "./useIsRelays";
import { useSituation } from "./useSituation";

/** Less than this pays for no call of `play`: 0.002 EGLD. */
const LEAST = 2_000_000_000_000_000n;

/**
 * With a purse the page does by itself what the rules ask of a player in a game by signature: it answers asks, meets old
 * states and open ends, settles. What fails it tries again a few times: nobody may look at the game, and at its button.
 */
export function useActByItself(signed: SignedTable | undefined, timers: Timers, paused: boolean): void {
  const { chess } = useChain();
  const { wallet } = useWallet();
  const { busy, send } = useSendTransaction();
  const { data: balance } = useBalance(wallet?.home && signed ? wallet.address : undefined);
  const { due, now } = useSituation(signed, timers);
  const isRelays = useIsRelays(signed);
  const canPay = balance !== undefined && balance >= LEAST;
  const duty = signed && canPay && !paused ? dutyOf(signed, due, isRelays) : undefined;
  const name = duty?.name;
  const seen = useRef({ name, since: now });
  if (seen.current.name !== name) seen.current = { name, since: now };
  // after a call the chain is looked at before the next one: that one may have done what was due
  const call = useRef({ busy, changedAt: 0 });
  if (call.current.busy !== busy) call.current = { busy, changedAt: Date.now() };
  const hasLooked = signed !== undefined && signed.chain.askedAt >= call.current.changedAt;
  const isDue = duty !== undefined && !busy && hasLooked && now >= seen.current.since + afterMs(duty);

  const act = useCallback(
    async ({ what }: Duty): Promise<boolean> => {
      if (!signed) return false;
      const { game } = signed.chain;
      const settles = { game: game.id, plies: signed.chain.plies.length };
      const left = signed.match?.leaveCall();
      if (what === "signal")
        return send({
          title: t("Settle"),
          build: (caller) => chess.call(caller, "signalInactivity", [game.id]),
          settles,
        });
      if (what === "part" && left)
        return send({
          title: t("Settle the match"),
          build: (caller) => chess.call(caller, "play", playArguments(left)),
          settles,
        });
      return signed.bring(
        what === "answer" ? t("Answer on the chain") : what === "settle" ? t("Settle") : t("Bring the game"),
      );
    },
    [signed, send, chess],
  );
  const tries = useRef(new Tries());
  useEffect(() => {
    if (isDue && duty && tries.current.mayTry(duty.name, now)) tries.current.try(duty.name, () => act(duty));
  }, [isDue, duty, act, now]);
}
