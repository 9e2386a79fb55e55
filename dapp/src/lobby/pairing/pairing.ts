import type { Challenge, TimeControl } from "../../chain/game";
import { isSamePayment, type Payment } from "../../chain/payment";
import { isBlocked } from "../../challenge/blocked";
import { isSameClock, TILES } from "../../challenge/presets";
import { t } from "../../i18n/i18n";

/** The game that a player wants when pressing a tile. */
export interface Wanted {
  clock: TimeControl | undefined;
  stake: Payment | undefined;
  /** Ignores bots. */
  isPeopleOnly?: boolean;
}

/** Whether it is a single game, or a match without a stake, which can be left after each game; without chess programs. */
const isPlain = ({ rounds, stake, engines }: Challenge): boolean => (rounds === 1 || !stake) && !engines;

/** Whether accepting a challenge gives a player the wanted time and stake. */
export const fits = (challenge: Challenge, { clock, stake }: Wanted, player: string | undefined): boolean =>
  challenge.challenger !== player &&
  !isBlocked(challenge.challenger) &&
  (challenge.opponent === undefined || challenge.opponent === player) &&
  isPlain(challenge) &&
  isSameClock(challenge.clock, clock) &&
  isSamePayment(challenge.stake, stake);

/** The challenges that fit, the oldest first; people's come before those of bots, which always wait. */
export function fitting(
  challenges: readonly Challenge[],
  wanted: Wanted,
  player: string | undefined,
  isBot: (player: string) => boolean,
): Challenge[] {
  const rank = ({ challenger }: Challenge) => (isBot(challenger) ? 1 : 0);
  return challenges
    .filter((challenge) => fits(challenge, wanted, player) && !(wanted.isPeopleOnly && isBot(challenge.challenger)))
    .toSorted((one, other) => rank(one) - rank(other) || one.id - other.id);
}

/** The number of games in the longest match that a bot among these offers; 0 without bots. */
export const longestMatch = (met: readonly (Challenge | undefined)[], isBot: (player: string) => boolean): number =>
  Math.max(0, ...met.map((challenge) => (challenge && isBot(challenge.challenger) ? challenge.rounds : 0)));

/** The text for a challenge to a match; undefined for a single game. */
export const matchText = ({ rounds }: Challenge): string | undefined =>
  rounds > 1 ? t("a match of {count} games, you can leave after each", { count: rounds }) : undefined;

/** The challenge to anyone by which a player waits: their newest one with the time of a tile. */
export const waitingOf = (challenges: readonly Challenge[], player: string | undefined): Challenge | undefined =>
  challenges
    .filter(
      (challenge) =>
        player !== undefined &&
        challenge.challenger === player &&
        challenge.opponent === undefined &&
        isPlain(challenge) &&
        TILES.some(({ clock }) => isSameClock(clock, challenge.clock)),
    )
    .toSorted((one, other) => other.id - one.id)[0];
