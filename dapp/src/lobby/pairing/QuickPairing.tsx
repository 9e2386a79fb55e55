import { type ReactNode, useState } from "react";
import { setPreference, usePreference } from "../../browser/preferences";
import { href } from "../../browser/router";
import { useChain } from "../../chain/ChainContext";
import { formatPayment, formatTimeControl } from "../../chain/format";
import type { Challenge } from "../../chain/game";
import { overLimit } from "../../chain/launchLimit";
import { EGLD } from "../../chain/payment";
import { useIsBot, useTokenBalance } from "../../chain/queries";
import { useRelayUrl } from "../../chain/relayUrl";
import { isSameClock, type Preset, presetText, TILES } from "../../challenge/presets";
import { useFirstNotice } from "../../challenge/useFirstNotice";
import { t } from "../../i18n/i18n";
import { categoryOf } from "../../ratings/rating";
import { Button, PrimaryButton } from "../../ui/Button";
import { ConnectDialog } from "../../wallet/ConnectDialog";
import { useWallet, type Wallet } from "../../wallet/wallet";
import { fitting, longestMatch, matchText, type Wanted } from "./pairing";
import styles from "./QuickPairing.module.css";
import { type Choice, StakeChoice, useStakeChoice } from "./StakeChoice";
import { type Pairing, useAnew, useGamePageSoon } from "./usePairing";
import { BotOffer, Waiting } from "./Waiting";

interface Props {
  player: string | undefined;
  pairing: Pairing;
  /** The open challenges, once they are known. */
  known: readonly Challenge[] | undefined;
  paused: boolean;
  /** The queue, the last way to be paired. */
  children: ReactNode;
}

/** A game in one click: a choice of stakes, and tiles with times. */
export function QuickPairing({ player, pairing, known: told, paused, children }: Props) {
  const known = told ?? [];
  const { settings } = useChain();
  const hasRelay = useRelayUrl() !== undefined;
  const { waiting, pressed, pair, takeBack, busy, playBot } = pairing;
  const [connecting, setConnecting] = useState<Preset>();
  const choice = useStakeChoice();
  const isBot = useIsBot();
  // only a relay and the settings name bots
  const mayMeetBots = hasRelay || settings.bots !== undefined;
  const isPeopleOnly = usePeopleOnly() && mayMeetBots;
  const { stake } = choice;
  const { tellFirst, notice } = useFirstNotice();
  const balance = useTokenBalance(player, EGLD);
  useGamePageSoon(connecting !== undefined || pressed !== undefined || waiting !== undefined);

  const isPurse = useWallet().wallet?.home !== undefined;
  const obstacle = overLimit(settings.launchLimit, stake) ?? obstacleOf(choice, balance, paused, isPurse);
  const begin = ({ name, clock }: Preset, wallet?: Wallet, terms: Pick<Wanted, "stake"> = { stake }) => {
    setConnecting(undefined);
    tellFirst(hasRelay && terms.stake !== undefined, () =>
      pair(name, { clock, stake: terms.stake, isPeopleOnly }, wallet),
    );
  };
  const press = (tile: Preset) => {
    if (waiting) void takeBack();
    else if (player) begin(tile);
    else setConnecting(tile);
  };

  useAnew(told !== undefined && player !== undefined, (anew) => {
    choice.take(anew.stake);
    if (!waiting) begin(anew.tile, undefined, anew);
  });

  const met = ({ clock }: Preset) => fitting(known, { clock, stake, isPeopleOnly }, player, isBot);
  const tiles = TILES.map((tile) => ({ tile, met: met(tile) }));
  // the proposed game: against a waiting person, or else with the most common time
  const next = tiles.find(({ met: [first] }) => first && !isBot(first.challenger)) ?? tiles[2];

  return (
    <section className="card stack" aria-label={t("Quick pairing")}>
      <StakeChoice choice={choice} disabled={waiting !== undefined}>
        {mayMeetBots && <PeopleOnly />}
      </StakeChoice>
      <div className={styles.tiles}>
        {tiles.map(({ tile, met }) => (
          <Tile
            key={tile.name}
            tile={tile}
            pairing={pairing}
            met={met}
            isOff={obstacle !== undefined}
            onPress={press}
          />
        ))}
      </div>
      {player && !waiting && next && (
        <PrimaryButton
          className="large"
          disabled={busy || pressed !== undefined || obstacle !== undefined}
          onClick={() => press(next.tile)}
        >
          {t("Play {time}", { time: presetText(next.tile.name) })}
        </PrimaryButton>
      )}
      <p role="status" data-testid="pairing" className={styles.says}>
        {waiting ? <Waiting waiting={waiting} isSecond={pairing.isSecond} /> : offerText(tiles, isBot)}
      </p>
      {waiting && <BotOffer waiting={waiting} known={known} player={player} disabled={busy} onPlay={playBot} />}
      <p role="alert" className="problem">
        {obstacle ?? pairing.trouble}
        {isPurse && balance === 0n && " "}
        {isPurse && balance === 0n && <a href={href({ view: "wallet" })}>{t("Fill the purse")}</a>}
      </p>
      {children}
      {connecting && (
        <ConnectDialog onConnected={(wallet) => begin(connecting, wallet)} onClose={() => setConnecting(undefined)} />
      )}
      {notice}
    </section>
  );
}

