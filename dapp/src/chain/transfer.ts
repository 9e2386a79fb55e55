import { Address } from "@multiversx/sdk-core/out/core/address";
import { Token, TokenTransfer } from "@multiversx/sdk-core/out/core/tokens";
import type { Transaction } from "@multiversx/sdk-core/out/core/transaction";
import { TransactionsFactoryConfig } from "@multiversx/sdk-core/out/core/transactionsFactoryConfig";
import { TransferTransactionsFactory } from "@multiversx/sdk-core/out/transfers/transferTransactionsFactory";
import type { NetworkConfig } from "./network/gateway";
import { EGLD, type Payment } from "./payment";

/** The unsigned transaction, without its nonce, that sends one or more payments from one account to another. */
export function buildTransfer(
  chainID: string,
  from: string,
  to: string,
  payments: readonly Payment[],
): Promise<Transaction> {
  const factory = new TransferTransactionsFactory({ config: new TransactionsFactoryConfig({ chainID }) });
  const [receiver, sender] = [Address.newFromBech32(to), Address.newFromBech32(from)];
  const [first, ...others] = payments;
  if (first?.token === EGLD && others.length === 0) {
    return factory.createTransactionForNativeTokenTransfer(sender, { receiver, nativeAmount: first.amount });
  }
  // beside tokens EGLD goes as one of them
  const tokenTransfers = payments.map(
    ({ token, amount }) => new TokenTransfer({ token: new Token({ identifier: token }), amount }),
  );
  return factory.createTransactionForESDTTokenTransfer(sender, { receiver, tokenTransfers });
}

/** The cost of sending EGLD alone. */
export const transferFee = ({ minGas, gasPrice }: NetworkConfig): bigint => minGas * gasPrice;
