import type { Abi } from "@multiversx/sdk-core/out/abi";
import { Address } from "@multiversx/sdk-core/out/core/address";
import { Token, TokenTransfer } from "@multiversx/sdk-core/out/core/tokens";
import type { Transaction } from "@multiversx/sdk-core/out/core/transaction";
import { TransactionsFactoryConfig } from "@multiversx/sdk-core/out/core/transactionsFactoryConfig";
import { SmartContractTransactionsFactory } from "@multiversx/sdk-core/out/smartContracts/smartContractTransactionsFactory";
import { EGLD, type Payment } from "./payment";

/** A call of a contract, without its nonce. */
export interface Call {
  sender: string;
  contract: string;
  endpoint: string;
  args: unknown[];
  gasLimit: bigint;
  payment: Payment | undefined;
}

/** The unsigned transaction of a call. */
export function buildCall(abi: Abi, chainID: string, call: Call): Promise<Transaction> {
  const { sender, contract, endpoint, args, gasLimit, payment } = call;
  const factory = new SmartContractTransactionsFactory({ config: new TransactionsFactoryConfig({ chainID }), abi });
  const isEgld = payment?.token === EGLD;
  const transfer =
    payment && new TokenTransfer({ token: new Token({ identifier: payment.token }), amount: payment.amount });
  return factory.createTransactionForExecute(Address.newFromBech32(sender), {
    contract: Address.newFromBech32(contract),
    function: endpoint,
    arguments: args,
    gasLimit,
    ...(transfer && !isEgld ? { tokenTransfers: [transfer] } : {}),
    ...(payment && isEgld ? { nativeTransferAmount: payment.amount } : {}),
  });
}
