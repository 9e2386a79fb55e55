//! The lobby: open challenges, games with their positions, results.

use std::collections::BTreeMap;
use std::sync::Arc;

use chess_record::GameState;
use chess_rules::{Color, Position};
use parking_lot::Mutex;
use ratings::{Pool, Speed};
use serde::Serialize;
use tokio::sync::watch;

use crate::address;
use crate::chain::{ChainGame, Queue};
use crate::protocol::Side;
use crate::standings::{RatingItem, Standings};
use crate::store::{Board, moves_in};

const ONGOING: u8 = GameState::Ongoing as u8;
const OPEN: u8 = GameState::Open as u8;

/// The most finished games that are shown.
const RESULTS: usize = 100;

/// The most games that are shown altogether.
const MOST: usize = 10_000;

/// The most challenges of one challenger that are shown, so that they can't crowd out the others'.
pub const OF_A_CHALLENGER: usize = 10;

/// The number of games handed to a reader at a time.
const SLICE: usize = 100;

/// The stake, in the token's smallest unit.
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
    /// The increment of each move.
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
    /// White's address, in a match in the round that is shown; null in a challenge for the player
    /// who has yet to accept.
    pub white: Option<String>,
    /// Black's address.
    pub black: Option<String>,
    /// For a challenge: the challenger's side.
    pub challenger: Option<Side>,
    /// Whether the sides are drawn by lot when the challenge is accepted.
    pub drawn_sides: bool,
    /// White's rating in games like this one, until it is over; null if nobody is White yet, or
    /// the relay reads no ratings.
    pub white_rating: Option<RatingItem>,
    /// Black's.
    pub black_rating: Option<RatingItem>,
    /// The stake; null for nothing.
    pub stake: Option<StakeItem>,
    /// Null if a player has an epoch for a move.
    pub clock: Option<ClockItem>,
    /// Whether it can be played by signature.
    pub signed: bool,
    /// The number of agreed rounds: 1, and up to 100 in a match.
    pub rounds: u8,
    /// The number of played rounds; 0 until the game is over.
    pub played: u8,
    /// Whether both players may use a chess program.
    pub engines: bool,
    /// The round and its points, how many moves there are, the position, and the move that led to it.
    #[serde(flatten)]
    pub board: Board,
}

/// The lobby's entry of a contract, beside its games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ContractItem {
    /// The contract's address.
    pub contract: String,
    /// The number of its games, including challenges.
    pub games: u32,
    /// Whether it is paused, or not started yet.
    pub paused: bool,
    /// The player who waits in the queue, or null.
    pub waiting: Option<String>,
}

type Key = ([u8; 32], u32);

/// How good a game's claim to its place is: the game with the least claim is dropped first, the
/// oldest of several.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Claim {
    /// A challenge for nothing: opening many costs fees alone.
    IdleChallenge,
    /// A game for nothing.
    Idle,
    /// A challenge or a game with a stake.
    Staked,
}

impl Item {
    fn claim(&self) -> Claim {
        match self.stake {
            Some(_) => Claim::Staked,
            None if self.state == OPEN => Claim::IdleChallenge,
            None => Claim::Idle,
        }
    }

    /// Its players with their current ratings.
    fn rated(self, contract: &[u8; 32], standings: &Standings) -> Self {
        let clock = self.clock.map_or((0, 0), |it| (it.base, it.increment));
        let pool = Pool {
            engines: self.engines,
            speed: Speed::of(clock.0, clock.1),
        };
        let rating = |player: &Option<String>| {
            let player = player.as_deref().filter(|_| !self.is_over());
            let player = player.and_then(address::read)?;
            standings.rating(contract, &player, pool)
        };
        Item {
            white_rating: rating(&self.white),
            black_rating: rating(&self.black),
            ..self
        }
    }

    fn is_over(&self) -> bool {
        !matches!(self.state, ONGOING | OPEN)
    }

    /// The challenger, as long as the challenge is open.
    fn open_challenger(&self) -> Option<&str> {
        match self.challenger.filter(|_| self.state == OPEN)? {
            Side::White => self.white.as_deref(),
            Side::Black => self.black.as_deref(),
        }
    }
}

#[derive(Default)]
struct Items {
    /// With the version of the last change.
    items: BTreeMap<Key, (u64, Item)>,
    /// By that version.
    changes: BTreeMap<u64, Key>,
    /// With the version of the last change.
    contracts: BTreeMap<[u8; 32], (u64, ContractItem)>,
    version: u64,
}

/// All games that the lobby shows.
#[derive(Default)]
pub struct Lobby {
    items: Mutex<Items>,
    changed: watch::Sender<u64>,
    /// The players' ratings, if it shows any.
    pub standings: Option<Arc<Standings>>,
}

impl Items {
    fn shown(&self, key: &Key) -> Option<&Item> {
        self.items.get(key).map(|(_, item)| item)
    }

