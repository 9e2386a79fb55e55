//! The settlement: tells the chain what it is to know, from a wallet of the relay's own.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use multiversx_sdk::chain_core::std::Bech32Address;
use multiversx_sdk::data::transaction::Transaction;
use serde_json::{Value, json};
use tokio::runtime::Handle;
use wallet_file::Wallet;

use crate::address;
use crate::chain::Chain;
use crate::chain_game::Awaits;
use crate::clock::now_millis;
use crate::duties::Duties;
use crate::gateway::GatewayError;
use crate::log;
use crate::metrics::count;
use crate::outbox::{FeeLimits, Outbox, Sent};
use crate::room::LoadError;
use crate::room_id::RoomId;
use crate::rooms::Rooms;
use crate::stop::Stop;
use crate::store::StoreError;
use crate::transaction::{call_data, encode_data, hash, highest_fee, limit, number, sign};
use crate::verdict::{Cause, Due, Verdict};
use crate::world::World;

/// So many transactions are on their way at once: the network takes 100 of one account.
const ON_THE_WAY: usize = 50;

/// How often it is looked for games that are due.
const ROUND: Duration = Duration::from_millis(200);

/// How often it is asked what became of transactions, in milliseconds: at most, and at least.
const ASKED_MILLIS: (u64, u64) = (200, 3_000);

/// After how long a transaction that isn't carried out is sent again, in milliseconds.
const AGAIN_MILLIS: u64 = 10_000;

/// After how long a game is looked at again whose call the contract would refuse or whose limit is
/// reached, in milliseconds, if nothing changes before.
const LATER_MILLIS: u64 = 30_000;

/// Who pays for the relay's transactions, and how much at most.
pub struct Payer {
    /// The wallet. Nobody else may send from it.
    pub wallet: Wallet,
    /// What may be spent.
    pub limits: FeeLimits,
}

