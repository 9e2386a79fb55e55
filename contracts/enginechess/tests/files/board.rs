//! The board of chess in scenarios.

use chess_engine::Move;
use chess_engine::chess::{Game, move_from_rules, move_to_rules};
use enginechess::EightByEight;
use game_moves::{Algorithm, chess as canonical};
use serde_json::json;

use super::script::{self, Board, Played};
use super::steps::hex;

/// A scenario in progress, with the games as they must stand.
pub type Script = script::Script<EightByEight>;

impl Board for EightByEight {
    const CONTRACT: &'static str = "enginechess";

    fn parse(text: &str) -> Move {
        move_from_rules(text.parse().expect("a move"))
    }

    fn recorded(mv: Move) -> Vec<u8> {
        let encoded = canonical::Move::of_legal(move_to_rules(mv)).encode();
        encoded.as_bytes().to_vec()
    }

    fn shown(id: u32, played: &Played<Self>) -> Vec<(&'static str, String)> {
        let (game, rules) = (&played.game, played.game.rules());
        let [side, level] = played.terms;
        let info = format!(
            "u32:{id}|address:{}|u8:{side}|u8:{level}|u8:{}|u8:{}|u8:{}|u16:{}|0x{}",
            played.player,
            game.outcome().code(),
            u8::from(game.white_to_move()),
            rules.half_move_clock(),
            rules.ply(),
            hex(rules.board()),
        );
        let mut json = vec![];
        canonical::write_json(rules, &mut |piece: &[u8]| json.extend_from_slice(piece));
        vec![
            ("getGame", info),
            ("getFen", format!("str:{}", rules.fen())),
            ("getMoves", format!("0x{}", hex(&played.moves))),
            (
                "getStateHash",
                format!("0x{}", hex(&Algorithm::Sha256.hash(&json))),
            ),
        ]
    }
}

impl Script {
    /// Begins a game from a FEN, or from the start of chess if that is empty.
    pub fn new_game(&mut self, id: u32, player: &'static str, level: u8, side: u8, fen: &str) {
        let mut arguments = vec![level.to_string(), side.to_string()];
        let game = if fen.is_empty() {
            Game::start()
        } else {
            arguments.push(format!("str:{fen}"));
            Game::new(fen.parse().expect("a FEN"))
        };
        self.add(id, Played::new(player, [side, level], game));
        let out = self.search_on(id, u32::MAX);
        self.call_by_player(id, "newGame", &arguments, json!([id.to_string(), out]));
    }

    /// A game in which the engine is to move and has not begun to think: the player's move is in storage.
    pub fn set_thinking(&mut self, id: u32, player: &'static str, level: u8, fen: &str, mv: &str) {
        let game = Game::new(fen.parse().expect("a FEN"));
        self.add(id, Played::new(player, [0, level], game));
        self.set_move(id, mv);
    }

    /// Puts the player's move into the contract's storage; the engine has not begun to think.
    pub fn set_move(&mut self, id: u32, text: &str) {
        self.played(id).play(EightByEight::parse(text));
        self.store(id);
    }

    /// A game from a position in which the engine is to move, and searches with all the gas that a transaction may have.
    pub fn think_all_gas(&mut self, level: u8, fen: &str) {
        let side = u8::from(fen.contains(" w "));
        let arguments = [level.to_string(), side.to_string(), format!("str:{fen}")];
        let id = format!("newGame {level} {fen}");
        self.all_gas(&id, "newGame", &arguments);
    }
}
