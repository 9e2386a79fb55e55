//! The contract.

mod challenges;
mod clocks;
mod ends;
mod game;
mod money;
mod moves;
mod owner;
mod play;
mod queue;
mod refusal;
mod time;

use std::collections::{BTreeMap, BTreeSet};

pub use game::{Ask, Clock, End, Game, OpenEnd, Reason, Stake, Start, State};
pub(crate) use game::{claim, end_by_board, is_legal};
pub use refusal::Refusal;
use refusal::require;
pub use time::{DAY, Time};

use crate::signing::Key;

/// An account.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Account {
    Owner,
    Alice,
    Bob,
    Carol,
    /// A contract that plays.
    Machine,
}

impl Account {
    pub const ALL: [Account; 5] = [
        Account::Owner,
        Account::Alice,
        Account::Bob,
        Account::Carol,
        Account::Machine,
    ];
}

/// What is paid with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Token {
    Egld,
    Chess,
    Other,
}

impl Token {
    pub const ALL: [Token; 3] = [Token::Egld, Token::Chess, Token::Other];
}

/// A call of the contract.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Call {
    SetWager(Token, u128),
    Pause,
    Unpause,
    Join {
        key: Option<Key>,
    },
    Leave,
    Challenge {
        opponent: Option<Account>,
        /// 0 White, 1 Black, 2 drawn.
        side: u8,
        clock: Option<Clock>,
        key: Option<Key>,
    },
    Accept {
        game: u32,
        key: Option<Key>,
    },
    CancelChallenge(u32),
    /// Squares by the contract's numbers: 0 a8, 63 h1.
    Move {
        game: u32,
        from: u8,
        to: u8,
        promotion: Option<u8>,
    },
    Draw(u32),
    ClaimDraw(u32),
    CallIllegalMove(u32),
    SignalInactivity(u32),
    Resign(u32),
    ReclaimWager(u32),
    Play {
        game: u32,
        moves: Vec<u8>,
        white: Vec<u8>,
        black: Vec<u8>,
    },
    Withdraw,
}

impl Call {
    /// Whether the contract takes money with it.
    pub fn is_payable(&self) -> bool {
        matches!(
            self,
            Call::Join { .. } | Call::Challenge { .. } | Call::Accept { .. }
        )
    }
}

/// Who waits in the queue.
#[derive(Clone, Debug)]
struct Seat {
    player: Account,
    key: Option<Key>,
    since_epoch: u64,
}

/// A deliberate fault of the model, to show that it is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Ends of games with keys are paid at once.
    NoWindow,
    /// A player's message can be left out where their plies are on chain already, also where the
    /// game differs from the chain's.
    MissingMessage,
    /// A longer game isn't taken while an end is open.
    FirstEndStands,
    /// A winner gets a unit less.
    Payout,
}

/// The contract, everybody's money and the time.
#[derive(Clone)]
pub struct Chain {
    pub address: [u8; 32],
    pub time: Time,
    /// Whether a move in a game without keys may leave the mover's own king attacked.
    pub rejects: bool,
    pub wager: Option<Stake>,
    seat: Option<Seat>,
    pub games: Vec<Game>,
    pub scores: BTreeMap<Account, u64>,
    pub credits: BTreeMap<(Account, Token), u128>,
    pub balances: BTreeMap<(Account, Token), u128>,
    /// Accounts that can't be paid in a token.
    pub unpayable: BTreeSet<(Account, Token)>,
    /// What the contract has.
    pub purse: BTreeMap<Token, u128>,
    /// The next drawn side: whether the challenger is White.
    pub coin: bool,
    pub fault: Option<Fault>,
}

impl Chain {
    /// A new contract, which is paused, and accounts that have so much of each token.
    pub fn new(rejects: bool, round_ms: u64, funds: u128) -> Self {
        let all = Account::ALL
            .into_iter()
            .flat_map(|account| Token::ALL.map(|token| (account, token)));
        Chain {
            address: [7; 32],
            time: Time::new(round_ms),
            rejects,
            wager: None,
            seat: None,
            games: vec![],
            scores: BTreeMap::new(),
            credits: BTreeMap::new(),
            balances: all.map(|key| (key, funds)).collect(),
            unpayable: BTreeSet::new(),
            purse: BTreeMap::new(),
            coin: false,
            fault: None,
        }
    }

    /// Makes a call, with what is paid. A refused call changes nothing.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn call(
        &mut self,
        by: Account,
        call: &Call,
        payment: Option<Stake>,
    ) -> Result<(), Refusal> {
        let before = self.clone();
        let called = self.paid(by, call, payment);
        if called.is_err() {
            *self = before;
        }
        called
    }

    fn paid(&mut self, by: Account, call: &Call, payment: Option<Stake>) -> Result<(), Refusal> {
        require(payment.is_none() || call.is_payable(), Refusal::NotPayable)?;
        if let Some(payment) = payment {
            self.receive(by, payment)?;
        }
        match call {
            Call::SetWager(token, amount) => self.set_wager(by, *token, *amount),
            Call::Pause => self.pause(by),
            Call::Unpause => self.unpause(by),
            Call::Join { key } => self.join(by, *key, payment),
            Call::Leave => self.leave(by),
            Call::Challenge {
                opponent,
                side,
                clock,
                key,
            } => self.challenge(by, *opponent, *side, *clock, *key, payment),
            Call::Accept { game, key } => self.accept(by, *game, *key, payment),
            Call::CancelChallenge(game) => self.cancel_challenge(by, *game),
            Call::Move {
                game,
                from,
                to,
                promotion,
            } => self.make_move(by, *game, *from, *to, *promotion),
            Call::Draw(game) => self.draw(by, *game),
            Call::ClaimDraw(game) => self.claim_draw(by, *game),
            Call::CallIllegalMove(game) => self.call_illegal_move(by, *game),
            Call::SignalInactivity(game) => self.signal_inactivity(*game),
            Call::Resign(game) => self.resign(by, *game),
            Call::ReclaimWager(game) => self.reclaim(by, *game),
            Call::Play {
                game,
                moves,
                white,
                black,
            } => self.play(*game, moves, [white, black]),
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
        require(
            self.games[index].state == State::Ongoing,
            Refusal::NotOngoing,
        )?;
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

    fn require_key(key: Option<Key>, other: Option<Key>) -> Result<(), Refusal> {
        let good = key.is_none_or(|key| key != [0; 32] && Some(key) != other);
        require(good, Refusal::BadKey)
    }
}
