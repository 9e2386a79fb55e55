//! The preparation of one game's call: its transaction, and whether it is worth its fee.

use std::collections::BTreeSet;

use chess_rules::Color;
use multiversx_sdk::chain_core::types::Address;
use multiversx_sdk::data::transaction::Transaction;
use network_transaction::fee::{fee, move_gas, with_margin};

use crate::address;
use crate::chain::Chain;
use crate::clock::now_millis;
use crate::failure::Failure;
use crate::room::{Cause, Duty, Rank, Verdict, When};
use crate::room_id::RoomId;
use crate::store::StoreError;
use tracing::{info, warn};

use super::budget::{Purpose, Share};
use super::network::{awaits_in_time, needed_gas, network_of, nonce_of, send, short};
use super::on_the_way::OnTheWay;
use super::sent::Sent;
use super::transaction::{call_data, encode_data, hash, number, sign};
use super::{Desk, LATER_MILLIS, MOST_SHARES, Settlement};

/// A call that must be sent.
pub(super) struct Wanted {
    pub data: String,
    pub purpose: Purpose,
    /// The player whose ask it carries, by the colour in round 0.
    pub asker: Option<Color>,
}

impl Wanted {
    /// The call that a verdict asks for, if it asks for one.
    fn of(verdict: Verdict, id: &[u8]) -> Option<Self> {
        match verdict {
            Verdict::Rest | Verdict::Later(_) => None,
            Verdict::Bring(call, cause) => {
                let [round, points] = [call.round, call.points].map(|short| number(short.into()));
                let [moves, white, black] = [&call.moves, &call.white, &call.black];
                let data = call_data("play", &[id, &round, &points, moves, white, black]);
                let (purpose, asker) = match cause {
                    Cause::Answer => (Purpose::Answer, None),
                    Cause::End => (Purpose::End, None),
                    Cause::Ask(asker) => (Purpose::Ask, Some(asker)),
                };
                Some(Wanted {
                    data,
                    purpose,
                    asker,
                })
            }
            Verdict::Signal => Some(Wanted {
                data: call_data("signalInactivity", &[id]),
                purpose: Purpose::End,
                asker: None,
            }),
        }
    }
}

impl Settlement {
    /// Makes a game's due call.
    pub(super) fn work(&mut self, desk: Desk, room: RoomId) -> Result<(), Failure> {
        let time = desk.chain.time();
        let verdict = self.rooms.verdict(room, &time);
        let (verdict, rank) = self.runtime.block_on(verdict)?;
        let put_off = |due| desk.duties.put_off(room, Duty { due, rank });
        if let Verdict::Later(due) = verdict {
            put_off(due);
        }
        let Some(wanted) = Wanted::of(verdict, &number(room.game().id)) else {
            return Ok(());
        };
        self.send(desk, room, rank, wanted)
    }

    /// Sends a call, or puts it off if the contract would refuse it or a limit is reached.
    pub(super) fn send(
        &mut self,
        desk: Desk,
        room: RoomId,
        rank: Rank,
        wanted: Wanted,
    ) -> Result<(), Failure> {
        let put_off = |due| desk.duties.put_off(room, Duty { due, rank });
        let later = When::Wall(now_millis() + LATER_MILLIS);
        let Some(sent) = self.prepare(desk, &room, wanted)? else {
            put_off(later);
            return Ok(());
        };
        if let Some(limit) = desk.outbox.exceeds(&room, &sent)? {
            warn!(event = %"fee-limit", game = %room.game().id, %limit);
            self.count_not_brought(limit);
            put_off(later);
            return Ok(());
        }
        // stored first: even after a crash, this transaction is the one that is sent
        if !Self::keep(desk, &room, &sent)? {
            // another relay may have a pending one of this game
            self.take_up(desk.outbox)?;
            put_off(When::Now);
            return Ok(());
        }
        self.shared.metrics.transactions_sent.inc();
        let way = OnTheWay::new(sent, now_millis(), self.payer.stuck);
        send(desk.chain, &way.sent);
        self.on_the_way.insert(room, way);
        Ok(())
    }

