//! The watch on the chain: follows the contracts' events, block by block.
//!
//! An event says only that a game has changed; its new state is read from the contract's storage.
//! So nothing depends on the order of events, and reading a block twice does no harm.

mod event_stream;
mod events;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::runtime::Handle;

use crate::address;
use crate::chain::{Chain, ChainGame, GatewayError};
use crate::clock::now_millis;
use crate::failure::Failure;
use crate::room::{Duty, LoadError, OF_A_CHALLENGER, Rooms, Shared, StakeItem, Tournaments, When};
use crate::room_id::RoomId;
use crate::signal::Signal;
use crate::store::StoreError;
use tracing::{error, info, warn};

use events::{changes_contract, games_in, tournaments_in};

/// The number of blocks without events after which the last one's number is stored.
const KEPT_EVERY: u64 = 50;

/// If more blocks than these were missed, the games are read instead: the result is the same, and
/// it is faster.
const MANY_BLOCKS: u64 = 20_000;

/// A chain that is behind the last block read by more than this was restarted, as local chains are.
/// A block that is older than this and can't be read won't come any more.
const SOME_BLOCKS: u64 = 100;

/// The number of a contract's newest games that the lobby shows at the start …
const LOBBY_GAMES: usize = 1_000;

/// … among this number of its newest: challenges beyond a challenger's share aren't shown.
const LOOKED_THROUGH: u32 = 5_000;

/// The number of a contract's newest tournaments that are looked at when the relay starts.
const TOURNAMENTS: u32 = 1_000;

/// How often old games are taken out.
const CLEANED_EVERY: Duration = Duration::from_secs(600);

/// How long to wait after a failure, in milliseconds: at first, and at most.
const BACKOFF: (u64, u64) = (500, 30_000);

/// How long to wait for a block at least and at most, in milliseconds.
const POLL: (u64, u64) = (100, 3_000);

/// The shortest wait if events come by a stream.
const LEAST_WAIT: Duration = Duration::from_millis(50);

/// A shard with contracts that are watched.
struct Shard {
    number: u64,
    contracts: Vec<[u8; 32]>,
    /// The next block to be read.
    next: u64,
    /// The last block whose number is kept.
    kept: u64,
}

/// Follows the chain.
pub struct Watch {
    rooms: Arc<Rooms>,
    chain: Arc<Chain>,
    shared: Arc<Shared>,
    runtime: Handle,
    stop: Signal,
    /// Set when the local chain's event stream has something to read.
    event: Signal,
}

impl Watch {
    pub fn new(rooms: Arc<Rooms>, chain: Arc<Chain>, runtime: Handle, stop: Signal) -> Self {
        let shared = rooms.shared.clone();
        Watch {
            rooms,
            chain,
            shared,
            runtime,
            stop,
            event: Signal::default(),
        }
    }

    /// Has the local chain's event stream signal new events.
    ///
    /// # Errors
    /// As the system has them.
    pub fn listen(&self) -> std::io::Result<()> {
        let chain = &self.chain;
        let contracts = chain.contracts.iter().chain(&chain.tournaments);
        let contracts: Vec<_> = contracts.map(address::show).collect();
        let url = format!(
            "{}/events?address={}",
            chain.gateway().url(),
            contracts.join(",")
        );
        event_stream::follow(url, self.event.clone(), self.stop.clone())
    }

    /// Follows the chain until `stop` is set. Blocks.
    pub fn run(&self) {
        let mut pause = BACKOFF.0;
        let mut shards = vec![];
        while !self.stop.is_set() {
            let failed = match self.follow(&mut shards, &mut pause) {
                Ok(()) => return,
                Err(error) => error,
            };
            self.shared.metrics.gateway_failures.inc();
            self.shared.condition.set_chain(Some(failed.to_string()));
            self.stop.wait(Duration::from_millis(pause));
            pause = (pause * 2).min(BACKOFF.1);
        }
    }

    /// Follows the chain until `stop` is set, or something fails. `shards`: with the blocks up to
    /// which they were followed before; if empty, it starts.
    fn follow(&self, shards: &mut Vec<Shard>, pause: &mut u64) -> Result<(), Failure> {
        let gateway = self.chain.gateway();
        let round = gateway.number("/network/config", "/config/erd_round_duration")?;
        let poll = Duration::from_millis((round / 2).clamp(POLL.0, POLL.1));
        if shards.is_empty() {
            *shards = self.start(round)?;
        }
        let mut cleaned: Option<Instant> = None;
        loop {
            if cleaned.is_none_or(|at| at.elapsed() > CLEANED_EVERY) {
                self.take_out()?;
                cleaned = Some(Instant::now());
            }
            for shard in shards.iter_mut() {
                self.read_blocks(shard, round)?;
                if self.stop.is_set() {
                    return Ok(());
                }
            }
            *pause = BACKOFF.0;
            self.shared.condition.set_chain(None);
            if !self.stop.wait(LEAST_WAIT.min(poll)) {
                self.event.take(poll.saturating_sub(LEAST_WAIT), &self.stop);
            }
            if self.stop.is_set() {
                return Ok(());
            }
        }
    }

