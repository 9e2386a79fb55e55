//! All players' ratings, up to the last block that was read.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::block::{Block, BlockError};
use crate::event::{Begun, End, Event, Terms};
use crate::glicko::Rating;
use crate::player::Player;
use crate::speed::Pool;

/// The number of the last blocks that can be undone.
const KEPT_BLOCKS: usize = 1_000;

/// The layout of a book that is kept.
const VERSION: u8 = 3;

/// A player's rating before and after a game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The block in which the game ended.
    pub block: u64,
    /// The block's time in milliseconds since 1970.
    pub millis: u64,
    /// The game.
    pub game: u32,
    /// Which rating changed.
    pub pool: Pool,
    /// Against whom.
    pub opponent: Player,
    /// The rounds that counted.
    pub rounds: u16,
    /// The player's points in them: a win counts 2, a draw 1.
    pub points: u16,
    /// The rating after it.
    pub rating: Rating,
}

/// A player's games that counted, in order.
pub type Course = Vec<Step>;

/// A player's rating in a pool.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// The player.
    pub player: Player,
    /// Which games it is of.
    pub pool: Pool,
    /// It.
    pub rating: Rating,
    /// The number of rated games; a match's rounds count.
    pub games: u32,
}

/// A game that has begun.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
struct Game {
    terms: Terms,
    round: Round,
    is_over: bool,
}

/// The round that the chain is in.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
struct Round {
    begun: Begun,
    have_both_moved: bool,
    /// An end was opened by a draw that the players have agreed on.
    is_agreed: bool,
}

impl Round {
    /// The end, if it is rated: a round that was drawn before both had moved isn't. Players call it
    /// off, and leave a match then, by such a draw.
    fn rated(&self, end: End) -> End {
        let Begun { round, points } = self.begun;
        let is_drawn = (end.rounds, end.points) == (round + 1, points + 1);
        let is_agreed = end.is_agreed || self.is_agreed;
        match is_drawn && is_agreed && !self.have_both_moved {
            true => End {
                rounds: round,
                points,
                ..end
            },
            false => end,
        }
    }
}

/// A block that was read and can be undone.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Seen {
    nonce: u64,
    hash: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    started: Vec<u32>,
    /// Games with the rounds that they were in before this block, or before one of its events.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    changed: Vec<(u32, Round)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    ended: Vec<u32>,
}

/// The ratings of a contract's players. It holds each player's whole course, which also serves to
/// undo blocks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Book {
    version: u8,
    contract: String,
    /// The first block that is read.
    first: u64,
    /// The next block to be read.
    next: u64,
    /// The last blocks, the newest last.
    seen: VecDeque<Seen>,
    /// Those that continue, and those that ended in a block that can be undone.
    games: BTreeMap<u32, Game>,
    courses: BTreeMap<Player, Course>,
}

/// Why a book doesn't catch up with the chain.
#[derive(Debug, thiserror::Error)]
pub enum CatchUpError<E> {
    /// A block, by its number, isn't to be had.
    #[error("block {0}: {1}")]
    Gateway(u64, E),
    /// A block's answer can't be read.
    #[error("block {0}: {1}")]
    Unreadable(u64, BlockError),
    /// The answer is another block.
    #[error("block {0}: the gateway's answer is block {1}")]
    OtherBlock(u64, u64),
}

impl Book {
    /// An empty one of a contract (`erd1…`), to be read beginning with a block: the contract's
    /// deployment or an earlier one.
    pub fn new(contract: &str, first: u64) -> Self {
        Book {
            version: VERSION,
            contract: contract.to_owned(),
            first,
            next: first,
            seen: VecDeque::new(),
            games: BTreeMap::new(),
            courses: BTreeMap::new(),
        }
    }

