//! The differences between the engines' contracts.

use chess_engine::{Game, Square, chess};
use engine_contract::types::Suggestion;
use enginechess::enginechess_proxy::{self as eight, EngineChessProxy, EngineChessProxyMethods};
use minichess::minichess_proxy::{self as six, MinichessProxy, MinichessProxyMethods};
use minichess_cli::variant::Variant;
use multiversx_sc_scenario::imports::*;

use super::levels::Level;
use crate::network::{Failure, Network};

/// A contract with an engine, and the game that is wanted.
pub trait EngineContract {
    /// Its game in this process.
    type Game: Variant;

    /// The engine stops a search that it has begun where less gas than this is left.
    const RESERVE: u64;
    /// The same for a search that was kept and continues: what it takes to keep it again, too.
    const RESERVE_TO_KEEP: u64;
    /// The gas limit of `newGame` if the gateway can't estimate.
    const NEW_GAME_GAS: u64;

    /// Starts the game.
    fn new_game(&self) -> FunctionCall<StaticApi>;

    /// Whether the player has White.
    fn player_is_white(&self) -> bool;

    /// The game's beginning.
    fn start(&self) -> &Self::Game;

    /// How strong the engine is asked to play, in words.
    fn strength(&self) -> String;

    /// The board as the contract's view gives it.
    fn board(game: &Self::Game) -> Vec<u8>;

    /// How a game stands on chain.
    ///
    /// # Errors
    /// The network's error.
    fn standing(network: &Network, views: &Address, id: u32) -> Result<Standing, Failure>;

    /// How far the search for the engine's next move is, in words.
    fn progress(&self, found: &Suggestion<StaticApi>) -> String;
}

/// How a game stands on chain.
pub struct Standing {
    /// The engine is to move and has not.
    pub is_engine_to_move: bool,
    pub board: Vec<u8>,
}

/// 6×6 chess; the player has White.
pub struct SixBySix {
    depth: u8,
    start: Game,
}

impl SixBySix {
    /// Against the engine at a depth from 3 to 20.
    pub fn at_depth(depth: u8) -> Self {
        let start = Game::start();
        Self { depth, start }
    }

    fn proxy() -> MinichessProxyMethods<ScenarioTxEnvData, (), (), ()> {
        MinichessProxy.proxy_methods(Tx::new_with_env(ScenarioTxEnvData::default()))
    }
}

impl EngineContract for SixBySix {
    type Game = Game;

    const RESERVE: u64 = 9_000_000;
    const RESERVE_TO_KEEP: u64 = 25_000_000;
    const NEW_GAME_GAS: u64 = 8_000_000;

    fn new_game(&self) -> FunctionCall<StaticApi> {
        Self::proxy().new_game(self.depth).data
    }

    fn player_is_white(&self) -> bool {
        true
    }

    fn start(&self) -> &Game {
        &self.start
    }

    fn strength(&self) -> String {
        format!("depth {}", self.depth)
    }

    fn board(game: &Game) -> Vec<u8> {
        game.position().word().to_vec()
    }

    fn standing(network: &Network, views: &Address, id: u32) -> Result<Standing, Failure> {
        let call = Self::proxy().get_game(id).data;
        let game: six::GameInfo<StaticApi> = network.view(views, call)?;
        Ok(Standing {
            is_engine_to_move: !game.white_to_move && game.outcome == 0,
            board: game.board.to_byte_array().to_vec(),
        })
    }

    fn progress(&self, found: &Suggestion<StaticApi>) -> String {
        let square = |index| Square::from_index(index).map_or([b'?'; 2], Square::name);
        let best = [square(found.from), square(found.to)].concat();
        let best = String::from_utf8_lossy(&best).into_owned();
        let (searched, depth) = (found.depth, self.depth);
        let nodes = found.nodes;
        format!("depth {searched} of {depth}, {nodes} nodes, best so far {best}")
    }
}

/// Chess.
pub struct EightByEight {
    level: Level,
    player_is_white: bool,
    /// If it doesn't begin from the start of chess.
    fen: Option<String>,
    start: chess::Game,
}

impl EightByEight {
    /// Against the engine at a level.
    ///
    /// # Errors
    /// Names what is wrong with the position.
    pub fn at_level(
        level: Level,
        player_is_white: bool,
        fen: Option<&str>,
    ) -> Result<Self, String> {
        let start = match fen {
            Some(fen) => Variant::from_fen(fen).map_err(|error| format!("'{fen}': {error}"))?,
            None => chess::Game::start(),
        };
        Ok(Self {
            level,
            player_is_white,
            fen: fen.map(str::to_owned),
            start,
        })
    }

    fn proxy() -> EngineChessProxyMethods<ScenarioTxEnvData, (), (), ()> {
        EngineChessProxy.proxy_methods(Tx::new_with_env(ScenarioTxEnvData::default()))
    }
}

impl EngineContract for EightByEight {
    type Game = chess::Game;

    const RESERVE: u64 = 20_000_000;
    const RESERVE_TO_KEEP: u64 = 45_000_000;
    const NEW_GAME_GAS: u64 = 600_000_000;

    fn new_game(&self) -> FunctionCall<StaticApi> {
        let fen = match &self.fen {
            Some(fen) => OptionalValue::Some(ManagedBuffer::from(fen.as_str())),
            None => OptionalValue::None,
        };
        let side = u8::from(!self.player_is_white);
        Self::proxy().new_game(self.level.level, side, fen).data
    }

    fn player_is_white(&self) -> bool {
        self.player_is_white
    }

    fn start(&self) -> &chess::Game {
        &self.start
    }

    fn strength(&self) -> String {
        let Level { level, nodes, .. } = self.level;
        let (strength, price) = (self.level.strength(), self.level.price());
        format!("level {level}: {nodes} nodes, {strength}, about {price} a move")
    }

    fn board(game: &chess::Game) -> Vec<u8> {
        game.rules().board().to_vec()
    }

    fn standing(network: &Network, views: &Address, id: u32) -> Result<Standing, Failure> {
        let call = Self::proxy().get_game(id).data;
        let game: eight::GameInfo<StaticApi> = network.view(views, call)?;
        let player_is_white = game.side == 0;
        Ok(Standing {
            is_engine_to_move: game.white_to_move != player_is_white && game.outcome == 0,
            board: game.board.to_byte_array().to_vec(),
        })
    }

    fn progress(&self, found: &Suggestion<StaticApi>) -> String {
        let square = chess_rules::Square::from_low_bits;
        let best = chess_rules::Move {
            from: square(found.from),
            to: square(found.to),
            promotion: chess_rules::Promotion::from_number(found.promotion),
        };
        let (depth, searched, nodes) = (found.depth, found.nodes, self.level.nodes);
        format!("depth {depth}, {searched} of {nodes} nodes, best so far {best}")
    }
}
