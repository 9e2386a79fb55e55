import { useState } from "react";
import layout from "../board/BesideBoard.module.css";
import { MiniBoard } from "../board/MiniBoard";
import { useIconDot, useTitle } from "../browser/notices";
import { href } from "../browser/router";
import { useChain } from "../chain/ChainContext";
import type { Caller } from "../chain/chess";
import { formatAmount, formatTimeControl } from "../chain/format";
import { type Challenge, type Color, otherColor, type Side } from "../chain/game";
import { useDecimals, usePaused, useTokenBalance } from "../chain/queries";
import { START_FEN } from "../chess/start";
import { NoticeButton } from "../notices/NoticeButton";
import { newGameKey } from "../signedPlay/keys/newKey";
import { useSendTransaction } from "../transactions/useSendTransaction";
import controls from "../ui/controls.module.css";
import { ShareButton } from "../ui/ShareButton";
import { Amount, useAmountText } from "../ui/values/Amount";
import { FiatValue } from "../ui/values/FiatValue";
import { Identicon } from "../ui/values/Identicon";
import { PlayerName } from "../ui/values/PlayerName";
import { ConnectDialog } from "../wallet/ConnectDialog";
import { usePlayer, type Wallet } from "../wallet/wallet";
import styles from "./ChallengeView.module.css";
import { useFirstNotice } from "./useFirstNotice";

const CHALLENGER_SIDE: Record<Side, string> = { white: "White", black: "Black", drawn: "drawn by lot at the start" };
const OTHER_SIDE: Record<Side, string> = { white: "Black", black: "White", drawn: "drawn by lot at the start" };

/** The side that the visitor would have. */
const seenFrom = (side: Side, isOwn: boolean): Color => (side === "drawn" ? "white" : isOwn ? side : otherColor(side));

/** A game that waits for its second player: what it is about, and what its visitor can do. */
export function ChallengeView({ challenge }: { challenge: Challenge }) {
  const { id, challenger, opponent, side, stake, clock, rounds, engines } = challenge;
  const player = usePlayer();
  const isOwn = player === challenger;
  useTitle(`Challenge ${id}`);
  useIconDot(isOwn);
  return (
    <main className={`${controls.page} ${layout.beside} ${styles.beside}`} data-testid="challenge">
      <div className={layout.board}>
        <MiniBoard fen={START_FEN} orientation={seenFrom(side, isOwn)} hasCoordinates />
      </div>
      <h1 className={styles.heading}>
        <Identicon address={challenger} size={40} />
        {isOwn ? (
          "Your challenge"
        ) : (
          <span>
            <PlayerName address={challenger} /> challenges{" "}
            {opponent === undefined ? "anyone" : <Named {...{ opponent, player }} />}
          </span>
        )}
      </h1>
      <dl className={`${controls.card} ${styles.terms}`}>
        <dt>Stake</dt>
        <dd>
          {stake ? (
            <>
              <Amount payment={stake} /> <FiatValue payment={stake} />
            </>
          ) : (
            "none"
          )}
        </dd>
        {rounds > 1 && (
          <>
            <dt>Games</dt>
            <dd>
              up to {rounds}, sides changing{stake && ", each for the stake"}
            </dd>
          </>
        )}
        <dt>Programs</dt>
        <dd>{engines ? "allowed" : "not allowed"}</dd>
        <dt>Time</dt>
        <dd>{formatTimeControl(clock)}</dd>
        <dt>{isOwn ? "You play" : "You would play"}</dt>
        <dd>{(isOwn ? CHALLENGER_SIDE : OTHER_SIDE)[side]}</dd>
        <dt>Opponent</dt>
        <dd>
          {isOwn ? (
            opponent === undefined ? (
              "anyone"
            ) : (
              <PlayerName address={opponent} />
            )
          ) : (
            <PlayerName address={challenger} />
          )}
        </dd>
        <dt>Moves</dt>
        <dd>{challenge.key ? "by signature, free of charge" : "each one a transaction"}</dd>
        <dt>Game</dt>
        <dd>{id}</dd>
      </dl>
      {isOwn ? <Own challenge={challenge} /> : <Invitation challenge={challenge} player={player} />}
      <p>
        <a className={controls.button} href={href({ view: "lobby" })}>
          To the lobby
        </a>
      </p>
    </main>
  );
}