/// Why something can't be done now.
#[derive(Debug, thiserror::Error)]
enum SettleError {
    #[error("the gateway: {0}")]
    Gateway(#[from] GatewayError),
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the gateway's answer: {0}")]
    Answer(&'static str),
}

/// The network's settings that transactions need.
struct Network {
    chain_id: String,
    gas_price: u64,
}

/// A transaction on its way.
struct OnTheWay {
    sent: Sent,
    /// When it was last sent, in milliseconds since 1970.
    at: u64,
    /// The gateway didn't know it when its nonce had passed.
    was_missing: bool,
}

/// Brings games to the chain.
pub struct Settlement {
    rooms: Arc<Rooms>,
    world: Arc<World>,
    payer: Payer,
    runtime: Handle,
    stop: Stop,
    network: Option<Network>,
    on_the_way: BTreeMap<[u8; RoomId::LEN], (RoomId, OnTheWay)>,
    /// When it was last asked what became of them, in milliseconds since 1970.
    asked: u64,
}

impl Settlement {
    pub fn new(rooms: Arc<Rooms>, payer: Payer, runtime: Handle, stop: Stop) -> Self {
        let world = rooms.world().clone();
        Settlement {
            rooms,
            world,
            payer,
            runtime,
            stop,
            network: None,
            on_the_way: BTreeMap::new(),
            asked: 0,
        }
    }

    /// Brings games until it is to stop. Blocks.
    pub fn run(mut self) {
        let world = self.world.clone();
        let Some((chain, duties)) = world.chain.as_ref().zip(world.duties.as_ref()) else {
            return;
        };
        if let Err(error) = self.take_up() {
            log::event("settlement-failed", &[("error", &error)]);
            return;
        }
        while !self.stop.is_set() {
            if let Err(error) = self.round(chain, duties) {
                count(&world.metrics.gateway_failures);
                log::event("settlement-waits", &[("error", &error)]);
                self.stop.sleep(Duration::from_secs(2));
            }
            duties.wait(ROUND);
        }
    }

    /// Goes on with what was on its way when the program ended.
    fn take_up(&mut self) -> Result<(), StoreError> {
        let outbox = Outbox(self.world.store.database());
        outbox.prepare(now_millis())?;
        for (room, sent) in outbox.sent()? {
            let way = OnTheWay {
                sent,
                at: 0,
                was_missing: false,
            };
            self.on_the_way.insert(room.to_bytes(), (room, way));
        }
        Ok(())
    }

    fn round(&mut self, chain: &Chain, duties: &Duties) -> Result<(), SettleError> {
        // nothing changes more often than blocks come
        let pause = (chain.time().round_millis / 2).clamp(ASKED_MILLIS.0, ASKED_MILLIS.1);
        if now_millis() >= self.asked + pause {
            self.asked = now_millis();
            self.look_after(chain, duties)?;
        }
        let due = duties.take(&chain.time(), now_millis());
        let mut due = due.into_iter();
        while let Some(room) = due.next() {
            let is_busy = self.on_the_way.contains_key(&room.to_bytes());
            let done = match is_busy {
                // looked at when the transaction is carried out
                true => Ok(()),
                false if self.on_the_way.len() >= ON_THE_WAY => {
                    duties.put_off(room, Due::Wall(now_millis() + ROUND.as_millis() as u64));
                    Ok(())
                }
                false => self.work(chain, duties, room),
            };
            if let Err(SettleError::Load(error)) = &done {
                // this game's own trouble
                let fields: [(&str, &dyn std::fmt::Display); 2] =
                    [("game", &room.game().id), ("reason", error)];
                log::event("not-brought", &fields);
                duties.put_off(room, Due::Wall(now_millis() + LATER_MILLIS));
            } else if let Err(error) = done {
                let soon = Due::Wall(now_millis() + 2_000);
                duties.put_off(room, soon);
                due.for_each(|room| duties.put_off(room, soon));
                return Err(error);
            }
        }
        Ok(())
    }

    /// Does what is to be done about a game.
    fn work(&mut self, chain: &Chain, duties: &Duties, room: RoomId) -> Result<(), SettleError> {
        let time = chain.time();
        let verdict = self.rooms.verdict(room, &time);
        let game = room.game();
        let id = number(game.id);
        let (mut data, cause) = match self.runtime.block_on(verdict)? {
            Verdict::Rest => return Ok(()),
            Verdict::Later(due) => {
                duties.put_off(room, due);
                return Ok(());
            }
            Verdict::Bring(call, cause) => {
                let arguments = [&id[..], &call.moves, &call.white, &call.black];
                (call_data("play", &arguments), cause)
            }
            Verdict::Signal => (call_data("signalInactivity", &[&id]), Cause::Game),
        };
        let asker = match cause {
            Cause::Game => None,
            Cause::Ask(color) => {
                let game = chain.game(game.contract, game.id)?;
                game.map(|game| hex::encode(game.players[color as usize]))
            }
        };
        let later = Due::Wall(now_millis() + LATER_MILLIS);
        let account = account_nonce(chain, &self.payer.wallet)?;
        let mut transaction = self.transaction(chain, &room, &data, account)?;
        let mut needed = self.needed_gas(chain, &transaction, account)?;
        if needed.is_err() && data.starts_with("play@") && awaits_in_time(chain, &room)? {
            // a game that comes too late is refused: then it is left to say that the time is over
            let signal = call_data("signalInactivity", &[&id]);
            let mut signalling = transaction.clone();
            signalling.data = Some(encode_data(&signal));
            let cost = self.needed_gas(chain, &signalling, account)?;
            if cost.is_ok() {
                (data, transaction, needed) = (signal, signalling, cost);
            }
        }
        let needed = match needed {
            Ok(needed) => needed,
            Err(refusal) => {
                log::event("not-brought", &[("game", &game.id), ("reason", &refusal)]);
                duties.put_off(room, later);
                return Ok(());
            }
        };
        transaction.gas_limit = limit(&data, needed);
        sign(&mut transaction, &self.payer.wallet);
        let sent = Sent {
            hash: hash(&transaction),
            highest_fee: highest_fee(&data, transaction.gas_limit, transaction.gas_price),
            transaction,
            at: now_millis(),
            asker,
        };
        let outbox = Outbox(self.world.store.database());
        if let Some(limit) = outbox.exceeds(&room, &sent, &self.payer.limits)? {
            log::event("fee-limit", &[("game", &game.id), ("limit", &limit)]);
            duties.put_off(room, later);
            return Ok(());
        }
        // kept first: whatever happens from here, it is this transaction that is sent
        outbox.keep(&room, &sent)?;
        count(&self.world.metrics.transactions_sent);
        let function = data.split('@').next().unwrap_or_default();
        let fields: [(&str, &dyn std::fmt::Display); 3] = [
            ("game", &game.id),
            ("function", &function),
            ("transaction", &short(&sent.hash)),
        ];
        log::event("sending", &fields);
        let way = OnTheWay {
            sent,
            at: now_millis(),
            was_missing: false,
        };
        send(chain, &way.sent);
        self.on_the_way.insert(room.to_bytes(), (room, way));
        Ok(())
    }

    /// Asks what became of the transactions on their way.
    fn look_after(&mut self, chain: &Chain, duties: &Duties) -> Result<(), SettleError> {
        let mut by_nonce: Vec<_> = self.on_the_way.values_mut().collect();
        by_nonce.sort_by_key(|(_, way)| way.sent.transaction.nonce);
        let mut finished = vec![];
        for (room, way) in by_nonce {
            let sent = &way.sent;
            let status = chain
                .gateway()
                .get(&format!("/transaction/{}/process-status", sent.hash));
            let status = match status {
                Ok(data) => data["status"].as_str().unwrap_or_default().to_string(),
                // not known there
                Err(GatewayError::Refused(_)) => String::new(),
                Err(error) => return Err(error.into()),
            };
            if matches!(status.as_str(), "success" | "fail") {
                let fee = fee_of(chain, &sent.hash)?.flatten();
                let fee = fee.unwrap_or(sent.highest_fee);
                finished.push((*room, sent.clone(), status, fee));
                continue;
            }
            if now_millis() < way.at + AGAIN_MILLIS {
                continue;
            }
            let account = account_nonce(chain, &self.payer.wallet)?;
            if account > sent.transaction.nonce && fee_of(chain, &sent.hash)?.is_none() {
                // the nonce is taken by another transaction: this one can't be carried out any more
                if way.was_missing {
                    // what another gateway may know of it counts as spent
                    let fee = sent.highest_fee;
                    finished.push((*room, sent.clone(), "lost".into(), fee));
                    continue;
                }
                way.was_missing = true;
            } else {
                send(chain, sent);
            }
            way.at = now_millis();
        }
        for (room, sent, status, fee) in finished {
            Outbox(self.world.store.database()).finish(&room, &sent, fee)?;
            self.on_the_way.remove(&room.to_bytes());
            let game = room.game();
            let fields: [(&str, &dyn std::fmt::Display); 4] = [
                ("game", &game.id),
                ("status", &status),
                ("fee", &fee),
                ("transaction", &short(&sent.hash)),
            ];
            log::event("sent", &fields);
            let has_failed = status == "fail";
            let due = match has_failed {
                true => Due::Wall(now_millis() + LATER_MILLIS),
                false => Due::Now,
            };
            // before the chain is asked, which may fail
            duties.set(room, Some(due));
            if has_failed {
                count(&self.world.metrics.transactions_failed);
            }
            if let Some(found) = chain.game(game.contract, game.id)? {
                self.world.lobby.change(game.contract, game.id, &found);
                let changed = self.rooms.chain_changed(game.contract, game.id, &found);
                self.runtime.block_on(changed)?;
            }
            if has_failed {
                // the changed game may have called for another try at once
                duties.set(room, Some(due));
            }
        }
        Ok(())
    }

    /// A transaction of the wallet, with its next nonce, unsigned and without a limit. `account`:
    /// the nonce that the chain has of the wallet.
    fn transaction(
        &mut self,
        chain: &Chain,
        room: &RoomId,
        data: &str,
        account: u64,
    ) -> Result<Transaction, SettleError> {
        let network = match self.network.take() {
            Some(network) => network,
            None => network_of(chain)?,
        };
        let network = self.network.insert(network);
        let wallet = &self.payer.wallet;
        let on_the_way = self.on_the_way.values();
        let next = on_the_way
            .map(|(_, way)| way.sent.transaction.nonce + 1)
            .max();
        let bech32 = |text: String| {
            Bech32Address::try_from_bech32_string(text)
                .map_err(|_| SettleError::Answer("no address"))
        };
        Ok(Transaction {
            nonce: account.max(next.unwrap_or_default()),
            value: "0".into(),
            receiver: bech32(room.contract())?,
            sender: bech32(address::show(wallet.to_address().as_array()))?,
            gas_price: network.gas_price,
            gas_limit: 0,
            data: Some(encode_data(data)),
            signature: None,
            chain_id: network.chain_id.clone(),
            version: 2,
            options: 0,
        })
    }

    /// What a call needs, or why the contract would refuse it. `account`: as in `transaction`.
    fn needed_gas(
        &self,
        chain: &Chain,
        transaction: &Transaction,
        account: u64,
    ) -> Result<Result<u64, String>, SettleError> {
        let mut asked = transaction.clone();
        // what is on its way before it isn't carried out yet
        asked.nonce = account;
        sign(&mut asked, &self.payer.wallet);
        let cost = match chain.gateway().post("/transaction/cost", &json!(asked)) {
            Ok(cost) => cost,
            Err(GatewayError::Refused(reason)) => return Ok(Err(reason)),
            Err(error) => return Err(error.into()),
        };
        match cost["txGasUnits"].as_u64() {
            Some(needed) if needed > 0 => Ok(Ok(needed)),
            _ => Ok(Err(cost["returnMessage"]
                .as_str()
                .unwrap_or_default()
                .into())),
        }
    }
}

/// Whether the chain awaits an answer or a longer game within a time.
fn awaits_in_time(chain: &Chain, room: &RoomId) -> Result<bool, SettleError> {
    let game = room.game();
    let found = chain.game(game.contract, game.id)?;
    Ok(found.is_some_and(|found| found.is_ongoing() && found.awaits != Awaits::Move))
}

/// Sends a transaction. What becomes of it is found by its hash, so the answer doesn't matter: it
/// may have been sent before.
fn send(chain: &Chain, sent: &Sent) {
    let answer = chain
        .gateway()
        .post("/transaction/send", &json!(sent.transaction));
    if let Err(error) = answer {
        let fields: [(&str, &dyn std::fmt::Display); 2] =
            [("transaction", &short(&sent.hash)), ("error", &error)];
        log::event("send-refused", &fields);
    }
}

/// The beginning of a hash: enough to find it.
fn short(hash: &str) -> &str {
    &hash[..hash.len().min(12)]
}

fn network_of(chain: &Chain) -> Result<Network, SettleError> {
    let config = chain.gateway().get("/network/config")?;
    let field = |name: &str| config.pointer(&format!("/config/{name}"));
    let chain_id = field("erd_chain_id").and_then(Value::as_str);
    let gas_price = field("erd_min_gas_price").and_then(Value::as_u64);
    Ok(Network {
        chain_id: chain_id.ok_or(SettleError::Answer("no chain id"))?.into(),
        gas_price: gas_price.ok_or(SettleError::Answer("no gas price"))?,
    })
}

fn account_nonce(chain: &Chain, wallet: &Wallet) -> Result<u64, SettleError> {
    let sender = address::show(wallet.to_address().as_array());
    let path = format!("/address/{sender}/nonce");
    Ok(chain.gateway().number(&path, "/nonce")?)
}

/// A transaction's fee, if the gateway says one; `None` where it doesn't know the transaction.
fn fee_of(chain: &Chain, hash: &str) -> Result<Option<Option<u128>>, SettleError> {
    match chain.gateway().get(&format!("/transaction/{hash}")) {
        Ok(data) => {
            let fee = data
                .pointer("/transaction/fee")
                .and_then(Value::as_str)
                .and_then(|fee| fee.parse().ok());
            Ok(Some(fee))
        }
        Err(GatewayError::Refused(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The network that a gateway is of, by its chain id: `1` mainnet, `chain` a local chain.
///
/// # Errors
/// In words, that the gateway doesn't say it.
pub fn chain_id(chain: &Chain) -> Result<String, String> {
    let network = network_of(chain).map_err(|error| error.to_string())?;
    Ok(network.chain_id)
}
