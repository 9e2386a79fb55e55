import { useNow } from "../../browser/useNow";
import { useChain } from "../../chain/ChainContext";
import { usePaused } from "../../chain/queries";
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
  if (interval.isBroughtFirst) return <Settle signed={signed} title="Tell the chain of the draw" />;
  if (interval.isParted) return <Settle signed={signed} title="Bring the result to the chain" />;
  if (interval.mine === "leave") return <SettleLeft signed={signed} match={match} />;
  const isSaid = interval.mine !== undefined || interval.wish !== undefined;
  return (
    <>
      <button type="button" className={controls.primary} disabled={isSaid} onClick={() => match.want("begin")}>
        Next game
      </button>
      <ConfirmButton
        label="Leave the match"
        {...(isNarrow ? { icon: "flag" as const } : { isAside: true })}
        title="Leave: both are paid by the score"
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
  if (isRelays && now < since + 2 * RELAY_MS) return <p className={controls.muted}>The relay settles this match.</p>;
  return (
    <button
      type="button"
      className={controls.primary}
      disabled={busy || paused}
      onClick={() =>
        send({
          title: "Settle the match",
          build: (caller) => chess.call(caller, "play", playArguments(left)),
          settles: { game: chain.game.id, plies: chain.game.plies },
        })
      }
    >
      Settle the match
    </button>
  );
}

/** What is said between two rounds, and who is waited for. */
export function intervalText({ interval, current, rounds }: MatchSession): string {
  if (!interval) return "";
  const { mine, theirs, wish } = interval;
  const next = `game ${current.game.id.round + 2} of ${rounds}`;
  if (interval.isBroughtFirst) return "The chain is told of the draw first, so that nobody takes it back.";
  if (interval.isParted) {
    const who = mine === "leave" ? "You have left the match" : "They have left the match";
    return `${who}: the result goes to the chain, and is paid by the score when it is final there.`;
  }
  if (mine === "leave") {
    return theirs === "leave"
      ? "You have both left: you are paid by the score."
      : "You have left the match. It is settled when they leave, too; nobody can begin a game any more.";
  }
  if (mine === "begin") return `You are ready for ${next}. Waiting for your opponent.`;
  if (wish) return `Waiting for their word about ${next}: who could take the end back speaks first.`;
  if (theirs === "begin") return `They are ready for ${next}. Nobody must go on: who leaves keeps what they have won.`;
  return `Ready for ${next}? Nobody must go on: a winner may leave, too.`;
}
