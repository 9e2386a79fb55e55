//! Reads a state from JSON and checks everything that the state alone shows.

use super::{State, rules::Board, state::all_dice};
use crate::{
    error::{Fault, StateError},
    json::{JsonError, Value},
    seed,
};

impl State {
    /// [`from_value`](crate::Game::from_value).
    pub(super) fn read(value: &Value) -> Result<Self, JsonError> {
        let fields = value.object("bar bearOff dice moveCount points remainingDice seed turn")?;
        let dice = |value: &Value| value.array(|item| Ok(item.int(1, 6)? as u8));
        let pair = |value: &Value| value.exactly(|item| item.byte(15));
        let state = Self {
            board: Board {
                bar: fields.field("bar", pair)?,
                bear_off: fields.field("bearOff", pair)?,
                points: fields.field("points", |value| {
                    value.exactly(|item| Ok(item.int(-15, 15)? as i8))
                })?,
            },
            dice: fields.field("dice", dice)?,
            move_count: fields.field("moveCount", Value::count)?,
            remaining: fields.field("remainingDice", dice)?,
            seed: fields.field("seed", Value::count)?,
            turn: fields.field("turn", |value| value.byte(1))?,
        };
        StateError::refuse(state.fault())?;
        Ok(state)
    }

    /// The fault of a state that no game can have, as far as the state alone shows it.
    fn fault(&self) -> Option<Fault> {
        for player in 0..2 {
            let on_points: u32 = (0..24)
                .map(|point| u32::from(self.checkers(player, point)))
                .sum();
            let index = usize::from(player);
            let count = on_points
                + u32::from(self.board.bar[index])
                + u32::from(self.board.bear_off[index]);
            let is_last = player == self.turn && !self.board.is_won_by(1 - player);
            if count != 15 {
                return Some((
                    "points",
                    "each player has fifteen checkers, with those on the bar and borne off",
                ));
            } else if self.board.is_won_by(player) && !is_last {
                return Some((
                    "bearOff",
                    "the game ends with a player's last checker, in that player's turn",
                ));
            }
        }
        self.fault_of_dice().or_else(|| self.fault_of_begin())
    }

    /// Checks that the dice are the seed's, and that the remaining dice can be played.
    fn fault_of_dice(&self) -> Option<Fault> {
        if self.board.is_won_by(self.turn) && !self.dice.is_empty() {
            return Some(("dice", "nobody rolls when the game is over"));
        }
        let [first, second] = self.dice[..] else {
            return Some(if !self.dice.is_empty() {
                ("dice", "two dice or none")
            } else if !self.remaining.is_empty() {
                ("remainingDice", "nothing is left before the roll")
            } else {
                return None;
            });
        };
        let thrown = [seed::die(seed::previous(self.seed)), seed::die(self.seed)];
        let all = all_dice([first, second]);
        let can_be_left = if first == second {
            (1..=4).contains(&self.remaining.len())
                && self.remaining.iter().all(|die| *die == first)
        } else {
            self.remaining == all || (self.remaining.len() == 1 && all.contains(&self.remaining[0]))
        };
        let legal = || self.board.legal_moves(self.turn, &self.remaining);
        Some(if [first, second] != thrown {
            ("dice", "the seed gives other dice")
        } else if !can_be_left {
            (
                "remainingDice",
                "not what can be left of the dice, the lower first",
            )
        } else if legal().is_empty() {
            (
                "remainingDice",
                "none of them can be played, so the turn is over",
            )
        } else {
            return None;
        })
    }

    /// Checks the first turn, and that there are enough moves for the checkers that were borne off.
    fn fault_of_begin(&self) -> Option<Fault> {
        let is_new = self.move_count == 0;
        let is_opening =
            || self.remaining.len() == 2 && self.turn == u8::from(self.dice[1] > self.dice[0]);
        // each checker was borne off by a move
        let borne_off = u32::from(self.board.bear_off[0] + self.board.bear_off[1]);
        Some(if is_new && self.board != Board::start() {
            ("moveCount", "checkers have moved")
        } else if is_new && !is_opening() {
            (
                "turn",
                "the game begins with two different dice and the one who threw the higher",
            )
        } else if self.move_count < borne_off {
            (
                "moveCount",
                "fewer than the checkers that are off the board",
            )
        } else {
            return None;
        })
    }
}
