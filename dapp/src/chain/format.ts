import { leftToRight, type Message, msg, t } from "../i18n/i18n";
import type { TimeControl } from "./game";
import { EGLD, type Payment } from "./payment";

/** A token's name for people: EGLD, or the ticker before the dash; the whole identifier of one that calls itself EGLD. */
export function ticker(token: string): string {
  const [name = token] = token.split("-");
  return name === "EGLD" && token !== EGLD ? token : name;
}

/**
 * An amount in whole tokens with as many decimals as it needs, or as `most` allows (then it is rounded
 * down): 50000000000000000 of EGLD is "0.05". "…" while the decimals aren't known.
 */
export function formatAmount(amount: bigint, decimals: number | undefined, most?: number): string {
  if (decimals === undefined) return "…";
  const digits = amount.toString().padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  const whole = digits.slice(0, point).replace(/\B(?=(\d{3})+$)/g, " ");
  const fraction = digits.slice(point, point + (most ?? decimals)).replace(/0+$/, "");
  return fraction ? `${whole}.${fraction}` : whole;
}

/** The amount that a user has typed in whole tokens; none if it is no amount, or has too many decimals, or they aren't known. */
export function parseAmount(text: string, decimals: number | undefined): bigint | undefined {
  const [, whole, fraction = ""] = /^(\d+)(?:[.,](\d+))?$/.exec(text.replaceAll(" ", "")) ?? [];
  if (whole === undefined || decimals === undefined || fraction.length > decimals) return undefined;
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}

/** "0.05 EGLD". */
export const formatPayment = (payment: Payment, decimals: number | undefined, most?: number): string =>
  leftToRight(`${formatAmount(payment.amount, decimals, most)} ${ticker(payment.token)}`);

/** "erd1qyu…s6es": short enough for a line, both ends as people compare them. */
export const shortAddress = (address: string): string => `${address.slice(0, 8)}…${address.slice(-4)}`;

/** An address, also out of a link to a profile. */
export const addressIn = (text: string): string | undefined => /erd1[02-9ac-hj-np-z]{58}/.exec(text)?.[0];

/** "1 day 3 h", "2 h 5 min", "12 min", "less than a minute". */
export function formatDuration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return t("less than a minute");
  if (minutes < 60) return t("{minutes} min", { minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return t("{hours} h {minutes} min", { hours, minutes: minutes % 60 });
  const days = Math.floor(hours / 24);
  return t("{days, plural, one {# day} other {# days}} {hours} h", { days, hours: hours % 24 });
}

/** "1 d 03:12" from a day on, then "23:41:07", below an hour "12:07". */
export function formatClock(milliseconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const seconds = Math.ceil(Math.max(0, milliseconds) / 1_000);
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3_600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  if (days > 0) return t("{days} d {time}", { days, time: `${two(hours)}:${two(minutes)}` });
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

/** "0:09.4": what is left of the last seconds, by the tenth. */
export function formatTenths(milliseconds: number): string {
  const tenths = Math.floor(Math.max(0, milliseconds) / 100);
  return `0:${String(Math.floor(tenths / 10)).padStart(2, "0")}.${tenths % 10}`;
}

/** "5 min", "1 h", "3 days", "45 s". */
function formatSeconds(seconds: number): string {
  const units: [size: number, text: Message][] = [
    [86_400, msg("{count, plural, one {# day} other {# days}}")],
    [3_600, msg("{count} h")],
    [60, msg("{count} min")],
    [1, msg("{count} s")],
  ];
  const [size, text] = units.find(([size]) => seconds >= size && seconds % size === 0) ?? [1, msg("{count} s")];
  if (size === 1 && seconds > 60)
    return t("{minutes} min {seconds} s", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
  return t(text, { count: seconds / size });
}

/** "3 min + 2 s a move"; without a clock the chain's day. */
export function formatTimeControl(control: TimeControl | undefined): string {
  if (!control) return t("at least a day for each move");
  const { base, increment } = control;
  return increment > 0
    ? t("{base} + {increment} a move", { base: formatSeconds(base), increment: formatSeconds(increment) })
    : formatSeconds(base);
}
