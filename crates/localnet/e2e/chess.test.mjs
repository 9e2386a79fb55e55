// sdk-core against the local chain: an ABI-driven factory and controller deploy the chess
// contract, set the wager, join with EGLD and with an ESDT, move, and query every view.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";

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
  TokenManagementController,
  TokenTransfer,
  TransactionComputer,
  TransactionsFactoryConfig,
  TransferTransactionsFactory,
  UserSecretKey,
} from "@multiversx/sdk-core";

import { output, startChain } from "./chain.mjs";

const WAGER = 1_000_000n;
const GAS = 20_000_000n;
const AWAIT = { pollingIntervalInMilliseconds: 50, patienceInMilliseconds: 0, timeoutInMilliseconds: 20_000 };

let chain, provider, factory, abi, config, wallets;

before(async () => {
  // Blocks by the clock, as on the network: a sent transaction is pending first.
  chain = await startChain(100);
  // its own 5 seconds may be too short for a busy machine
  provider = new ProxyNetworkProvider(chain.url, { timeout: 60_000 });
  config = new TransactionsFactoryConfig({ chainID: (await provider.getNetworkConfig()).chainID });
  abi = Abi.create(JSON.parse(await readFile(output("onchain-chess.abi.json"), "utf8")));
  factory = new SmartContractTransactionsFactory({ config, abi });
  const { wallets: funded } = await provider.doGetGeneric("simulator/initial-wallets");
  wallets = funded.map(({ privateKeyHex }) =>
    Account.newFromKeypair(new KeyPair(UserSecretKey.fromString(privateKeyHex))),
  );
});

after(() => chain?.stop());

/** Signs with the account's next nonce, sends, and waits until the transaction is processed. */
async function send(account, transaction) {
  transaction.nonce = (await provider.getAccount(account.address)).nonce;
  transaction.signature = await account.signTransaction(transaction);
  const hash = await provider.sendTransaction(transaction);
  assert.equal(hash, new TransactionComputer().computeTransactionHash(transaction));
  // sdk-core asks for a transaction and its status side by side, and a block may come
  // between the two answers: what is read after the wait is whole.
  await provider.awaitTransactionCompleted(hash, AWAIT);
  return provider.getTransaction(hash);
}

async function deploy(account, file, useFactory, args) {
  const bytecode = await readFile(output(file));
  const tx = await useFactory.createTransactionForDeploy(account.address, {
    bytecode,
    gasLimit: 120_000_000n,
    arguments: args,
  });
  const done = await send(account, tx);
  const outcome = new SmartContractTransactionsOutcomeParser().parseDeploy({ transactionOnNetwork: done });
  assert.equal(outcome.returnCode, "ok");
  assert.equal(outcome.contracts.length, 1);
  return outcome.contracts[0].address;
}

async function call(account, contract, name, args = [], payment = {}) {
  const tx = await factory.createTransactionForExecute(account.address, {
    contract,
    function: name,
    gasLimit: GAS,
    arguments: args,
    ...payment,
  });
  return send(account, tx);
}

async function ok(account, contract, name, args, payment) {
  const done = await call(account, contract, name, args, payment);
  const outcome = new SmartContractTransactionsOutcomeParser({ abi }).parseExecute({
    transactionOnNetwork: done,
    function: name,
  });
  assert.equal(outcome.returnCode, "ok", `${name}: ${outcome.returnMessage}`);
  assert.ok(done.status.isSuccessful(), name);
  return done;
}