    /// Reads a shard's blocks up to the last one, unless it must stop.
    fn read_blocks(&self, shard: &mut Shard, round: u64) -> Result<(), Failure> {
        let last = self.chain.last_block(shard.number, round)?;
        let is_far = last > shard.next + MANY_BLOCKS;
        // a gateway may lag behind another by some blocks
        let is_another_chain = last.saturating_add(SOME_BLOCKS) < shard.next;
        if is_far || is_another_chain {
            self.skip_to(shard, last)?;
        }
        while shard.next <= last && !self.stop.is_set() {
            match self.read_block(shard) {
                // Gateways forget old blocks. The games themselves have the same news; a
                // block that the gateway has yet to get is asked for again.
                Err(Failure::Gateway(GatewayError::Refused(reason)))
                    if last > shard.next.saturating_add(SOME_BLOCKS) =>
                {
                    warn!(event = %"block-is-gone", shard = %shard.number, block = %shard.next, %last, reason = ?reason);
                    self.skip_to(shard, last)?;
                }
                read => read?,
            }
        }
        Ok(())
    }

    /// Finds the shards, shows the newest games in the lobby, and looks at every game that is kept
    /// and not known to be over.
    fn start(&self, round: u64) -> Result<Vec<Shard>, Failure> {
        let mut shards = BTreeMap::<u64, Vec<[u8; 32]>>::new();
        for contract in &self.chain.contracts {
            let path = format!("/address/{}/shard", address::show(contract));
            let number = self.chain.gateway().number(&path, "/shardID")?;
            shards.entry(number).or_default().push(*contract);
        }
        let mut started = vec![];
        for (number, contracts) in shards {
            let last = self.chain.last_block(number, round)?;
            // the current state of a contract's games is read below; a new contract needs no more
            let mut seen = last;
            for contract in &contracts {
                let read = self.shared.store.games().last_block(contract)?;
                seen = seen.min(read.unwrap_or(last));
            }
            let shard = Shard {
                number,
                contracts,
                next: seen + 1,
                kept: seen,
            };
            self.read_games(&shard)?;
            info!(event = %"watching", shard = %number, block = %seen);
            started.push(shard);
        }
        Ok(started)
    }

    /// Takes old games that are over out of the store.
    fn take_out(&self) -> Result<(), StoreError> {
        let keep = self.rooms.limits.keep.as_millis() as u64;
        let before = now_millis().saturating_sub(keep);
        while !self.stop.is_set() {
            match self.shared.store.games().take_out(before)? {
                0 => break,
                games => info!(event = %"taken-out", %games),
            }
        }
        Ok(())
    }

    fn read_games(&self, shard: &Shard) -> Result<(), Failure> {
        for contract in &shard.contracts {
            // the pauses change when a game's call is due
            self.read_contract(contract)?;
        }
        // money may depend on these
        for room in self.shared.store.games().unsettled()? {
            let game = room.game();
            if shard.contracts.contains(game.contract) {
                self.read_game(game.contract, game.id)?;
            }
            if self.stop.is_set() {
                return Ok(());
            }
        }
        for contract in &shard.contracts {
            let newest = self.newest_games(contract)?;
            // the lobby has the newest of them last
            for (id, game) in newest.into_iter().rev() {
                self.show_game(contract, id, &game)?;
            }
        }
        for contract in &self.chain.tournaments {
            let last = self.chain.tournament_count(contract)?;
            for id in last.saturating_sub(TOURNAMENTS) + 1..=last {
                self.look_at(contract, id);
            }
        }
        // their blocks are not read here
        self.look_at_ratings();
        Ok(())
    }

    /// Has the ratings' reader look for new blocks.
    fn look_at_ratings(&self) {
        if let Some(standings) = &self.shared.lobby.standings {
            standings.look.set();
        }
    }

    /// Has the settlement look at all games of a contract: a pause has begun or ended.
    fn look_at_all(&self, contract: &[u8; 32]) -> Result<(), StoreError> {
        let Some(duties) = &self.shared.duties else {
            return Ok(());
        };
        let rooms = self.shared.store.games().unsettled()?.into_iter();
        let of_it = rooms.filter(|room| room.game().contract == contract);
        of_it.for_each(|room| duties.look_at(room));
        Ok(())
    }

