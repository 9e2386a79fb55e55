//! A state out of JSON, with everything checked that a state alone tells.

use super::{State, Tile, state::lead};
use crate::{
    error::StateError,
    game::Game,
    json::{JsonError, JsonProblem, Value},
    seed,
};

impl State {
    /// [`from_value`](crate::Game::from_value).
    pub(super) fn read(value: &Value) -> Result<Self, JsonError> {
        let keys = [
            "board",
            "boneyard",
            "hands",
            "leftEnd",
            "moveCount",
            "passed",
            "playerCount",
            "rightEnd",
            "seed",
            "turn",
        ];
        let fields = value.object(&keys)?;
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
        let shown = (
            fields.field("leftEnd", end)?,
            fields.field("rightEnd", end)?,
        );
        StateError::unless(shown.0 == ends.0, "leftEnd", "the board ends otherwise")?;
        StateError::unless(shown.1 == ends.1, "rightEnd", "the board ends otherwise")?;
        state.validate()?;
        Ok(state)
    }

    /// Refuses what no game can have, where the state alone tells.
    fn validate(&self) -> Result<(), StateError> {
        let unless = StateError::unless;
        let players = self.player_count();
        unless(self.turn < players, "turn", "there is no such player")?;
        self.check_tiles()?;
        // the seed is that of the deal, which can be done again
        let first_seed = (1..28).fold(self.seed, |seed, _| seed::previous(seed));
        let deal = Self::new(players, first_seed)?;
        self.check_deal(&deal)?;
        self.check_counts(&deal)?;
        self.check_turns()
    }

    /// Each tile once, and a board that fits.
    fn check_tiles(&self) -> Result<(), StateError> {
        let unless = StateError::unless;
        let everywhere = || {
            self.board
                .iter()
                .chain(&self.boneyard)
                .chain(self.hands.iter().flatten())
                .map(|tile| tile.in_hand())
        };
        let once = |tile: Tile| everywhere().filter(|other| *other == tile).count() == 1;
        unless(
            Tile::set().all(once),
            "hands",
            "board, boneyard and hands hold each of the 28 tiles once",
        )?;
        let fits = self
            .board
            .windows(2)
            .all(|pair| pair[0].ends()[1] == pair[1].ends()[0]);
        unless(fits, "board", "neighbours show different numbers")
    }

    /// Checks the tiles that the deal leaves to each player, to the boneyard and to the board.
    fn check_deal(&self, deal: &Self) -> Result<(), StateError> {
        let unless = StateError::unless;
        unless(
            deal.boneyard.ends_with(&self.boneyard),
            "boneyard",
            "not what drawing leaves of the deal that the seed gives",
        )?;
        for player in 0..self.player_count() {
            let kept = |tile: &Tile| {
                self.hand(player).contains(tile)
                    || self.board.iter().any(|other| other.in_hand() == *tile)
            };
            unless(
                deal.hand(player).iter().all(kept),
                "hands",
                "a tile that the seed deals to one player is in another's hand",
            )?;
        }
        let lead = lead(&deal.hands);
        unless(
            self.board.is_empty() || self.board.iter().any(|tile| tile.in_hand() == lead),
            "board",
            "the lead is missing",
        )
    }

    /// Checks who leads, and that the number of moves is that of tiles played and of passes.
    fn check_counts(&self, deal: &Self) -> Result<(), StateError> {
        let unless = StateError::unless;
        let drawn = deal.boneyard.len() - self.boneyard.len();
        let played_or_drawn = (self.board.len() + drawn) as u32;
        unless(
            drawn == 0 || !self.board.is_empty(),
            "boneyard",
            "nobody draws before the lead",
        )?;
        unless(
            !self.board.is_empty() || self.turn == deal.turn,
            "turn",
            "another player holds the lead",
        )?;
        let enough = self.move_count >= played_or_drawn + u32::from(self.passed);
        unless(
            enough,
            "moveCount",
            "fewer than the tiles played, the tiles drawn and the passes",
        )?;
        let no_pass = self.move_count == played_or_drawn && self.passed == 0;
        unless(
            self.boneyard.is_empty() || no_pass,
            "moveCount",
            "nobody passes while there are tiles to draw",
        )
    }

    /// Checks who ended the game, and who could only pass.
    fn check_turns(&self) -> Result<(), StateError> {
        let unless = StateError::unless;
        let players = self.player_count();
        unless(
            self.passed <= players,
            "passed",
            "more than there are players",
        )?;
        let empty = |player: u8| self.hand(player).is_empty();
        let others_play = (0..players).all(|player| player == self.turn || !empty(player));
        unless(
            others_play && !(empty(self.turn) && self.passed > 0),
            "hands",
            "the game ends with a player's last tile, in that player's turn",
        )?;
        let stuck = |back: u8| {
            let player = (self.turn + players - back % players) % players;
            self.ends().is_some_and(|(left, right)| {
                self.hand(player)
                    .iter()
                    .all(|tile| !tile.ends().contains(&left) && !tile.ends().contains(&right))
            })
        };
        unless(
            (1..=self.passed).all(stuck),
            "passed",
            "a player who passed could have played",
        )
    }
}
