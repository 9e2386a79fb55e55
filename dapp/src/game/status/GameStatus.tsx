import { useState } from "react";
import type { Endpoint } from "../../chain/chess";
import { type Color, playerToMove } from "../../chain/game";
import { usePaused, useReclaimable } from "../../chain/queries";
import { drawReason } from "../../chess/history";
import { endTextFor, moveCount, openEndText, toMoveText } from "../../chess/reason";
import { sanOf } from "../../chess/san";
import { type Message, msg, t } from "../../i18n/i18n";
import { Say } from "../../i18n/Say";
import { drawOfferer, signedResult } from "../../signedPlay/standing";
import styles from "../../table/GameStatus.module.css";
import { isLong, lookingAtText, ProposedMove, RecentMoves } from "../../table/StatusSlot";
import { isUnderWay, type Stage } from "../../transactions/TransactionStore";
import { useTransactionStore, useTransactions } from "../../transactions/TransactionsContext";
import { useSendTransaction } from "../../transactions/useSendTransaction";
import { Button, PrimaryButton } from "../../ui/Button";
import { extra } from "../../ui/extra";
import { Amount, useAmountText } from "../../ui/values/Amount";
import { useWallet } from "../../wallet/wallet";
import type { Situation } from "../duties/useSituation";
import type { GameSnapshot } from "../line/useGame";
import type { GameLine } from "../line/useGameLine";
import type { Play } from "../line/usePlay";
import { isClosed, type SignedTable } from "../line/useSignedTable";
import type { Timers } from "../line/useTimers";

const DrawOffer = extra(() => import("./DrawOffer"), "DrawOffer");
const EndDetail = extra(() => import("./EndDetail"), "EndDetail");
const IntervalText = extra(() => import("./IntervalText"), "IntervalText");
const OutlookLine = extra(() => import("./OutlookLine"), "OutlookLine");
const SignedClaims = extra(() => import("../signed/SignedClaims"), "SignedClaims");
const TimeoutClaim = extra(() => import("./TimeoutClaim"), "TimeoutClaim");
const PursesGame = extra(() => import("../signed/PursesGame"), "PursesGame");
const TakeOver = extra(() => import("../signed/TakeOver"), "TakeOver");
const WithoutKey = extra(() => import("../signed/WithoutKey"), "WithoutKey");

interface Props extends Pick<GameLine, "snapshot" | "signed" | "end" | "bringable"> {
  /** The game as the chain has it, of a match maybe in an earlier round, and the player's side there. */
  onChain: GameSnapshot;
  youThere: Color | undefined;
  you: Color | undefined;
  play: Play;
  timers: Timers;
  situation: Situation;
  fen: string;
  /** The last question about the game failed. */
  isStale: boolean;
  /** The signed game is longer than the chain's, and this browser lacks the key to continue it. */
  isWithoutKey: boolean;
  /** The shown ply, if it isn't the last one. */
  lookingAt: number | undefined;
  onBack: () => void;
  /** The result is shown over the board, so it isn't repeated here. */
  isToldOnBoard: boolean;
}

const WAITING: Partial<Record<Stage, Message>> = {
  preparing: msg("Preparing {what}"),
  signing: msg("Waiting for your signature: {what}"),
  sending: msg("Sending {what}"),
  sent: msg("Sending {what}"),
};

/** Hides an opponent's offer of a draw that was declined, as long as it stands. */
function useDecline(snapshot: GameSnapshot): [snapshot: GameSnapshot, decline: () => void] {
  const [isDeclined, setDeclined] = useState(false);
  if (isDeclined && !snapshot.drawOffer) setDeclined(false);
  return [isDeclined ? { ...snapshot, drawOffer: undefined } : snapshot, () => setDeclined(true)];
}