    fn set(&mut self, key: Key, item: Item) {
        if let Some((version, _)) = self.items.get(&key) {
            self.drop_version(*version);
        }
        self.version += 1;
        self.changes.insert(self.version, key);
        self.items.insert(key, (self.version, item));
    }

    /// The same, and drops others if there are too many of its kind.
    fn put(&mut self, key: Key, item: Item) {
        let (is_over, challenger) = (item.is_over(), item.open_challenger().map(String::from));
        self.set(key, item);
        if challenger.is_some() {
            let is_own = |item: &Item| item.open_challenger() == challenger.as_deref();
            self.limit(OF_A_CHALLENGER, |item| is_own(item).then(|| item.claim()));
        }
        if is_over {
            self.limit(RESULTS, |item| item.is_over().then_some(Claim::Idle));
        }
        if self.items.len() > MOST {
            self.limit(MOST, |item| Some(item.claim()));
        }
    }

    /// Drops games that have a claim by `claim`, the least first, until there are `most` of them.
    fn limit(&mut self, most: usize, claim: impl Fn(&Item) -> Option<Claim>) {
        let claims = self.items.values();
        let claims = claims.filter_map(|(version, item)| Some((claim(item)?, *version)));
        let mut claims: Vec<_> = claims.collect();
        claims.sort_unstable();
        let too_many = claims.len().saturating_sub(most);
        for (_, version) in &claims[..too_many] {
            self.drop_version(*version);
        }
    }

    fn drop_version(&mut self, version: u64) {
        if let Some(key) = self.changes.remove(&version) {
            self.items.remove(&key);
        }
    }
}

impl Lobby {
    /// Shows the current ratings of a contract's players.
    pub fn rate_again(&self, contract: &[u8; 32]) {
        let Some(standings) = &self.standings else {
            return;
        };
        let mut items = self.items.lock();
        let games = items.items.range((*contract, 0)..=(*contract, u32::MAX));
        let changed = games.filter_map(|(key, (_, item))| {
            let rated = item.clone().rated(contract, standings);
            (rated != *item).then_some((*key, rated))
        });
        let changed: Vec<_> = changed.collect();
        for (key, item) in changed {
            items.set(key, item);
        }
        self.changed.send_replace(items.version);
    }

    /// The lobby's entry of a game.
    pub fn stake_of(&self, contract: &[u8; 32], id: u32) -> Option<Option<StakeItem>> {
        let items = self.items.lock();
        Some(items.shown(&(*contract, id))?.stake.clone())
    }

    /// The board of a game that is shown.
    pub fn board(&self, contract: &[u8; 32], id: u32) -> Option<Board> {
        let items = self.items.lock();
        Some(items.shown(&(*contract, id))?.board.clone())
    }

    /// Shows a game as the chain has it; a longer game that the relay carries stays.
    pub fn show(&self, contract: &[u8; 32], id: u32, game: &ChainGame, stake: Option<StakeItem>) {
        let key = (*contract, id);
        let mut items = self.items.lock();
        let before = items.shown(&key).map(|item| &item.board);
        let is_same = |board: &&Board| (board.round, board.plies) == (game.round(), game.plies());
        let same = before.filter(is_same);
        let longer = before.filter(|board| {
            (board.round, board.plies) > (game.round(), game.plies()) && game.head.is_ongoing()
        });
        let board = match longer {
            Some(board) => board.clone(),
            None => Board {
                round: game.round(),
                points: game.head.points.into(),
                plies: game.plies(),
                fen: position_after(&game.moves).fen().to_string(),
                last_move: moves_in(&game.moves).last().map(|mv| mv.to_string()),
                // an end that the players have signed
                ended: same.is_some_and(|board| board.ended),
                on_time: same.is_some_and(|board| board.on_time),
            },
        };
        let is_swapped = (board.round + game.round()) % 2 == 1;
        let player = |color: Color| {
            let color = if is_swapped { color.other() } else { color };
            let address = &game.players[color as usize];
            (*address != [0; 32]).then(|| address::show(address))
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
            white_rating: None,
            black_rating: None,
            stake,
            clock: game.clock.as_ref().map(|clock| ClockItem {
                base: clock.base.get(),
                increment: clock.increment.get(),
            }),
            signed: game.keys.is_some(),
            rounds: game.head.rounds,
            played: game.head.played,
            engines: game.head.has(chess_record::flags::ENGINES),
            board,
        };
        let item = match &self.standings {
            Some(standings) => item.rated(contract, standings),
            None => item,
        };
        if items.shown(&key) != Some(&item) {
            items.put(key, item);
            self.changed.send_replace(items.version);
        }
    }

