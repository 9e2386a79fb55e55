import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { inOneTab } from "../../browser/inOneTab";
import { navigate } from "../../browser/router";
import { useChain } from "../../chain/ChainContext";
import type { Caller } from "../../chain/chess";
import { type Challenge, SIDES } from "../../chain/game";
import { BOTS_KEY, useIsBot, useKnownChallenges } from "../../chain/queries";
import { useRelayUrl } from "../../chain/relayUrl";
import { type Anew, takeAnew } from "../../challenge/anew";
import { isSameClock, TILES } from "../../challenge/presets";
import { loadGamePage } from "../../game/loadGamePage";
import { inWords, t } from "../../i18n/i18n";
import { keyArgument } from "../../signedPlay/keys/keyArgument";
import { useSendTransaction } from "../../transactions/useSendTransaction";
import { useWallet, type Wallet } from "../../wallet/wallet";
import type { LobbyFeed } from "../feed/LobbyFeed";
import { challengesOf } from "../feed/useLobbyFeed";
import { fits, fitting, type Wanted, waitingOf } from "./pairing";

/** The number of newest games to search for a challenge that fits. */
const LOOKED_THROUGH = 200;
/** The maximum number of fitting challenges to check on the chain: others may have accepted some of them by then. */
const LOOKED_AT = 10;
/** The longest wait until an opened challenge appears on the chain or at the relay. */
const SHOWN_MS = 10_000;
/** Lots are drawn for the sides. */
const DRAWN = SIDES.indexOf("drawn");

/** The known open challenges; undefined before the first answer of the relay or the gateway. */
export function useKnown(feed: LobbyFeed | undefined): readonly Challenge[] | undefined {
  const asked = useKnownChallenges();
  return feed ? challengesOf(feed) : asked;
}

const wantedBy = ({ clock, stake }: Challenge): Wanted => ({ clock, stake, isPeopleOnly: true });

const isAfter = (own: Challenge, first: Challenge | undefined): boolean => first !== undefined && first.id < own.id;

/** Looks for challenges on the chain: a relay could name another stake, or another player's challenge. */
function useChainsChallenges(feed: LobbyFeed | undefined) {
  const { chess } = useChain();
  const isSigned = useRelayUrl() !== undefined;
  const client = useQueryClient();
  const isBot = useIsBot();

  /** The oldest challenge that fits, and is still open on the chain. */
  async function find(wanted: Wanted, you: string | undefined): Promise<Challenge | undefined> {
    // until the relay has named its bots, any account could be one
    if (wanted.isPeopleOnly && isSigned && !client.getQueryData(BOTS_KEY)) return undefined;
    const open = feed ? challengesOf(feed) : (await chess.openChallenges(0, LOOKED_THROUGH)).items;
    for (const { id } of fitting(open, wanted, you, isBot).slice(0, LOOKED_AT)) {
      const { challenge } = await chess.snapshot(id, 0);
      // a page with a relay only takes games by signature: otherwise each move would take seconds
      if (challenge && fits(challenge, wanted, you) && (challenge.key !== undefined) === isSigned) return challenge;
    }
    return undefined;
  }

  /** A player's own challenge. */
  async function own(id: number | undefined, player: string | undefined): Promise<Challenge | undefined> {
    const { challenge } = id === undefined ? {} : await chess.snapshot(id, 0);
    return challenge?.challenger === player ? challenge : undefined;
  }
  return { find, own };
}

/**
 * One click to a game. `pair` accepts a fitting challenge or else opens one, with a wallet that was connected just now or
 * with the player's. `waiting` is the player's own challenge to anyone, and `isSecond` says that someone else has waited
 * longer for the same. `pressed` is the pressed tile until the press is handled, and `trouble` the reason if it failed.
 * `playBot` accepts a fitting challenge, even a bot's, instead of waiting.
 */
