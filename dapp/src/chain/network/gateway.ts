import type { Transaction } from "@multiversx/sdk-core/out/core/transaction";
import { Changing } from "../../browser/Changing";
import { t } from "../../i18n/i18n";
import { BackOff } from "./backOff";

/** There is no answer, and the question is worth asking again. */
export abstract class Passing extends Error {
  /** The page says so for all of its views. */
  readonly isToldAbove: boolean = true;
}

/** The gateway fails behind its own door, as when its nodes aren't synced; the message is the gateway's. */
export class Failing extends Passing {
  override readonly isToldAbove = false;
}

/** The chain can't be reached. */
export class Unreachable extends Passing {
  constructor() {
    super("the chain can't be reached");
  }
}

/** The gateway answers that it has too much to do. */
export class Busy extends Passing {
  constructor() {
    super("the chain's gateway is busy");
  }
}

/** The gateway or a contract refused; the message is theirs. */
export class Refused extends Error {}

/** How the gateway is doing, as far as the last answers show. */
export type GatewayState = "online" | "busy" | "silent";

/** The network's charges, and how its time goes. */
export type NetworkConfig = Awaited<ReturnType<Gateway["config"]>>;
/** The chain's time. */
export type ChainClock = Awaited<ReturnType<Gateway["clock"]>>;

type Json = Record<string, unknown>;

const METACHAIN = 4294967295;
/** The time limits for a view or another question, first and second try: a hanging one isn't the same as a slow one. */
const VIEW_TIMEOUTS_MS = [2_000, 3_500] as const;
/** The time limit for anything that isn't asked twice. */
const TIMEOUTS_MS = [10_000] as const;
/** Of the first byte of a contract's code metadata. */
const UPGRADEABLE = 1;
/** How often a question that met a busy gateway is asked again before it fails. */
const BUSY_RETRIES = 4;

/** The gateway's HTTP dialect, as much of it as the page needs. */
export class Gateway extends Changing {
  private state: GatewayState = "online";
  private readonly backOff = new BackOff();
  /** How often it was asked, … */
  private asked = 0;
  /** … and the newest of these questions that it has answered: what an older one comes to tells nothing of now. */
  private answered = 0;

  constructor(readonly url: string) {
    super();
  }

  /** How it is doing; `subscribe` tells when that changes. */
  currentState = (): GatewayState => this.state;

