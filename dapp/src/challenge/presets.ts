import type { Side, TimeControl } from "../chain/game";
import { type Message, msg, t } from "../i18n/i18n";

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** A time control to choose; its clock is undefined for the chain's day a move. */
export interface Preset {
  name: string;
  clock: TimeControl | undefined;
}

const live = (minutes: number, increment: number): Preset => ({
  name: `${minutes}+${increment}`,
  clock: { base: minutes * MINUTE, increment },
});

export const PRESETS: readonly Preset[] = [
  live(1, 0),
  live(3, 0),
  live(3, 2),
  live(5, 0),
  live(5, 3),
  live(10, 5),
  live(15, 10),
  live(30, 20),
  { name: "1d", clock: { base: DAY, increment: HOUR } },
  { name: "3d", clock: { base: 3 * DAY, increment: 8 * HOUR } },
  { name: "none", clock: undefined },
];

/** The times of the lobby's tiles. */
export const TILES: readonly Preset[] = [
  ...PRESETS.filter(({ name }) => ["1+0", "3+2", "5+3", "10+5", "15+10"].includes(name)),
  { name: "1d", clock: undefined },
];

/** Whether a challenge shows this time first, as the lobby does. */
export const isUsual = (name: string): boolean => TILES.some((tile) => tile.name === name);

/** A preset's name as it is shown. */
export function presetText(name: string): string {
  if (name === "none") return t("No clock");
  return name.endsWith("d")
    ? t("{count, plural, one {# day} other {# days}}", { count: Number.parseInt(name, 10) })
    : name;
}

/** Whether two clocks are the same; undefined is the chain's day a move. */
export const isSameClock = (one: TimeControl | undefined, other: TimeControl | undefined): boolean =>
  one?.base === other?.base && one?.increment === other?.increment;

const isWithin = (seconds: number, least: number, most: number): boolean =>
  Number.isInteger(seconds) && seconds >= least && seconds <= most;

/** Whether the contract takes this clock. */
export const isPossible = ({ base, increment }: TimeControl): boolean =>
  isWithin(base, 30, 30 * DAY) && isWithin(increment, 0, DAY);

/** The names of the sides to choose from. */
export const SIDE_TEXTS: Record<Side, Message> = { white: msg("White"), black: msg("Black"), drawn: msg("By lot") };
