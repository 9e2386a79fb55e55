use alloc::{vec, vec::Vec};

use super::{Move, rules::Board};
use crate::error::StepError;
use crate::game::{Game, GameId, Outcome};
use crate::{game::write_object, seed};

/// A position of backgammon, before a roll or before a checker's move.
///
/// ```
/// use game_moves::{Game, backgammon::State};
/// let start = State::new(1);
/// assert_eq!(start.dice(), [3, 5]); // player 1 threw the five and begins with both dice
/// assert_eq!(start.turn(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) board: Board,
    /// The thrown dice; empty before the roll.
    pub(super) dice: Vec<u8>,
    /// The remaining dice, the lower first; one of them always has a legal move.
    pub(super) remaining: Vec<u8>,
    pub(super) move_count: u32,
    pub(super) seed: u32,
    pub(super) turn: u8,
}

/// The value of a won game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Victory {
    /// The loser has borne off a checker.
    Single = 1,
    /// The loser has borne off none.
    Gammon = 2,
    /// The loser has borne off none and has one on the bar or in the winner's home board.
    Backgammon = 3,
}

impl State {
    /// The start: each player throws one die, player 0 first, until the dice differ. The player with the higher die
    /// begins and plays both.
    ///
    /// The seed is taken modulo 2³¹.
    pub fn new(seed: u32) -> Self {
        let (mut dice, mut seed) = seed::roll_two(seed % seed::MODULUS);
        while dice[0] == dice[1] {
            (dice, seed) = seed::roll_two(seed);
        }
        let turn = (dice[1] > dice[0]).into();
        let mut state = Self {
            board: Board::start(),
            dice: Vec::new(),
            remaining: Vec::new(),
            move_count: 0,
            seed,
            turn,
        };
        state.set_dice(dice);
        state
    }

    fn set_dice(&mut self, dice: [u8; 2]) {
        self.dice = dice.to_vec();
        self.remaining = all_dice(dice);
    }

    /// The turn continues only if a remaining die can be played.
    fn settle(&mut self) {
        let is_won = self.board.is_won_by(self.turn);
        let can_play = |die: &u8| !self.board.moves_with(self.turn, *die).is_empty();
        if is_won || !self.remaining.iter().any(can_play) {
            self.dice.clear();
            self.remaining.clear();
            self.turn = if is_won { self.turn } else { 1 - self.turn };
        }
    }

    /// Document 004's `rollDice`: two dice from the seed, and the state with them and the next seed.
    ///
    /// # Errors
    /// [`StepError::GameOver`]; [`StepError::NothingToRoll`] while there are dice to play.
    ///
    /// ```
    /// # use game_moves::{Game, StepError, backgammon::State};
    /// assert_eq!(State::new(1).roll_dice(), Err(StepError::NothingToRoll));
    /// ```
    pub fn roll_dice(&self) -> Result<([u8; 2], Self), StepError> {
        if !self.must_roll() {
            return Err(self.over_or(StepError::NothingToRoll));
        }
        let (dice, seed) = seed::roll_two(self.seed);
        let mut next = Self {
            seed,
            ..self.clone()
        };
        next.set_dice(dice);
        next.settle();
        Ok((dice, next))
    }

    /// The number of checkers of a player, 0 or 1, on a point, 0 to 23.
    ///
    /// ```
    /// # use game_moves::backgammon::State;
    /// let start = State::new(1);
    /// assert_eq!((start.checkers(0, 23), start.checkers(1, 0)), (2, 2));
    /// ```
    ///
    /// # Panics
    /// For other numbers.
    pub fn checkers(&self, player: u8, point: u8) -> u8 {
        self.board.count(player, point)
    }

    /// Each player's checkers on the bar.
    pub fn bar(&self) -> [u8; 2] {
        self.board.bar
    }

    /// Each player's checkers borne off.
    pub fn bear_off(&self) -> [u8; 2] {
        self.board.bear_off
    }

    /// The dice in the order of the throws: two, or none before the roll.
    pub fn dice(&self) -> &[u8] {
        &self.dice
    }

    /// The remaining dice, the lower first; doubles appear four times.
    pub fn remaining_dice(&self) -> &[u8] {
        &self.remaining
    }

    /// The winner and the value of the win.
    ///
    /// ```
    /// # use game_moves::{Game, backgammon::State};
    /// let mut state = State::new(1);
    /// while state.victory().is_none() {
    ///     state = match state.legal_moves().first() {
    ///         Some(mv) => state.apply(mv).unwrap(),
    ///         None => state.roll_dice().unwrap().1,
    ///     };
    /// }
    /// let (winner, _) = state.victory().unwrap();
    /// assert_eq!(state.bear_off()[usize::from(winner)], 15);
    /// ```
    pub fn victory(&self) -> Option<(u8, Victory)> {
        let winner = (0..2).find(|player| self.board.is_won_by(*player))?;
        let loser = 1 - winner;
        let mut winners_home = if winner == 0 { 0..6 } else { 18..24 };
        let victory = if self.board.bear_off[usize::from(loser)] > 0 {
            Victory::Single
        } else if self.board.bar[usize::from(loser)] > 0
            || winners_home.any(|point| self.checkers(loser, point) > 0)
        {
            Victory::Backgammon
        } else {
            Victory::Gammon
        };
        Some((winner, victory))
    }
}

/// All dice that a throw of two lets a player play, the lower first.
pub(super) fn all_dice([first, second]: [u8; 2]) -> Vec<u8> {
    if first == second {
        vec![first; 4]
    } else {
        vec![first.min(second), first.max(second)]
    }
}

impl Game for State {
    const ID: GameId = GameId::Backgammon;
    type Move = Move;

    fn player_count(&self) -> u8 {
        2
    }

    fn turn(&self) -> u8 {
        self.turn
    }

    fn outcome(&self) -> Outcome {
        // the player who bears off the last checker stays on turn
        if self.board.is_won_by(self.turn) {
            Outcome::Won(self.turn)
        } else {
            Outcome::Ongoing
        }
    }

    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.board.legal_moves(self.turn, &self.remaining);
        moves.sort_unstable();
        moves
    }

    fn must_roll(&self) -> bool {
        self.dice.is_empty() && self.outcome() == Outcome::Ongoing
    }

    fn roll(&self) -> Result<(Vec<u8>, Self), StepError> {
        self.roll_dice().map(|(dice, next)| (dice.to_vec(), next))
    }

    fn apply_legal(&self, mv: &Move) -> Self {
        let mut next = Self {
            board: self.board.after(self.turn, mv),
            move_count: self.move_count + 1,
            ..self.clone()
        };
        if let Some(index) = next.remaining.iter().position(|die| *die == mv.die()) {
            next.remaining.remove(index);
        }
        next.settle();
        next
    }

    fn write_json(&self, sink: &mut impl FnMut(&[u8])) {
        write_object(sink, |w| {
            w.key("bar").ints(self.board.bar);
            w.key("bearOff").ints(self.board.bear_off);
            w.key("dice").ints(self.dice.iter().copied());
            w.key("moveCount").int(self.move_count);
            w.key("points").ints(self.board.points);
            w.key("remainingDice").ints(self.remaining.iter().copied());
            w.key("seed").int(self.seed);
            w.key("turn").int(self.turn);
        });
    }

    #[cfg(feature = "serde")]
    fn from_value(value: &crate::json::Value) -> Result<Self, crate::json::JsonError> {
        Self::read(value)
    }
}
