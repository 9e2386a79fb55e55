/** How the chain writes EGLD among tokens. */
export const EGLD = "EGLD-000000";

/** An amount of a token, in its smallest unit. */
export interface Payment {
  token: string;
  amount: bigint;
}
