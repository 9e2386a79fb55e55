/** How the chain writes EGLD among tokens. */
export const EGLD = "EGLD-000000";

/** An amount of a token, in its smallest unit. */
export interface Payment {
  token: string;
  amount: bigint;
}

/** Whether two stakes are the same, or both none. */
export const isSamePayment = (one: Payment | undefined, other: Payment | undefined): boolean =>
  one?.token === other?.token && one?.amount === other?.amount;
