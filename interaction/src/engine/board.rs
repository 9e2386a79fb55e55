//! The differences between the engines' contracts.

use chess_engine::{Game, Square, chess};
use engine_contract::types::Suggestion;
use enginechess::enginechess_proxy as eight;
use minichess::minichess_proxy as six;
use minichess_cli::variant::Variant;
use multiversx_sc_scenario::imports::*;

use super::levels::Level;

/// A game that a contract's engine plays.
pub trait OnChain: Variant {
    /// The contract's answer to the view `getGame`.
    type Info: TopDecode;

    /// The engine stops a search once less gas than this is left.
    const RESERVE: u64;
    /// The same for a stored search that continues. It contains the gas to store the search again.
    const RESERVE_TO_KEEP: u64;
    /// The gas limit of `newGame` if the gateway can't estimate.
    const NEW_GAME_GAS: u64;

    /// Whether the engine is to move and has not, and the board.
    fn standing(info: &Self::Info) -> (bool, Vec<u8>);

    /// The board as the contract's view returns it.
    fn squares(&self) -> Vec<u8>;

    /// The progress of the search for the engine's next move, in words. `most`: as [`Wanted::most`].
    fn progress(found: &Suggestion<StaticApi>, most: u32) -> String;
}

/// A game to be started.
pub struct Wanted<G> {
    pub start: G,
    pub player_is_white: bool,
    /// The engine's playing strength, in words.
    pub strength: String,
    /// The depth or the number of nodes of the engine's search.
    pub most: u32,
    /// Starts the game.
    pub new_game: FunctionCall<StaticApi>,
}

impl Wanted<Game> {
    /// 6×6 chess against the engine at a depth from 3 to 20; the player has White.
    pub fn at_depth(depth: u8) -> Self {
        Wanted {
            start: Game::start(),
            player_is_white: true,
            strength: format!("depth {depth}"),
            most: depth.into(),
            new_game: FunctionCall::new("newGame").argument(&depth),
        }
    }
}

impl OnChain for Game {
    type Info = six::GameInfo<StaticApi>;

    const RESERVE: u64 = 9_000_000;
    const RESERVE_TO_KEEP: u64 = 25_000_000;
    const NEW_GAME_GAS: u64 = 8_000_000;

    fn standing(info: &Self::Info) -> (bool, Vec<u8>) {
        let is_engine_to_move = !info.white_to_move && info.outcome == 0;
        (is_engine_to_move, info.board.to_byte_array().to_vec())
    }

    fn squares(&self) -> Vec<u8> {
        self.position().word().to_vec()
    }

    fn progress(found: &Suggestion<StaticApi>, most: u32) -> String {
        let square = |index| Square::from_index(index).map_or([b'?'; 2], Square::name);
        let best = [square(found.from), square(found.to)].concat();
        let best = String::from_utf8_lossy(&best);
        let (depth, nodes) = (found.depth, found.nodes);
        format!("depth {depth} of {most}, {nodes} nodes, best so far {best}")
    }
}

impl Wanted<chess::Game> {
    /// Chess against the engine at a level, from a position if one is given.
    ///
    /// # Errors
    /// Names the fault of the position.
    pub fn at_level(
        level: &Level,
        player_is_white: bool,
        fen: Option<&str>,
    ) -> Result<Self, String> {
        let side = u8::from(!player_is_white);
        let new_game = FunctionCall::new("newGame").argument(&level.level);
        let new_game = new_game.argument(&side).argument(&OptionalValue::from(fen));
        let (number, nodes) = (level.level, level.nodes);
        let (strength, price) = (level.strength(), level.price());
        Ok(Wanted {
            start: match fen {
                Some(fen) => Variant::from_fen(fen).map_err(|error| format!("'{fen}': {error}"))?,
                None => chess::Game::start(),
            },
            player_is_white,
            strength: format!("level {number}: {nodes} nodes, {strength}, about {price} a move"),
            most: nodes,
            new_game,
        })
    }
}

impl OnChain for chess::Game {
    type Info = eight::GameInfo<StaticApi>;

    const RESERVE: u64 = 20_000_000;
    const RESERVE_TO_KEEP: u64 = 45_000_000;
    const NEW_GAME_GAS: u64 = 600_000_000;

    fn standing(info: &Self::Info) -> (bool, Vec<u8>) {
        let player_is_white = info.side == 0;
        let is_engine_to_move = info.white_to_move != player_is_white && info.outcome == 0;
        (is_engine_to_move, info.board.to_byte_array().to_vec())
    }

    fn squares(&self) -> Vec<u8> {
        self.rules().board().to_vec()
    }

    fn progress(found: &Suggestion<StaticApi>, most: u32) -> String {
        let square = chess_rules::Square::from_low_bits;
        let best = chess_rules::Move {
            from: square(found.from),
            to: square(found.to),
            promotion: chess_rules::Promotion::from_number(found.promotion),
        };
        let (depth, searched) = (found.depth, found.nodes);
        format!("depth {depth}, {searched} of {most} nodes, best so far {best}")
    }
}