    /// The signed transaction; `None` if the contract would refuse it.
    fn prepare(
        &mut self,
        desk: Desk,
        room: &RoomId,
        wanted: Wanted,
    ) -> Result<Option<Sent>, Failure> {
        let (chain, mut data) = (desk.chain, wanted.data);
        let game = room.game();
        let own = address::show(self.payer.wallet.to_address().as_array());
        let account = nonce_of(chain, &own)?;
        let mut transaction = self.transaction(chain, room, &data, account)?;
        let mut needed = needed_gas(chain, &self.payer.wallet, &transaction, account)?;
        if needed.is_err() && data.starts_with("play@") && awaits_in_time(chain, room)? {
            // a game that comes too late is refused: then it is left to say that the time is over
            let signal = call_data("signalInactivity", &[&number(game.id)]);
            let mut signalling = transaction.clone();
            signalling.data = Some(encode_data(&signal));
            let cost = needed_gas(chain, &self.payer.wallet, &signalling, account)?;
            if cost.is_ok() {
                (data, transaction, needed) = (signal, signalling, cost);
            }
        }
        let needed = match needed {
            Ok(needed) => needed,
            // the last block is older than this machine's time: it is tried again
            Err(refusal) if refusal.ends_with("the time isn't over") => return Ok(None),
            Err(refusal) => {
                warn!(event = %"not-brought", game = %game.id, reason = ?refusal);
                let is_poor = refusal.contains("insufficient funds");
                self.count_not_brought(if is_poor { "funds" } else { "refused" });
                return Ok(None);
            }
        };
        let move_gas = move_gas(data.len());
        transaction.gas_limit = with_margin(move_gas, needed);
        sign(&mut transaction, &self.payer.wallet);
        let asker = match wanted.asker {
            Some(color) => chain
                .game(game.contract, game.id)?
                .map(|game| hex::encode(game.account_of(color))),
            None => None,
        };
        let sent = Sent {
            hash: hash(&transaction),
            highest_fee: fee(transaction.gas_limit, move_gas, transaction.gas_price),
            transaction,
            at: now_millis(),
            asker,
            purpose: wanted.purpose,
            share: self.share(chain, room)?,
        };
        let function = data.split('@').next().unwrap_or_default();
        info!(event = %"sending", game = %game.id, %function, transaction = %short(&sent.hash));
        Ok(Some(sent))
    }

    /// The most that a game may cost.
    fn share(&mut self, chain: &Chain, room: &RoomId) -> Result<Share, Failure> {
        if let Some(share) = self.shares.get(room) {
            return Ok(*share);
        }
        let game = room.game();
        if chain.tournaments.contains(game.contract) {
            let (fees, has_stake) = (self.payer.limits.game, false);
            return Ok(Share { fees, has_stake });
        }
        let found = chain.game(game.contract, game.id)?;
        let stake = match &found {
            Some(found) => chain.stake(game.contract, game.id, found)?,
            None => None,
        };
        let rounds = found.map_or(1, |found| found.head.rounds);
        let limits = &self.payer.limits;
        let worth = stake.map(|(token, amount)| limits.worth(&token, &(amount * rounds)));
        let share = limits.share(worth.unwrap_or_default());
        if self.shares.len() >= MOST_SHARES {
            self.shares.clear();
        }
        self.shares.insert(*room, share);
        Ok(share)
    }

    /// Keeps a transaction before it is sent. False if it is another relay's turn by now.
    fn keep(desk: Desk, room: &RoomId, sent: &Sent) -> Result<bool, StoreError> {
        if !desk.lease.borrow_mut().hold()? {
            return Ok(false);
        }
        match desk.outbox.keep(room, sent) {
            Ok(()) if desk.lease.borrow().is_held() => Ok(true),
            // it took too long: another relay may be at it already
            Ok(()) => {
                let (fee, now) = (sent.highest_fee, now_millis());
                desk.outbox.finish(room, sent, fee, now)?;
                Ok(false)
            }
            Err(StoreError::Behind) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// A transaction of the wallet, with its next nonce, unsigned and without a limit. `account`:
    /// the nonce that the chain has of the wallet.
    fn transaction(
        &mut self,
        chain: &Chain,
        room: &RoomId,
        data: &str,
        account: u64,
    ) -> Result<Transaction, Failure> {
        let network = match self.network.take() {
            Some(network) => network,
            None => network_of(chain)?,
        };
        let network = self.network.insert(network);
        let wallet = &self.payer.wallet;
        let sender = wallet.to_address().to_bech32_default();
        // the first free one: a gap would keep all later ones from being carried out. A gateway may
        // be behind the nonce that it has shown to be carried out before.
        let on_the_way = self.on_the_way.values().map(|way| &way.sent.transaction);
        let own = on_the_way.filter(|transaction| transaction.sender == sender);
        let taken: BTreeSet<u64> = own.map(|transaction| transaction.nonce).collect();
        let mut nonce = self.carried_out.next(account, now_millis());
        while taken.contains(&nonce) {
            nonce += 1;
        }
        Ok(Transaction {
            nonce,
            value: "0".into(),
            receiver: Address::from(*room.game().contract).to_bech32_default(),
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
