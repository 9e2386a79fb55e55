import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import {
  Abi,
  Account,
  Address,
  KeyPair,
  ProxyNetworkProvider,
  SmartContractController,
  SmartContractTransactionsFactory,
  SmartContractTransactionsOutcomeParser,
  Token,
  TokenManagementTransactionsFactory,
  TokenManagementTransactionsOutcomeParser,
  TokenTransfer,
  type TransactionOnNetwork,
  TransactionsFactoryConfig,
  TransferTransactionsFactory,
  UserSecretKey,
} from "@multiversx/sdk-core";

import type { NormalMove } from "chessops";
import { Chess } from "chessops/chess";
import { makeFen, parseFen } from "chessops/fen";
import { contractPromotion, contractSquare } from "../../src/chess/history";
import { parseMove } from "../../src/chess/san";
import { START_FEN } from "../../src/chess/start";
import { end, isRunning, startServer } from "./children";

const CHESS = "output/onchain-chess";
const VIEWS = `${CHESS}-views`;
const ENGINECHESS = "contracts/enginechess/output/enginechess";
const TOURNAMENT = "contracts/tournament/output/chess-tournament";
const REPO = fileURLToPath(new URL("../../../", import.meta.url));
const CONFIG = new TransactionsFactoryConfig({ chainID: "chain" });
const AWAIT = { pollingIntervalInMilliseconds: 30, patienceInMilliseconds: 0, timeoutInMilliseconds: 60_000 };
/** A busy machine may stand still for longer than sdk-core's 5 s. */
const PROVIDER = { clientName: "onchain-chess", timeout: 60_000 };

/** The gateway of a chain that runs already, instead of the local one: the official simulator's. */
const { GATEWAY } = process.env;

/** Longer than any test. */
const NEVER_MS = 3_600_000;

/** Enough to enter a tournament before it starts, on a busy machine. */
export const ENTERING_MS = 30_000;

/** The names of the wallets in the chain's console. */
const NAMES = ["alice", "bob", "carol", "frank", "grace", "heidi"];

/** A funded wallet of the local chain. */
export interface Player {
  name: string;
  secretKey: string;
  address: string;
  account: Account;
}

/** The network's contract that manages tokens. */
const ESDT_CONTRACT = "erd1qqqqqqqqqqqqqqqpqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqzllls8a5w6u";

/** The local chain as its own process, with the contracts deployed. It ends with `stop`, and in any case with this process. */
export class Chain {
  private readonly provider: ProxyNetworkProvider;
  players: Player[] = [];
  contract = "";
  views = "";
  enginechess = "";
  tournaments = "";
  private areBlocksHeld = true;
  /** The making of blocks by hand, which ends once they are held. */
  private blocks: Promise<void> | undefined;

  private constructor(
    private child: ChildProcess,
    readonly url: string,
    private readonly blockTime: number,
    private readonly stateFile: string | undefined,
  ) {
    this.provider = new ProxyNetworkProvider(url, PROVIDER);
  }

  /** With a block time of "by hand" blocks come as fast as without a clock, except while they are held back. */
  static async start(blockTime: number | "by hand", stateFile?: string): Promise<Chain> {
    const period = blockTime === "by hand" ? NEVER_MS : blockTime;
    const { child, url } = await spawnChain(period, 0, stateFile);
    const chain = new Chain(child, url, period, stateFile);
    if (blockTime === "by hand") chain.releaseBlocks();
    chain.players = (await chain.wallets()).map((secretKey, index) => {
      const name = NAMES[index] ?? `wallet ${index}`;
      const account = Account.newFromKeypair(new KeyPair(UserSecretKey.fromString(secretKey)));
      return { name, secretKey, address: account.address.toBech32(), account };
    });
    return chain;
  }

  /** The secret keys of funded wallets. */
  private async wallets(): Promise<string[]> {
    if (GATEWAY) {
      const keys = NAMES.map((_, index) => new UserSecretKey(new Uint8Array(32).fill(index + 1)));
      const addresses = keys.map((key) => key.generatePublicKey().toAddress().toBech32());
      const funded = addresses.map((address) => ({ address, balance: `${10n ** 20n}` }));
      await this.provider.doPostGeneric("simulator/set-state", funded);
      return keys.map((key) => key.hex());
    }
    const { wallets } = (await this.provider.doGetGeneric("simulator/initial-wallets")) as {
      wallets: { privateKeyHex: string }[];
    };
    return wallets.map(({ privateKeyHex }) => privateKeyHex);
  }