/** Whose turn it is, and what can be claimed. Its height is always the same. */
export function GameStatus(given: Props) {
  const [snapshot, decline] = useDecline(given.snapshot);
  const props = { ...given, snapshot };
  const { you, play, signed, end, fen, isWithoutKey, bringable, lookingAt, onBack } = props;
  const { game } = snapshot;
  const store = useTransactionStore();
  const { wallet, main } = useWallet();
  const player = wallet?.address;
  const own = useTransactions().find((tracked) => tracked.sender === player && isUnderWay(tracked));
  const isKnown = !isWithoutKey && !signed?.session.isUnknown;
  const isYours = you !== undefined && playerToMove(game) === you && !end && isKnown;
  const waiting = own && WAITING[own.stage];
  const title = waiting ? t(waiting, { what: own.title }) : titleText(props);
  const isCancellable = own?.stage === "signing";

  return (
    <section
      className={`box ${styles.status} ${isYours && !own ? styles.yours : ""}`}
      data-testid="standing"
      data-premoves={play.premoves.length > 0}
      aria-label={t("Status")}
    >
      <header className={`between ${styles.header}`}>
        <strong data-stage={own?.stage} data-long={isLong(title)}>
          {title}
        </strong>
        {!end && <Pot snapshot={snapshot} />}
      </header>
      <p className={styles.detail}>{lookingAt === undefined ? <Detail {...props} /> : lookingAtText(lookingAt)}</p>
      <div className={styles.slot}>
        {isCancellable ? (
          <Button onClick={() => store.cancel(own.id)}>{t("Cancel")}</Button>
        ) : lookingAt !== undefined ? (
          <Button onClick={onBack}>{t("Back to the game")}</Button>
        ) : play.premoves.length > 0 ? (
          <Button onClick={play.clearPremoves}>
            {play.premoves.length === 1 ? t("Take it back") : t("Take them back")}
          </Button>
        ) : signed?.session.isPlayedElsewhere && !end ? (
          <TakeOver signed={signed} />
        ) : play.proposed ? (
          <ProposedMove move={sanOf(fen, play.proposed)} onConfirm={play.confirm} onTakeBack={play.takeBack} />
        ) : game.state !== "ongoing" ? null : isWithoutKey && bringable ? (
          <WithoutKey bringable={bringable} plies={snapshot.plies.length} />
        ) : you ? (
          <Claims {...props} you={you} onDecline={decline} />
        ) : (
          main && !wallet?.home && snapshot.keys && <PursesGame game={game} wallet={main.address} />
        )}
      </div>
    </section>
  );
}

function titleText(props: Props): string {
  const { snapshot, you, play, end, fen, signed, isWithoutKey, isToldOnBoard } = props;
  const { game, claims } = snapshot;
  if (game.state === "ongoing" && game.awaits === "longerGame")
    return openEndText(end ? signedResult(game, end) : game);
  if (isToldOnBoard) return t("Game over");
  if (game.state !== "ongoing") return endTextFor(game, you);
  if (end) return endTextFor(signedResult(game, end), you);
  if (isWithoutKey) return t("Your key is elsewhere");
  if (signed?.session.isUnknown) return t("Game not known here");
  if (play.proposed) {
    return claims.illegalMove ? t("Moving gives up the win") : t("Play {move}?", { move: sanOf(fen, play.proposed) });
  }
  if (play.inFlight) return t("Sending {what}", { what: sanOf(fen, play.inFlight) });
  if (!you) return toMoveText(game.turn);
  if (game.turn === you) return t("Your turn");
  if (signed?.offlineSince !== undefined) return t("Reconnecting");
  const { length } = play.premoves;
  if (length === 0) return t("Their turn");
  return length === 1 ? t("Their turn · next move set") : t("Their turn · {count} moves set", { count: length });
}

/** The pot of the game. */
function Pot({ snapshot: { game, stake } }: { snapshot: GameSnapshot }) {
  if (game.state !== "ongoing") return null;
  return (
    <span className={styles.pot} data-testid="pot">
      {stake ? (
        <Say
          text="Pot <0>{amount}</0>"
          values={{ amount: <Amount payment={stake} times={2n} /> }}
          parts={[<b key="pot" />]}
        />
      ) : (
        t("No stake")
      )}
    </span>
  );
}

type DetailProps = Pick<
  Props,
  "snapshot" | "you" | "timers" | "situation" | "signed" | "end" | "isStale" | "isWithoutKey"
>;

function Detail({ snapshot, you, timers, situation: { outlook }, signed, end, isStale, isWithoutKey }: DetailProps) {
  const { game, claims, drawOffer, plies } = snapshot;
  const paused = usePaused(game.state === "ongoing");
  const match = signed?.match;
  const interval = match?.interval;
  const isOpenEnd = game.awaits === "longerGame";
  // the player's choice about the next game comes before an end that it can undo
  if (interval && (interval.mine || !isOpenEnd)) return <IntervalText match={match} />;
  if (game.state !== "ongoing" || isOpenEnd || end) {
    return <EndDetail snapshot={snapshot} you={you} until={timers.until} end={end} />;
  }
  if (isWithoutKey) return t("Go on in the browser that has this game's key, or take its file from there.");
  if (outlook && signed && !claims.inactivity) {
    return <OutlookLine outlook={outlook} signed={signed} />;
  }
  if (signed?.session.isUnknown) return t("The moves aren't known here. They come from the relay or the chain.");
  const isOnMove = game.turn === you;
  const texts = [
    (signed && reconnectingText(signed, isOnMove)) ||
      (isStale &&
        you &&
        (signed ? t("You can play on: moves by signature need no chain.") : t("No moves until the chain is back."))),
    signed?.session.isPlayedElsewhere &&
      (signed.session.game.hasBranch || signed.session.isChainLonger
        ? t("A longer game was signed with your key: that one counts.")
        : t("You play on another device: this one follows.")),
    signed?.isUndoing && t("Your opponent has ended it on the chain. Your next move undoes that."),
    paused && t("The contract is paused. The clock stands still."),
    signed?.pauses.isReclaimable && t("Pauses took so long that both can take their stakes back: nobody moves."),
    claims.inactivity && (isOnMove ? t("Your time is over.") : t("Their time is over.")),
    claims.illegalMove && isOnMove && t("Your opponent left their king attacked: claim the win before you move."),
    claims.illegalMove && you && !isOnMove && t("Your king is attacked: your opponent may call it."),
    claims.draw && isOnMove && t("A draw can be claimed: {reason}.", { reason: drawReason(plies) }),
    drawOffer &&
      (!you ? t("A draw is offered.") : drawOffer === you ? t("You offer a draw.") : t("Your opponent offers a draw.")),
    signed?.session.isOffering && isOnMove && t("You offer a draw with your next move."),
    game.awaits === "answer" && !claims.inactivity && askedText(signed ? signed.isAsked : isOnMove),
  ].filter(Boolean);
  if (texts.length > 0) return texts.join(" ");
  return (
    <>
      {game.match && `${t("Game {number} of {count}", { number: game.match.round + 1, count: game.match.rounds })} · `}
      {moveCount(plies.length)}
      <RecentMoves moves={plies.map(({ san }) => san)} />
    </>
  );
}

