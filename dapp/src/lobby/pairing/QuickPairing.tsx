import { useEffect, useState } from "react";
import { useChain } from "../../chain/ChainContext";
import { formatPayment, formatTimeControl } from "../../chain/format";
import type { Challenge } from "../../chain/game";
import { EGLD } from "../../chain/payment";
import { useTokenBalance } from "../../chain/queries";
import { useRelayUrl } from "../../chain/relayUrl";
import { isSameClock, type Preset, presetText, TILES } from "../../challenge/presets";
import { useFirstNotice } from "../../challenge/useFirstNotice";
import { loadGamePage } from "../../game/loadGamePage";
import { type Message, msg, t } from "../../i18n/i18n";
import { Say } from "../../i18n/Say";
import controls from "../../ui/controls.module.css";
import { Amount } from "../../ui/values/Amount";
import { FiatValue } from "../../ui/values/FiatValue";
import { ConnectDialog } from "../../wallet/ConnectDialog";
import type { Wallet } from "../../wallet/wallet";
import { fitting, longestMatch } from "./pairing";
import styles from "./QuickPairing.module.css";
import { type Choice, StakeChoice, useStakeChoice } from "./StakeChoice";
import { type Pairing, useIsBot } from "./usePairing";

interface Props {
  player: string | undefined;
  pairing: Pairing;
  /** The open challenges as they are known. */
  known: readonly Challenge[];
  paused: boolean;
}

/** A game in one click: times as tiles, beside what it is played for. */
export function QuickPairing({ player, pairing, known, paused }: Props) {
  const { settings } = useChain();
  const hasRelay = useRelayUrl(settings) !== undefined;
  const { waiting, pressed, pair, takeBack } = pairing;
  const [connecting, setConnecting] = useState<Preset>();
  const choice = useStakeChoice();
  const isBot = useIsBot();
  const { stake } = choice;
  const { tellFirst, notice } = useFirstNotice();
  const balance = useTokenBalance(player, EGLD);
  const isSoon = connecting !== undefined || pressed !== undefined || waiting !== undefined;
  useEffect(() => {
    // without a network the view itself will say so
    if (isSoon) loadGamePage().catch(() => {});
  }, [isSoon]);

  const obstacle = obstacleOf(choice, balance, paused);
  const begin = ({ name, clock }: Preset, wallet?: Wallet) => {
    setConnecting(undefined);
    const go = () => void pair(name, { clock, stake }, wallet);
    if (hasRelay) tellFirst(go);
    else go();
  };
  const press = (tile: Preset) => {
    if (waiting) takeBack();
    else if (player) begin(tile);
    else setConnecting(tile);
  };

  const tiles = TILES.map((tile) => ({ tile, first: fitting(known, { clock: tile.clock, stake }, player, isBot)[0] }));
  const botGames = longestMatch(tiles.map(({ first }) => (first && isBot(first.challenger) ? first : undefined)));

  return (
    <section className={`${controls.card} ${controls.stack}`} aria-label={t("Quick pairing")}>
      <StakeChoice choice={choice} disabled={waiting !== undefined} />
      <div className={styles.tiles}>
        {tiles.map(({ tile, first }) => (
          <Tile
            key={tile.name}
            tile={tile}
            pairing={pairing}
            first={first}
            isBot={isBot}
            isOff={obstacle !== undefined}
            onPress={press}
          />
        ))}
      </div>
      <p role="status" data-testid="pairing" className={styles.says}>
        {waiting ? (
          <Waiting waiting={waiting} known={known} player={player} />
        ) : (
          <>
            {t("One click: you meet who waits for the same, or wait for them.")}{" "}
            {botGames > 1 && t("Bots play up to {count} games: you can leave after each.", { count: botGames })}
          </>
        )}
      </p>
      <p role="alert" className={styles.obstacle}>
        {obstacle ?? pairing.trouble}
      </p>
      {connecting && (
        <ConnectDialog onConnected={(wallet) => begin(connecting, wallet)} onClose={() => setConnecting(undefined)} />
      )}
      {notice}
    </section>
  );
}

/** Why no game can begin now. */
function obstacleOf({ problem, stake }: Choice, balance: bigint | undefined, paused: boolean) {
  if (paused) return t("The contract is paused: no new games.");
  if (problem) return problem;
  if (stake && balance !== undefined && balance < stake.amount)
    return t("You have {amount}: too little for the stake.", {
      amount: formatPayment({ token: EGLD, amount: balance }, 18, 6),
    });
  return undefined;
}

interface TileProps {
  tile: Preset;
  pairing: Pairing;
  /** Whom a press would meet. */
  first: Challenge | undefined;
  isBot: (player: string) => boolean;
  /** Something stands in the way of a new game. */
  isOff: boolean;
  onPress: (tile: Preset) => void;
}

/** A time to play at; the one of a challenge that waits takes it back. */
function Tile({ tile, pairing: { waiting, pressed, busy }, first, isBot, isOff, onPress }: TileProps) {
  const isWaiting = waiting !== undefined && isSameClock(waiting.clock, tile.clock);
  const isUsable = !busy && (isWaiting || (!waiting && pressed === undefined && !isOff));
  const games = waiting ? 1 : longestMatch([first]);
  // what a press begins that is more than one game
  const match = games > 1 && t("a match of {count} games, you can leave after each", { count: games });
  return (
    <button
      type="button"
      className={styles.tile}
      aria-pressed={isWaiting}
      data-testid="tile"
      disabled={!isUsable}
      title={isWaiting ? t("Take it back") : [formatTimeControl(tile.clock), match].filter(Boolean).join(" · ")}
      onClick={() => onPress(tile)}
    >
      <b>{presetText(tile.name)}</b>
      <small>
        {isWaiting
          ? t("take back")
          : pressed === tile.name
            ? "…"
            : first && !waiting
              ? isBot(first.challenger)
                ? t("bot plays now")
                : t("plays now")
              : kindOf(tile.name)}
        {match && <span className="visually-hidden">, {match}</span>}
      </small>
    </button>
  );
}

/** What players call these times. */
const KINDS: Record<string, Message> = {
  "1+0": msg("bullet"),
  "3+2": msg("blitz"),
  "5+3": msg("blitz"),
  "10+5": msg("rapid"),
  "15+10": msg("rapid"),
  "1d": msg("a move"),
};

const kindOf = (name: string): string => {
  const kind = KINDS[name];
  return kind ? t(kind) : "";
};

function Waiting({
  waiting,
  known,
  player,
}: {
  waiting: Challenge;
  known: readonly Challenge[];
  player: string | undefined;
}) {
  const { id, clock, stake } = waiting;
  const isBot = useIsBot();
  // two who pressed at once: who came second takes theirs back
  const isSecond = fitting(known, waiting, player, isBot).some((other) => other.id < id);
  return (
    <>
      <Say
        text="Waiting for an opponent: {time}, {stake}."
        values={{ time: formatTimeControl(clock), stake: stake ? <Amount payment={stake} /> : t("no stake") }}
      />{" "}
      {stake && <FiatValue payment={stake} />}{" "}
      {isSecond
        ? t("Somebody waits for the same: take yours back and press again.")
        : t("The game opens by itself. Press again to take it back.")}
    </>
  );
}
