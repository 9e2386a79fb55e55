import layout from "../board/BesideBoard.module.css";
import { MiniBoard } from "../board/MiniBoard";
import { colorName } from "../board/pieceNames";
import { useIconDot, useTitle } from "../browser/notices";
import { useChain } from "../chain/ChainContext";
import type { Caller } from "../chain/chess";
import { formatAmount, formatTimeControl } from "../chain/format";
import { type Challenge, type Game, otherColor, paymentOf, type Side } from "../chain/game";
import { overLimit } from "../chain/launchLimit";
import { useDecimals, usePaused, useTokenBalance } from "../chain/queries";
import { shareLink } from "../chain/settings";
import { START_FEN } from "../chess/start";
import { t } from "../i18n/i18n";
import { Say } from "../i18n/Say";
import { NoticeButton } from "../notices/NoticeButton";
import { newGameKey } from "../signedPlay/keys/newKey";
import { useSendTransaction } from "../transactions/useSendTransaction";
import { Button, PrimaryButton, ToLobby } from "../ui/Button";
import { Facts } from "../ui/Facts";
import { ShareButton } from "../ui/ShareButton";
import { Priced, useAmountText } from "../ui/values/Amount";
import { Identicon, PlayerName } from "../ui/values/PlayerName";
import { useConnecting } from "../wallet/ConnectDialog";
import { usePlayer } from "../wallet/wallet";
import styles from "./ChallengeView.module.css";
import { useFirstNotice } from "./useFirstNotice";

const sideText = (side: Side): string => (side === "drawn" ? t("drawn by lot at the start") : colorName(side));

/** The side that the visitor would have. */
const visitorsSide = (side: Side, isOwn: boolean): Side => (isOwn || side === "drawn" ? side : otherColor(side));

/** A challenge that waits, or came to nothing. */
export const ChallengeView = ({ challenge, game }: { challenge: Challenge | undefined; game: Game }) =>
  challenge ? <OpenChallenge challenge={challenge} /> : <EndedChallenge game={game} />;

/** A game that waits for its second player: its terms, and what its visitor can do. */
function OpenChallenge({ challenge }: { challenge: Challenge }) {
  const { id, challenger, opponent, side } = challenge;
  const player = usePlayer();
  const isOwn = player === challenger;
  useTitle(t("Challenge {id}", { id }));
  useIconDot(isOwn);
  return (
    <main className={`page ${layout.beside} ${styles.beside}`} data-testid="challenge">
      <div className={layout.board}>
        <MiniBoard
          fen={START_FEN}
          orientation={visitorsSide(side, isOwn) === "black" ? "black" : "white"}
          hasCoordinates
        />
      </div>
      <h1 className={`line ${styles.heading}`}>
        <Identicon address={challenger} size={40} />
        {isOwn ? (
          t("Your challenge")
        ) : (
          <span>
            <Challenging {...{ challenger, opponent, player }} />
          </span>
        )}
      </h1>
      <Terms challenge={challenge} isOwn={isOwn} />
      {isOwn ? <Own challenge={challenge} /> : <Invitation challenge={challenge} player={player} />}
      <ToLobby />
    </main>
  );
}

/** The terms of the challenge: the game, the stake, and the visitor's side. */
function Terms({ challenge, isOwn }: { challenge: Challenge; isOwn: boolean }) {
  const { id, challenger, opponent, side, stake, clock, rounds, engines, key } = challenge;
  const other = isOwn ? opponent : challenger;
  const games = stake
    ? t("up to {rounds}, sides changing, each for the stake", { rounds })
    : t("up to {rounds}, sides changing", { rounds });
  return (
    <Facts
      className={`card ${styles.terms}`}
      facts={[
        [t("Stake"), stake ? <Priced key="stake" payment={stake} /> : t("none")],
        rounds > 1 && [t("Games"), games],
        [t("Programs"), engines ? t("allowed") : t("not allowed")],
        [t("Time"), formatTimeControl(clock)],
        [isOwn ? t("You play") : t("You would play"), sideText(visitorsSide(side, isOwn))],
        [t("Opponent"), other ? <PlayerName key="opponent" address={other} /> : t("anyone")],
        [t("Moves"), key ? t("by signature, free of charge") : t("each one a transaction")],
        [t("Game"), id],
      ]}
    />
  );
}

/** A sentence that names the challenger and the opponent. */
function Challenging(props: { challenger: string; opponent: string | undefined; player: string | undefined }) {
  const challenger = <PlayerName address={props.challenger} />;
  if (props.opponent === undefined) return <Say text="{challenger} challenges anyone" values={{ challenger }} />;
  if (props.opponent === props.player) return <Say text="{challenger} challenges you" values={{ challenger }} />;
  const opponent = <PlayerName address={props.opponent} />;
  return <Say text="{challenger} challenges {opponent}" values={{ challenger, opponent }} />;
}