  /** The owner of the contracts: the last wallet, so that the first ones are the players. */
  get owner(): Player {
    const owner = this.players.at(-1);
    if (!owner) throw new Error("the chain has no wallets");
    return owner;
  }

  player(name: string): Player {
    const player = this.players.find((candidate) => candidate.name === name);
    if (!player) throw new Error(`no wallet named ${name}`);
    return player;
  }

  /** The page's settings for the game that was deployed last, as if this were the network of that name. */
  settings(network: string) {
    return {
      network,
      chainId: "chain",
      gateway: this.url,
      api: this.url,
      contract: this.contract,
      views: this.views,
    };
  }

  /** The data of the gateway's answer at a path. */
  private async get(path: string) {
    return (await (await fetch(this.url + path)).json()).data;
  }

  /** The number of transactions that an account has sent. */
  async nonce(address: string): Promise<number> {
    return (await this.get(`/address/${address}`)).account.nonce;
  }

  /** The fees that an account has paid, starting at a nonce, for 50 transactions at most. */
  async fees(address: string, from: number): Promise<bigint> {
    const answer = await fetch(`${this.url}/transactions?sender=${address}&size=50`);
    const sent = (await answer.json()) as { nonce: number; fee: string }[];
    return sent.filter(({ nonce }) => nonce >= from).reduce((sum, { fee }) => sum + BigInt(fee), 0n);
  }

  /** Deploys the game and its views, sets the wager and opens the game. */
  async deploy(wager: bigint, token = "EGLD-000000"): Promise<void> {
    this.contract = await this.deployContract(CHESS, []);
    this.views = await this.deployContract(VIEWS, [this.contract]);
    await this.call(this.owner, "setWager", [token, wager]);
    await this.call(this.owner, "unpause");
  }

  /** Deploys both engines and their views; their settings for the page. */
  async deployEngines(): Promise<Record<string, string>> {
    const minichess = await this.deployContract("contracts/minichess/output/minichess", []);
    const minichessViews = await this.deployContract("contracts/minichess/output/minichess-views", [minichess]);
    this.enginechess = await this.deployContract(ENGINECHESS, []);
    const enginechessViews = await this.deployContract(`${ENGINECHESS}-views`, [this.enginechess]);
    return { minichess, minichessViews, enginechess: this.enginechess, enginechessViews };
  }

  /** Deploys the contract of tournaments; its setting for the page. */
  async deployTournaments(): Promise<Record<string, string>> {
    this.tournaments = await this.deployContract(TOURNAMENT, [this.contract]);
    return { tournaments: this.tournaments };
  }

  /** Opens a tournament of up to eight players with a clock of half a minute and no fee, except for the given terms. Returns its id. */
  async openTournament(terms: Record<string, unknown>, value = 0n): Promise<number> {
    const usual = {
      format: "RoundRobin",
      players: 8,
      rounds: 1,
      token: "EGLD-000000",
      fee: 0n,
      base: 30,
      increment: 0,
      engines: false,
      window: 12 * 60_000,
      prizes: [6_000, 4_000],
    };
    const done = await this.execute(this.owner, TOURNAMENT, this.tournaments, "open", [{ ...usual, ...terms }], value);
    return idIn(done, "opened");
  }

  /** Enters players into a tournament without a fee. */
  async enter(id: number, players: readonly string[]): Promise<void> {
    const enter = (name: string) => this.execute(this.player(name), TOURNAMENT, this.tournaments, "enter", [id]);
    await Promise.all(players.map(enter));
  }

  /** Moves a tournament on. */
  async next(id: number): Promise<void> {
    await this.execute(this.owner, TOURNAMENT, this.tournaments, "next", [id]);
  }

  /** Calls an endpoint of the game contract. */
  async call(player: Player, endpoint: string, args: unknown[] = [], value = 0n): Promise<void> {
    await this.execute(player, CHESS, this.contract, endpoint, args, value);
  }

  /** Starts a game against the 8×8 engine; its id. */
  async engineGame(player: Player, args: unknown[]): Promise<number> {
    return idIn(await this.execute(player, ENGINECHESS, this.enginechess, "newGame", args), "gameStarted");
  }

  /** The views of the game contract. */
  async endpoints() {
    return (await abiOf(VIEWS)).getEndpoints().filter(({ modifiers }) => modifiers.isReadonly());
  }