    /// Shows a contract's state.
    pub fn show_contract(&self, contract: &[u8; 32], games: u32, queue: &Queue) {
        let item = ContractItem {
            contract: address::show(contract),
            games,
            paused: queue.paused,
            waiting: queue.waiting.as_ref().map(address::show),
        };
        let mut items = self.items.lock();
        let shown = items.contracts.get(contract).map(|(_, shown)| shown);
        if shown != Some(&item) {
            items.version += 1;
            let version = items.version;
            items.contracts.insert(*contract, (version, item));
            self.changed.send_replace(version);
        }
    }

    /// A game that is shown has changed on the chain.
    pub fn change(&self, contract: &[u8; 32], id: u32, game: &ChainGame) {
        if let Some(stake) = self.stake_of(contract, id) {
            self.show(contract, id, game, stake);
        }
    }

    /// A game continued in the relay; `board` is called if the lobby shows the game.
    pub fn moved(&self, contract: &[u8; 32], id: u32, board: impl FnOnce() -> Board) {
        let key = (*contract, id);
        let mut items = self.items.lock();
        let Some(mut item) = items.shown(&key).cloned() else {
            return;
        };
        let board = board();
        if (item.board.round + board.round) % 2 == 1 {
            std::mem::swap(&mut item.white, &mut item.black);
            std::mem::swap(&mut item.white_rating, &mut item.black_rating);
        }
        item.board = board;
        items.put(key, item);
        self.changed.send_replace(items.version);
    }

    /// Shows that a game was lost on time, if this board of the relay's says so.
    pub fn lost_on_time(&self, contract: &[u8; 32], id: u32, board: &Board) {
        let key = (*contract, id);
        let mut items = self.items.lock();
        let shown = items.shown(&key).filter(|item| {
            let is_same = (item.board.round, item.board.plies) == (board.round, board.plies);
            is_same && board.on_time && !item.board.on_time
        });
        if let Some(mut item) = shown.cloned() {
            item.board.on_time = true;
            items.put(key, item);
            self.changed.send_replace(items.version);
        }
    }

    /// Tells the version of the newest change.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// The changes since a version, each game and contract once, as an event's name and its JSON,
    /// and up to which version: the [`SLICE`] oldest changes of games, or with fewer all up to now.
    pub fn since(&self, version: u64) -> (Vec<(&'static str, String)>, u64) {
        let items = self.items.lock();
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
    // the chain has checked them
    moves_in(moves).for_each(|mv| position.apply(mv));
    position
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess_record::{GameHead, flags};

    /// A game of a White player whose address has this first byte.
    fn game(by: u8, state: u8) -> ChainGame {
        ChainGame {
            players: [[by; 32], [0; 32]],
            keys: None,
            head: GameHead {
                state,
                flags: flags::CHALLENGE,
                ..GameHead::START
            },
            clock: None,
            moves: vec![],
        }
    }

    fn challenge(by: u8) -> ChainGame {
        game(by, OPEN)
    }

    fn egld() -> Option<StakeItem> {
        Some(StakeItem {
            token: "EGLD-000000".into(),
            amount: "1".into(),
        })
    }

    fn shown(lobby: &Lobby) -> Vec<u32> {
        let items = lobby.items.lock();
        items.items.keys().map(|(_, id)| *id).collect()
    }

    #[test]
    fn a_challenger_of_many_games_takes_few_places_and_stakes_keep_theirs() {
        let lobby = Lobby::default();
        let contract = [5; 32];
        lobby.show(&contract, 1, &challenge(1), None);
        lobby.show(&contract, 2, &challenge(9), egld());
        for id in 3..=30 {
            lobby.show(&contract, id, &challenge(9), None);
        }
        // the staked one, and the newest of the others
        assert_eq!(
            shown(&lobby),
            [&[1, 2][..], &(22..=30).collect::<Vec<_>>()].concat()
        );
        // an accepted challenge isn't one any longer, and makes room
        let accepted = game(9, ONGOING);
        lobby.show(&contract, 30, &accepted, None);
        lobby.show(&contract, 31, &challenge(9), None);
        assert_eq!(
            shown(&lobby),
            [&[1, 2][..], &(22..=31).collect::<Vec<_>>()].concat()
        );
    }

    #[test]
    fn where_there_are_too_many_challenges_for_nothing_give_way_first() {
        let lobby = Lobby::default();
        let contract = [5; 32];
        let by = |number: u32| {
            let mut game = challenge(0);
            game.players[0][..4].copy_from_slice(&number.to_be_bytes());
            game
        };
        lobby.show(&contract, 1, &by(1), egld());
        lobby.show(&contract, 2, &game(2, ONGOING), None);
        for id in 3..=MOST as u32 + 2 {
            lobby.show(&contract, id, &by(id), None);
        }
        let shown = shown(&lobby);
        assert_eq!((shown.len(), &shown[..3]), (MOST, &[1, 2, 5][..]));
    }
}
