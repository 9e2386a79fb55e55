import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { ChessBoard } from "../board/ChessBoard";
import { PromotionPicker, placeOf } from "../board/PromotionPicker";
import { useIconDot, useTitle } from "../browser/notices";
import { href } from "../browser/router";
import { useShortcuts } from "../browser/useShortcuts";
import {
  type Color,
  colorOf,
  formatPoints,
  type Game,
  isOver,
  matchPoints,
  playerToMove,
  scoreOf,
} from "../chain/game";
import { usePaused } from "../chain/queries";
import { fenWithPremoves } from "../chess/premoves";
import { attackedKing, fenAfter, parseMove } from "../chess/san";
import { START_FEN } from "../chess/start";
import { msg, t } from "../i18n/i18n";
import type { SignedEnd } from "../signedPlay/standing";
import { useLowTimeSound } from "../table/clock/lowTime";
import { GameFrame } from "../table/GameFrame";
import { MoveAnnouncer } from "../table/MoveAnnouncer";
import { MoveInput } from "../table/MoveInput";
import { MoveList } from "../table/MoveList";
import { PlayerBar } from "../table/PlayerBar";
import { useStepper } from "../table/useStepper";
import controls from "../ui/controls.module.css";
import { extra } from "../ui/extra";
import { QueryView, StaleNotice } from "../ui/QueryView";
import { ActingWallet, useWallet } from "../wallet/wallet";
import { useActByItself } from "./duties/useActByItself";
import { useAutoClaim } from "./duties/useAutoClaim";
import { useBringMate } from "./duties/useBringMate";
import { useResignOnTime } from "./duties/useResignOnTime";
import { GameActions } from "./GameActions";
import { GameInfo } from "./GameInfo";
import { type GameSnapshot, useGame } from "./line/useGame";
import { useGameLine } from "./line/useGameLine";
import { usePlay } from "./line/usePlay";
import { useShownTimers } from "./line/useShownTimers";
import { useTimers } from "./line/useTimers";
import { ResultOverlay } from "./ResultOverlay";
import styles from "./ResultOverlay.module.css";
import { useRematch } from "./rematch/useRematch";
import { presenceOf } from "./signed/RelayNotice";
import { GameStatus } from "./status/GameStatus";
import { useAskNotice, useBeginNotice, useGameSounds, useTurnNotice } from "./useGameEffects";
import { useZen } from "./useZen";

const challengeView = () => import("../challenge/ChallengeView");
const ChallengeView = lazy(() => challengeView().then(({ ChallengeView }) => ({ default: ChallengeView })));
const CancelledChallenge = lazy(() => challengeView().then((view) => ({ default: view.CancelledChallenge })));
const RematchNews = extra(() => import("./rematch/RematchNews"), "RematchNews");
const KeyImport = extra(() => import("./signed/KeyImport"), "KeyImport");
const SignedRecord = extra(() => import("./signed/SignedRecord"), "SignedRecord");

/** What an answer that is missing means to who plays by signature. */
const PLAY_ON = msg("You can play on: moves by signature need no chain.");

/** A game under way or over, for its players and for who looks on. */
export function GamePage({ id }: { id: number }) {
  const { wallet, main } = useWallet();
  const player = wallet?.address;
  const query = useGame(id, player);
  const wayBack = (
    <a className={controls.button} href={href({ view: "lobby" })}>
      {t("To the lobby")}
    </a>
  );
  return (
    <QueryView what={t("game {id}", { id })} query={query} wayBack={wayBack}>
      {(snapshot) => {
        // a game of the wallet itself goes on by the wallet
        const acting = main && isPartOf(snapshot, main.address) ? main : wallet;
        return (
          <ActingWallet value={acting}>
            <GameOrChallenge
              key={id}
              snapshot={snapshot}
              error={query.error}
              dataUpdatedAt={query.dataUpdatedAt}
              player={acting?.address}
            />
          </ActingWallet>
        );
      }}
    </QueryView>
  );
}

const isPartOf = ({ game, challenge }: GameSnapshot, address: string): boolean =>
  challenge ? challenge.challenger === address || challenge.opponent === address : colorOf(game, address) !== undefined;