/** For the challenger: the link to send, and a button to take the challenge back. */
function Own({ challenge: { id, stake, key, rounds } }: { challenge: Challenge }) {
  const { settings } = useChain();
  const { busy, call } = useSendTransaction();
  const paused = usePaused(true);
  const amount = useAmountText(stake, BigInt(rounds));
  return (
    <section className="stack">
      <p role="status">
        {t("Waiting for an opponent. Send them this page's address: it leads to the game, and later to its analysis.")}
      </p>
      <label className="stack">
        {t("Link")}
        <input className="field" readOnly value={location.href} onFocus={(event) => event.target.select()} />
      </label>
      <ShareButton url={shareLink(settings, id)} />
      <NoticeButton gameId={id} publicKey={key} />
      <Button disabled={busy || paused} onClick={() => call(t("Take the challenge back"), "cancelChallenge", [id])}>
        {stake ? t("Take the challenge back: {amount} back", { amount }) : t("Take the challenge back")}
      </Button>
    </section>
  );
}

/** The reason why a player can't accept. */
function useObstacle(challenge: Challenge, player: string | undefined, paused: boolean | undefined) {
  const { opponent, stake } = challenge;
  const decimals = useDecimals(stake?.token);
  const balance = useTokenBalance(player, stake?.token);
  const payment = paymentOf(challenge);
  const tooMuch = overLimit(useChain().settings.launchLimit, payment);
  if (player && opponent && opponent !== player) return t("This challenge is for somebody else.");
  if (paused) return t("The contract is paused: no game begins now.");
  if (tooMuch) return tooMuch;
  if (decimals === undefined) return t("The token's decimals are not known yet.");
  if (payment && balance !== undefined && balance < payment.amount)
    return t("You have {amount}: too little for the stake.", { amount: formatAmount(balance, decimals, 6) });
  return undefined;
}

/** For the visitor: accept or decline. */
function Invitation({ challenge, player }: { challenge: Challenge; player: string | undefined }) {
  const { id, opponent, stake, clock, key, rounds } = challenge;
  const { chess } = useChain();
  const { busy, send, call } = useSendTransaction();
  const { tellFirst, notice } = useFirstNotice();
  const paused = usePaused(true);
  const amount = useAmountText(stake, BigInt(rounds));
  const payment = paymentOf(challenge);
  const isNamed = opponent !== undefined && opponent === player;
  const order = {
    title: t("Accept the challenge"),
    leadsOn: true,
    // a game is played by signature if both players name a key
    build: async (caller: Caller) =>
      chess.call(caller, "accept", key ? [id, Buffer.from(await newGameKey())] : [id], payment),
  };
  const { press, dialog } = useConnecting((wallet) => {
    if (wallet && (wallet.address === challenge.challenger || (opponent && opponent !== wallet.address))) return;
    tellFirst(key !== undefined && stake !== undefined, () => send(order, wallet));
  });
  const obstacle = useObstacle(challenge, player, paused);
  return (
    <section className="stack">
      <PrimaryButton className="large" disabled={busy || obstacle !== undefined} onClick={press}>
        {stake ? t("Accept for {amount}", { amount }) : t("Accept")}
      </PrimaryButton>
      {isNamed && (
        <Button disabled={busy || paused} onClick={() => call(t("Decline"), "cancelChallenge", [id])}>
          {t("Decline")}
        </Button>
      )}
      <p role="alert" className="trouble">
        {obstacle}
      </p>
      <p className="muted">
        {key && clock
          ? t("The game begins at once; time runs when both have moved.")
          : t("The game begins at once, and so does White's time.")}{" "}
        {stake && t("The winner of a game gets both stakes, a draw gives them back.")}{" "}
        {stake && rounds > 1 && t("Stakes of unplayed games come back.")}{" "}
        {rounds > 1 && t("After each game either may leave: nobody has a right to the next one.")}
      </p>
      {dialog}
      {notice}
    </section>
  );
}

/** A challenge that came to nothing. */
function EndedChallenge({ game: { id, endReason } }: { game: Game }) {
  useTitle(t("Challenge {id}", { id }));
  return (
    <main className="page" data-testid="cancelled">
      <h1>{endReason === "Declined" ? t("This challenge was declined") : t("This challenge was taken back")}</h1>
      <p>{t("Nobody played game {id}. A stake that was paid has gone back.", { id })}</p>
      <ToLobby isPrimary />
    </main>
  );
}