  async config() {
    const early = globalThis.firstAnswers?.config;
    delete globalThis.firstAnswers?.config;
    // what came too early is asked for again
    const asked = early?.then((answer) => this.read(answer)).catch(() => undefined);
    // so is what doesn't come
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, VIEW_TIMEOUTS_MS[0]));
    const first = asked && (await Promise.race([asked, late]));
    const { config } = (first ?? (await this.ask("/network/config"))) as { config: Json };
    return {
      chainId: String(config.erd_chain_id),
      roundMs: Number(config.erd_round_duration),
      roundsPerEpoch: Number(config.erd_rounds_per_epoch),
      gasPrice: BigInt(config.erd_min_gas_price as number),
      gasPriceModifier: Number(config.erd_gas_price_modifier),
      minGas: BigInt(config.erd_min_gas_limit as number),
      gasPerDataByte: BigInt(config.erd_gas_per_data_byte as number),
    };
  }

  async clock() {
    const { status } = (await this.ask(`/network/status/${METACHAIN}`)) as { status: Json };
    return {
      epoch: Number(status.erd_epoch_number),
      roundsPassed: Number(status.erd_rounds_passed_in_current_epoch),
    };
  }

  async account(address: string) {
    const { account } = (await this.ask(`/address/${address}`)) as {
      account: { nonce: number; balance: string; codeMetadata?: unknown };
    };
    const { codeMetadata } = account;
    const [metadata] = Buffer.from(typeof codeMetadata === "string" ? codeMetadata : "", "base64");
    return {
      nonce: BigInt(account.nonce),
      balance: BigInt(account.balance),
      /** Of a contract: whether its owner can replace the code. */
      isUpgradeable: metadata === undefined ? undefined : (metadata & UPGRADEABLE) > 0,
    };
  }

  async tokenBalance(address: string, token: string): Promise<bigint> {
    const { tokenData } = (await this.ask(`/address/${address}/esdt/${token}`)) as { tokenData: { balance: string } };
    return BigInt(tokenData.balance || "0");
  }

  /** The fungible tokens that an account holds, EGLD not among them. */
  async tokens(address: string): Promise<string[]> {
    const { esdts } = (await this.ask(`/address/${address}/esdt`)) as {
      esdts: Record<string, { tokenIdentifier: string; nonce?: number }> | null;
    };
    return Object.values(esdts ?? {}).flatMap(({ tokenIdentifier, nonce }) => (nonce ? [] : tokenIdentifier));
  }

  /** Asks a view; arguments in hex, results as bytes. */
  async query(contract: string, view: string, args: string[]): Promise<Buffer[]> {
    const body = { scAddress: contract, funcName: view, args };
    const { data } = (await this.ask("/vm-values/query", body)) as {
      data: { returnData: string[] | null; returnCode: string; returnMessage: string };
    };
    if (data.returnCode !== "ok") throw new Refused(data.returnMessage || data.returnCode);
    return (data.returnData ?? []).map((part) => Buffer.from(part ?? "", "base64"));
  }

  /** A value of a contract's storage. */
  async stored(contract: string, key: string): Promise<Buffer> {
    const path = `/address/${contract}/key/${Buffer.from(key).toString("hex")}`;
    const { value } = (await this.ask(path)) as { value: string };
    return Buffer.from(value, "hex");
  }

  /** Sends a signed transaction; the answer is its hash. */
  async send(transaction: Transaction): Promise<string> {
    const sendable = transaction.toSendable();
    const { txHash } = (await this.ask("/transaction/send", sendable, TIMEOUTS_MS)) as { txHash: string };
    return txHash;
  }

  /** The gas that a transaction would use. */
  async cost(transaction: Transaction): Promise<bigint> {
    const sendable = transaction.toSendable();
    const { txGasUnits, returnMessage } = (await this.ask("/transaction/cost", sendable, TIMEOUTS_MS)) as {
      txGasUnits: number;
      returnMessage: string;
    };
    if (!txGasUnits) throw new Refused(returnMessage);
    return BigInt(txGasUnits);
  }

  /** The outcome of a transaction, and why it failed, in the contract's words. */
  async outcome(hash: string) {
    const { status, reason } = (await this.ask(`/transaction/${hash}/process-status`)) as Json & { status: string };
    if (status === "success") return { status, reason: "" };
    if (status !== "fail") return { status: "pending" as const, reason: "" };
    return { status, reason: (await this.signalledError(hash)) || String(reason || "the transaction failed") };
  }

  /** The events of a transaction: what each is called, and its topics in base64. */
  async events(hash: string): Promise<ChainEvent[]> {
    return (await this.results(hash)).events;
  }

  /** The contract's own words, from the transaction's events. */
  private async signalledError(hash: string): Promise<string> {
    const { events, receipt } = await this.results(hash);
    const topic = events.find((event) => event.identifier === "signalError")?.topics?.[1];
    return topic ? Buffer.from(topic, "base64").toString() : (receipt ?? "");
  }

  private async results(hash: string): Promise<{ events: ChainEvent[]; receipt: string | undefined }> {
    const { transaction } = (await this.ask(`/transaction/${hash}?withResults=true`)) as {
      transaction: {
        logs?: Logs;
        smartContractResults?: { logs?: Logs }[];
        receipt?: { data?: string };
      };
    };
    const logs = [transaction.logs, ...(transaction.smartContractResults ?? []).map((result) => result.logs)];
    return { events: logs.flatMap((log) => log?.events ?? []), receipt: transaction.receipt?.data };
  }

  /** The name that an account was given: "alice" for alice.elrond; most have none. */
  async username(address: string): Promise<string | undefined> {
    const { username } = (await this.ask(`/address/${address}/username`)) as { username?: string };
    return username ? username.replace(/\.elrond$/, "") : undefined;
  }

  private async ask(path: string, body?: unknown, timeouts: readonly number[] = VIEW_TIMEOUTS_MS): Promise<unknown> {
    for (let attempt = 0; ; attempt++) {
      await this.backOff.wait();
      const answer = await this.fetch(path, body, timeouts);
      // a transaction that was tried is judged by its answer, regardless of the status
      if (answer.status !== 429 && answer.status !== 503) return this.read(answer, path !== "/transaction/cost");
      this.backOff.refused(retryAfter(answer));
      // one refusal may be chance
      if (attempt > 0) this.setState("busy");
      if (attempt < BUSY_RETRIES) continue;
      throw new Busy();
    }
  }

  private async fetch(path: string, body: unknown, [first, ...others]: readonly number[]): Promise<Response> {
    const question = ++this.asked;
    const signal = AbortSignal.timeout(first ?? 0);
    const headers = { "Content-Type": "application/json" };
    const post = { method: "POST", body: JSON.stringify(body), headers, signal };
    try {
      const answer = await fetch(this.url + path, body === undefined ? { signal } : post);
      this.answered = Math.max(this.answered, question);
      return answer;
    } catch {
      const isOld = question < this.answered;
      if (signal.aborted && others.length > 0) {
        if (!isOld) this.setState("silent");
        return this.fetch(path, body, others);
      }
      throw isOld ? new Unreachable() : this.unreachable();
    }
  }

  private async read(answer: Response, isQuestion = true): Promise<unknown> {
    const json: { data?: unknown; error?: string } | null = await answer.json().catch(() => {
      throw this.unreachable();
    });
    this.setState("online");
    const problem = json?.error || (answer.ok ? "" : t("the gateway answers {status}", { status: answer.status }));
    const isEmpty = !problem && !json?.data;
    if (isEmpty || (isQuestion && answer.status >= 500)) {
      this.backOff.refused(undefined);
      throw new Failing(isEmpty ? t("the gateway answers without data") : problem);
    }
    this.backOff.answered();
    if (problem) throw new Refused(problem);
    return json?.data;
  }

  private unreachable(): Unreachable {
    this.backOff.unreachable();
    this.setState("silent");
    return new Unreachable();
  }

  private setState(state: GatewayState) {
    if (this.state === state) return;
    this.state = state;
    this.changed();
  }
}

/** The seconds of a Retry-After, in milliseconds; the header's dates are not understood. */
function retryAfter(answer: Response): number | undefined {
  const seconds = Number(answer.headers.get("Retry-After") ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1_000 : undefined;
}

interface ChainEvent {
  identifier: string;
  topics?: (string | null)[];
}

interface Logs {
  events?: ChainEvent[];
}
