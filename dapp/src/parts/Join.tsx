import type { Terms } from "../chain/chess";
import { fee } from "../chain/fees";
import { formatAmount, formatPayment, shortAddress } from "../chain/format";
import { useChain, useDecimals, useHoldings } from "../chain/hooks";
import { href } from "../router";
import { useCall } from "./useCall";
import { useGoToNewGame } from "./useGoToNewGame";

/** Of docs/gas.md, the production VM's: what the median call uses, and its data's bytes. */
const JOIN = { gas: 4_689_010n, bytes: 8 };
const MOVE = { gas: 2_854_745n, bytes: 17 };
/** A game of this many moves each is the example. */
const MOVES = 40n;

/** The wager, what a game costs, and the queue. */
export function Join({ terms }: { terms: Terms }) {
  const { chess, config } = useChain();
  const { player, busy, call } = useCall();
  const decimals = useDecimals(terms.wager?.token);
  const { data: holdings } = useHoldings(player, terms.wager?.token);
  const { wager, paused, waiting } = terms;
  const isWaiting = waiting !== undefined && waiting === player;
  useGoToNewGame(player);

  if (!wager) {
    return (
      <article>
        <p role="status">This contract isn't open yet: its owner has not set the wager.</p>
      </article>
    );
  }
  const isPoor = holdings !== undefined && holdings.wagerToken < wager.amount;
  const move = fee(config, MOVE.gas, MOVE.bytes);
  const whole = fee(config, JOIN.gas, JOIN.bytes) + MOVES * move;
  const obstacle = paused
    ? "The contract is paused: no moves, no new games."
    : !player
      ? "Connect a wallet to play."
      : isPoor
        ? `You have ${formatAmount(holdings.wagerToken, decimals, 6)}: too little for the wager.`
        : undefined;

  return (
    <article className="join">
      <div>
        <p className="wager">
          <strong>{formatPayment(wager, decimals)}</strong> each
        </p>
        <p>
          The winner gets {formatPayment({ ...wager, amount: 2n * wager.amount }, decimals)}, a draw gives each player
          their wager back. The house keeps nothing.
        </p>
        <p className="quiet">
          A move costs about {formatAmount(move, 18, 6)} EGLD in fees, a game of {String(MOVES)} moves about{" "}
          {formatAmount(whole, 18, 4)} EGLD.{" "}
          {terms.illegalMoves === "forfeit"
            ? "If a move leaves your own king attacked, your opponent may call it and wins."
            : "A move that leaves your own king attacked is refused."}
        </p>
      </div>
      <div className="action">
        <p role="status" data-testid="queue">
          {isWaiting
            ? "You are waiting for an opponent. You will play White."
            : waiting
              ? `${shortAddress(waiting)} is waiting for an opponent.`
              : "Nobody is waiting: join, and you will play White."}
        </p>
        {isWaiting ? (
          <button
            type="button"
            className="secondary"
            disabled={busy || paused}
            onClick={() => call("Leave the queue", (sender) => chess.call(sender, "leaveQueue"))}
          >
            Leave the queue
          </button>
        ) : (
          <button
            type="button"
            disabled={busy || obstacle !== undefined}
            onClick={() => call("Join", (sender) => chess.call(sender, "joinGame", [], wager))}
          >
            {waiting ? "Play against them" : "Join"} for {formatPayment(wager, decimals)}
          </button>
        )}
        {obstacle && (
          <p className="obstacle" data-testid="obstacle">
            {obstacle} {!player && !paused && <a href={href({ view: "wallet" })}>Choose a wallet</a>}
          </p>
        )}
        {holdings !== undefined && holdings.credit > 0n && (
          <button
            type="button"
            className="secondary"
            disabled={busy}
            onClick={() => call("Withdraw", (sender) => chess.call(sender, "withdraw"))}
          >
            Withdraw {formatPayment({ ...wager, amount: holdings.credit }, decimals)} owed to you
          </button>
        )}
      </div>
    </article>
  );
}
