//! What the lobby shows: open challenges, games with their positions, results.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chess_rules::{Color, Position};
use serde::Serialize;
use tokio::sync::watch;

use crate::address;
use crate::batch::Board;
use crate::chain::Queue;
use crate::chain_game::ChainGame;
use crate::protocol::Side;

/// So many games that are over are shown.
const RESULTS: usize = 100;

/// So many games are shown altogether.
const MOST: usize = 10_000;

/// So many games are handed to a reader at once.
const SLICE: usize = 100;

/// What is played for, in the token's smallest unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StakeItem {
    /// `EGLD-000000` for EGLD.
    pub token: String,
    /// Decimal.
    pub amount: String,
}

/// A clock, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ClockItem {
    /// Each player's time at the start.
    pub base: u32,
    /// What each move adds.
    pub increment: u32,
}

/// A game of the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    /// The contract's address.
    pub contract: String,
    /// The game's id.
    pub game: u32,
    /// The contract's number: 0 ongoing, 4 an open challenge, others over.
    pub state: u8,
    /// The contract's number of the reason of the end.
    pub reason: u8,
    /// White's address; of a challenge null for whoever accepts.
    pub white: Option<String>,
    /// Black's address.
    pub black: Option<String>,
    /// Of a challenge: the challenger's side.
    pub challenger: Option<Side>,
    /// Whether the sides are drawn by lot when the challenge is accepted.
    pub drawn_sides: bool,
    /// What is played for; null for nothing.
    pub stake: Option<StakeItem>,
    /// Null where a player has an epoch for a move.
    pub clock: Option<ClockItem>,
    /// Whether it can be played by signature.
    pub signed: bool,
    /// How many moves there are, the position, and the move that led to it.
    #[serde(flatten)]
    pub board: Board,
}

/// What the lobby shows of a contract besides its games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ContractItem {
    /// The contract's address.
    pub contract: String,
    /// How many games it has, challenges among them.
    pub games: u32,
    /// Whether it is paused, or not started yet.
    pub paused: bool,
    /// Who waits in the queue, or null.
    pub waiting: Option<String>,
}

type Key = ([u8; 32], u32);

#[derive(Default)]
struct Items {
    /// With the version of the last change.
    items: BTreeMap<Key, (u64, Item)>,
    /// By that version.
    changes: BTreeMap<u64, Key>,
    over: BTreeMap<u64, Key>,
    /// With the version of the last change.
    contracts: BTreeMap<[u8; 32], (u64, ContractItem)>,
    version: u64,
}

/// All games that the lobby shows.
pub struct Lobby {
    items: Mutex<Items>,
    changed: watch::Sender<u64>,
}

impl Default for Lobby {
    fn default() -> Self {
        Lobby {
            items: Mutex::default(),
            changed: watch::Sender::new(0),
        }
    }
}

impl Items {
    fn put(&mut self, key: Key, item: Item) {
        self.version += 1;
        let is_over = !matches!(item.state, 0 | 4);
        if let Some((version, _)) = self.items.insert(key, (self.version, item)) {
            self.changes.remove(&version);
            self.over.remove(&version);
        }
        self.changes.insert(self.version, key);
        if is_over {
            self.over.insert(self.version, key);
        }
        while self.over.len() > RESULTS {
            let oldest = self.over.first_key_value().map(|(version, _)| *version);
            self.drop_version(oldest);
        }
        while self.items.len() > MOST {
            let oldest = self.changes.first_key_value().map(|(version, _)| *version);
            self.drop_version(oldest);
        }
    }

    fn drop_version(&mut self, version: Option<u64>) {
        if let Some(version) = version {
            self.over.remove(&version);
            if let Some(key) = self.changes.remove(&version) {
                self.items.remove(&key);
            }
        }
    }
}

impl Lobby {
    fn lock(&self) -> MutexGuard<'_, Items> {
        // nothing in there panics half way
        self.items.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is shown of a game.
    pub fn stake_of(&self, contract: &[u8; 32], id: u32) -> Option<Option<StakeItem>> {
        let items = self.lock();
        let (_, item) = items.items.get(&(*contract, id))?;
        Some(item.stake.clone())
    }

