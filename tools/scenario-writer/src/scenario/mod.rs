//! A scenario in the making: each method adds a step with all that it must bring about.

mod calls;
mod contract;
mod ends;
mod money;
mod moves;
mod queue;
mod shown;

pub use calls::ANY_MESSAGE;

use std::collections::BTreeMap;

use chess_rules::{Move, Position};

use crate::cast::*;
use crate::json::{self, *};

/// A scenario file in the making.
pub struct Scenario {
    name: String,
    steps: Vec<Step>,
    ids: BTreeMap<String, usize>,
    next_id: Option<String>,
    gas: bool,
    pub(crate) wager: Wager,
    games: Vec<Game>,
    waiting: Option<Address>,
    epoch: u64,
    paused_since: Option<u64>,
    has_started: bool,
    /// The epoch in which time continues after the last pause.
    resume: u64,
    /// The epochs that don't count until then.
    stopped: u64,
}

/// A game as it should stand.
struct Game {
    players: [Address; 2],
    position: Position,
    moves: Vec<Move>,
    last_move: u64,
    /// The same in epochs that count.
    last_counted: u64,
    state: State,
    reason: Reason,
}

impl Scenario {
    /// A scenario in an empty world.
    pub fn new(name: &str) -> Self {
        Scenario {
            name: name.into(),
            steps: vec![],
            ids: BTreeMap::new(),
            next_id: None,
            gas: false,
            wager: Wager::Egld,
            games: vec![],
            waiting: None,
            epoch: 0,
            paused_since: None,
            has_started: true,
            resume: 0,
            stopped: 0,
        }
    }

    /// A scenario that begins with the steps of a set-up file, by its path from the scenario.
    pub(crate) fn after(name: &str, wager: Wager, path: String) -> Self {
        let mut s = Scenario::new(name);
        s.wager = wager;
        s.steps.push(Step::ExternalSteps { path });
        s
    }

    /// The gas report's: ids tell the kind of each call.
    pub(crate) fn with_kinds(mut self) -> Self {
        self.gas = true;
        self
    }

    /// The finished file.
    pub fn file(&self) -> String {
        json::file(Some(&self.name), &self.steps)
    }

    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The id of the next step; steps without one are named after what they do.
    pub fn id(&mut self, id: &str) -> &mut Self {
        self.next_id = Some(id.into());
        self
    }

    fn take_id(&mut self, default: String) -> String {
        let id = self.next_id.take().unwrap_or(default);
        let count = self.ids.entry(id.clone()).or_default();
        *count += 1;
        match count {
            1 => id,
            n if self.gas => format!("{id}/{n}"),
            n => format!("{id} ({n})"),
        }
    }

    pub fn set_accounts(&mut self, id: &str, accounts: Vec<(Address, json::Account)>) {
        let id = self.take_id(id.into());
        let accounts = accounts.into_iter().map(|(a, b)| (a.into(), b)).collect();
        self.steps.push(Step::SetState {
            id,
            accounts,
            new_addresses: vec![],
            current_block_info: None,
        });
    }

    /// The addresses that the owner's first deployments get.
    pub fn new_addresses(&mut self, addresses: &[Address]) {
        let id = self.take_id("addresses of the contracts".into());
        let new_address = |(i, address): (usize, &Address)| NewAddress {
            creator_address: OWNER.into(),
            creator_nonce: (i + 1).to_string(),
            new_address: address.to_string(),
        };
        self.steps.push(Step::SetState {
            id,
            accounts: BTreeMap::new(),
            new_addresses: addresses.iter().enumerate().map(new_address).collect(),
            current_block_info: None,
        });
    }

    /// Time continues to an epoch.
    pub fn epoch(&mut self, epoch: u64) -> &mut Self {
        self.epoch = epoch;
        let id = self.take_id(format!("epoch {epoch}"));
        self.steps.push(Step::SetState {
            id,
            accounts: BTreeMap::new(),
            new_addresses: vec![],
            current_block_info: Some(BlockInfo {
                block_epoch: Some(epoch.to_string()),
                ..BlockInfo::default()
            }),
        });
        self
    }

    /// Time continues to a block time in seconds; the epoch stays. (The production VM's runner of
    /// scenarios knows no milliseconds.)
    pub fn seconds(&mut self, seconds: u64) -> &mut Self {
        let id = self.take_id(format!("{seconds} s"));
        self.steps.push(Step::SetState {
            id,
            accounts: BTreeMap::new(),
            new_addresses: vec![],
            current_block_info: Some(BlockInfo {
                block_epoch: Some(self.epoch.to_string()),
                block_timestamp: Some(seconds.to_string()),
                ..BlockInfo::default()
            }),
        });
        self
    }

    /// The next blocks' random seed begins with this byte.
    pub fn seed(&mut self, first: u8) -> &mut Self {
        let id = self.take_id(format!("random seed {first}"));
        self.steps.push(Step::SetState {
            id,
            accounts: BTreeMap::new(),
            new_addresses: vec![],
            current_block_info: Some(BlockInfo {
                block_epoch: Some(self.epoch.to_string()),
                block_random_seed: Some(format!("0x{first:02x}{}", "00".repeat(47))),
                ..BlockInfo::default()
            }),
        });
        self
    }

    /// The epochs until now that count: neither pauses nor the day after each.
    fn counted(&self) -> u64 {
        let until = self.paused_since.unwrap_or(self.epoch.max(self.resume));
        until - self.stopped
    }

    fn game(&self, id: usize) -> &Game {
        &self.games[id - 1]
    }

    fn mover(&self, game: usize) -> Address {
        let game = self.game(game);
        game.players[game.position.turn() as usize]
    }
}
