import type { Abi } from "@multiversx/sdk-core/out/abi";
import { Address } from "@multiversx/sdk-core/out/core/address";
import { Token, TokenTransfer } from "@multiversx/sdk-core/out/core/tokens";
import type { Transaction } from "@multiversx/sdk-core/out/core/transaction";
import { TransactionsFactoryConfig } from "@multiversx/sdk-core/out/core/transactionsFactoryConfig";
import { SmartContractTransactionsFactory } from "@multiversx/sdk-core/out/smartContracts/smartContractTransactionsFactory";
import { TransferTransactionsFactory } from "@multiversx/sdk-core/out/transfers/transferTransactionsFactory";
import { MAX_GAS } from "./network/gas";
import type { NetworkConfig } from "./network/gateway";
import { EGLD, type Payment } from "./payment";

/** A call of a contract. */
interface Call {
  sender: string;
  contract: string;
  endpoint: string;
  args: unknown[];
  payment: Payment | undefined;
}

const inTokens = (payments: readonly Payment[]): TokenTransfer[] =>
  payments.map(({ token, amount }) => new TokenTransfer({ token: new Token({ identifier: token }), amount }));

/** A payment as sdk-core takes it: EGLD isn't one of its tokens. */
const paid = (payment: Payment) =>
  payment.token === EGLD ? { nativeTransferAmount: payment.amount } : { tokenTransfers: inTokens([payment]) };

/** The unsigned transaction of a call, with the most gas and without its nonce. */
export function buildCall(abi: Abi, chainID: string, call: Call): Promise<Transaction> {
  const { sender, contract, endpoint, args, payment } = call;
  const factory = new SmartContractTransactionsFactory({ config: new TransactionsFactoryConfig({ chainID }), abi });
  return factory.createTransactionForExecute(Address.newFromBech32(sender), {
    contract: Address.newFromBech32(contract),
    function: endpoint,
    arguments: args,
    gasLimit: MAX_GAS,
    ...(payment && paid(payment)),
  });
}

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
  return factory.createTransactionForESDTTokenTransfer(sender, { receiver, tokenTransfers: inTokens(payments) });
}

/** The cost of sending EGLD alone. */
export const transferFee = ({ minGas, gasPrice }: NetworkConfig): bigint => minGas * gasPrice;
