//! A state out of JSON, with everything checked that a state alone tells.

use super::{State, rules::Board, state::all_dice};
use crate::{
    error::StateError,
    json::{JsonError, Value},
    seed,
};

impl State {
    /// [`from_value`](crate::Game::from_value).
    pub(super) fn read(value: &Value) -> Result<Self, JsonError> {
        let fields = value.object(&[
            "bar",
            "bearOff",
            "dice",
            "moveCount",
            "points",
            "remainingDice",
            "seed",
            "turn",
        ])?;
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
        state.validate()?;
        Ok(state)
    }

    /// Refuses what no game can have, where the state alone tells.
    fn validate(&self) -> Result<(), StateError> {
        for player in 0..2 {
            let on_points: u32 = (0..24)
                .map(|point| u32::from(self.checkers(player, point)))
                .sum();
            let index = usize::from(player);
            let count = on_points
                + u32::from(self.board.bar[index])
                + u32::from(self.board.bear_off[index]);
            StateError::unless(
                count == 15,
                "points",
                "each player has fifteen checkers, with those on the bar and borne off",
            )?;
            let last = !self.board.is_won_by(player)
                || (player == self.turn && !self.board.is_won_by(1 - player));
            StateError::unless(
                last,
                "bearOff",
                "the game ends with a player's last checker, in that player's turn",
            )?;
        }
        self.check_dice()?;
        self.check_begin()
    }

    /// The dice are those of the seed, and what is left of them can be played.
    fn check_dice(&self) -> Result<(), StateError> {
        let over = self.board.is_won_by(self.turn);
        StateError::unless(
            !over || self.dice.is_empty(),
            "dice",
            "nobody rolls when the game is over",
        )?;
        if let [first, second] = self.dice[..] {
            let thrown = [seed::die(seed::previous(self.seed)), seed::die(self.seed)];
            StateError::unless(
                [first, second] == thrown,
                "dice",
                "the seed gives other dice",
            )?;
            let all = all_dice([first, second]);
            let left = if first == second {
                (1..=4).contains(&self.remaining.len())
                    && self.remaining.iter().all(|die| *die == first)
            } else {
                self.remaining == all
                    || (self.remaining.len() == 1 && all.contains(&self.remaining[0]))
            };
            StateError::unless(
                left,
                "remainingDice",
                "not what can be left of the dice, the lower first",
            )?;
            let playable = !self
                .board
                .legal_moves(self.turn, &self.remaining)
                .is_empty();
            StateError::unless(
                playable,
                "remainingDice",
                "none of them can be played, so the turn is over",
            )?;
        } else {
            StateError::unless(self.dice.is_empty(), "dice", "two dice or none")?;
            StateError::unless(
                self.remaining.is_empty(),
                "remainingDice",
                "nothing is left before the roll",
            )?;
        }
        Ok(())
    }

    /// The first turn, and as many moves as have borne checkers off.
    fn check_begin(&self) -> Result<(), StateError> {
        if self.move_count == 0 {
            StateError::unless(
                self.board == Board::start(),
                "moveCount",
                "checkers have moved",
            )?;
            let opening =
                self.remaining.len() == 2 && self.turn == u8::from(self.dice[1] > self.dice[0]);
            StateError::unless(
                opening,
                "turn",
                "the game begins with two different dice and the one who threw the higher",
            )?;
        } else {
            // before anyone bears off, each die was one move of one player
            StateError::unless(
                self.move_count >= u32::from(self.board.bear_off[0] + self.board.bear_off[1]),
                "moveCount",
                "too few moves to bear off so many",
            )?;
        }
        Ok(())
    }
}
