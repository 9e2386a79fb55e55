//! The contract.

mod cast;
mod challenges;
mod clocks;
mod ends;
mod event;
mod game;
mod money;
mod moves;
mod owner;
mod play;
mod queue;
mod refusal;
mod time;

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;

pub use cast::{Account, Stake, Token};
pub use clocks::{budget_ms, time_left_ms};
pub use event::{Event, Topic, argument};
pub use game::{Clock, End, Game, Reason, Start, State};
pub use game::{claim, end_by_board, is_legal};
pub use money::Payout;
pub use refusal::Refusal;
use refusal::require;
pub use time::{DAY, Time};

/// A call of the contract.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Call {
    /// No token if the argument isn't an identifier.
    SetWager(Option<Token>, BigUint),
    Pause,
    Unpause,
    Join {
        key: Option<Vec<u8>>,
    },
    Leave,
    Challenge(Terms),
    Accept {
        game: u32,
        key: Option<Vec<u8>>,
    },
    CancelChallenge(u32),
    /// Squares by the contract's numbers: 0 a8, 63 h1.
    Move {
        game: u32,
        from: u8,
        to: u8,
        promotion: Option<u8>,
        /// A draw with this move (FIDE 9.2.1.1, 9.3.1).
        claim: bool,
    },
    Draw(u32),
    ClaimDraw(u32),
    CallIllegalMove(u32),
    SignalInactivity(u32),
    Resign(u32),
    ReclaimWager(u32),
    Play {
        game: u32,
        round: u16,
        points: u16,
        moves: Vec<u8>,
        white: Vec<u8>,
        black: Vec<u8>,
    },
    Withdraw,
}

/// A challenge's terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    pub opponent: Option<Account>,
    /// 0 White, 1 Black, 2 drawn.
    pub side: u8,
    pub clock: Option<Clock>,
    /// More than one: a match.
    pub rounds: u16,
    /// Whether both may use a chess program.
    pub engines: bool,
    pub key: Option<Vec<u8>>,
}

/// The player who waits in the queue.
#[derive(Clone, Debug)]
struct Seat {
    player: Account,
    key: Option<Vec<u8>>,
    /// Among the epochs that count.
    since_epoch: u64,
}

/// A deliberate fault of the model, to show that it is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Ends of games with keys are paid immediately.
    NoWindow,
    /// A player's message can be omitted if their plies are already on the chain, even if the game
    /// differs from the chain's.
    MissingMessage,
    /// A longer game isn't taken while an end is open.
    FirstEndStands,
    /// A winner gets a unit less.
    Payout,
    /// A move lets the opponent's draw offer stand.
    Offer,
    /// Time runs on while the contract is paused.
    Clock,
    /// Anyone may call an illegal move, at any time.
    Anybody,
    /// Asks take no time.
    FreeAsks,
    /// The day after a pause counts.
    DayAfter,
    /// An open end is paid after 30 epochs of pauses, as soon as `play` opens.
    ReclaimAtOnce,
    /// In a match ends are final before its last round as well.
    RoundsAreFinal,
    /// An open resignation is undone by two more plies, not by a later round alone.
    ResignationTakenBack,
    /// A later round takes one signature.
    RoundByOne,
    /// A payout that another shard refuses is credited to nobody.
    NoCallback,
    /// Before a match's last round a resignation also counts after the deadline.
    LateResignation,
    /// On time material alone decides who can still mate.
    MaterialAlone,
}

/// The contract, all accounts' money and the time.
#[derive(Clone)]
pub struct Chain {
    pub address: [u8; 32],
    pub time: Time,
    /// Whether a move in a game without keys may leave the mover's own king attacked.
    pub rejects: bool,
    pub wager: Option<Stake>,
    seat: Option<Seat>,
    pub games: Vec<Game>,
    /// The games and challenges of each player, in the order in which they came to them.
    pub games_of: BTreeMap<Account, Vec<u32>>,
    pub scores: BTreeMap<Account, u64>,
    pub credits: BTreeMap<(Account, Token), BigUint>,
    /// All accounts' money, including the contract's.
    pub balances: BTreeMap<(Account, Token), BigUint>,
    /// Accounts that can neither take nor send a token.
    pub frozen: BTreeSet<(Account, Token)>,
    /// Tokens that nobody can send.
    pub paused: BTreeSet<Token>,
    /// Tokens that only accounts with a role can send or take, which nobody here has.
    pub limited: BTreeSet<Token>,
    /// Payouts in flight between shards, the oldest first.
    pub on_the_way: Vec<Payout>,
    /// Whether all accounts live in the contract's shard.
    pub is_one_shard: bool,
    /// The first byte of the block's random seed.
    pub seed: u8,
    pub fault: Option<Fault>,
    caller: Account,
    events: Vec<Event>,
}

