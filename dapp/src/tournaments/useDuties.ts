import { useCallback, useEffect, useRef } from "react";
import { inOneTab } from "../browser/inOneTab";
import { useChain } from "../chain/ChainContext";
import { SIDES } from "../chain/game";
import { leastFee } from "../chain/network/fees";
import type { Payment } from "../chain/payment";
import { useBalance } from "../chain/queries";
import { Tries } from "../game/duties/Tries";
import { t } from "../i18n/i18n";
import { newGameKey } from "../signedPlay/keys/newKey";
import { useSendTransaction } from "../transactions/useSendTransaction";
import { useWallet, type Wallet } from "../wallet/wallet";
import { type Duty, fitsSeat, isByItself } from "./boards";
import type { Standings, TournamentEndpoint } from "./contract";
import { type Now, useTournaments } from "./useTournament";

/** Each entrant's page waits this long for each seed before it, because one call is enough. */
const IN_TURN_MS = 6_000;
/** The number of newest games to search for a challenge that another tab has opened. */
const NEWEST = 200;

/** The acts of a player, or of the page for a player, in a tournament; each returns whether it succeeded. */
export function useActs({ tournament }: Standings, { seat }: Now) {
  const { chess } = useChain();
  const contract = useTournaments();
  const { busy, send, call: callChess } = useSendTransaction();
  const { id, terms } = tournament;
  /** By a wallet that was connected just now, or by the player's. */
  const call = useCallback(
    async (title: string, endpoint: TournamentEndpoint, args: unknown[] = [], payment?: Payment, by?: Wallet) =>
      contract !== undefined &&
      send({ title, build: (caller) => contract.call(caller, endpoint, [id, ...args], payment) }, by),
    [contract, send, id],
  );
  /** Does what is due on the player's board. */
  const board = async ({ what, game }: Duty): Promise<boolean> => {
    if (!seat) return false;
    if (what === "report") return call(t("Report the game"), "report", [seat.number, game]);
    const key = Buffer.from(await newGameKey());
    if (what === "accept") return callChess(t("Accept the challenge"), "accept", [game, key]);
    if (what !== "challenge") return false;
    // another tab may have opened one just now
    const { items } = await chess.openChallenges(0, NEWEST);
    if (items.some((other) => other.challenger === seat.player && fitsSeat(other, tournament, seat))) return true;
    const args = [seat.opponent, SIDES.indexOf(seat.color), terms.clock, 1, terms.engines, key];
    return callChess(t("Challenge"), "challenge", args);
  };
  return { busy, board, call };
}

export type Acts = ReturnType<typeof useActs>;

/**
 * With a purse the page does its player's duties in a tournament automatically, whichever view it shows: it opens, accepts
 * and reports the board's game, moves the tournament on, and claims. It repeats failed steps.
 */
export function useDuties(standings: Standings, round: Now, claim: bigint): void {
  const { tournament, entrants } = standings;
  const { wallet } = useWallet();
  const { chess, config } = useChain();
  const contract = useTournaments();
  const player = wallet?.home && wallet.address;
  const seed = entrants.findIndex((entrant) => entrant.player === player);
  const { data: balance } = useBalance(player);
  const acts = useActs(standings, round);
  const { now, seat, duty, isNextDue } = round;
  const dueSince = useRef<number>(undefined);
  dueSince.current = isNextDue ? (dueSince.current ?? now) : undefined;
  const isTurn = dueSince.current !== undefined && now >= dueSince.current + seed * IN_TURN_MS;

  /** The automatic act that is due, and its name. */
  function deed() {
    const { id, round } = tournament;
    if (!player || !contract || seed < 0) return undefined;
    // the gateway simulates it first: an act that someone else has done already costs no fee, and shows no error
    const tried = async (title: string, endpoint: TournamentEndpoint, args: unknown[]) =>
      (await contract.wouldSucceed(player, endpoint, [id, ...args])) && acts.call(title, endpoint, args);
    if (claim > 0n) return { name: "claim", act: () => tried(t("Claim the prize"), "claim", []) };
    if (isNextDue) {
      return isTurn ? { name: `next ${round}`, act: () => tried(t("Next round"), "next", []) } : undefined;
    }
    if (!duty || !seat || !isByItself(duty, seat)) return undefined;
    const { what, game, isBegun } = duty;
    // a challenge is reported, and once more when it was accepted
    const name = `${round} ${what} ${game} ${isBegun}`;
    if (what === "report") return { name, act: () => tried(t("Report the game"), what, [seat.number, game]) };
    const act = async () => what !== "accept" || chess.wouldSucceed(player, "accept", [game]);
    return { name, act: async () => (await act()) && acts.board(duty) };
  }

  const tries = useRef(new Tries());
  const due = balance !== undefined && balance >= leastFee(config) && !acts.busy ? deed() : undefined;
  const name = due && `tournament ${tournament.id} ${due.name}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the due act is a new object each time, its name counts
  useEffect(() => {
    if (!due || !name || !tries.current.mayTry(name, now)) return;
    tries.current.try(name, () => inOneTab(name, due.act).catch(() => false));
  }, [name, now]);
}
