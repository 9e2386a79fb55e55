//! The board of 6×6 chess in scenarios.

use chess_engine::{Game, Move};
use minichess::SixBySix;
use serde_json::json;

use super::script::{self, Board, Played};
use super::steps::hex;

/// More nodes than a transaction pays for, few enough for the machines that don't count gas.
const MOST_NODES: u32 = 120_000;

/// A scenario in progress, with the games as they must stand.
pub type Script = script::Script<SixBySix>;

impl Board for SixBySix {
    const CONTRACT: &'static str = "minichess";

    fn parse(text: &str) -> Move {
        Move::parse(text.as_bytes()).expect("a move")
    }

    fn recorded(_: Move) -> Vec<u8> {
        vec![]
    }

    fn shown(id: u32, played: &Played<Self>) -> Vec<(&'static str, String)> {
        let (game, position) = (&played.game, played.game.position());
        let board = hex(&position.word());
        let [depth] = played.terms;
        let info = format!(
            "u32:{id}|address:{}|u8:{depth}|u8:{}|u8:{}|u8:{}|u8:{}|u16:{}|0x{board}",
            played.player,
            game.outcome().code(),
            u8::from(position.white_to_move()),
            position.en_passant(),
            position.half_moves(),
            game.plies(),
        );
        vec![("getGame", info), ("getBoard", format!("0x{board}"))]
    }
}

impl Script {
    pub fn new_game(&mut self, id: u32, player: &'static str, depth: u8) {
        self.add(id, Played::new(player, [depth], Game::start()));
        let arguments = [depth.to_string()];
        self.call(
            id,
            player,
            "newGame",
            &arguments,
            20_000_000,
            json!([id.to_string()]),
        );
    }

    /// Puts a game from a FEN into the contract's storage.
    pub fn set_fen(&mut self, id: u32, player: &'static str, depth: u8, fen: &str, plies: u16) {
        let position = Game::from_fen(fen).expect("a FEN").position().clone();
        let game = Game::new(position, plies);
        self.add(id, Played::new(player, [depth], game));
        self.store(id);
    }

    /// A search with all the gas a transaction may have, and no bound but that.
    pub fn think_all_gas(&mut self, id: u32) {
        let arguments = [id.to_string(), MOST_NODES.to_string()];
        self.all_gas(&format!("think {id}"), "think", &arguments);
    }
}
