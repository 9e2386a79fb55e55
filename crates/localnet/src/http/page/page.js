"use strict";

// How often the page looks at the chain, in milliseconds.
const EVERY = 1000;
const DECIMALS = 18;

const at = (id) => document.getElementById(id);

// All text goes in as text: contracts and senders write it.
const cell = (text, className = "") => {
  const td = document.createElement("td");
  td.textContent = text;
  td.className = className;
  return td;
};

const row = (cells) => {
  const tr = document.createElement("tr");
  tr.append(...cells);
  return tr;
};

const say = (text) => {
  at("said").textContent = text;
};

// The body is JSON text, or nothing.
async function post(path, body) {
  const answer = await fetch(path, { method: "POST", body });
  const { error } = await answer.json();
  if (!answer.ok) throw new Error(error || `the chain answered ${answer.status}`);
}

// Changes the chain, then shows it.
async function change(done, path, body) {
  try {
    await post(path, body);
    say(done);
  } catch (error) {
    say(`Not done: ${error.message}`);
  }
  await show();
}

// An amount of EGLD in its smallest unit; undefined if it is none.
function smallest(text) {
  const parts = /^(\d+)(?:\.(\d{1,18}))?$/.exec(text.trim());
  if (!parts) return undefined;
  const [, whole, fraction = ""] = parts;
  return BigInt(whole + fraction.padEnd(DECIMALS, "0")).toString();
}

async function give(receiver, text) {
  const value = smallest(text);
  if (value === undefined) return say(`${text} is no amount of EGLD.`);
  // a JSON number, longer than those of JavaScript
  const body = `{"receiver":${JSON.stringify(receiver)},"value":${value}}`;
  await change(`${text} EGLD given.`, "/transaction/send-user-funds", body);
}

function transactionRow(tx) {
  const what = [tx.value === "0" ? tx.what : `${tx.what} with ${tx.value} EGLD`, ...tx.events];
  const tr = row([
    cell(tx.status === "pending" ? "waits" : tx.block),
    cell(tx.from),
    cell(tx.to),
    cell(what.join("\n"), "wide"),
    cell(tx.status === "pending" ? "" : tx.outcome, `wide ${tx.status}`),
    cell(tx.fee),
  ]);
  tr.title = tx.hash;
  if (tx.status === "pending") tr.className = "pending";
  return tr;
}

function accountRow(account) {
  const button = document.createElement("button");
  button.textContent = "Faucet: 10 EGLD";
  button.addEventListener("click", () => give(account.address, "10"));
  const last = document.createElement("td");
  if (!account.isContract) last.append(button);
  return row([
    cell(account.name || (account.isContract ? "contract" : "")),
    cell(account.address, "wide"),
    cell(account.shard > 2 ? "meta" : account.shard),
    cell(account.nonce),
    cell(account.balance),
    cell(account.tokens.join("\n"), "wide"),
    last,
  ]);
}

let shown = "";

async function show() {
  let chain;
  try {
    const answer = await fetch("/page.json", { cache: "no-store" });
    chain = await answer.json();
  } catch {
    return say("The chain doesn't answer.");
  }
  if (at("said").textContent === "The chain doesn't answer.") say("");
  const time = new Date(chain.timestampMs).toISOString();
  at("now").textContent =
    `Chain id ${chain.chainId}, block ${chain.block}, epoch ${chain.epoch}, ${time}, ` +
    `${chain.transactionCount} transactions, ${chain.shards} shard${chain.shards === 1 ? "" : "s"}`;
  const mode = at("mode");
  if (document.activeElement !== mode) {
    if (![...mode.options].some((option) => option.value === chain.blockTime))
      mode.add(new Option(`every ${chain.blockTime} ms`, chain.blockTime));
    mode.value = chain.blockTime;
  }
  // Rows that haven't changed stay, so that a button keeps its focus.
  const rows = JSON.stringify([chain.transactions, chain.accounts]);
  if (rows === shown) return;
  shown = rows;
  at("transactions").replaceChildren(...chain.transactions.map(transactionRow));
  at("accounts").replaceChildren(...chain.accounts.map(accountRow));
}

at("url").textContent = location.origin;
at("block").addEventListener("click", () => change("A block was made.", "/simulator/generate-blocks/1"));
at("epoch").addEventListener("click", () =>
  change("The next epoch has begun.", "/simulator/force-epoch-change"),
);
at("mode").addEventListener("change", (event) =>
  change("Blocks are made otherwise now.", `/simulator/block-time/${event.target.value}`),
);
at("faucet").addEventListener("submit", (event) => {
  event.preventDefault();
  give(at("receiver").value.trim(), at("amount").value);
});

async function watch() {
  await show();
  setTimeout(watch, EVERY);
}
watch();