  /** A view's answer. */
  async view(name: string, args: unknown[]): Promise<unknown[]> {
    const reader = { chainID: "chain", networkProvider: this.provider, abi: await abiOf(VIEWS) };
    const contract = Address.newFromBech32(this.views);
    return new SmartContractController(reader).query({ contract, function: name, arguments: args });
  }

  /** The position as the contract writes it. */
  async fen(game: number): Promise<string> {
    return String(await this.view("getFen", [game]));
  }

  /** Plays moves in SAN without the page, the two players in turns; `fen` is the current position. */
  async play(game: number, players: [string, string], moves: string[], fen = START_FEN): Promise<void> {
    const position = Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
    for (const san of moves) {
      const move = parseMove(makeFen(position.toSetup()), san);
      if (!move) throw new Error(`${san} can't be played`);
      const name = players[position.turn === "white" ? 0 : 1];
      const args = [game, contractSquare(move.from), contractSquare(move.to)];
      if (move.promotion) args.push(contractPromotion(move.promotion));
      await this.call(this.player(name), "makeMove", args);
      position.play(move as NormalMove);
    }
  }

  /** Stops all transfers of a token, or allows them again. */
  async pauseToken(token: string, isPaused: boolean): Promise<void> {
    const factory = new TokenManagementTransactionsFactory({ config: CONFIG });
    const owner = this.owner.account.address;
    const options = { tokenIdentifier: token };
    const transaction = isPaused
      ? await factory.createTransactionForPausing(owner, options)
      : await factory.createTransactionForUnpausing(owner, options);
    // sdk-core 15.4 sends it to the sender
    transaction.receiver = Address.newFromBech32(ESDT_CONTRACT);
    const done = await this.send(this.owner, transaction);
    if (!done.status.isSuccessful()) throw new Error("the token's owner can't pause it");
  }

  /** The shard of an address. */
  async shardOf(address: string): Promise<number> {
    return (await this.get(`/address/${address}/shard`)).shardID;
  }

  /** An account's balance of a token. */
  async tokens(address: string, token: string): Promise<bigint> {
    return BigInt((await this.get(`/address/${address}/esdt/${token}`)).tokenData.balance);
  }

  /** Issues a token with two decimals and gives some of it to players; its identifier. */
  async issueToken(ticker: string, players: string[]): Promise<string> {
    const owner = this.owner.account.address;
    const issue = await new TokenManagementTransactionsFactory({ config: CONFIG }).createTransactionForIssuingFungible(
      owner,
      {
        tokenName: ticker,
        tokenTicker: ticker,
        initialSupply: 1_000_000n,
        numDecimals: 2n,
        canFreeze: false,
        canWipe: false,
        canPause: true,
        canChangeOwner: false,
        canUpgrade: true,
        canAddSpecialRoles: true,
      },
    );
    const issued = await this.send(this.owner, issue);
    const [outcome] = new TokenManagementTransactionsOutcomeParser().parseIssueFungible(issued);
    if (!outcome) throw new Error("no token was issued");
    const token = new Token({ identifier: outcome.tokenIdentifier });
    const transfers = new TransferTransactionsFactory({ config: CONFIG });
    for (const name of players) {
      const receiver = this.player(name).account.address;
      const tokenTransfers = [new TokenTransfer({ token, amount: 10_000n })];
      await this.send(
        this.owner,
        await transfers.createTransactionForESDTTokenTransfer(owner, { receiver, tokenTransfers }),
      );
    }
    return outcome.tokenIdentifier;
  }

  async balance(address: string): Promise<bigint> {
    return (await this.provider.getAccount(Address.newFromBech32(address))).balance;
  }

  /** Which endpoint a transaction has called. */
  async functionOf(hash: string): Promise<string | undefined> {
    const { data } = await this.provider.getTransaction(hash);
    return Buffer.from(data).toString().split("@")[0];
  }

  /** Moves the chain's time on by a number of epochs. */
  async skipEpochs(count: number): Promise<void> {
    const { status } = await this.get("/network/status/4294967295");
    await this.control(`generate-blocks-until-epoch-reached/${status.erd_epoch_number + count}`);
  }

  /** Moves the chain's time on. Returns by how much its clock has gained on this machine's. */
  async passTime(milliseconds: number): Promise<number> {
    if (GATEWAY) {
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      return 0;
    }
    await this.control(`increase-time/${milliseconds}`);
    return milliseconds;
  }

