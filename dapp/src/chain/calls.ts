import type { Abi } from "@multiversx/sdk-core/out/abi";
import { Address } from "@multiversx/sdk-core/out/core/address";
import { Token, TokenTransfer } from "@multiversx/sdk-core/out/core/tokens";
import type { Transaction } from "@multiversx/sdk-core/out/core/transaction";
import { TransactionsFactoryConfig } from "@multiversx/sdk-core/out/core/transactionsFactoryConfig";
import { SmartContractTransactionsFactory } from "@multiversx/sdk-core/out/smartContracts/smartContractTransactionsFactory";
import { MAX_GAS } from "./network/gas";
import { EGLD, type Payment } from "./payment";

/** A call of a contract. */
interface Call {
  sender: string;
  contract: string;
  endpoint: string;
  args: unknown[];
  payment: Payment | undefined;
}

/** A payment as sdk-core takes it: EGLD isn't one of its tokens. */
const paid = ({ token, amount }: Payment) =>
  token === EGLD
    ? { nativeTransferAmount: amount }
    : { tokenTransfers: [new TokenTransfer({ token: new Token({ identifier: token }), amount })] };

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