export function usePairing(player: string | undefined, feed: LobbyFeed | undefined, known: readonly Challenge[]) {
  const { chess } = useChain();
  const isSigned = useRelayUrl() !== undefined;
  const { find, own } = useChainsChallenges(feed);
  const { busy, send, call } = useSendTransaction();
  const [pressed, setPressed] = useState<string>();
  const [trouble, setTrouble] = useState<string>();
  const isBot = useIsBot();
  const isPurse = useWallet().wallet?.home !== undefined;
  const waiting = waitingOf(known, player);
  useEffect(() => {
    if (waiting) setPressed(undefined);
  }, [waiting]);
  // a challenge with a chosen colour or several games stays open
  const isAnyGame = waiting?.side === "drawn" && waiting.rounds === 1;
  const isSecond = isAnyGame && isAfter(waiting, fitting(known, wantedBy(waiting), player, isBot)[0]);
  const yielding = isSecond && isPurse ? waiting.id : undefined;
  useEffect(() => {
    if (yielding) meetFirst();
  }, [yielding]);

  async function pair(name: string, wanted: Wanted, by?: Wallet) {
    setPressed(name);
    setTrouble(undefined);
    const { clock, stake } = wanted;
    const key = () => (isSigned ? keyArgument() : Promise.resolve([]));
    try {
      const found = await find(wanted, by?.address ?? player);
      const order = {
        title: found ? t("Accept the challenge") : t("Challenge"),
        // the game opens, or the tile shows that it waits
        leadsOn: true,
        build: async (caller: Caller) =>
          found
            ? chess.call(caller, "accept", [found.id, ...(await key())], stake)
            : chess.call(caller, "challenge", [null, DRAWN, clock ?? null, 1, false, ...(await key())], stake),
      };
      if (!(await send(order, by))) return setPressed(undefined);
      if (found) return navigate({ view: "game", id: found.id });
      setTimeout(() => setPressed(undefined), SHOWN_MS);
    } catch (error) {
      setPressed(undefined);
      setTrouble(t("No game was begun and nothing was paid: {reason}.", { reason: inWords(error) }));
    }
  }

  const cancel = ({ id }: Challenge) => call(t("Take the challenge back"), "cancelChallenge", [id]);
  const takeBack = async () => {
    const mine = await own(waiting?.id, player).catch((error) => setTrouble(inWords(error)));
    return !!mine && cancel(mine);
  };
  const waits = () => own(waiting?.id, player).catch(() => undefined);
  async function pairInstead(mine: Challenge, wanted: Wanted): Promise<boolean> {
    const tile = TILES.find(({ clock }) => isSameClock(clock, wanted.clock));
    // it is taken back first: otherwise two games could begin
    const isFree = tile !== undefined && (await cancel(mine));
    if (isFree) await pair(tile.name, wanted);
    return isFree;
  }
  const playBot = async () =>
    waits().then((mine) => mine && pairInstead(mine, { clock: mine.clock, stake: mine.stake }));
  /** If two players press at the same time, the second one accepts the first one's challenge, unless a wallet would ask. */
  const meetFirst = useEffectEvent(() =>
    inOneTab(`pairing.${player}`, async () => {
      const mine = await waits();
      const first = mine && (await find(wantedBy(mine), player).catch(() => undefined));
      return mine !== undefined && isAfter(mine, first) && pairInstead(mine, wantedBy(mine));
    }),
  );
  return { waiting, isSecond, pressed, trouble, busy, pair, takeBack, playBot };
}

export type Pairing = ReturnType<typeof usePairing>;

/** Loads the view of a game that may begin soon. */
export function useGamePageSoon(isSoon: boolean): void {
  useEffect(() => {
    // without a network the view itself reports it
    if (isSoon) loadGamePage().catch(() => {});
  }, [isSoon]);
}

/** Passes on the pairing that was requested before the lobby was shown, once the open challenges are known. */
export function useAnew(isKnown: boolean, onAnew: (anew: Anew) => void): void {
  const tell = useEffectEvent(onAnew);
  useEffect(() => {
    const anew = isKnown && takeAnew();
    if (anew) tell(anew);
  }, [isKnown]);
}
