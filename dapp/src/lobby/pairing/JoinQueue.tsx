import { useChain } from "../../chain/ChainContext";
import type { Caller, Terms } from "../../chain/chess";
import { formatAmount, formatPayment } from "../../chain/format";
import { overLimit } from "../../chain/launchLimit";
import { gameFee } from "../../chain/network/fees";
import type { Payment } from "../../chain/payment";
import { useDecimals, useTokenBalance } from "../../chain/queries";
import { useRelayUrl } from "../../chain/relayUrl";
import { useFirstNotice } from "../../challenge/useFirstNotice";
import { t } from "../../i18n/i18n";
import { Say } from "../../i18n/Say";
import { keyArgument } from "../../signedPlay/keys/keyArgument";
import { useSendTransaction } from "../../transactions/useSendTransaction";
import { WithdrawButton } from "../../transactions/WithdrawButton";
import { Button } from "../../ui/Button";
import { FiatValue } from "../../ui/values/Amount";
import { PlayerName } from "../../ui/values/PlayerName";
import { useConnecting } from "../../wallet/ConnectDialog";
import styles from "./JoinQueue.module.css";
import { useGamePageSoon } from "./usePairing";

/** The wager, what a game costs, and the queue. */
export function JoinQueue({ terms }: { terms: Terms }) {
  const { wager } = terms;
  if (!wager) {
    return (
      <section>
        <p role="status">{t("This contract isn't open yet: its owner has not set the wager.")}</p>
      </section>
    );
  }
  return <Queue terms={terms} wager={wager} />;
}

function Queue({ terms, wager }: { terms: Terms; wager: Payment }) {
  const { chess, settings } = useChain();
  const relay = useRelayUrl();
  const { player, busy, send, call } = useSendTransaction();
  const { tellFirst, notice } = useFirstNotice();
  const decimals = useDecimals(wager.token);
  const balance = useTokenBalance(player, wager.token);
  const { paused, waiting } = terms;
  const isWaiting = waiting !== undefined && waiting === player;
  const order = {
    title: t("Join"),
    leadsOn: true,
    // with a relay the game is played by signature, if the other player has also named a key
    build: async (caller: Caller) => chess.call(caller, "joinGame", relay ? await keyArgument() : [], wager),
    // someone who saw the pending call could join with its key: each call has a new one
    againAfter: "not a key of your own",
  };
  const { press, dialog, isConnecting } = useConnecting((wallet) => {
    if (wallet && wallet.address === waiting) return;
    tellFirst(relay !== undefined, () => send(order, wallet));
  });
  useGamePageSoon(isConnecting || busy || isWaiting);

  const obstacle = overLimit(settings.launchLimit, wager) ?? obstacleOf(paused, wager, balance, decimals);
  return (
    <section className={`stack ${styles.queueBox}`} aria-label={t("New game")}>
      <WagerTerms wager={wager} decimals={decimals} />
      {isWaiting ? (
        <Button disabled={busy || paused} onClick={() => call(t("Leave the queue"), "leaveQueue")}>
          {t("Leave the queue")}
        </Button>
      ) : (
        <Button data-testid="join" disabled={busy || obstacle !== undefined} onClick={press}>
          {t("Play a stranger for {amount}", { amount: formatPayment(wager, decimals) })}
        </Button>
      )}
      <QueueStatus waiting={waiting} isOwn={isWaiting} />
      <p role="alert" className="problem" data-testid="obstacle">
        {obstacle}
      </p>
      <WithdrawButton />
      {dialog}
      {notice}
    </section>
  );
}

/** The reason why nobody can join now. */
function obstacleOf(paused: boolean, wager: Payment, balance: bigint | undefined, decimals: number | undefined) {
  if (paused) return t("The contract is paused: no moves, no new games.");
  if (decimals === undefined) return t("The token's decimals are not known yet.");
  if (balance !== undefined && balance < wager.amount)
    return t("You have {amount}: too little for the wager.", { amount: formatAmount(balance, decimals, 6) });
  return undefined;
}

/** The wager, the amount that can be won, and the cost of the moves. */
function WagerTerms({ wager, decimals }: { wager: Payment; decimals: number | undefined }) {
  const { config } = useChain();
  const relay = useRelayUrl();
  return (
    <>
      <p className={`between ${styles.wager}`}>
        <span>{t("Wager")}</span> <strong>{formatPayment(wager, decimals)}</strong>
      </p>
      <p className="muted">
        <FiatValue payment={wager} />
        {t("Win {amount}, a draw gives yours back · a day for each move", {
          amount: formatPayment({ ...wager, amount: 2n * wager.amount }, decimals),
        })}{" "}
        ·{" "}
        {relay
          ? t("moves by signature, free of charge")
          : t("fees about {fee} EGLD for 40 moves", { fee: formatAmount(gameFee(config), 18, 4) })}
      </p>
    </>
  );
}

/** The state of the queue: the player who is waiting there, if any. */
function QueueStatus({ waiting, isOwn }: { waiting: string | undefined; isOwn: boolean }) {
  return (
    <p role="status" data-testid="queue">
      {isOwn ? (
        t("You are waiting for an opponent. You will play White.")
      ) : waiting ? (
        <Say text="{player} is waiting: you would play Black." values={{ player: <PlayerName address={waiting} /> }} />
      ) : (
        t("Nobody is waiting: you would wait, and play White.")
      )}
    </p>
  );
}
