//! The settlement: tells the chain what it is to know, from a wallet of the relay's own.

use std::collections::{BTreeMap, BTreeSet};
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
use crate::duties::{Duties, Duty, Rank};
use crate::gateway::GatewayError;
use crate::lease::Lease;
use crate::log;
use crate::metrics::count;
use crate::outbox::Outbox;
use crate::room::LoadError;
use crate::room_id::RoomId;
use crate::rooms::Rooms;
use crate::sent::{FeeLimits, Purpose, Sent};
use crate::stop::Stop;
use crate::store_error::StoreError;
use crate::transaction::{call_data, encode_data, hash, highest_fee, limit, number, sign};
use crate::verdict::{Cause, Due, Verdict};
use crate::world::World;

/// So many transactions are on their way at once: the network takes 100 of one account.
const ON_THE_WAY: usize = 50;

/// So many of these are kept for games with a stake.
const FOR_STAKES: usize = 10;

/// How long to wait after a failure.
const PAUSE: Duration = Duration::from_secs(2);

/// How often it is looked for games that are due.
const ROUND: Duration = Duration::from_millis(200);

/// How often it is asked what became of transactions, in milliseconds: at most, and at least.
const ASKED_MILLIS: (u64, u64) = (200, 3_000);

/// After how long a transaction that isn't carried out is sent again, in milliseconds.
const AGAIN_MILLIS: u64 = 10_000;

/// For how long a transaction may be on its way before the log says so, and how often it says it.
const STUCK: Duration = Duration::from_secs(5 * 60);

/// After how long a game is looked at again whose call the contract would refuse or whose limit is
/// reached, in milliseconds, if nothing changes before.
const LATER_MILLIS: u64 = 30_000;

/// Who pays for the relay's transactions, and how much at most.
pub struct Payer {
    /// The wallet. Nobody else may send from it.
    pub wallet: Wallet,
    /// What may be spent.
    pub limits: FeeLimits,
    /// For how long a transaction may be on its way before the log says so, and how often it says
    /// it. Until it is carried out the same bytes are sent again: no other transaction takes its
    /// nonce, so none is carried out twice.
    pub stuck: Duration,
}

