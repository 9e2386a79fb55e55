import { useNow } from "../../browser/useNow";
import { useChain } from "../../chain/ChainContext";
import { usePaused } from "../../chain/queries";
import { t } from "../../i18n/i18n";
import type { MatchSession } from "../../signedPlay/MatchSession";
import { useSendTransaction } from "../../transactions/useSendTransaction";
import { ConfirmButton } from "../../ui/ConfirmButton";
import controls from "../../ui/controls.module.css";
import { RELAY_MS } from "../duties/due";
import { playArguments } from "../line/useBring";
import type { SignedTable } from "../line/useSignedTable";
import { Settle } from "../signed/Settle";

/** Between two rounds of a match: the next game in one press each, or the way out. */
export function MatchButtons({
  signed,
  match,
  isNarrow = false,
}: {
  signed: SignedTable;
  match: MatchSession;
  /** There is room for one label alone. */
  isNarrow?: boolean;
}) {
  const { interval } = match;
  if (!interval) return null;
  if (interval.isBroughtFirst) return <Settle signed={signed} title={t("Tell the chain of the draw")} />;
  if (interval.isParted) return <Settle signed={signed} title={t("Bring the result to the chain")} />;
  if (interval.mine === "leave") return <SettleLeft signed={signed} match={match} />;
  const isSaid = interval.mine !== undefined || interval.wish !== undefined;
  return (
    <>
      <button type="button" className={controls.primary} disabled={isSaid} onClick={() => match.want("begin")}>
        {t("Next game")}
      </button>
      <ConfirmButton
        label={t("Leave the match")}
        {...(isNarrow ? { icon: "flag" as const } : { isAside: true })}
        title={t("Leave: both are paid by the score")}
        disabled={interval.mine !== undefined || interval.wish === "leave"}
        onConfirm={() => match.want("leave")}
      />
    </>
  );
}

/** Brings the leave of both to the chain: by a relay that does so, for the first seconds, or else by the player. */
function SettleLeft({ signed: { room, chain, busy, session }, match }: { signed: SignedTable; match: MatchSession }) {
  const { chess } = useChain();
  const { send } = useSendTransaction();
  const paused = usePaused(true) ?? true;
  const isRelays = room?.state === "online" && room.settles;
  const now = useNow(isRelays);
  const left = match.leaveCall();
  if (!left) return null;
  const since = session.game.messages.at(-1)?.at ?? 0;
  if (isRelays && now < since + 2 * RELAY_MS)
    return <p className={controls.muted}>{t("The relay settles this match.")}</p>;
  return (
    <button
      type="button"
      className={controls.primary}
      disabled={busy || paused}
      onClick={() =>
        send({
          title: t("Settle the match"),
          build: (caller) => chess.call(caller, "play", playArguments(left)),
          settles: { game: chain.game.id, plies: chain.game.plies },
        })
      }
    >
      {t("Settle the match")}
    </button>
  );
}

/** What is said between two rounds, and who is waited for. */
export function intervalText({ interval, current, rounds }: MatchSession): string {
  if (!interval) return "";
  const { mine, theirs, wish } = interval;
  const next = { number: current.game.id.round + 2, count: rounds };
  if (interval.isBroughtFirst) return t("The chain is told of the draw first, so that nobody takes it back.");
  if (interval.isParted) {
    return mine === "leave"
      ? t("You have left the match: the result goes to the chain, and is paid by the score when it is final there.")
      : t("They have left the match: the result goes to the chain, and is paid by the score when it is final there.");
  }
  if (mine === "leave") {
    return theirs === "leave"
      ? t("You have both left: you are paid by the score.")
      : t("You have left the match. It is settled when they leave, too; nobody can begin a game any more.");
  }
  if (mine === "begin") return t("You are ready for game {number} of {count}. Waiting for your opponent.", next);
  if (wish)
    return t("Waiting for their word about game {number} of {count}: who could take the end back speaks first.", next);
  if (theirs === "begin")
    return t(
      "They are ready for game {number} of {count}. Nobody must go on: who leaves keeps what they have won.",
      next,
    );
  return t("Ready for game {number} of {count}? Nobody must go on: a winner may leave, too.", next);
}
