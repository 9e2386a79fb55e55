//! Reads a state from JSON and checks everything that the state alone shows.

use super::{HOME, State, state::BASE};
use crate::{
    error::{Fault, StateError},
    game::{Game, Outcome},
    json::{JsonError, Value},
    seed,
};

impl State {
    /// [`from_value`](crate::Game::from_value).
    pub(super) fn read(value: &Value) -> Result<Self, JsonError> {
        let fields = value
            .object("consecutiveSixes dice eliminated moveCount playerCount seed tokens turn")?;
        let players = fields.field("playerCount", |value| value.int(2, 4))? as usize;
        let token = |value: &Value| Ok(value.int(BASE.into(), HOME.into())? as i8);
        let state = Self {
            consecutive_sixes: fields.field("consecutiveSixes", |value| value.byte(2))?,
            dice: fields.field("dice", |value| value.byte(6))?,
            eliminated: fields.field("eliminated", |value| {
                value.array_of(players, |item| Ok(item.byte(1)? == 1))
            })?,
            move_count: fields.field("moveCount", Value::count)?,
            seed: fields.field("seed", Value::count)?,
            tokens: fields.field("tokens", |value| {
                value.array_of(players, |item| item.exactly(token))
            })?,
            turn: fields.field("turn", |value| value.byte(3))?,
        };
        StateError::refuse(state.fault())?;
        Ok(state)
    }

    /// The fault of a state that no game can have, as far as the state alone shows it.
    fn fault(&self) -> Option<Fault> {
        let players = || 0..self.player_count();
        let strays = |player: u8| self.is_eliminated(player) && self.tokens(player) != [BASE; 4];
        let squares = |player: u8| {
            self.tokens(player)
                .into_iter()
                .filter_map(move |token| self.ring_square(player, token))
        };
        let shared = |player: u8| {
            squares(player).any(|at| (0..player).flat_map(squares).any(|other| other == at))
        };
        let tokens = players().flat_map(|player| self.tokens(player));
        Some(if self.turn >= self.player_count() {
            ("turn", "there is no such player")
        } else if self.players_left() == 0 {
            ("eliminated", "the last player left has won")
        } else if self.is_eliminated(self.turn) {
            ("turn", "this player is eliminated")
        } else if players().any(strays) {
            ("tokens", "an eliminated player's tokens are in the base")
        } else if players().any(|player| player != self.turn && self.is_home(player)) {
            (
                "tokens",
                "the game ends with a player's last token, in that player's turn",
            )
        } else if players().any(shared) {
            ("tokens", "two players' tokens stand on one square")
        } else if self.move_count < tokens.map(fewest_moves).sum() {
            ("moveCount", "too few moves to come so far")
        } else {
            return self.fault_of_dice();
        })
    }

    /// Checks that the die and the sixes before it are the seed's.
    fn fault_of_dice(&self) -> Option<Fault> {
        let is_over = self.outcome() != Outcome::Ongoing;
        let last = seed::die(self.seed);
        let sixes = match self.dice {
            0 if last == 6 => 0..=2,
            6 => 1..=2,
            _ => 0..=0,
        };
        Some(if is_over && self.dice != 0 {
            ("dice", "nobody rolls when the game is over")
        } else if is_over && self.consecutive_sixes != 0 {
            ("consecutiveSixes", "nobody rolls when the game is over")
        } else if self.dice != 0 && self.dice != last {
            ("dice", "the seed gives another die")
        } else if self.dice != 0 && self.moves().next().is_none() {
            ("dice", "it can't be played, so the turn is over")
        } else if !sixes.contains(&self.consecutive_sixes) {
            ("consecutiveSixes", "not what the dice and the seed leave")
        } else if self.consecutive_sixes >= 2 && seed::die(seed::previous(self.seed)) != 6 {
            (
                "consecutiveSixes",
                "the seed gives another die before the last",
            )
        } else {
            return None;
        })
    }
}

/// The fewest moves that take a token to a place.
fn fewest_moves(token: i8) -> u32 {
    if token == BASE {
        0
    } else {
        1 + (token as u32).div_ceil(6)
    }
}
