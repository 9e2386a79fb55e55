import { formatDate, t } from "../i18n/i18n";
import { formatPayment, parseAmount } from "./format";
import { EGLD, type Payment } from "./payment";

/** The greatest payment until the code has been audited, as the operator has published it. */
export interface LaunchLimit {
  /** The most EGLD that a call pays: for a place in the queue, all games of a challenge, or a tournament. */
  stake: string;
  /** When the limit ends: `2027-03-01T00:00:00Z`. */
  until: string;
}

/** Whether a value of the settings is a limit. */
export function isLaunchLimit(value: unknown): value is LaunchLimit {
  const { stake, until } = (value ?? {}) as Partial<LaunchLimit>;
  return (
    parseAmount(String(stake), 18) !== undefined &&
    /^\d{4}-\d\d-\d\dT.*Z$/.test(String(until)) &&
    !!Date.parse(String(until))
  );
}

/** Why the limit forbids this payment; undefined if it doesn't. */
export function overLimit(limit: LaunchLimit | undefined, payment: Payment | undefined): string | undefined {
  if (!limit || !payment || Date.now() >= Date.parse(limit.until)) return undefined;
  const most = parseAmount(limit.stake, 18) ?? 0n;
  if (payment.token === EGLD && payment.amount <= most) return undefined;
  return t("Until {date} a player pays at most {amount} at once, and no tokens.", {
    date: formatDate(Date.parse(limit.until)),
    amount: formatPayment({ token: EGLD, amount: most }, 18),
  });
}