test("a game with an EGLD wager, and every view", async () => {
  const [owner, white, black] = wallets;
  const contract = await deploy(owner, "onchain-chess.wasm", factory, []);
  const viewsAbi = Abi.create(JSON.parse(await readFile(output("onchain-chess-views.abi.json"), "utf8")));
  const viewsFactory = new SmartContractTransactionsFactory({ config, abi: viewsAbi });
  const views = await deploy(owner, "onchain-chess-views.wasm", viewsFactory, [contract]);

  await ok(owner, contract, "setWager", ["EGLD-000000", WAGER]);
  await ok(owner, contract, "unpause");
  await ok(white, contract, "joinGame", [], { nativeTransferAmount: WAGER });
  await ok(black, contract, "joinGame", [], { nativeTransferAmount: WAGER });
  assert.equal((await provider.getAccount(contract)).balance, 2n * WAGER);

  const moved = await ok(white, contract, "makeMove", [1, 52, 36]);
  assert.ok(moved.logs.events.some((event) => event.topics[0]?.toString() === "moveMade"));
  await ok(black, contract, "makeMove", [1, 12, 28]);

  // What the contract refuses is told in its own words.
  const refused = await call(white, contract, "makeMove", [1, 36, 0]);
  assert.ok(refused.status.isFailed());
  const outcome = new SmartContractTransactionsOutcomeParser().parseExecute({ transactionOnNetwork: refused });
  assert.equal(outcome.returnCode, "user error");
  assert.notEqual(outcome.returnMessage, "");

  const args = {
    getScore: [white.address],
    getCredit: [white.address],
    getCredits: [white.address],
    getSurplus: ["EGLD-000000"],
    getOpenChallenges: [0, 10],
    getSnapshot: [1, 0],
    getPlayerGames: [white.address, 0, 10],
    getOngoingGames: [white.address, 0, 10],
    getGamesPage: [1, 10],
  };
  const answers = {};
  const reader = new SmartContractController({ chainID: config.chainID, networkProvider: provider, abi: viewsAbi });
  const view = (name, args = []) => reader.query({ contract: views, function: name, arguments: args });
  for (const endpoint of viewsAbi.getEndpoints().filter(({ modifiers }) => modifiers.isReadonly())) {
    answers[endpoint.name] = await view(endpoint.name, args[endpoint.name] ?? endpoint.input.map(() => 1));
  }
  assert.ok(Object.keys(answers).length >= 19, Object.keys(answers).join());
  assert.equal(answers.isPaused[0], false);
  assert.equal(answers.getWagerAmount[0].toFixed(), WAGER.toString());
  assert.equal(answers.getGameCount[0].toFixed(), "1");
  assert.equal(answers.getGame[0].white_player.toBech32(), white.address.toBech32());

  await assert.rejects(view("getBoard", [99]), /game/i);

  await ok(white, contract, "draw", [1]);
  // EGLD that arrives in another shard leaves a second writeLog, as on the network, which sdk-core's
  // parser of outcomes refuses
  const drawn = await call(black, contract, "draw", [1]);
  assert.ok(drawn.status.isSuccessful(), "draw");
  assert.equal((await provider.getAccount(contract)).balance, 0n);
  assert.equal((await view("getScore", [black.address]))[0].toFixed(), "1");
});

test("a wager in an ESDT", async () => {
  const [owner, , , white] = wallets;
  const tokens = new TokenManagementController({ chainID: config.chainID, networkProvider: provider });
  const issue = await tokens.createTransactionForIssuingFungible(owner, (await provider.getAccount(owner.address)).nonce, {
    tokenName: "Wager",
    tokenTicker: "WAGER",
    initialSupply: 100_000n,
    numDecimals: 0n,
    canFreeze: true,
    canWipe: false,
    canPause: false,
    canChangeOwner: false,
    canUpgrade: true,
    canAddSpecialRoles: true,
  });
  const hash = await provider.sendTransaction(issue);
  await provider.awaitTransactionCompleted(hash, AWAIT);
  const [{ tokenIdentifier }] = await tokens.awaitCompletedIssueFungible(hash);
  assert.match(tokenIdentifier, /^WAGER-[0-9a-f]{6}$/);

  const token = new Token({ identifier: tokenIdentifier });
  const pay = await new TransferTransactionsFactory({ config }).createTransactionForESDTTokenTransfer(owner.address, {
    receiver: white.address,
    tokenTransfers: [new TokenTransfer({ token, amount: 700n })],
  });
  assert.ok((await send(owner, pay)).status.isSuccessful());
  assert.equal((await provider.getTokenOfAccount(white.address, token)).amount, 700n);

  const contract = await deploy(owner, "onchain-chess.wasm", factory, []);
  await ok(owner, contract, "setWager", [tokenIdentifier, 500]);
  await ok(owner, contract, "unpause");
  await ok(white, contract, "joinGame", [], { tokenTransfers: [new TokenTransfer({ token, amount: 500n })] });
  assert.equal((await provider.getTokenOfAccount(contract, token)).amount, 500n);
  await ok(white, contract, "leaveQueue");
  assert.equal((await provider.getTokenOfAccount(white.address, token)).amount, 700n);
});

test("refusals reach sdk-core as errors", async () => {
  const [owner, other] = wallets;
  const transfers = new TransferTransactionsFactory({ config });
  const pay = await transfers.createTransactionForNativeTokenTransfer(owner.address, {
    receiver: other.address,
    nativeAmount: 1n,
  });
  pay.nonce = (await provider.getAccount(owner.address)).nonce;
  pay.signature = await other.signTransaction(pay);
  await assert.rejects(provider.sendTransaction(pay), /invalid signature/);
  const cost = await provider.estimateTransactionCost(pay);
  assert.equal(cost.gasLimit, 50_000);
  const nobody = Address.newFromHex("00".repeat(8) + "0500" + "11".repeat(22));
  const controller = new SmartContractController({ chainID: config.chainID, networkProvider: provider });
  await assert.rejects(controller.query({ contract: nobody, function: "isPaused", arguments: [] }), /invalid contract code/);
});