function GameOrChallenge(props: TableProps) {
  const { game, challenge } = props.snapshot;
  useBeginNotice(props.snapshot, colorOf(game, props.player));
  if (challenge || game.endReason === "Cancelled") {
    return (
      <Suspense fallback={<main aria-busy="true" className={controls.page} />}>
        {challenge ? <ChallengeView challenge={challenge} /> : <CancelledChallenge id={game.id} />}
      </Suspense>
    );
  }
  return <GameTable {...props} />;
}

/** A player's score in a match, with the round that has just ended. */
function matchScoreOf({ match }: Game, end: SignedEnd | undefined, color: Color): string | undefined {
  if (!match) return undefined;
  const last = !end ? 0 : end.winner === undefined ? 1 : end.winner === color ? 2 : 0;
  return formatPoints(matchPoints(match)[color] + last);
}

interface TableProps {
  snapshot: GameSnapshot;
  /** Why the snapshot may be old. */
  error: Error | null;
  dataUpdatedAt: number;
  player: string | undefined;
}

function GameTable({ snapshot: onChain, error, dataUpdatedAt, player }: TableProps) {
  const youThere = colorOf(onChain.game, player);
  const { signed, line, snapshot, end, result, room, isOpening, isLooking, reopen } = useGameLine(onChain, youThere);
  // in a match sides change with each round
  const you = signed?.session.game.color ?? youThere;
  const { game, plies, claims, stake, clocks } = snapshot;
  const paused = usePaused(game.state === "ongoing");
  const timers = useTimers(signed?.chain ?? onChain, paused, line);
  const [index, step] = useStepper(plies.length);
  const [flipped, setFlipped] = useState(false);
  const isOngoing = game.state === "ongoing";
  // without the key a move would be made on the chain, on another board than the relay's, which is shown
  const isWithoutKey = !signed && line !== undefined;
  const isWaiting =
    isOpening ||
    isLooking ||
    isWithoutKey ||
    signed?.end !== undefined ||
    signed?.mustBring === true ||
    signed?.session.isPlayedElsewhere === true;
  // a signed move needs nothing of the gateway
  const isReached = signed !== undefined || (paused === false && error === null);
  const isOpen = isOngoing && !claims.inactivity && isReached && !isWaiting;
  const play = usePlay(snapshot, you, isOpen, signed?.move);
  const shownTimers = useShownTimers(snapshot, timers);
  const { isZen, toggle: toggleZen } = useZen(true);
  useShortcuts({ f: () => setFlipped(!flipped), z: toggleZen, Escape: play.clearPremoves });
  useLowTimeSound(you && isOngoing ? timers.players[you] : undefined, clocks?.base);
  useAutoClaim(snapshot, you, signed, isOpen && !signed?.end);
  useResignOnTime(signed, timers);
  useBringMate(signed, paused === true);
  useActByItself(signed, timers, paused === true);
  useGameSounds({ ...snapshot, game: result });
  useTurnNotice({ ...snapshot, game: result }, you);
  useAskNotice(onChain, youThere);
  // the chain may hear of the end later
  const isDone = youThere !== undefined && isOver(result) && !signed?.match?.interval;
  const rematch = useRematch({
    game: onChain.game,
    you: isDone ? youThere : undefined,
    stake,
    clock: clocks,
    isSigned: onChain.keys !== undefined,
  });
  const isYourTurn = you !== undefined && playerToMove(result) === you && !play.inFlight;
  useTitle(isYourTurn ? t("Your turn · game {id}", { id: game.id }) : t("Game {id}", { id: game.id }));
  useIconDot(isYourTurn);

  const isLatest = index === plies.length;
  const moves = useMemo(() => plies.map(({ san }) => san), [plies]);
  const shown = plies[index - 1];
  const fen = shown?.fen ?? START_FEN;
  // what the player has played stands on the board before the chain has it
  const ahead = isLatest ? (play.inFlight ?? play.proposed) : undefined;
  const turn: Color = (index % 2 === 0) !== (ahead !== undefined) ? "white" : "black";
  const playedFen = ahead ? fenAfter(fen, ahead) : fen;
  const { premoves, clearPremoves } = play;
  const premovedFen = isLatest && you && premoves.length > 0 ? fenWithPremoves(playedFen, premoves, you) : playedFen;
  // a piece that was to move is gone
  useEffect(() => {
    if (premovedFen === undefined) clearPremoves();
  }, [premovedFen, clearPremoves]);
  const boardFen = premovedFen ?? playedFen;
  const orientation: Color = (you === "black") !== flipped ? "black" : "white";
  const bar = (color: Color) => (
    <PlayerBar
      game={result}
      color={color}
      plies={plies.slice(0, index)}
      you={you}
      presence={isOngoing && color !== you ? presenceOf(room, color) : undefined}
      timer={shownTimers?.[color]}
      score={game.match ? matchScoreOf(result, end, color) : scoreOf(result, color)}
      clock={clocks}
    />
  );
  const place = play.promoting && placeOf(play.promoting.to, orientation);

  return (
    <GameFrame
      title={t("Game {id}", { id: game.id })}
      orientation={orientation}
      bar={bar}
      board={
        <ChessBoard
          fen={boardFen}
          orientation={orientation}
          turn={turn}
          check={attackedKing(playedFen)}
          lastMove={ahead ?? shown?.move}
          pending={isLatest ? play.inFlight : undefined}
          dests={isLatest ? play.dests : undefined}
          onMove={play.drop}
          premoves={isLatest && play.canPremove ? you : undefined}
          premoved={isLatest ? premoves : undefined}
          onPremove={play.addPremove}
          onClearPremoves={clearPremoves}
          dimmed={!isReached || !isLatest}
        >
          {play.promoting && place && you && (
            <PromotionPicker color={you} {...place} size={8} onChoose={play.promote} onCancel={play.takeBack} />
          )}
        </ChessBoard>
      }
      over={<StaleNotice error={error} dataUpdatedAt={dataUpdatedAt} goesOn={signed && t(PLAY_ON)} />}
      onLeaveZen={isZen ? toggleZen : undefined}
      panel={
        <>
          <div className={styles.status}>
            <GameStatus
              snapshot={snapshot}
              you={you}
              play={play}
              timers={timers}
              signed={signed}
              end={end}
              fen={fen}
              isWithoutKey={isWithoutKey && you !== undefined}
              lookingAt={isLatest ? undefined : index}
              onBack={() => step(plies.length)}
            />
            <ResultOverlay
              key={`${game.state} ${game.match?.round}`}
              game={result}
              stake={stake}
              you={you}
              rematch={rematch}
              end={end}
              signed={signed}
            />
          </div>
          <MoveList moves={moves} index={index} onStep={step} />
          {you && isOngoing && (
            <MoveInput
              parse={(text) => parseMove(fen, text)}
              example="Nf3, e7e8q"
              enabled={isLatest && play.dests !== undefined}
              onMove={play.play}
              isLegal={play.isLegal}
            />
          )}
          <GameActions
            snapshot={{ ...snapshot, game: result }}
            signed={signed}
            you={you}
            rematch={rematch}
            onFlip={() => setFlipped(!flipped)}
          />
        </>
      }
      data={{
        "data-testid": "game",
        "data-plies": game.plies,
        "data-state": game.state,
        "data-awaits": game.awaits,
        "data-your-turn": isYourTurn,
      }}
    >
      <Suspense>{isDone && player && <RematchNews player={player} />}</Suspense>
      <MoveAnnouncer {...snapshot} game={result} />
      <GameInfo snapshot={snapshot} you={you} signed={signed} room={isOngoing ? room : undefined}>
        <Suspense>
          {onChain.keys && isOver(onChain.game) && <SignedRecord snapshot={onChain} you={you} />}
          {onChain.keys && youThere && isOngoing && !signed && !isOpening && (
            <KeyImport publicKey={onChain.keys[youThere]} isAhead={isWithoutKey} onImported={reopen} />
          )}
        </Suspense>
      </GameInfo>
    </GameFrame>
  );
}
