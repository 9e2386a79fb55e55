import { Abi } from "@multiversx/sdk-core/out/abi";
import { ArgSerializer } from "@multiversx/sdk-core/out/abi/argSerializer";
import { NativeSerializer } from "@multiversx/sdk-core/out/abi/nativeSerializer";
import { Address } from "@multiversx/sdk-core/out/core/address";
import { Token, TokenTransfer } from "@multiversx/sdk-core/out/core/tokens";
import type { Transaction } from "@multiversx/sdk-core/out/core/transaction";
import { TransactionsFactoryConfig } from "@multiversx/sdk-core/out/core/transactionsFactoryConfig";
import { SmartContractTransactionsFactory } from "@multiversx/sdk-core/out/smartContracts/smartContractTransactionsFactory";
import type { Gateway } from "./gateway";

/** How the chain writes EGLD among tokens. */
export const EGLD = "EGLD-000000";

/** An amount of a token, in its smallest unit. */
export interface Payment {
  token: string;
  amount: bigint;
}

/** A deployed contract, known by its ABI; `Views` says what its views answer. */
export class Contract<Views extends { [Name in keyof Views]: readonly unknown[] }> {
  private readonly abi: Abi;
  private readonly factory: SmartContractTransactionsFactory;
  private readonly serializer = new ArgSerializer();

  constructor(
    readonly gateway: Gateway,
    readonly address: string,
    abi: object,
    chainID: string,
  ) {
    this.abi = Abi.create(abi as Parameters<typeof Abi.create>[0]);
    this.factory = new SmartContractTransactionsFactory({
      config: new TransactionsFactoryConfig({ chainID }),
      abi: this.abi,
    });
  }

  /** What a view answers, one value for each of its outputs. */
  async query<Name extends keyof Views & string>(view: Name, args: unknown[] = []): Promise<Views[Name]> {
    const endpoint = this.abi.getEndpoint(view);
    const typed = NativeSerializer.nativeToTypedValues(args, endpoint);
    const hex = this.serializer.valuesToBuffers(typed).map((argument) => argument.toString("hex"));
    const parts = await this.gateway.query(this.address, view, hex);
    const values = this.serializer.buffersToValues(parts, endpoint.output);
    // the types are made of the ABI that has decoded the values
    return values.map((value) => value.valueOf()) as unknown as Views[Name];
  }

  /** An unsigned call, without its nonce. */
  call(sender: string, endpoint: string, args: unknown[], gasLimit: bigint, payment?: Payment): Promise<Transaction> {
    const isEgld = payment?.token === EGLD;
    const transfer =
      payment && new TokenTransfer({ token: new Token({ identifier: payment.token }), amount: payment.amount });
    return this.factory.createTransactionForExecute(Address.newFromBech32(sender), {
      contract: Address.newFromBech32(this.address),
      function: endpoint,
      arguments: args,
      gasLimit,
      ...(transfer && !isEgld ? { tokenTransfers: [transfer] } : {}),
      ...(payment && isEgld ? { nativeTransferAmount: payment.amount } : {}),
    });
  }
}