interface MetTile {
  tile: Preset;
  /** The challenges that a press could accept, in the order in which it tries them. */
  met: readonly Challenge[];
}

/** Says what a press on a tile does, and which bots play. */
function offerText(tiles: readonly MetTile[], isBot: (player: string) => boolean): string {
  const count = longestMatch(
    tiles.map(({ met: [first] }) => first),
    isBot,
  );
  const all = [
    t("One click: you play someone who waits for the same game, or you wait."),
    count > 0 &&
      t("Bots play now, {count, plural, one {a game} other {up to # games}}: you can leave after each.", { count }),
  ];
  return all.filter(Boolean).join(" ");
}

/** The reason why no game can begin now. */
function obstacleOf({ problem, stake }: Choice, balance: bigint | undefined, paused: boolean, isPurse: boolean) {
  if (paused) return t("The contract is paused: no new games.");
  if (problem) return problem;
  if (balance === 0n) return isPurse ? t("Your purse is empty.") : t("You have no EGLD: each game costs a small fee.");
  if (stake && balance !== undefined && balance < stake.amount)
    return t("You have {amount}: too little for the stake.", {
      amount: formatPayment({ token: EGLD, amount: balance }, 18, 6),
    });
  return undefined;
}

interface TileProps extends MetTile {
  pairing: Pairing;
  /** A new game can't begin now. */
  isOff: boolean;
  onPress: (tile: Preset) => void;
}

/** A tile with a time; the tile of the player's waiting challenge takes it back. */
function Tile({ tile, pairing: { waiting, pressed, busy }, met, isOff, onPress }: TileProps) {
  const isBot = useIsBot();
  const [first] = waiting ? [] : met;
  const people = waiting ? 0 : met.filter(({ challenger }) => !isBot(challenger)).length;
  const isWaiting = waiting !== undefined && isSameClock(waiting.clock, tile.clock);
  const isUsable = !busy && (isWaiting || (!waiting && pressed === undefined && !isOff));
  const match = first && matchText(first);
  return (
    <Button
      className={styles.tile}
      aria-pressed={isWaiting}
      data-testid="tile"
      data-meets={first && (people > 0 ? "person" : "bot")}
      disabled={!isUsable}
      title={isWaiting ? t("Take it back") : [formatTimeControl(tile.clock), match].filter(Boolean).join(" · ")}
      onClick={() => onPress(tile)}
    >
      <b>{presetText(tile.name)}</b>
      <small className="muted">
        {isWaiting
          ? t("take back")
          : pressed === tile.name
            ? "…"
            : people > 0
              ? t("{count, plural, one {player waits} other {# players wait}}", { count: people })
              : tile.clock
                ? t(categoryOf(tile.clock))
                : t("a move")}
        {match && <span className="visually-hidden">, {match}</span>}
      </small>
    </Button>
  );
}

/** Whether a press ignores bots; stored in this browser. */
const usePeopleOnly = (): boolean => usePreference("peopleOnly") === "on";

function PeopleOnly() {
  return (
    <label
      className={`line ${styles.people}`}
      title={t("A press leaves named bots aside. Nobody can check that all others are people.")}
    >
      <input
        type="checkbox"
        checked={usePeopleOnly()}
        onChange={({ target }) => setPreference("peopleOnly", target.checked ? "on" : "off")}
      />
      {t("People only")}
    </label>
  );
}