impl Payer {
    /// With the usual patience of five minutes.
    pub fn new(wallet: Wallet, limits: FeeLimits) -> Self {
        Payer {
            wallet,
            limits,
            stuck: STUCK,
        }
    }
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
    /// When the log is to say that it is stuck, in milliseconds since 1970.
    stuck_at: u64,
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
    /// The nonce after those of this wallet that were seen to be carried out.
    next_nonce: u64,
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
            next_nonce: 0,
        }
    }

    /// Brings games until it is to stop, whenever it is this relay's turn. Blocks.
    pub fn run(mut self) {
        let world = self.world.clone();
        let Some((chain, duties)) = world.chain.as_ref().zip(world.duties.as_ref()) else {
            return;
        };
        while !self.stop.is_set() {
            let runtime = self.runtime.clone();
            let opened = runtime.block_on(async {
                let lease = Lease::of(&world.store).await?;
                let outbox = Outbox::open(&world.store, now_millis()).await?;
                Ok::<_, StoreError>((lease, outbox))
            });
            match opened {
                Ok((lease, outbox)) => return self.bring(chain, duties, lease, &outbox),
                Err(error) => log::event("settlement-failed", &[("error", &error)]),
            }
            self.stop.sleep(PAUSE);
        }
    }

    fn bring(&mut self, chain: &Chain, duties: &Duties, mut lease: Lease, outbox: &Outbox) {
        let runtime = self.runtime.clone();
        let mut is_mine = false;
        while !self.stop.is_set() {
            let done = self.turn(&mut is_mine, chain, duties, &mut lease, outbox);
            if let Err(error) = done {
                count(&self.world.metrics.gateway_failures);
                log::event("settlement-waits", &[("error", &error)]);
                self.stop.sleep(PAUSE);
            }
            duties.wait(ROUND);
        }
        runtime.block_on(lease.give_back());
    }

    /// One round, where it is this relay's turn. `is_mine`: whether it was.
    fn turn(
        &mut self,
        is_mine: &mut bool,
        chain: &Chain,
        duties: &Duties,
        lease: &mut Lease,
        outbox: &Outbox,
    ) -> Result<(), SettleError> {
        let runtime = self.runtime.clone();
        let was_mine = std::mem::replace(is_mine, false);
        if !runtime.block_on(lease.hold())? {
            return Ok(());
        }
        if !was_mine {
            self.take_up(outbox)?;
            log::event("settles", &[("sent", &self.on_the_way.len())]);
        }
        *is_mine = true;
        self.round(chain, duties, lease, outbox)
    }

    /// Goes on with what was on its way when the program ended, or another relay's turn.
    fn take_up(&mut self, outbox: &Outbox) -> Result<(), StoreError> {
        self.on_the_way.clear();
        for (room, sent) in self.runtime.block_on(outbox.sent())? {
            let way = OnTheWay {
                stuck_at: sent.at + self.payer.stuck.as_millis() as u64,
                sent,
                at: 0,
                was_missing: false,
            };
            self.on_the_way.insert(room.to_bytes(), (room, way));
        }
        Ok(())
    }

    fn round(
        &mut self,
        chain: &Chain,
        duties: &Duties,
        lease: &mut Lease,
        outbox: &Outbox,
    ) -> Result<(), SettleError> {
        // nothing changes more often than blocks come
        let pause = (chain.time().round_millis / 2).clamp(ASKED_MILLIS.0, ASKED_MILLIS.1);
        if now_millis() >= self.asked + pause {
            self.asked = now_millis();
            self.look_after(chain, duties, outbox)?;
        }
        let mut due = duties.take(&chain.time(), now_millis()).into_iter();
        while let Some((room, Duty { rank, .. })) = due.next() {
            let later = |millis| Duty {
                due: Due::Wall(now_millis() + millis),
                rank,
            };
            let is_busy = self.on_the_way.contains_key(&room.to_bytes());
            let most = match rank.has_stake {
                true => ON_THE_WAY,
                false => ON_THE_WAY - FOR_STAKES,
            };
            let done = match is_busy {
                // looked at when the transaction is carried out
                true => Ok(()),
                false if self.on_the_way.len() >= most => {
                    duties.put_off(room, later(ROUND.as_millis() as u64));
                    Ok(())
                }
                false => self.work(chain, duties, room, lease, outbox),
            };
            let is_nats =
                |error: &LoadError| matches!(error, LoadError::Store(StoreError::Nats(_)));
            if let Err(SettleError::Load(error)) = &done
                && !is_nats(error)
            {
                // this game's own trouble
                let fields: [(&str, &dyn std::fmt::Display); 2] =
                    [("game", &room.game().id), ("reason", error)];
                log::event("not-brought", &fields);
                duties.put_off(room, later(LATER_MILLIS));
            } else if let Err(error) = done {
                let soon = later(PAUSE.as_millis() as u64).due;
                duties.put_off(room, Duty { due: soon, rank });
                due.for_each(|(room, duty)| duties.put_off(room, Duty { due: soon, ..duty }));
                return Err(error);
            }
        }
        Ok(())
    }

    /// Does what is to be done about a game.
    fn work(
        &mut self,
        chain: &Chain,
        duties: &Duties,
        room: RoomId,
        lease: &mut Lease,
        outbox: &Outbox,
    ) -> Result<(), SettleError> {
        let time = chain.time();
        let verdict = self.rooms.verdict(room, &time);
        let game = room.game();
        let id = number(game.id);
        let (verdict, rank) = self.runtime.block_on(verdict)?;
        let put_off = |due| duties.put_off(room, Duty { due, rank });
        let (mut data, cause) = match verdict {
            Verdict::Rest => return Ok(()),
            Verdict::Later(due) => {
                put_off(due);
                return Ok(());
            }
            Verdict::Bring(call, cause) => {
                let arguments = [&id[..], &call.moves, &call.white, &call.black];
                (call_data("play", &arguments), cause)
            }
            Verdict::Signal => (call_data("signalInactivity", &[&id]), Cause::Game),
        };
        let (asker, purpose) = match cause {
            Cause::Game if rank.has_stake => (None, Purpose::Stake),
            Cause::Game => (None, Purpose::Stakeless),
            Cause::Ask(color) => {
                let game = chain.game(game.contract, game.id)?;
                let asker = game.map(|game| hex::encode(game.players[color as usize]));
                (asker, Purpose::Ask)
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
                put_off(later);
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
            purpose,
        };
        let exceeds = outbox.exceeds(&room, &sent, &self.payer.limits);
        if let Some(limit) = self.runtime.block_on(exceeds)? {
            log::event("fee-limit", &[("game", &game.id), ("limit", &limit)]);
            put_off(later);
            return Ok(());
        }
        // kept first: whatever happens from here, it is this transaction that is sent
        if !self.keep(&room, &sent, lease, outbox)? {
            // another relay may have one of this game on its way
            self.take_up(outbox)?;
            put_off(Due::Now);
            return Ok(());
        }
        count(&self.world.metrics.transactions_sent);
        let function = data.split('@').next().unwrap_or_default();
        let fields: [(&str, &dyn std::fmt::Display); 3] = [
            ("game", &game.id),
            ("function", &function),
            ("transaction", &short(&sent.hash)),
        ];
        log::event("sending", &fields);
        let way = OnTheWay {
            stuck_at: sent.at + self.payer.stuck.as_millis() as u64,
            sent,
            at: now_millis(),
            was_missing: false,
        };
        send(chain, &way.sent);
        self.on_the_way.insert(room.to_bytes(), (room, way));
        Ok(())
    }

    /// Keeps a transaction before it is sent. False where it is another relay's turn by now.
    fn keep(
        &self,
        room: &RoomId,
        sent: &Sent,
        lease: &mut Lease,
        outbox: &Outbox,
    ) -> Result<bool, SettleError> {
        if !self.runtime.block_on(lease.hold())? {
            return Ok(false);
        }
        match self.runtime.block_on(outbox.keep(room, sent)) {
            Ok(()) if lease.is_held() => Ok(true),
            // it took too long: another relay may be at it already
            Ok(()) => {
                self.runtime
                    .block_on(outbox.finish(room, sent, sent.highest_fee))?;
                Ok(false)
            }
            Err(StoreError::Behind) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Asks what became of the transactions on their way.
    fn look_after(
        &mut self,
        chain: &Chain,
        duties: &Duties,
        outbox: &Outbox,
    ) -> Result<(), SettleError> {
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
            if now_millis() >= way.stuck_at {
                way.stuck_at = now_millis() + self.payer.stuck.as_millis() as u64;
                let seconds = now_millis().saturating_sub(sent.at) / 1_000;
                count(&self.world.metrics.transactions_stuck);
                let fields: [(&str, &dyn std::fmt::Display); 4] = [
                    ("game", &room.game().id),
                    ("transaction", &short(&sent.hash)),
                    ("nonce", &sent.transaction.nonce),
                    ("seconds", &seconds),
                ];
                log::event("transaction-stuck", &fields);
            }
            if now_millis() < way.at + AGAIN_MILLIS {
                continue;
            }
            // another relay may have another wallet
            let account = nonce_of(chain, sent.transaction.sender.to_bech32_str())?;
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
            self.runtime.block_on(outbox.finish(&room, &sent, fee))?;
            self.on_the_way.remove(&room.to_bytes());
            let transaction = &sent.transaction;
            let own = address::show(self.payer.wallet.to_address().as_array());
            if status != "lost" && transaction.sender.to_bech32_str() == own {
                self.next_nonce = self.next_nonce.max(transaction.nonce + 1);
            }
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
            let rank = Rank {
                has_stake: sent.purpose != Purpose::Stakeless,
                is_urgent: false,
            };
            let duty = Some(Duty { due, rank });
            // before the chain is asked, which may fail
            duties.set(room, duty);
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
                duties.set(room, duty);
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
        let bech32 = |text: String| {
            Bech32Address::try_from_bech32_string(text)
                .map_err(|_| SettleError::Answer("no address"))
        };
        let sender = bech32(address::show(wallet.to_address().as_array()))?;
        // the first free one: a gap would keep all later ones from being carried out. A gateway may
        // be behind what it has shown to be carried out before.
        let on_the_way = self
            .on_the_way
            .values()
            .map(|(_, way)| &way.sent.transaction);
        let taken: BTreeSet<u64> = on_the_way
            .filter(|transaction| transaction.sender == sender)
            .map(|transaction| transaction.nonce)
            .collect();
        let mut nonce = account.max(self.next_nonce);
        while taken.contains(&nonce) {
            nonce += 1;
        }
        Ok(Transaction {
            nonce,
            value: "0".into(),
            receiver: bech32(room.contract())?,
            sender,
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
    nonce_of(chain, &address::show(wallet.to_address().as_array()))
}

fn nonce_of(chain: &Chain, sender: &str) -> Result<u64, SettleError> {
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
