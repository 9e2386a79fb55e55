//! The game that signed messages belong to.

use chess_rules::Color;
use multiversx_sc_scenario::imports::Address;
use signed_play::{Call, Game, KEY_LEN};

use crate::chess_table::SnapshotView;

/// A round of a game that is played by signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignedGame {
    /// The chess contract's address.
    pub contract: [u8; 32],
    /// The game's id in the contract.
    pub id: u32,
    /// White's and Black's public key in this round.
    pub keys: [[u8; KEY_LEN]; 2],
    /// The round of a match, from 0; 0 in a single game.
    pub round: u16,
    /// The points before this round of the player who was White in the first; 0 in a single game.
    pub points: u16,
}

impl SignedGame {
    /// A single game, or round 0 of a match. `keys`: White's and Black's.
    pub fn new(contract: [u8; 32], id: u32, keys: [[u8; KEY_LEN]; 2]) -> Self {
        SignedGame {
            contract,
            id,
            keys,
            round: 0,
            points: 0,
        }
    }

    /// The round of a game that the chain is in; `None` unless both players have named a key. `id`: the
    /// requested game's, not the one in the gateway's answer, since messages sign it.
    pub fn of_chain(contract: &Address, id: u32, snapshot: &SnapshotView) -> Option<Self> {
        let keys = snapshot.keys.to_vec();
        let (white, black) = keys.split_first_chunk::<KEY_LEN>()?;
        let game = &snapshot.game;
        Some(SignedGame {
            contract: *contract.as_array(),
            id,
            keys: [*white, black.try_into().ok()?],
            round: game.round,
            // once a single game is over, these are the points of the game itself
            points: if game.rounds == 1 { 0 } else { game.points },
        })
    }

    /// The game as its messages name it.
    pub fn named(&self) -> Game<'_> {
        let [white_key, black_key] = &self.keys;
        Game {
            contract: &self.contract,
            id: self.id,
            white_key,
            black_key,
            round: self.round,
            points: self.points,
        }
    }

    /// The keys of White and Black in any round: colours change with every round. A relay identifies
    /// the game by the keys in round 0.
    pub fn keys_in(&self, round: u16) -> [[u8; KEY_LEN]; 2] {
        let [white, black] = self.keys;
        match round % 2 == self.round % 2 {
            true => [white, black],
            false => [black, white],
        }
    }

    /// A later round of this match, and the points before it.
    pub fn in_round(&self, round: u16, points: u16) -> Self {
        SignedGame {
            keys: self.keys_in(round),
            round,
            points,
            ..self.clone()
        }
    }

    /// A player's message as the endpoint `play` takes it, with all moves of the round in canonical
    /// binary.
    pub fn call(&self, moves: &[u8], color: Color, argument: impl Into<Vec<u8>>) -> Call {
        let mut arguments = [vec![], vec![]];
        arguments[color as usize] = argument.into();
        let [white, black] = arguments;
        Call {
            round: self.round,
            points: self.points,
            moves: moves.to_vec(),
            white,
            black,
        }
    }

    /// The colour of the player with this public key.
    pub fn color_of(&self, key: &[u8; KEY_LEN]) -> Option<Color> {
        [Color::White, Color::Black]
            .into_iter()
            .find(|color| self.keys[*color as usize] == *key)
    }
}