    /// Has the settlement look at a tournament.
    fn look_at(&self, contract: &[u8; 32], id: u32) {
        if let Some(duties) = &self.shared.duties {
            let (due, rank) = (When::Now, Tournaments::RANK);
            let room = RoomId::of_keys(contract, id, &[[0; 32]; 2]);
            duties.set(room, Some(Duty { due, rank }));
        }
    }

    /// A contract's newest games that the lobby has room for, the newest first.
    fn newest_games(&self, contract: &[u8; 32]) -> Result<Vec<(u32, ChainGame)>, Failure> {
        let count = self.read_contract(contract)?;
        let mut challenges = HashMap::<[u8; 32], usize>::new();
        let mut newest = vec![];
        for id in (count.saturating_sub(LOOKED_THROUGH) + 1..=count).rev() {
            if newest.len() == LOBBY_GAMES || self.stop.is_set() {
                break;
            }
            let Some(game) = self.chain.game(contract, id)? else {
                continue;
            };
            if let Some(side) = game.challenger() {
                let own = challenges.entry(game.players[side as usize]).or_default();
                *own += 1;
                if *own > OF_A_CHALLENGER {
                    continue;
                }
            }
            newest.push((id, game));
        }
        Ok(newest)
    }

    /// Reads the games instead of the blocks up to the last one.
    fn skip_to(&self, shard: &mut Shard, last: u64) -> Result<(), Failure> {
        self.read_games(shard)?;
        for contract in &shard.contracts {
            self.shared.store.games().set_last_block(contract, last)?;
        }
        shard.next = last + 1;
        shard.kept = last;
        Ok(())
    }

    fn read_block(&self, shard: &mut Shard) -> Result<(), Failure> {
        let nonce = shard.next;
        let block = self.chain.block(shard.number, nonce)?;
        let mut is_changed = false;
        for contract in &shard.contracts {
            let shown = address::show(contract);
            if changes_contract(&block, &shown) {
                self.read_contract(contract)?;
            }
            for id in games_in(&block, &shown) {
                self.read_game(contract, id)?;
                is_changed = true;
            }
        }
        for contract in &self.chain.tournaments {
            for id in tournaments_in(&block, &address::show(contract)) {
                self.look_at(contract, id);
            }
        }
        if is_changed {
            self.look_at_ratings();
        }
        if is_changed || nonce >= shard.kept + KEPT_EVERY {
            for contract in &shard.contracts {
                self.shared.store.games().set_last_block(contract, nonce)?;
            }
            shard.kept = nonce;
        }
        self.shared.metrics.blocks_read.inc();
        shard.next = nonce + 1;
        Ok(())
    }

    /// Reads the part of a contract that the lobby shows. Returns its number of games.
    fn read_contract(&self, contract: &[u8; 32]) -> Result<u32, Failure> {
        let games = self.chain.game_count(contract)?;
        let before = self.chain.known_state(contract);
        let queue = self.chain.queue(contract)?;
        if self.chain.known_state(contract) != before {
            self.look_at_all(contract)?;
        }
        self.shared.lobby.show_contract(contract, games, &queue);
        Ok(games)
    }

    /// Reads a game, for its room and for the lobby. A room that is damaged doesn't keep the others
    /// from being read.
    fn read_game(&self, contract: &[u8; 32], id: u32) -> Result<(), Failure> {
        match self.chain.game(contract, id)? {
            Some(game) => self.show_game(contract, id, &game),
            None => Ok(()),
        }
    }

    fn show_game(&self, contract: &[u8; 32], id: u32, game: &ChainGame) -> Result<(), Failure> {
        let stake = match self.shared.lobby.stake_of(contract, id) {
            Some(stake) => stake,
            None => self
                .chain
                .stake(contract, id, game)?
                .map(|(token, amount)| StakeItem {
                    token,
                    amount: amount.to_string(),
                }),
        };
        self.shared.lobby.show(contract, id, game, stake);
        for (contract, id) in self.shared.tournaments.see(contract, id, game) {
            self.look_at(&contract, id);
        }
        let changed = self.rooms.chain_changed(&self.runtime, contract, id, game);
        match changed {
            Err(LoadError::Store(error @ StoreError::Damaged(_))) => {
                error!(event = %"room-damaged", game = %id, error = ?error.to_string());
            }
            changed => changed?,
        }
        // after the room, which may know of more moves
        #[cfg(feature = "program")]
        if let Some(notices) = &self.shared.notices {
            notices.on_chain(contract, id, game);
        }
        Ok(())
    }
}