    /// Shows a game as the chain has it; a longer game that the relay carries stays.
    pub fn show(&self, contract: &[u8; 32], id: u32, game: &ChainGame, stake: Option<StakeItem>) {
        let player = |color: Color| {
            let address = &game.players[color as usize];
            (*address != [0; 32]).then(|| address::show(address))
        };
        let key = (*contract, id);
        let mut items = self.lock();
        let longer = items.items.get(&key).map(|(_, item)| item);
        let longer = longer.filter(|item| item.board.plies > game.plies() && game.is_ongoing());
        let board = match longer {
            Some(item) => item.board.clone(),
            None => Board::new(game.plies(), &position_after(&game.moves), &game.moves),
        };
        let item = Item {
            contract: address::show(contract),
            game: id,
            state: game.head.state,
            reason: game.head.end_reason,
            white: player(Color::White),
            black: player(Color::Black),
            challenger: game.challenger().map(Side::from),
            drawn_sides: game.head.has(chess_record::flags::DRAWN_SIDE),
            stake,
            clock: game.clock.as_ref().map(|clock| ClockItem {
                base: clock.base.get(),
                increment: clock.increment.get(),
            }),
            signed: game.keys.is_some(),
            board,
        };
        if items
            .items
            .get(&key)
            .is_some_and(|(_, shown)| *shown == item)
        {
            return;
        }
        items.put(key, item);
        self.changed.send_replace(items.version);
    }

    /// Shows how a contract stands.
    pub fn show_contract(&self, contract: &[u8; 32], games: u32, queue: &Queue) {
        let item = ContractItem {
            contract: address::show(contract),
            games,
            paused: queue.paused,
            waiting: queue.waiting.as_ref().map(address::show),
        };
        let mut items = self.lock();
        if items
            .contracts
            .get(contract)
            .is_some_and(|(_, shown)| *shown == item)
        {
            return;
        }
        items.version += 1;
        let version = items.version;
        items.contracts.insert(*contract, (version, item));
        self.changed.send_replace(version);
    }

    /// A game that is shown has changed on the chain.
    pub fn change(&self, contract: &[u8; 32], id: u32, game: &ChainGame) {
        if let Some(stake) = self.stake_of(contract, id) {
            self.show(contract, id, game, stake);
        }
    }

    /// A game went on in the relay; the board is asked for where it is shown.
    pub fn moved(&self, contract: &[u8; 32], id: u32, board: impl FnOnce() -> Board) {
        let key = (*contract, id);
        let mut items = self.lock();
        let Some((_, item)) = items.items.get(&key) else {
            return;
        };
        let mut item = item.clone();
        item.board = board();
        items.put(key, item);
        self.changed.send_replace(items.version);
    }

    /// Tells the version of the newest change.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// What has changed since a version, each game and contract once, as an event's name and its JSON,
    /// and up to which version: the [`SLICE`] oldest changes of games, or with fewer all up to now.
    pub fn since(&self, version: u64) -> (Vec<(&'static str, String)>, u64) {
        let items = self.lock();
        let changed = items.changes.range(version + 1..).take(SLICE);
        let (mut games, mut last) = (vec![], items.version);
        for (number, (version, key)) in changed.enumerate() {
            let item = items.items.get(key);
            let json = item.and_then(|(_, item)| serde_json::to_string(item).ok());
            games.extend(json.map(|json| ("game", json)));
            if number + 1 == SLICE {
                last = *version;
            }
        }
        let contracts = items.contracts.values();
        let contracts = contracts.filter(|(at, _)| (version + 1..=last).contains(at));
        for (_, item) in contracts {
            let json = serde_json::to_string(item).ok();
            games.extend(json.map(|json| ("contract", json)));
        }
        (games, last)
    }
}

fn position_after(moves: &[u8]) -> Position {
    let mut position = Position::START;
    let mut rest = moves;
    // the chain has checked them
    while let Ok((mv, used)) = game_moves::chess::Move::decode(rest) {
        position.apply(mv.into());
        rest = &rest[used..];
    }
    position
}
