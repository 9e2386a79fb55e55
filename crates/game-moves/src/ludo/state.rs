use alloc::{vec, vec::Vec};

use super::Move;
use crate::error::{StateError, StepError};
use crate::game::{Game, GameId, Outcome};
use crate::{game::write_object, seed};

/// A token in its base.
pub(super) const BASE: i8 = -1;
/// The last square of the ring before a token turns into its home column.
const RING_END: i8 = 50;
/// A token that is home.
pub const HOME: i8 = 56;

/// A position of ludo, before a roll or before a token's move.
///
/// ```
/// use game_moves::{Game, ludo::State};
/// let mut state = State::new(2, 7).unwrap();
/// while state.must_roll() {
///     state = state.roll_dice().unwrap().1; // passes the turn until someone throws a six
/// }
/// assert_eq!(state.dice(), 6);
/// assert_eq!(state.legal_moves().len(), 4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The number of sixes in a row by the player on turn.
    pub(super) consecutive_sixes: u8,
    /// The roll to be played, or 0.
    pub(super) dice: u8,
    pub(super) eliminated: Vec<bool>,
    pub(super) move_count: u32,
    pub(super) seed: u32,
    /// Each token's way from its start: -1 base, 0 start, 51 to 55 home column, 56 home.
    pub(super) tokens: Vec<[i8; 4]>,
    pub(super) turn: u8,
}

impl State {
    /// The start for two to four players: every token in its base, player 0 to roll. The seed is taken modulo
    /// 2³¹.
    ///
    /// # Errors
    /// `playerCount` for any other number of players.
    pub fn new(player_count: u8, seed: u32) -> Result<Self, StateError> {
        if !(2..=4).contains(&player_count) {
            return Err(StateError::new(("playerCount", "two to four can play")));
        }
        let players = usize::from(player_count);
        Ok(Self {
            consecutive_sixes: 0,
            dice: 0,
            eliminated: vec![false; players],
            move_count: 0,
            seed: seed % seed::MODULUS,
            tokens: vec![[BASE; 4]; players],
            turn: 0,
        })
    }

    /// Document 004's `rollDice`: one die from the seed, and the state with it and the next seed. If the die can't
    /// be played, or is the third six in a row, the turn has passed; after a six that can't be played the player
    /// rolls again.
    ///
    /// # Errors
    /// [`StepError::GameOver`]; [`StepError::NothingToRoll`] while there is a die to play.
    pub fn roll_dice(&self) -> Result<(u8, Self), StepError> {
        if !self.must_roll() {
            return Err(self.over_or(StepError::NothingToRoll));
        }
        let (die, seed) = seed::roll_die(self.seed);
        let sixes = if die == 6 {
            self.consecutive_sixes + 1
        } else {
            0
        };
        let mut next = Self {
            dice: die,
            seed,
            consecutive_sixes: sixes,
            ..self.clone()
        };
        if sixes == 3 || next.moves().next().is_none() {
            next.end_of_die();
        }
        Ok((die, next))
    }

    /// After a played or unplayable die: another roll for a first or second six, otherwise the next player's turn.
    fn end_of_die(&mut self) {
        self.dice = 0;
        if !(1..=2).contains(&self.consecutive_sixes) {
            self.pass_turn();
        }
    }

    fn pass_turn(&mut self) {
        self.consecutive_sixes = 0;
        self.dice = 0;
        let players = self.player_count();
        let next = (1..=players)
            .map(|ahead| (self.turn + ahead) % players)
            .find(|player| !self.is_eliminated(*player));
        self.turn = next.unwrap_or(self.turn);
    }

    /// The moves with the die, in order; none before the roll.
    pub(super) fn moves(&self) -> impl Iterator<Item = Move> {
        let legal = move |(index, token): (usize, &i8)| {
            let steps = match *token {
                BASE if self.dice == 6 => 0,
                BASE => return None,
                token if self.dice > 0 && token + self.dice as i8 <= HOME => self.dice,
                _ => return None,
            };
            Move::new(index as u8, steps).ok()
        };
        self.tokens[usize::from(self.turn)]
            .iter()
            .enumerate()
            .filter_map(legal)
    }

    /// The square of the ring, 0 to 51, of a player's token; none off the ring.
    ///
    /// Each player's start is a quarter of the ring after the one before: 0, 13, 26, 39. Two players have opposite
    /// starts, 0 and 26.
    pub(super) fn ring_square(&self, player: u8, token: i8) -> Option<u8> {
        let quarters = if self.player_count() == 2 {
            2 * player
        } else {
            player
        };
        (0..=RING_END)
            .contains(&token)
            .then(|| (13 * quarters + token as u8) % 52)
    }