/** The text while the line to the relay is down. */
const reconnectingText = ({ offlineSince }: SignedTable, isOnMove: boolean): string | undefined =>
  offlineSince === undefined
    ? undefined
    : isOnMove
      ? t("Reconnecting: your move is saved here, and sent once the line is back.")
      : t("Your opponent's moves aren't known until the line is back. Nothing is lost.");

const askedText = (isAsked: boolean): string =>
  isAsked
    ? t("Your opponent asks for your move on the chain: your clock there runs.")
    : t("A move was asked for on the chain: the clock there runs.");

type ClaimsProps = Pick<
  Props,
  "snapshot" | "onChain" | "youThere" | "play" | "situation" | "signed" | "isToldOnBoard"
> & {
  you: Color;
  onDecline: () => void;
};

/** The results that a player can claim now. */
function Claims({ snapshot, onChain, youThere, play, situation, signed, you, isToldOnBoard, onDecline }: ClaimsProps) {
  const { game, claims, drawOffer, stake } = snapshot;
  const paused = usePaused(game.state === "ongoing") ?? true;
  const { busy, call, player } = useSendTransaction();
  const isReclaimable = useReclaimable(game.id, player, paused || signed?.pauses.tookTime === true);
  // taking the stake back would lose an end or a longer game that the chain doesn't have yet
  const hasMore = (signed?.end && onChain.game.awaits !== "longerGame") || signed?.advice.cause === "meets";
  const isOff: Partial<Record<Endpoint, boolean | undefined>> = {
    signalInactivity: signed?.pauses.isClosed,
    reclaimWager: false,
  };
  const pot = useAmountText(stake, 2n);
  const { due, isRelays } = situation;
  const isOnMove = playerToMove(game) === you;
  const settles = { game: game.id, plies: onChain.plies.length };
  // in a match the chain may be in an earlier round and take no later one; a leave by both comes first
  const isTimeOver = onChain.claims.inactivity && signed?.advice.cause !== "parts";
  const claim = (title: string, endpoint: Endpoint, label: string) => (
    <PrimaryButton
      key={endpoint}
      disabled={busy || (isOff[endpoint] ?? paused)}
      onClick={() => call(title, endpoint, [game.id], { settles })}
    >
      {label}
    </PrimaryButton>
  );
  return (
    <>
      {claims.illegalMove &&
        isOnMove &&
        claim(t("Call the illegal move"), "callIllegalMove", t("Claim the win: {pot}", { pot: pot }))}
      {isTimeOver && youThere && <TimeoutClaim chain={onChain} you={youThere} isRelays={isRelays} claim={claim} />}
      {signed && due && !isTimeOver && (
        <SignedClaims signed={signed} due={due} situation={situation} isToldOnBoard={isToldOnBoard} />
      )}
      {claims.draw && isOnMove && !signed && claim(t("Claim a draw"), "claimDraw", t("Claim a draw"))}
      {play.claim.isPossible && !claims.draw && (
        <Button aria-pressed={play.claim.isMade} disabled={busy || paused} onClick={play.claim.toggle}>
          {play.claim.isMade ? t("Your next move claims a draw") : t("Claim a draw with the next move")}
        </Button>
      )}
      {isReclaimable && !hasMore && claim(t("Take the stake back"), "reclaimWager", t("Take the stake back"))}
      {drawOffer && drawOffer !== you && !signed?.end && (
        <DrawOffer
          disabled={signed ? isClosed(signed) : busy || paused}
          // an offer that exists only on the chain is accepted there
          onAccept={() =>
            signed && drawOfferer(signed.session.game)
              ? signed.say("draw")
              : call(t("Accept the draw"), "draw", [game.id], { settles })
          }
          onDecline={onDecline}
        />
      )}
    </>
  );
}
