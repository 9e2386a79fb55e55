import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useChain } from "../../chain/ChainContext";
import { leastFee } from "../../chain/network/fees";
import { useBalance } from "../../chain/queries";
import { waitMs } from "../../chess/rules";
import { t } from "../../i18n/i18n";
import { plyCount } from "../../signedPlay/standing";
import { useSendTransaction } from "../../transactions/useSendTransaction";
import { useWallet } from "../../wallet/wallet";
import type { SignedTable } from "../line/useSignedTable";
import type { Duty } from "./situation";
import { Tries } from "./Tries";
import type { Situation } from "./useSituation";

/**
 * With a purse the page does by itself what the rules ask of a player in a game by signature: it answers asks, meets old
 * states and open ends, settles. It tries failed calls again: nobody may look at the game, and at its button.
 * Without a purse it asks the wallet, once, to bring a mate that isn't acknowledged and pays: who could still bring an older
 * state must not be first.
 */
export function useActByItself(signed: SignedTable | undefined, situation: Situation): void {
  const { wallet } = useWallet();
  const { busy, call } = useSendTransaction();
  const { config } = useChain();
  const { data: balance } = useBalance(wallet?.home && signed ? wallet.address : undefined);
  const { due, now, duty: is } = situation;
  const canPay = balance !== undefined && balance >= leastFee(config);
  const mayAct = canPay || (!wallet?.home && signed !== undefined && isUrgent(signed));
  const duty = mayAct && !signed?.pauses.isClosed ? is : undefined;
  const name = signed && duty && nameOf(signed, duty);
  const seen = useRef({ name, since: now });
  if (seen.current.name !== name) seen.current = { name, since: now };
  const { since } = seen.current;
  const until = signed?.chainUntil;
  const isTime = duty !== undefined && !busy && now >= since + waitMs(duty.waits, until && until - since);
  const hasLooked = useLook(signed, isTime, busy, now);
  const isDue = isTime && hasLooked;
  // the chain was looked at and lacks what was left to the relay
  const isRelayLate = due?.what === "answer" && !due.byRelay && hasLooked;
  const room = signed?.room;
  useEffect(() => {
    if (isRelayLate) room?.foundLate();
  }, [isRelayLate, room]);

  const act = useCallback(
    async ({ what }: Duty): Promise<boolean> => {
      if (!signed) return false;
      const { game } = signed.chain;
      const settles = { game: game.id, plies: signed.chain.plies.length };
      if (what === "signal") return call(t("Settle"), "signalInactivity", [game.id], { settles });
      if (what === "part") return signed.bring(t("Settle the match"));
      return signed.bring(
        what === "answer" ? t("Answer on the chain") : what === "settle" ? t("Settle") : t("Bring the game"),
      );
    },
    [signed, call],
  );
  const tries = useRef(new Tries());
  useEffect(() => {
    const once = async (duty: Duty) => (await act(duty)) || !canPay;
    if (isDue && duty && name && tries.current.mayTry(name, now)) tries.current.try(name, () => once(duty));
  }, [isDue, duty, name, act, now, canPay]);
}

/** The same step over the same games has one name: it is done once. The players may move on until a game is shown. */
export function nameOf({ chain: { game, changedAt }, session }: SignedTable, { what }: Pick<Duty, "what">): string {
  const { id, moves } = session.game;
  if (what === "show" && game.awaits !== "longerGame") return `show ${id.round} ${changedAt}`;
  return `${what} ${id.round} ${plyCount(moves)} ${game.plies} ${game.awaits}`;
}

/** A mate by this player that pays, that the other one hasn't acknowledged, and that is due on the chain. */
const isUrgent = ({ end, session, snapshot, advice }: SignedTable): boolean =>
  (advice.cause === "ends" || advice.cause === "meets") &&
  end?.reason === "Checkmate" &&
  end.winner === session.game.color &&
  !end.isFinal &&
  snapshot.stake !== undefined;

/** The greatest age of the last look at the chain when the page calls by itself. */
const LOOKED_MS = 10_000;

/**
 * Whether the chain was looked at lately, and after this player's last call: that, or the opponent's while this page slept,
 * may have done what is due, and the chain would refuse it and take the fee. Looks where it's time to call.
 */
function useLook(signed: SignedTable | undefined, isTime: boolean, busy: boolean, now: number): boolean {
  const client = useQueryClient();
  const call = useRef({ busy, changedAt: 0 });
  if (call.current.busy !== busy) call.current = { busy, changedAt: Date.now() };
  const { askedAt = 0, game } = signed?.chain ?? {};
  // the second that is shown stood still while the page slept
  const hasLooked = askedAt >= Math.max(call.current.changedAt, Date.now() - LOOKED_MS);
  const mustLook = isTime && !hasLooked;
  const id = game?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again by the second, where no answer has come
  useEffect(() => {
    if (mustLook) client.refetchQueries({ queryKey: ["game", id] }, { cancelRefetch: false });
  }, [client, id, mustLook, now]);
  return hasLooked;
}
