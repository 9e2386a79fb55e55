//! The settlement: tells the chain what it is to know, from a wallet of the relay's own.

mod error;
mod network;
mod on_the_way;
mod passed;
mod payer;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use multiversx_sdk::chain_core::std::Bech32Address;
use multiversx_sdk::data::transaction::Transaction;
use tokio::runtime::Handle;

use crate::address;
use crate::chain::Chain;
use crate::clock::now_millis;
use crate::duties::{Duties, Duty, Rank};
use crate::lease::Lease;
use crate::log;
use crate::metrics::count;
use crate::outbox::Outbox;
use crate::room::LoadError;
use crate::room_id::RoomId;
use crate::rooms::Rooms;
use crate::sent::{Purpose, Sent};
use crate::stop::Stop;
use crate::store_error::StoreError;
use crate::transaction::{call_data, encode_data, hash, highest_fee, limit, number, sign};
use crate::verdict::{Cause, Due, Verdict};
use crate::world::World;

use error::SettleError;
pub use network::chain_id;
use network::{Network, account_nonce, awaits_in_time, needed_gas, network_of, send, short};
use on_the_way::{OnTheWay, Outcome};
use passed::Passed;
pub use payer::Payer;

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

/// After how long a game is looked at again whose call the contract would refuse or whose limit is
/// reached, in milliseconds, if nothing changes before.
const LATER_MILLIS: u64 = 30_000;

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
    passed: Passed,
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
            passed: Passed::default(),
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
            let way = OnTheWay::new(sent, 0, self.payer.stuck);
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
                // a single game: round 0, no points
                let arguments = [&id[..], &[], &[], &call.moves, &call.white, &call.black];
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
        let mut needed = needed_gas(chain, &self.payer.wallet, &transaction, account)?;
        if needed.is_err() && data.starts_with("play@") && awaits_in_time(chain, &room)? {
            // a game that comes too late is refused: then it is left to say that the time is over
            let signal = call_data("signalInactivity", &[&id]);
            let mut signalling = transaction.clone();
            signalling.data = Some(encode_data(&signal));
            let cost = needed_gas(chain, &self.payer.wallet, &signalling, account)?;
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
        let way = OnTheWay::new(sent, now_millis(), self.payer.stuck);
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
            let outcome = way.ask(chain, room, self.payer.stuck, &self.world.metrics)?;
            if let Some(outcome) = outcome {
                finished.push((*room, way.sent.clone(), outcome));
            }
        }
        for (room, sent, Outcome { status, fee }) in finished {
            self.runtime.block_on(outbox.finish(&room, &sent, fee))?;
            self.on_the_way.remove(&room.to_bytes());
            let transaction = &sent.transaction;
            let own = address::show(self.payer.wallet.to_address().as_array());
            if status != "lost" && transaction.sender.to_bech32_str() == own {
                self.passed.add(transaction.nonce, now_millis());
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
        let mut nonce = self.passed.next(account, now_millis());
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
}