  /** Sets the time between blocks, in milliseconds. */
  async pace(milliseconds: number): Promise<void> {
    await this.control(`block-time/${milliseconds}`);
  }

  /** Stops making blocks, so that transactions wait. */
  async holdBlocks(): Promise<void> {
    this.areBlocksHeld = true;
    await this.blocks;
  }

  /** Blocks come again. */
  releaseBlocks(): void {
    this.areBlocksHeld = false;
    this.blocks = this.makeBlocks();
  }

  /** Ends the process, as when a gateway goes away. */
  async interrupt(): Promise<void> {
    await end(this.child, "SIGTERM");
  }

  /** Starts it again where it was. */
  async resume(): Promise<void> {
    this.child = (await spawnChain(this.blockTime, Number(new URL(this.url).port), this.stateFile)).child;
  }

  get isRunning(): boolean {
    return isRunning(this.child);
  }

  stop(): void {
    this.areBlocksHeld = true;
    this.child.kill("SIGKILL");
  }

  private async control(path: string): Promise<void> {
    const answer = await fetch(`${this.url}/simulator/${path}`, { method: "POST" });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  }

  private async makeBlocks(): Promise<void> {
    while (!this.areBlocksHeld) {
      await this.control("generate-blocks/1").catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  private async execute(
    player: Player,
    artefact: string,
    contract: string,
    endpoint: string,
    args: unknown[],
    value = 0n,
  ): Promise<TransactionOnNetwork> {
    const transaction = await (await factoryOf(artefact)).createTransactionForExecute(player.account.address, {
      contract: Address.newFromBech32(contract),
      function: endpoint,
      arguments: args,
      gasLimit: 60_000_000n,
      nativeTransferAmount: value,
    });
    const done = await this.send(player, transaction);
    if (!done.status.isSuccessful()) throw new Error(`${endpoint} failed`);
    return done;
  }

  private async deployContract(artefact: string, args: unknown[]): Promise<string> {
    const transaction = await (await factoryOf(artefact)).createTransactionForDeploy(this.owner.account.address, {
      bytecode: await readFile(`${REPO}${artefact}.wasm`),
      gasLimit: 400_000_000n,
      arguments: args,
    });
    const transactionOnNetwork = await this.send(this.owner, transaction);
    const outcome = new SmartContractTransactionsOutcomeParser().parseDeploy({ transactionOnNetwork });
    const address = outcome.contracts[0]?.address;
    if (!address) throw new Error(`${artefact}: ${outcome.returnMessage}`);
    return address.toBech32();
  }

  private async send(
    { account }: Player,
    transaction: Parameters<Account["signTransaction"]>[0],
  ): Promise<TransactionOnNetwork> {
    transaction.nonce = (await this.provider.getAccount(account.address)).nonce;
    transaction.signature = await account.signTransaction(transaction);
    const hash = await this.provider.sendTransaction(transaction);
    await this.provider.awaitTransactionCompleted(hash, AWAIT);
    return this.provider.getTransaction(hash);
  }
}

const abiOf = async (artefact: string): Promise<Abi> =>
  Abi.create(JSON.parse(await readFile(`${REPO}${artefact}.abi.json`, "utf8")));

const factoryOf = async (artefact: string): Promise<SmartContractTransactionsFactory> =>
  new SmartContractTransactionsFactory({ config: CONFIG, abi: await abiOf(artefact) });

/** The number that an event has as its first topic: a game's or a tournament's id. */
function idIn({ logs }: TransactionOnNetwork, event: string): number {
  const found = logs.events.find(({ topics }) => Buffer.from(topics[0] ?? []).toString() === event);
  if (!found) throw new Error(`there is no event ${event}`);
  return Number.parseInt(Buffer.from(found.topics[1] ?? []).toString("hex"), 16);
}

async function spawnChain(blockTime: number, port: number, stateFile?: string) {
  if (GATEWAY) return spawnLocalnet(["api", "--gateway", GATEWAY, "--port", String(port)]);
  const args = ["--quiet", "--port", String(port), "--block-time", String(blockTime)];
  if (stateFile) args.push("--state", stateFile);
  return spawnLocalnet(args);
}

/** Starts the local chain's program. */
export const spawnLocalnet = (args: readonly string[]) =>
  startServer(process.env.LOCALNET ?? `${REPO}target/debug/localnet`, args, ["stdout", /^(\S+)$/]);
