import { useChain } from "../chain/ChainContext";
import type { Color, Endpoint } from "../chain/chess";
import { formatPayment } from "../chain/format";
import { useDecimals, usePaused, useReclaimable, useTerms } from "../chain/queries";
import { drawReason } from "../chess/history";
import { endTextFor, moveCount, wagersPaid } from "../chess/reason";
import { sanOf } from "../chess/san";
import { isUnderWay, type Stage } from "../transactions/TransactionStore";
import { useSendTransaction, useTransactions } from "../transactions/useSendTransaction";
import controls from "../ui/controls.module.css";
import styles from "./GameStatus.module.css";
import type { GameSnapshot } from "./useGame";
import type { Play } from "./usePlay";

interface Props {
  snapshot: GameSnapshot;
  you: Color | undefined;
  play: Play;
  fen: string;
  /** The ply that is looked at, where it isn't the last one. */
  lookingAt: number | undefined;
  onBack: () => void;
}

const WAITING: Partial<Record<Stage, string>> = {
  preparing: "Preparing",
  signing: "Waiting for your signature:",
  sending: "Sending",
  sent: "Sending",
};

/** Whose turn it is and what can be claimed; always as high, whatever it says. */
export function GameStatus({ snapshot, you, play, fen, lookingAt, onBack }: Props) {
  const { game } = snapshot;
  const { transactions: store } = useChain();
  const { player } = useSendTransaction();
  const own = useTransactions().find((tracked) => tracked.sender === player && isUnderWay(tracked));
  const isYours = game.state === "ongoing" && game.turn === you;
  const title = useTitleText(snapshot, you, play, fen);
  const waiting = own && WAITING[own.stage];
  const isCancellable = own?.stage === "signing";

  return (
    <section
      className={isYours && !own ? `${styles.status} ${styles.yours}` : styles.status}
      data-testid="standing"
      aria-label="Status"
    >
      <header className={styles.header}>
        <strong data-stage={own?.stage}>{waiting ? `${waiting} ${own.title}` : title}</strong>
        <Pot snapshot={snapshot} />
      </header>
      <p className={styles.detail}>
        {lookingAt === undefined ? (
          <Detail snapshot={snapshot} you={you} />
        ) : (
          `You are looking at ${lookingAt === 0 ? "the start" : `move ${Math.ceil(lookingAt / 2)}`}.`
        )}
      </p>
      <div className={styles.slot}>
        {isCancellable ? (
          <button type="button" className={controls.button} onClick={() => store.cancel(own.id)}>
            Cancel
          </button>
        ) : lookingAt !== undefined ? (
          <button type="button" className={controls.button} onClick={onBack}>
            Back to the game
          </button>
        ) : play.proposed ? (
          <>
            <button type="button" className={controls.primary} onClick={play.confirm}>
              Play {sanOf(fen, play.proposed)}
            </button>
            <button type="button" className={controls.button} onClick={play.takeBack}>
              Take back
            </button>
          </>
        ) : (
          you && game.state === "ongoing" && <Claims snapshot={snapshot} you={you} />
        )}
      </div>
    </section>
  );
}

function useTitleText({ game, claims }: GameSnapshot, you: Color | undefined, play: Play, fen: string): string {
  if (game.state !== "ongoing") return endTextFor(game, you);
  if (play.proposed) {
    return claims.illegalMove ? "Moving gives up the win" : `Play ${sanOf(fen, play.proposed)}?`;
  }
  if (play.inFlight) return `Sending ${sanOf(fen, play.inFlight)}`;
  if (!you) return `${game.turn === "white" ? "White" : "Black"} to move`;
  if (game.turn === you) return "Your turn";
  return play.premove ? "Their turn · your next move is set" : "Their turn";
}

/** What is played for, or what was paid. */
function Pot({ snapshot: { game } }: { snapshot: GameSnapshot }) {
  const wager = useTerms({ isPolled: false }).data?.wager;
  const decimals = useDecimals(wager?.token);
  if (!wager || game.state !== "ongoing") return null;
  return (
    <span className={styles.pot} data-testid="pot">
      Pot <b>{formatPayment({ ...wager, amount: 2n * wager.amount }, decimals)}</b>
    </span>
  );
}

function Detail({ snapshot, you }: { snapshot: GameSnapshot; you: Color | undefined }) {
  const { game, claims, drawOffer, plies } = snapshot;
  const wager = useTerms({ isPolled: false }).data?.wager;
  const decimals = useDecimals(wager?.token);
  const paused = usePaused(game.state === "ongoing");
  if (game.state !== "ongoing") {
    if (!wager) return null;
    const payment = (count: bigint) => formatPayment({ ...wager, amount: count * wager.amount }, decimals);
    if (!you) return game.state === "drawn" ? "Both got their wagers back." : `The winner was paid ${payment(2n)}.`;
    const paid = wagersPaid(game, you === "white" ? game.white : game.black);
    return paid > 0n ? `You were paid ${payment(paid)}.` : "Your opponent was paid both wagers.";
  }
  const isOnMove = game.turn === you;
  const own = you && (you === "white" ? game.white : game.black);
  const texts = [
    paused && "The contract is paused. The clock stands still.",
    claims.inactivity && (isOnMove ? "Your time is over." : "Their time is over."),
    claims.illegalMove && isOnMove && "Your opponent left their king attacked: claim the win before you move.",
    claims.illegalMove && you && !isOnMove && "Your king is attacked: your opponent may call it.",
    claims.draw && isOnMove && `A draw can be claimed: ${drawReason(plies)}.`,
    drawOffer &&
      (!you ? "A draw is offered." : drawOffer === own ? "You offer a draw." : "Your opponent offers a draw."),
  ].filter(Boolean);
  return texts.length > 0 ? texts.join(" ") : `Game ${game.id} · ${moveCount(plies.length)}`;
}

/** What a player can have now by saying so. */
function Claims({ snapshot: { game, claims, drawOffer }, you }: { snapshot: GameSnapshot; you: Color }) {
  const { chess } = useChain();
  const wager = useTerms({ isPolled: false }).data?.wager;
  const decimals = useDecimals(wager?.token);
  const paused = usePaused(game.state === "ongoing") ?? true;
  const { busy, send, player } = useSendTransaction();
  const isReclaimable = useReclaimable(game.id, player, paused);
  const isOnMove = game.turn === you;
  const pot = wager ? `: ${formatPayment({ ...wager, amount: 2n * wager.amount }, decimals)}` : "";
  const claim = (title: string, endpoint: Endpoint, label: string, worksPaused = false) => (
    <button
      type="button"
      key={endpoint}
      className={controls.primary}
      disabled={busy || (paused && !worksPaused)}
      onClick={() => send({ title, build: (sender) => chess.call(sender, endpoint, [game.id]) })}
    >
      {label}
    </button>
  );
  return (
    <>
      {claims.illegalMove && isOnMove && claim("Call the illegal move", "callIllegalMove", `Claim the win${pot}`)}
      {claims.inactivity && !isOnMove && claim("Claim inactivity", "signalInactivity", `Claim the win${pot}`)}
      {claims.draw && isOnMove && claim("Claim a draw", "claimDraw", "Claim a draw")}
      {isReclaimable && claim("Take the wager back", "reclaimWager", "Take the wager back", true)}
      {drawOffer && drawOffer !== player && claim("Accept the draw", "draw", "Accept the draw")}
    </>
  );
}
