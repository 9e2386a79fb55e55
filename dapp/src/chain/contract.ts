import type { Abi } from "@multiversx/sdk-core/out/abi";
import type { Transaction } from "@multiversx/sdk-core/out/core/transaction";
import { part } from "../browser/parts";
import { nextTask } from "../browser/task";
import { msg } from "../i18n/i18n";
import { overLimit } from "./launchLimit";
import { withMargin } from "./network/gas";
import { type Gateway, Refused } from "./network/gateway";
import type { Payment } from "./payment";
import type { Settings } from "./settings";

const loadCalls = part(() => import("./calls"));
const loadCodec = () => import("./codec");
// it comes while settings and network are asked for; who needs it says what is wrong
loadCodec().catch(() => {});

/** The account that calls, and the nonce of the call. */
export interface Caller {
  address: string;
  nonce: bigint;
}

/** The answers of a contract's views, by their names. */
export type Answers<Views> = { [Name in keyof Views]: readonly unknown[] };

/** A deployed contract, known by its ABI; `Views` says what its views answer, `Endpoint` what it can be called for. */
export class Contract<Views extends Answers<Views>, Endpoint extends string = never> {
  private read: Abi | undefined;
  /**
   * The gas with which a call without a payment is tried: for 0 the gateway takes as much as the account can pay. With the most
   * it refuses a call that the account can pay.
   */
  protected readonly trialGas: bigint = 0n;

  constructor(
    readonly gateway: Gateway,
    readonly address: string,
    /** Its ABI, or how that is loaded. */
    private readonly json: object | (() => Promise<{ default: object }>),
    private readonly settings: Pick<Settings, "chainId" | "launchLimit">,
  ) {}

  /** Read when it is used: the page that looks at a game needs the views' ABI alone. */
  private async abi(): Promise<Abi> {
    if (this.read) return this.read;
    const json = typeof this.json === "function" ? (await this.json()).default : this.json;
    const { Abi } = await loadCodec();
    await nextTask();
    this.read ??= Abi.create(json as Parameters<typeof Abi.create>[0]);
    await nextTask();
    return this.read;
  }

  /** The answer of a view, one value for each of its outputs. */
  async query<Name extends keyof Views & string>(view: Name, args: unknown[] = []): Promise<Views[Name]> {
    const endpoint = (await this.abi()).getEndpoint(view);
    const { NativeSerializer, serializer } = await loadCodec();
    const typed = NativeSerializer.nativeToTypedValues(args, endpoint);
    const hex = serializer.valuesToBuffers(typed).map((argument) => argument.toString("hex"));
    const parts = await this.gateway.query(this.address, view, hex);
    const values = serializer.buffersToValues(parts, endpoint.output);
    // the types are made of the ABI that has decoded the values
    return values.map((value) => value.valueOf()) as unknown as Views[Name];
  }

  /**
   * An unsigned call with the gas that it needs: the gateway tries it, for free.
   * @throws Refused with the contract's words where it would fail, or with the launch limit.
   */
  async call(caller: Caller, endpoint: Endpoint, args: unknown[] = [], payment?: Payment): Promise<Transaction> {
    const tooMuch = overLimit(this.settings.launchLimit, payment);
    if (tooMuch) throw new Refused(tooMuch);
    const call = await this.build(caller, endpoint, args, payment);
    call.gasLimit = this.gasFor(await this.tried(call), endpoint, args);
    return call;
  }

  /** The gas that the gateway's trial of a call uses. */
  private async tried(call: Transaction): Promise<bigint> {
    try {
      return await this.gateway.cost(call);
    } catch (error) {
      const isPoor = call.gasLimit === 0n && error instanceof Refused && error.message.includes("not enough gas");
      throw isPoor ? new Refused(msg("the account has too little EGLD")) : error;
    }
  }

  /** The gas to give to a call that has used so much when it was tried. */
  protected gasFor(used: bigint, _endpoint: Endpoint, _args: unknown[]): bigint {
    return withMargin(used);
  }

  /**
   * The gas that a call would use now: the gateway tries it, for free.
   * @throws Refused with the contract's words where it would fail.
   */
  async gasOf(sender: string, endpoint: Endpoint, args: unknown[]): Promise<bigint> {
    const { nonce } = await this.gateway.account(sender);
    return this.tried(await this.build({ address: sender, nonce }, endpoint, args));
  }

  /** Why a call would be refused now; undefined if it would succeed. */
  async refusal(sender: string, endpoint: Endpoint, args: unknown[]): Promise<string | undefined> {
    try {
      await this.gasOf(sender, endpoint, args);
      return undefined;
    } catch (error) {
      if (error instanceof Refused) return error.message;
      throw error;
    }
  }

  /** Whether a call would succeed now. */
  wouldSucceed = async (sender: string, endpoint: Endpoint, args: unknown[]): Promise<boolean> =>
    (await this.refusal(sender, endpoint, args)) === undefined;

  /** An unsigned call with the gas of its trial. Most of sdk-core is for transactions: it comes with the first one. */
  private async build(caller: Caller, endpoint: Endpoint, args: unknown[], payment?: Payment): Promise<Transaction> {
    const [abi, { buildCall }] = await Promise.all([this.abi(), loadCalls()]);
    const call = { sender: caller.address, contract: this.address, endpoint, args, payment };
    const built = await buildCall(abi, this.settings.chainId, call);
    built.nonce = caller.nonce;
    if (!payment) built.gasLimit = this.trialGas;
    return built;
  }
}
