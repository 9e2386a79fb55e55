//! The settlement: submits the calls that the chain needs, from the relay's own wallet.

mod budget;
mod carried_out;
mod finish;
mod network;
mod on_the_way;
mod outbox;
mod payer;
mod prepare;
mod sent;
mod tournament;
mod transaction;

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use wallet_file::require_own;

use crate::address;
use crate::chain::Chain;
use crate::clock::now_millis;
use crate::failure::Failure;
use crate::room::{Duties, Duty, LoadError, Rooms, Shared, When};
use crate::room_id::RoomId;
use crate::signal::Signal;
use crate::store::{Lease, StoreError};
use tracing::{error, info, warn};

use budget::Share;
pub use budget::{FeeLimits, TokenWorth};
use carried_out::CarriedOut;
pub use network::chain_id;
use network::{Network, balance_of};
use on_the_way::OnTheWay;
use outbox::Outbox;
pub use payer::Payer;

/// The most pending transactions: the network takes 100 of one account.
const ON_THE_WAY: usize = 50;

/// The number of these reserved for games with a stake.
const FOR_STAKES: usize = 10;

/// How long to wait after a failure.
const PAUSE: Duration = Duration::from_secs(2);

/// How often it is looked for games that are due.
const ROUND: Duration = Duration::from_millis(200);

/// How often the outcome of transactions is queried, in milliseconds: at most, and at least.
const ASKED_MILLIS: (u64, u64) = (200, 3_000);

/// After how long a game is looked at again whose call the contract would refuse or whose limit is
/// reached, in milliseconds, if nothing changes before.
const LATER_MILLIS: u64 = 30_000;

/// The number of games whose shares are remembered.
const MOST_SHARES: usize = 100_000;

/// How often the wallet and the budgets are looked at.
const MEANS_SEEN_EVERY: Duration = Duration::from_secs(10);

/// Submits games to the chain.
pub struct Settlement {
    rooms: Arc<Rooms>,
    shared: Arc<Shared>,
    payer: Payer,
    runtime: Handle,
    stop: Signal,
    network: Option<Network>,
    on_the_way: HashMap<RoomId, OnTheWay>,
    /// When their outcome was last queried, in milliseconds since 1970.
    asked: u64,
    carried_out: CarriedOut,
    /// The most that games may cost, if it was queried: it never changes.
    shares: HashMap<RoomId, Share>,
    /// When the wallet and the budgets were last looked at.
    means_seen: Option<Instant>,
}

/// The settlement's tools.
#[derive(Clone, Copy)]
struct Desk<'a> {
    chain: &'a Chain,
    duties: &'a Duties,
    outbox: &'a Outbox,
    lease: &'a RefCell<Box<dyn Lease>>,
}

impl Settlement {
    pub fn new(rooms: Arc<Rooms>, payer: Payer, runtime: Handle, stop: Signal) -> Self {
        let shared = rooms.shared.clone();
        Settlement {
            rooms,
            shared,
            payer,
            runtime,
            stop,
            network: None,
            on_the_way: HashMap::new(),
            asked: 0,
            carried_out: CarriedOut::default(),
            shares: HashMap::new(),
            means_seen: None,
        }
    }

    /// Submits games until `stop` is set, whenever it is this relay's turn. Blocks.
    pub fn run(mut self) {
        let shared = self.shared.clone();
        let Some((chain, duties)) = shared.chain.as_ref().zip(shared.duties.as_ref()) else {
            return;
        };
        if !self.may_use_wallet(chain) {
            return;
        }
        while !self.stop.is_set() {
            let limits = self.payer.limits.clone();
            let outbox = Outbox::open(&shared.store, limits, now_millis());
            let opened = outbox.and_then(|outbox| Ok((outbox, shared.store.games().lease()?)));
            match opened {
                Ok((outbox, lease)) => {
                    return self.bring(Desk {
                        chain,
                        duties,
                        outbox: &outbox,
                        lease: &RefCell::new(lease),
                    });
                }
                Err(error) => warn!(event = %"settlement-failed", error = ?error.to_string()),
            }
            self.stop.wait(PAUSE);
        }
    }

    fn bring(&mut self, desk: Desk) {
        let mut is_mine = false;
        while !self.stop.is_set() {
            self.look_at_means(desk);
            if let Err(error) = self.turn(&mut is_mine, desk) {
                self.shared.metrics.gateway_failures.inc();
                warn!(event = %"settlement-waits", error = ?error.to_string());
                self.stop.wait(PAUSE);
            }
            desk.duties.wait(ROUND);
        }
        desk.lease.borrow_mut().give_back();
    }

    /// Counts a game that could not be submitted.
    fn count_not_brought(&self, reason: &'static str) {
        let counter = &self.shared.metrics.not_brought;
        counter.get_or_create(&[("reason", reason)]).inc();
    }