impl Chain {
    /// A new contract, which is paused, and accounts that have these funds in each token.
    pub fn new(rejects: bool, round_ms: u64, funds: &BigUint) -> Self {
        let all = Account::CALLERS
            .into_iter()
            .flat_map(|account| Token::ALL.map(|token| (account, token)));
        Chain {
            address: [7; 32],
            time: Time::new(round_ms),
            rejects,
            wager: None,
            seat: None,
            games: vec![],
            games_of: BTreeMap::new(),
            scores: BTreeMap::new(),
            credits: BTreeMap::new(),
            balances: all.map(|key| (key, funds.clone())).collect(),
            frozen: BTreeSet::new(),
            paused: BTreeSet::new(),
            limited: BTreeSet::new(),
            on_the_way: vec![],
            is_one_shard: false,
            seed: 0,
            fault: None,
            caller: Account::Owner,
            events: vec![],
        }
    }

    /// Makes a call with payments. A refused call changes nothing.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn call(
        &mut self,
        by: Account,
        call: &Call,
        payments: &[Stake],
    ) -> Result<Vec<Event>, Refusal> {
        let before = self.clone();
        self.events.clear();
        self.caller = by;
        for payment in payments {
            self.transfer(by, Account::Chess, payment);
        }
        match self.take(by, call, payments) {
            Ok(()) => Ok(std::mem::take(&mut self.events)),
            Err(refusal) => {
                *self = before;
                Err(refusal)
            }
        }
    }

    fn take(&mut self, by: Account, call: &Call, payments: &[Stake]) -> Result<(), Refusal> {
        match call {
            Call::SetWager(token, amount) => self.set_wager(by, *token, amount),
            Call::Pause => self.pause(by),
            Call::Unpause => self.unpause(by),
            Call::Join { key } => self.join(by, key.as_deref(), payments),
            Call::Leave => self.leave(by),
            Call::Challenge(terms) => self.challenge(by, terms, payments),
            Call::Accept { game, key } => self.accept(by, *game, key.as_deref(), payments),
            Call::CancelChallenge(game) => self.cancel_challenge(by, *game),
            Call::Move {
                game,
                from,
                to,
                promotion,
                claim,
            } => self.make_move(by, *game, (*from, *to), *promotion, *claim),
            Call::Draw(game) => self.draw(by, *game),
            Call::ClaimDraw(game) => self.claim_draw(by, *game),
            Call::CallIllegalMove(game) => self.call_illegal_move(by, *game),
            Call::SignalInactivity(game) => self.signal_inactivity(*game),
            Call::Resign(game) => self.resign(by, *game),
            Call::ReclaimWager(game) => self.reclaim(by, *game),
            Call::Play {
                game,
                round,
                points,
                moves,
                white,
                black,
            } => self.play(*game, (*round, *points), moves, [white, black]),
            Call::Withdraw => self.withdraw(by),
        }
    }

    /// A game by its id.
    pub fn game(&self, id: u32) -> Option<&Game> {
        self.games.get((id as usize).checked_sub(1)?)
    }

    fn index(&self, id: u32) -> Result<usize, Refusal> {
        match self.game(id) {
            Some(_) => Ok(id as usize - 1),
            None => Err(Refusal::NoSuchGame),
        }
    }

    /// A game that has begun and isn't over; one with an open end is.
    fn ongoing(&self, id: u32) -> Result<usize, Refusal> {
        let index = self.index(id)?;
        match self.games[index].state {
            State::Ongoing => Ok(index),
            State::Open => Err(Refusal::NotStarted),
            _ => Err(Refusal::GameOver),
        }
    }

    /// A game that players can act in by account, and no end is open.
    fn by_account(&self, id: u32) -> Result<usize, Refusal> {
        let index = self.without_open_end(id)?;
        require(!self.games[index].is_match(), Refusal::BySignatureOnly)?;
        Ok(index)
    }

    fn without_open_end(&self, id: u32) -> Result<usize, Refusal> {
        let index = self.ongoing(id)?;
        require(self.games[index].open_end.is_none(), Refusal::EndIsOpen)?;
        Ok(index)
    }

    fn color(&self, index: usize, by: Account) -> Result<cozy_chess::Color, Refusal> {
        let game = &self.games[index];
        cozy_chess::Color::ALL
            .into_iter()
            .find(|&color| game.player(color) == by)
            .ok_or(Refusal::NotAPlayer)
    }

    fn require_running(&self) -> Result<(), Refusal> {
        require(!self.time.is_paused(), Refusal::Paused)
    }

    fn require_running_or_long_pause(&self) -> Result<(), Refusal> {
        let open = !self.time.is_paused() || self.time.is_long_pause();
        require(open, Refusal::Paused)
    }

    fn require_key(key: Option<&[u8]>, other: Option<&[u8]>) -> Result<(), Refusal> {
        let is_key = |key: &[u8]| key.len() == 32 && key != [0; 32] && Some(key) != other;
        require(key.is_none_or(is_key), Refusal::BadKey)
    }
}
