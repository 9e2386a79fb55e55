import { skipToken, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { navigate } from "../../browser/router";
import { useChain } from "../../chain/ChainContext";
import type { Caller } from "../../chain/chess";
import { type Challenge, colorOf, type Game, otherColor, paymentOf, SIDES, type TimeControl } from "../../chain/game";
import { useChallengeBy } from "../../chain/queries";
import { nextPoll } from "../../chain/rest";
import { t } from "../../i18n/i18n";
import { keyArgument } from "../../signedPlay/keys/keyArgument";
import { useSendTransaction } from "../../transactions/useSendTransaction";
import { useWallet } from "../../wallet/wallet";
import { isRematch, type Played } from "./rematch";

/** How often the page looks for the opened challenge, and the number of newest games that it looks through. */
const ATTEMPTS = 5;
const NEWEST = 5;

/** A rematch with sides changed: one click for each player. The game opens automatically once it is accepted. */
export function useRematch(played: Played) {
  const { game, you, stake, clock, isSigned } = played;
  const { chess } = useChain();
  const { player, busy, send, call } = useSendTransaction();
  const [own, other] = you ? [game[you], game[otherColor(you)]] : ["", ""];
  const isPurse = useWallet().wallet?.home !== undefined;
  const isIt = (challenge: Challenge) => isRematch(challenge, played);
  const theirs = useChallengeBy(other, own, game.id, you !== undefined, isIt);
  const open = useChallengeBy(own, other, game.id, you !== undefined, isIt);
  const [made, setMade] = useState<number>();
  /** The opponent has declined the last offer. */
  const [isDeclined, setDeclined] = useState(false);
  /** The number of the own challenge. */
  const offered = made ?? open?.id;
  /** The opponent's offer; of two that have crossed the first one counts. */
  const asked = offered === undefined || (theirs && theirs.id < offered) ? theirs : undefined;
  const crossed = offered !== undefined && isPurse ? asked?.id : undefined;
  const acceptCrossed = useEffectEvent(() => asked && accept(asked));
  useEffect(() => {
    if (crossed) void acceptCrossed();
  }, [crossed]);
  const { data: { state, endReason } = {} } = useQuery<Partial<Game>>({
    // an event in the relay's lobby repeats this query
    queryKey: ["games", player, "rematch", offered],
    queryFn: offered === undefined ? skipToken : async () => (await chess.snapshot(offered, 0)).game,
    refetchInterval: (query) => (query.state.data?.state ?? "open") === "open" && nextPoll(query, 800, 4_000),
  });
  useEffect(() => {
    if (offered === undefined || state === undefined || state === "open") return;
    setMade(undefined);
    setDeclined(endReason === "Declined");
    if (state === "ongoing") navigate({ view: "game", id: offered });
  }, [offered, state, endReason]);

  const keys = () => (isSigned ? keyArgument() : Promise.resolve([]));
  async function offer() {
    if (!you) return;
    const rounds = game.match?.rounds ?? 1;
    const payment = paymentOf({ stake, rounds });
    const terms = [other, SIDES.indexOf(otherColor(you)), clock ? sameClock(clock) : null, rounds, game.engines];
    const order = {
      title: t("Rematch"),
      // its button shows that it is offered
      leadsOn: true,
      build: async (caller: Caller) => chess.call(caller, "challenge", [...terms, ...(await keys())], payment),
    };
    if (!(await send(order))) return;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const newest = await chess.playerGames(own, 0, NEWEST).catch(() => undefined);
      const found = newest?.items.find((item) => item.id > game.id && colorOf(item, other) !== undefined);
      if (found) return setMade(found.id);
    }
  }
  async function accept(challenge: Challenge) {
    const { id, key } = challenge;
    // two games could begin at once
    if (offered !== undefined && !(await call(t("No rematch"), "cancelChallenge", [offered]))) return;
    const order = {
      title: t("Accept the rematch"),
      build: async (caller: Caller) =>
        chess.call(caller, "accept", [id, ...(key ? await keyArgument() : [])], paymentOf(challenge)),
      leadsOn: true,
    };
    if (await send(order)) navigate({ view: "game", id });
  }
  /** Takes the player's own offer back, or declines the opponent's. */
  const cancel = (id: number) => void call(t("No rematch"), "cancelChallenge", [id]);
  return { asked, offered, isDeclined, busy, offer, accept, cancel };
}

export type Rematch = ReturnType<typeof useRematch>;

const sameClock = ({ base, increment }: TimeControl): TimeControl => ({ base, increment });
