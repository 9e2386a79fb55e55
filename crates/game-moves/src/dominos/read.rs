//! Reads a state from JSON and checks everything that the state alone shows.

use super::{State, Tile, state::lead};
use crate::{
    error::{Fault, StateError},
    game::Game,
    json::{JsonError, JsonProblem, Value},
    seed,
};

impl State {
    /// [`from_value`](crate::Game::from_value).
    pub(super) fn read(value: &Value) -> Result<Self, JsonError> {
        let fields = value.object(
            "board boneyard hands leftEnd moveCount passed playerCount rightEnd seed turn",
        )?;
        let lying = |value: &Value| {
            let ends: [u8; 2] = value.exactly(|item| item.byte(6))?;
            Ok(Tile(ends))
        };
        let in_hand = |value: &Value| match lying(value)? {
            tile if tile == tile.in_hand() => Ok(tile),
            _ => Value::error(JsonProblem::Impossible("the smaller end stands first")),
        };
        let players = fields.field("playerCount", |value| value.int(2, 4))? as usize;
        let state = Self {
            board: fields.field("board", |value| value.array(lying))?,
            boneyard: fields.field("boneyard", |value| value.array(in_hand))?,
            hands: fields.field("hands", |value| {
                value.array_of(players, |hand| hand.array(in_hand))
            })?,
            move_count: fields.field("moveCount", Value::count)?,
            passed: fields.field("passed", |value| value.byte(4))?,
            seed: fields.field("seed", Value::count)?,
            turn: fields.field("turn", |value| value.byte(3))?,
        };
        let ends = state.ends().map_or((-1, -1), |(left, right)| {
            (i64::from(left), i64::from(right))
        });
        let end = |value: &Value| value.int(-1, 6);
        let left = fields.field("leftEnd", end)?;
        let right = fields.field("rightEnd", end)?;
        if left != ends.0 {
            return Err(StateError::new(("leftEnd", "the board ends otherwise")).into());
        }
        if right != ends.1 {
            return Err(StateError::new(("rightEnd", "the board ends otherwise")).into());
        }
        state.validate()?;
        Ok(state)
    }

    /// Refuses a state that no game can have, as far as the state alone shows that.
    fn validate(&self) -> Result<(), StateError> {
        StateError::refuse(self.fault_of_tiles())?;
        // the seed leads back to the deal, which can be repeated
        let first_seed = (1..28).fold(self.seed, |seed, _| seed::previous(seed));
        let deal = Self::new(self.player_count(), first_seed)?;
        StateError::refuse(self.fault_of_deal(&deal))?;
        StateError::refuse(self.fault_of_counts(&deal))?;
        StateError::refuse(self.fault_of_turns())
    }

    /// Checks that each tile is there once, and that the board fits.
    fn fault_of_tiles(&self) -> Option<Fault> {
        let everywhere = || {
            self.board
                .iter()
                .chain(&self.boneyard)
                .chain(self.hands.iter().flatten())
                .map(|tile| tile.in_hand())
        };
        let once = |tile: Tile| everywhere().filter(|other| *other == tile).count() == 1;
        let mut neighbours = self.board.windows(2);
        Some(if self.turn >= self.player_count() {
            ("turn", "there is no such player")
        } else if !Tile::set().all(once) {
            (
                "hands",
                "board, boneyard and hands hold each of the 28 tiles once",
            )
        } else if neighbours.any(|pair| pair[0].ends()[1] != pair[1].ends()[0]) {
            ("board", "neighbours show different numbers")
        } else {
            return None;
        })
    }

    /// Checks the tiles that the deal leaves to each player, to the boneyard and to the board.
    fn fault_of_deal(&self, deal: &Self) -> Option<Fault> {
        let lies = |tile: Tile| self.board.iter().any(|other| other.in_hand() == tile);
        let lost = |player: u8| {
            let kept = |tile: &Tile| self.hand(player).contains(tile) || lies(*tile);
            !deal.hand(player).iter().all(kept)
        };
        Some(if !deal.boneyard.ends_with(&self.boneyard) {
            (
                "boneyard",
                "not what drawing leaves of the deal that the seed gives",
            )
        } else if (0..self.player_count()).any(lost) {
            (
                "hands",
                "a tile that the seed deals to one player is in another's hand",
            )
        } else if !self.board.is_empty() && !lies(lead(&deal.hands)) {
            ("board", "the lead is missing")
        } else {
            return None;
        })
    }

    /// Checks the leader, and that the number of moves fits the tiles played and drawn and the
    /// passes.
    fn fault_of_counts(&self, deal: &Self) -> Option<Fault> {
        let drawn = deal.boneyard.len() - self.boneyard.len();
        let played_or_drawn = (self.board.len() + drawn) as u32;
        let has_pass = self.move_count != played_or_drawn || self.passed != 0;
        Some(if drawn != 0 && self.board.is_empty() {
            ("boneyard", "nobody draws before the lead")
        } else if self.board.is_empty() && self.turn != deal.turn {
            ("turn", "another player holds the lead")
        } else if self.move_count < played_or_drawn + u32::from(self.passed) {
            (
                "moveCount",
                "fewer than the tiles played, the tiles drawn and the passes",
            )
        } else if !self.boneyard.is_empty() && has_pass {
            ("moveCount", "nobody passes while there are tiles to draw")
        } else {
            return None;
        })
    }

    /// Checks that the right player ended the game, and that the players who passed could not play.
    fn fault_of_turns(&self) -> Option<Fault> {
        let players = self.player_count();
        let empty = |player: u8| self.hand(player).is_empty();
        let other_won = (0..players).any(|player| player != self.turn && empty(player));
        let can_play = |back: u8| {
            let player = (self.turn + players - back % players) % players;
            self.ends().is_none_or(|(left, right)| {
                self.hand(player)
                    .iter()
                    .any(|tile| tile.ends().contains(&left) || tile.ends().contains(&right))
            })
        };
        Some(if self.passed > players {
            ("passed", "more than there are players")
        } else if other_won || empty(self.turn) && self.passed > 0 {
            (
                "hands",
                "the game ends with a player's last tile, in that player's turn",
            )
        } else if (1..=self.passed).any(can_play) {
            ("passed", "a player who passed could have played")
        } else {
            return None;
        })
    }
}
