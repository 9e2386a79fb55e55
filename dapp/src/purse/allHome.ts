/** The functions that empty a purse; each transfer returns whether it succeeded. */
interface Emptying {
  /** Whether the contract owes the purse anything. */
  isOwed: () => Promise<boolean>;
  withdraw: () => Promise<boolean>;
  tokens: () => Promise<string[]>;
  balanceOf: (token: string) => Promise<bigint>;
  sendToken: (token: string, amount: bigint) => Promise<boolean>;
  /** The EGLD less the fee for sending it. */
  left: () => Promise<bigint>;
  sendLeft: () => Promise<boolean>;
}

/**
 * Sends everything home: what the contract owes, the tokens, then the EGLD less the fee. A token that can't be moved stays,
 * and keeps nothing else: anyone can send a purse a token of their own, and freeze it there.
 */
export async function allHome(purse: Emptying): Promise<void> {
  if (await purse.isOwed()) await purse.withdraw();
  for (const token of await purse.tokens()) {
    const amount = await purse.balanceOf(token);
    if (amount > 0n) await purse.sendToken(token, amount);
  }
  if ((await purse.left()) > 0n) await purse.sendLeft();
}