    /// Reads a book that [`Book::to_json`] has written.
    ///
    /// # Errors
    /// In words, why it is none.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let book: Book = serde_json::from_str(text).map_err(|error| error.to_string())?;
        match book.version {
            VERSION => Ok(book),
            other => Err(format!("it has version {other}, not {VERSION}")),
        }
    }

    /// The whole book as text, to continue later.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("maps with text for keys")
    }

    /// The contract whose games are rated.
    pub fn contract(&self) -> &str {
        &self.contract
    }

    /// The first block that is read.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// The last block that was read, and its hash; `None` before the first.
    pub fn last(&self) -> Option<(u64, &str)> {
        self.seen.back().map(|seen| (seen.nonce, &*seen.hash))
    }

    /// Reads blocks up to one, the chain's last final one. `block` returns a block by its number:
    /// the `data` of the gateway's answer to
    /// `/block/{shard}/by-nonce/{nonce}?withTxs=true&withLogs=true`. Blocks that are no longer the
    /// chain's are undone first; if these are too many, everything is read from scratch.
    ///
    /// # Errors
    /// A block can't be read; the book has the blocks before it.
    pub fn catch_up<E>(
        &mut self,
        last: u64,
        mut block: impl FnMut(u64) -> Result<Value, E>,
    ) -> Result<(), CatchUpError<E>> {
        let mut read = |nonce| {
            let answer = block(nonce).map_err(|error| CatchUpError::Gateway(nonce, error))?;
            let head = Block::read(&answer).map_err(|e| CatchUpError::Unreadable(nonce, e))?;
            match head.nonce == nonce {
                true => Ok((head, answer)),
                false => Err(CatchUpError::OtherBlock(nonce, head.nonce)),
            }
        };
        while let Some((nonce, hash)) = self.last() {
            if nonce <= last && read(nonce)?.0.hash == hash {
                break;
            }
            self.undo();
        }
        while self.next <= last {
            let (head, answer) = read(self.next)?;
            match self.last() {
                // replaced while others were read
                Some((_, hash)) if head.previous != hash => self.undo(),
                _ => self.take(head, &answer),
            }
        }
        Ok(())
    }

    /// A player's games that counted, in order.
    pub fn course(&self, player: &Player) -> &[Step] {
        self.courses.get(player).map_or(&[], |course| course)
    }

    /// A player's rating.
    pub fn rating(&self, player: &Player, pool: Pool) -> Rating {
        let mut steps = self.course(player).iter().rev();
        let step = steps.find(|step| step.pool == pool);
        step.map_or(Rating::NEW, |step| step.rating)
    }

    /// The game that was rated last: its block, and the number of steps that there are.
    pub fn newest(&self) -> (Option<u64>, usize) {
        let courses = self.courses.values();
        let last = courses.clone().filter_map(|course| course.last());
        let block = last.map(|step| step.block).max();
        (block, courses.map(Vec::len).sum())
    }

    /// The same games, rated as if those of each account in `owners` were its owner's. Games between
    /// an account and its owner aren't rated. In a block games count in the order of their numbers.
    #[must_use]
    pub fn joined(&self, owners: &BTreeMap<Player, Player>) -> Book {
        let of_one = self.courses.iter().flat_map(|(player, course)| {
            let once = course.iter().filter(|step| *player < step.opponent);
            once.map(|step| (*player, *step))
        });
        let mut steps: Vec<_> = of_one.collect();
        steps.sort_by_key(|(_, step)| (step.block, step.game));
        let mut joined = Book {
            courses: BTreeMap::new(),
            games: BTreeMap::new(),
            seen: self.seen.iter().rev().take(1).cloned().collect(),
            contract: self.contract.clone(),
            ..*self
        };
        for (player, step) in steps {
            let players = [player, step.opponent].map(|one| *owners.get(&one).unwrap_or(&one));
            if players[0] != players[1] {
                let pool = step.pool;
                let end = End {
                    rounds: step.rounds,
                    points: step.points,
                    is_agreed: false,
                };
                let terms = Terms { players, pool };
                joined.rate((step.block, step.millis), step.game, &terms, end);
            }
        }
        joined
    }

    /// All ratings, pool by pool, the highest first.
    pub fn standings(&self) -> Vec<Standing> {
        let players = self.courses.keys();
        let mut all: Vec<_> = players.flat_map(|one| self.standings_of(one)).collect();
        all.sort_by(|one, other| {
            let by_pool = one.pool.cmp(&other.pool);
            by_pool.then(other.rating.rating.total_cmp(&one.rating.rating))
        });
        all
    }

    /// A player's ratings, pool by pool.
    pub fn standings_of(&self, player: &Player) -> Vec<Standing> {
        let mut of_pool = BTreeMap::new();
        for step in self.course(player) {
            let standing = of_pool.entry(step.pool).or_insert(Standing {
                player: *player,
                pool: step.pool,
                rating: step.rating,
                games: 0,
            });
            standing.rating = step.rating;
            standing.games = standing.games.saturating_add(step.rounds.into());
        }
        of_pool.into_values().collect()
    }

    /// Takes the next block's events.
    fn take(&mut self, block: Block, answer: &Value) {
        let mut seen = Seen {
            nonce: block.nonce,
            hash: block.hash,
            started: vec![],
            changed: vec![],
            ended: vec![],
        };
        for event in Event::all_in(answer, &self.contract) {
            match event {
                Event::Started(id, terms) => {
                    // a gateway may show an event more than once
                    self.games.entry(id).or_insert_with(|| {
                        seen.started.push(id);
                        Game {
                            terms,
                            round: Round::default(),
                            is_over: false,
                        }
                    });
                }
                Event::RoundBegun(id, begun) => self.change(&mut seen, id, |round| {
                    if begun.round > round.begun.round {
                        *round = Round {
                            begun,
                            ..Round::default()
                        };
                    }
                }),
                Event::BothMoved(id) => {
                    self.change(&mut seen, id, |round| round.have_both_moved = true);
                }
                Event::Agreed(id) => self.change(&mut seen, id, |round| round.is_agreed = true),
                Event::Ended(id, end) => {
                    let Some(game) = self.games.get_mut(&id).filter(|game| !game.is_over) else {
                        continue;
                    };
                    game.is_over = true;
                    seen.ended.push(id);
                    let (terms, end) = (game.terms, game.round.rated(end));
                    self.rate((block.nonce, block.millis), id, &terms, end);
                }
            }
        }
        self.next = block.nonce + 1;
        self.seen.push_back(seen);
        if self.seen.len() > KEPT_BLOCKS
            && let Some(old) = self.seen.pop_front()
        {
            for id in old.ended {
                self.games.remove(&id);
            }
        }
    }

    /// Takes in an event of a game's round.
    fn change(&mut self, seen: &mut Seen, id: u32, change: impl FnOnce(&mut Round)) {
        if let Some(game) = self.games.get_mut(&id) {
            let before = game.round;
            change(&mut game.round);
            if game.round != before {
                seen.changed.push((id, before));
            }
        }
    }

    fn rate(&mut self, (block, millis): (u64, u64), game: u32, terms: &Terms, end: End) {
        let End { rounds, points, .. } = end;
        if rounds == 0 {
            return;
        }
        let Terms { players, pool } = *terms;
        let before = players.map(|player| self.rating(&player, pool));
        for (own, points) in [(0, points), (1, 2 * rounds - points)] {
            let step = Step {
                block,
                millis,
                game,
                pool,
                opponent: players[1 - own],
                rounds,
                points,
                rating: before[own].after(&before[1 - own], rounds, points),
            };
            self.courses.entry(players[own]).or_default().push(step);
        }
    }

    /// Undoes the last block; all, if none is left that could be.
    fn undo(&mut self) {
        let Some(seen) = self.seen.pop_back() else {
            return;
        };
        self.next = seen.nonce;
        for id in seen.ended {
            let Some(game) = self.games.get_mut(&id) else {
                continue;
            };
            game.is_over = false;
            for player in game.terms.players {
                let Some(course) = self.courses.get_mut(&player) else {
                    continue;
                };
                while course.last().is_some_and(|step| step.block >= seen.nonce) {
                    course.pop();
                }
                if course.is_empty() {
                    self.courses.remove(&player);
                }
            }
        }
        for (id, before) in seen.changed.into_iter().rev() {
            if let Some(game) = self.games.get_mut(&id) {
                game.round = before;
            }
        }
        for id in seen.started {
            self.games.remove(&id);
        }
        if self.seen.is_empty() && self.next > self.first {
            *self = Book::new(&self.contract, self.first);
        }
    }
}