    /// The number of players who have neither won nor been eliminated.
    pub(super) fn players_left(&self) -> usize {
        self.eliminated.iter().filter(|out| !**out).count()
    }

    /// The progress of each of a player's tokens.
    ///
    /// ```
    /// # use game_moves::ludo::State;
    /// assert_eq!(State::new(4, 0).unwrap().tokens(3), [-1; 4]);
    /// ```
    ///
    /// Each token's distance from its start: -1 in the base, 0 at the start, 1 to 50 around the
    /// ring, 51 to 55 in the home column, 56 home.
    ///
    /// # Panics
    /// When there is no such player.
    pub fn tokens(&self, player: u8) -> [i8; 4] {
        self.tokens[usize::from(player)]
    }

    /// The roll to be played, 1 to 6; 0 before the roll.
    pub fn dice(&self) -> u8 {
        self.dice
    }

    /// The number of sixes in a row by the player on turn, 0 to 2.
    pub fn consecutive_sixes(&self) -> u8 {
        self.consecutive_sixes
    }

    /// Whether a player was eliminated.
    ///
    /// # Panics
    /// When there is no such player.
    pub fn is_eliminated(&self, player: u8) -> bool {
        self.eliminated[usize::from(player)]
    }

    pub(super) fn is_home(&self, player: u8) -> bool {
        self.tokens(player) == [HOME; 4]
    }
}

impl Game for State {
    const ID: GameId = GameId::Ludo;
    type Move = Move;

    fn player_count(&self) -> u8 {
        self.tokens.len() as u8
    }

    fn turn(&self) -> u8 {
        self.turn
    }

    fn outcome(&self) -> Outcome {
        // the last token is home, or one player is left: it is that player's turn then
        if self.is_home(self.turn) || self.players_left() == 1 {
            Outcome::Won(self.turn)
        } else {
            Outcome::Ongoing
        }
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.moves().collect()
    }

    fn must_roll(&self) -> bool {
        self.dice == 0 && self.outcome() == Outcome::Ongoing
    }

    fn roll(&self) -> Result<(Vec<u8>, Self), StepError> {
        self.roll_dice().map(|(die, next)| (vec![die], next))
    }

    /// Eliminates a player: the tokens go back to the base, and the turn passes if it was theirs. The last remaining
    /// player wins.
    fn eliminate(&self, player: u8) -> Result<Self, StepError> {
        if self.outcome() != Outcome::Ongoing
            || player >= self.player_count()
            || self.is_eliminated(player)
        {
            return Err(self.over_or(StepError::CannotEliminate));
        }
        let mut next = self.clone();
        next.eliminated[usize::from(player)] = true;
        next.tokens[usize::from(player)] = [BASE; 4];
        if player == self.turn || next.players_left() == 1 {
            next.pass_turn();
        }
        Ok(next)
    }

    fn apply_legal(&self, mv: &Move) -> Self {
        let mut next = Self {
            move_count: self.move_count + 1,
            ..self.clone()
        };
        let (player, token) = (usize::from(self.turn), usize::from(mv.token()));
        let target = (self.tokens[player][token] + mv.steps() as i8).max(0);
        if let Some(square) = self.ring_square(self.turn, target) {
            for other in (0..self.player_count()).filter(|other| *other != self.turn) {
                for theirs in &mut next.tokens[usize::from(other)] {
                    if self.ring_square(other, *theirs) == Some(square) {
                        *theirs = BASE;
                    }
                }
            }
        }
        next.tokens[player][token] = target;
        if next.is_home(self.turn) {
            (next.dice, next.consecutive_sixes) = (0, 0);
        } else {
            next.end_of_die();
        }
        next
    }

    fn write_json(&self, sink: &mut impl FnMut(&[u8])) {
        write_object(sink, |w| {
            w.key("consecutiveSixes").int(self.consecutive_sixes);
            w.key("dice").int(self.dice);
            w.key("eliminated").ints(self.eliminated.iter().copied());
            w.key("moveCount").int(self.move_count);
            w.key("playerCount").int(self.player_count());
            w.key("seed").int(self.seed);
            w.key("tokens")
                .array(&self.tokens, |w, tokens| w.ints(*tokens));
            w.key("turn").int(self.turn);
        });
    }

    #[cfg(feature = "serde")]
    fn from_value(value: &crate::json::Value) -> Result<Self, crate::json::JsonError> {
        Self::read(value)
    }
}