    /// Waits until the gateway reports its network, if the wallet wasn't checked for it. False if
    /// the wallet must not be used there, or the settlement must stop.
    fn may_use_wallet(&self, chain: &Chain) -> bool {
        let Some(name) = &self.payer.unchecked else {
            return true;
        };
        while !self.stop.is_set() {
            if let Ok(network) = chain_id(chain) {
                let checked = require_own(&self.payer.wallet, name, &network, false);
                let refused = checked.inspect_err(
                    |error| error!(event = %"wallet-refused", error = ?error.to_string()),
                );
                return refused.is_ok();
            }
            self.stop.wait(PAUSE);
        }
        false
    }

    /// Checks the wallet's balance and the budgets from time to time. If that fails, the last
    /// result stays valid.
    fn look_at_means(&mut self, desk: Desk) {
        let seen = self.means_seen.map(|at| at.elapsed());
        if seen.is_some_and(|ago| ago < MEANS_SEEN_EVERY) {
            return;
        }
        self.means_seen = Some(Instant::now());
        let condition = &self.shared.condition;
        let own = address::show(self.payer.wallet.to_address().as_array());
        if let Ok(balance) = balance_of(desk.chain, &own) {
            condition.set_wallet(&own, balance);
        }
        if let Ok(left) = desk.outbox.left(now_millis()) {
            condition.set_budgets(left);
        }
    }

    /// One round, if it is this relay's turn. `is_mine`: whether it was before.
    fn turn(&mut self, is_mine: &mut bool, desk: Desk) -> Result<(), Failure> {
        let was_mine = std::mem::replace(is_mine, false);
        if !desk.lease.borrow_mut().hold()? {
            return Ok(());
        }
        if !was_mine {
            self.take_up(desk.outbox)?;
            info!(event = %"settles", sent = %self.on_the_way.len());
        }
        *is_mine = true;
        self.round(desk)
    }

    /// Continues with the transactions that were pending when the program, or another relay's turn,
    /// ended.
    fn take_up(&mut self, outbox: &Outbox) -> Result<(), StoreError> {
        self.on_the_way.clear();
        for (room, sent) in outbox.sent()? {
            let way = OnTheWay::new(sent, 0, self.payer.stuck);
            self.on_the_way.insert(room, way);
        }
        Ok(())
    }

    fn round(&mut self, desk: Desk) -> Result<(), Failure> {
        let Desk { chain, duties, .. } = desk;
        // nothing changes more often than blocks come
        let pause = (chain.time().round_millis / 2).clamp(ASKED_MILLIS.0, ASKED_MILLIS.1);
        if now_millis() >= self.asked + pause {
            self.asked = now_millis();
            self.look_after(desk)?;
        }
        let mut due = self.due(desk).into_iter();
        while let Some((room, duty)) = due.next() {
            if let Err(error) = self.work_or_put_off(desk, room, duty) {
                let soon = When::Wall(now_millis() + PAUSE.as_millis() as u64);
                duties.put_off(room, Duty { due: soon, ..duty });
                due.for_each(|(room, duty)| duties.put_off(room, Duty { due: soon, ..duty }));
                return Err(error);
            }
        }
        Ok(())
    }

    /// The games whose time has come, those of the highest rank first. A stake that is worth little
    /// ranks as none.
    fn due(&mut self, desk: Desk) -> Vec<(RoomId, Duty)> {
        let mut due = desk.duties.take(&desk.chain.time(), now_millis());
        for (room, Duty { rank, .. }) in &mut due {
            let share = self.shares.get(room);
            rank.has_stake &= share.is_none_or(|share| share.has_stake);
        }
        due.sort_by_key(|(_, duty)| Reverse(duty.rank));
        due
    }

    /// Makes a game's due call, or puts it off if that isn't possible now.
    ///
    /// # Errors
    /// A fault that isn't this game's own.
    fn work_or_put_off(&mut self, desk: Desk, room: RoomId, duty: Duty) -> Result<(), Failure> {
        let put_off = |millis| {
            let due = When::Wall(now_millis() + millis);
            desk.duties.put_off(room, Duty { due, ..duty });
        };
        let most = match duty.rank.has_stake {
            true => ON_THE_WAY,
            false => ON_THE_WAY - FOR_STAKES,
        };
        if self.on_the_way.contains_key(&room) {
            // looked at when the transaction is carried out
            return Ok(());
        }
        if self.on_the_way.len() >= most {
            put_off(ROUND.as_millis() as u64);
            return Ok(());
        }
        let worked = match desk.chain.tournaments.contains(room.game().contract) {
            true => self.move_on(desk, room),
            false => self.work(desk, room),
        };
        match worked {
            Err(Failure::Load(error))
                if !matches!(error, LoadError::Store(StoreError::Nats(_))) =>
            {
                warn!(event = %"not-brought", game = %room.game().id, reason = ?error.to_string());
                self.count_not_brought("store");
                put_off(LATER_MILLIS);
                Ok(())
            }
            done => done,
        }
    }
}