function Named({ opponent, player }: { opponent: string; player: string | undefined }) {
  return opponent === player ? "you" : <PlayerName address={opponent} />;
}

/** For the challenger: the link to hand on, and the way back. */
function Own({ challenge: { id, stake, key, rounds } }: { challenge: Challenge }) {
  const { chess } = useChain();
  const { busy, send } = useSendTransaction();
  const paused = usePaused(true);
  const amount = useAmountText(stake, BigInt(rounds));
  return (
    <section className={controls.stack}>
      <p role="status">
        Waiting for an opponent. Send them this page's address: it leads to the game, and later to its analysis.
      </p>
      <label className={controls.stack}>
        Link
        <input className={controls.field} readOnly value={location.href} onFocus={(event) => event.target.select()} />
      </label>
      <ShareButton />
      <NoticeButton gameId={id} publicKey={key} />
      <button
        type="button"
        className={controls.button}
        disabled={busy || paused}
        onClick={() =>
          send({ title: "Take the challenge back", build: (caller) => chess.call(caller, "cancelChallenge", [id]) })
        }
      >
        Take the challenge back{stake && `: ${amount} back`}
      </button>
    </section>
  );
}

/** For who has got the link: accept or decline. */
function Invitation({ challenge, player }: { challenge: Challenge; player: string | undefined }) {
  const { id, opponent, stake, key, rounds } = challenge;
  const { chess } = useChain();
  const { busy, send } = useSendTransaction();
  const [isConnecting, setConnecting] = useState(false);
  const { tellFirst, notice } = useFirstNotice();
  const paused = usePaused(true);
  const amount = useAmountText(stake, BigInt(rounds));
  // a match is paid for as a whole
  const payment = stake && { ...stake, amount: stake.amount * BigInt(rounds) };
  const decimals = useDecimals(stake?.token);
  const balance = useTokenBalance(player, stake?.token);
  const isNamed = opponent !== undefined && opponent === player;
  const order = {
    title: "Accept the challenge",
    // a game is played by signature where both players name a key
    build: async (caller: Caller) =>
      chess.call(caller, "accept", key ? [id, Buffer.from(await newGameKey())] : [id], payment),
  };
  const accept = (wallet?: Wallet) => {
    setConnecting(false);
    const go = () => send(order, wallet);
    if (wallet && (wallet.address === challenge.challenger || (opponent && opponent !== wallet.address))) return;
    if (key) tellFirst(go);
    else go();
  };
  const obstacle =
    player && opponent && !isNamed
      ? "This challenge is for somebody else."
      : paused
        ? "The contract is paused: no game begins now."
        : payment && balance !== undefined && balance < payment.amount
          ? `You have ${formatAmount(balance, decimals, 6)}: too little for the stake.`
          : undefined;
  return (
    <section className={controls.stack}>
      <button
        type="button"
        className={`${controls.primary} ${controls.large}`}
        disabled={busy || obstacle !== undefined}
        onClick={() => (player ? accept() : setConnecting(true))}
      >
        {stake ? `Accept for ${amount}` : "Accept"}
      </button>
      {isNamed && (
        <button
          type="button"
          className={controls.button}
          disabled={busy || paused}
          onClick={() => send({ title: "Decline", build: (caller) => chess.call(caller, "cancelChallenge", [id]) })}
        >
          Decline
        </button>
      )}
      <p role="alert" className={styles.obstacle}>
        {obstacle}
      </p>
      <p className={controls.muted}>
        The game begins at once, and so does White's time.{" "}
        {stake && "The winner of a game gets both stakes, a draw gives them back."}{" "}
        {rounds > 1 && "After each game either may leave: nobody has a right to the next one."}
      </p>
      {isConnecting && <ConnectDialog onConnected={accept} onClose={() => setConnecting(false)} />}
      {notice}
    </section>
  );
}

/** A challenge that came to nothing. */
export function CancelledChallenge({ id }: { id: number }) {
  useTitle(`Challenge ${id}`);
  return (
    <main className={controls.page} data-testid="cancelled">
      <h1>This challenge was taken back or declined</h1>
      <p>Nobody played game {id}. A stake that was paid has gone back.</p>
      <p>
        <a className={controls.primary} href={href({ view: "lobby" })}>
          To the lobby
        </a>
      </p>
    </main>
  );
}
