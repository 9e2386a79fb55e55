import { useEffect } from "react";
import { notify, tellBegin } from "../browser/notices";
import { play } from "../browser/sound";
import { useChain } from "../chain/ChainContext";
import { formatClock, shortAddress } from "../chain/format";
import { useNameOf } from "../chain/queries";
import { keepTournamentOf } from "../games/tournamentOf";
import { t } from "../i18n/i18n";
import { useWallet } from "../wallet/wallet";
import type { Standings } from "./contract";
import { follow } from "./followed";
import { useDuties } from "./useDuties";
import { type Now, useClaim, useRound } from "./useTournament";

/** Players are notified this long before the start of their tournament. */
const BEFORE_MS = 60_000;

/** News of a tournament for a player, on any page. */
interface News {
  /** News with the same name are announced once. */
  name: string;
  text: string;
  /** The game that has begun. */
  game?: number;
}

/** The names of the announced news. */
const told = new Set<string>();

function newsOf(
  { tournament }: Standings,
  { now, seat, duty }: Now,
  opponent: string,
  isEntrant: boolean,
  claim: bigint,
) {
  const { id, phase, round, terms } = tournament;
  const left = terms.start - now;
  if (phase === "Entering" && isEntrant && left > 0 && left <= BEFORE_MS)
    return { name: "soon", text: t("Tournament {id} begins in {time}.", { id, time: formatClock(left) }) };
  if (duty?.isBegun)
    return { name: `begun ${duty.game}`, text: t("Round {round}: your game has begun.", { round }), game: duty.game };
  if (seat && duty && duty.what !== "wait" && duty.what !== "late")
    return {
      name: `round ${round}`,
      text: t("Tournament {id}, round {round}: you play {opponent}.", { id, round, opponent }),
    };
  if (claim > 0n) return { name: "claim", text: t("Tournament {id} has a payment for you.", { id }) };
  return undefined;
}

/** The connected player's tournament: the running round, the duty, the news. It does the duties that it can. */
export function useOwnTournament(standings: Standings) {
  const { settings } = useChain();
  const { wallet, main } = useWallet();
  const player = wallet?.address;
  const home = main?.address;
  const { tournament, entrants } = standings;
  const round = useRound(standings, player);
  const { data: claim, isFetched } = useClaim(tournament, player);
  const amount = claim ?? 0n;
  useDuties(standings, round, amount);

  const isEntrant = entrants.some((entrant) => entrant.player === player);
  const isOver = tournament.phase === "Ended" || tournament.phase === "Cancelled";
  const isFollowed = isEntrant && !(isOver && isFetched && amount === 0n);
  useEffect(() => {
    if (home) follow(settings.tournaments, home, tournament.id, isFollowed);
  }, [settings.tournaments, tournament.id, home, isFollowed]);

  const begun = round.duty?.isBegun ? round.duty.game : undefined;
  useEffect(() => {
    if (begun) keepTournamentOf(begun, tournament.id);
  }, [begun, tournament.id]);

  const address = round.seat?.opponent;
  const opponent = useNameOf(address) ?? shortAddress(address ?? "");
  const news: News | undefined = newsOf(standings, round, opponent, isEntrant, amount);
  const name = news && `${tournament.id} ${news.name}`;
  useEffect(() => {
    if (!news || !name || told.has(name)) return;
    told.add(name);
    if (news.game) return tellBegin(news.game);
    play("check");
    notify({ title: t("Tournament"), body: news.text, tag: `chess-tournament-${name}` });
  }, [news, name]);
  return { player, isEntrant, round, claim: amount, news };
}
