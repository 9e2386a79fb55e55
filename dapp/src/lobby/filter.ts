import type { Challenge } from "../chain/game";
import type { ChallengeFilter } from "./useOpenChallenges";

/** The base of a clock, in seconds, from which a player isn't expected to stay at the board. */
const DAYS = 86_400;

/** The open challenges that a visitor wants to see. */
export interface Filter {
  time: "any" | "live" | "days";
  stake: "any" | "none" | "some";
  engines: "any" | "off" | "on";
}

export const EVERYTHING: Filter = { time: "any", stake: "any", engines: "any" };

/** The filter as a predicate, with a name for its queries. */
export const filterOf = ({ time, stake, engines }: Filter): ChallengeFilter => ({
  name: `${time} ${stake} ${engines}`,
  takes: (challenge: Challenge) =>
    (time === "any" || (time === "live") === (challenge.clock !== undefined && challenge.clock.base < DAYS)) &&
    (stake === "any" || (stake === "some") === (challenge.stake !== undefined)) &&
    (engines === "any" || (engines === "on") === challenge.engines),
});
