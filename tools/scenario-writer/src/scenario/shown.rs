//! What the views show of a game.

use chess_rules::{Color, Move};
use game_moves::Algorithm;
use game_moves::chess::{self as canonical, write_json};

use super::Scenario;
use crate::cast::State;
use crate::text::hex;

impl Scenario {
    /// The position that the moves led to, as the views show it: `getFen`, `getBoard`,
    /// `getStateHash`, `getMoves`, `getGame`.
    pub fn shows(&mut self, game: usize) -> &mut Self {
        let id = game.to_string();
        let entry = self.game(game);
        let fen = format!("str:{}", entry.position.fen());
        let board = hex(entry.position.board());
        let hash = Algorithm::Sha256
            .hash_pieces(|sink| write_json(&entry.position, &mut |piece: &[u8]| sink(piece)));
        let moves: Vec<u8> = entry.moves.iter().flat_map(|&m| encoded(m)).collect();
        let moves = if moves.is_empty() {
            String::new()
        } else {
            hex(&moves)
        };
        let shown = self.shown(game);
        self.view("getFen", &[&id], &[&fen]);
        self.view("getBoard", &[&id], &[&board]);
        self.view("getStateHash", &[&id], &[&hex(&hash)]);
        self.view("getMoves", &[&id], &[&moves]);
        self.view("getGame", &[&id], &[&shown])
    }

    /// The legal moves, by square from a8 on.
    pub fn legal_moves(&mut self, game: usize, moves: &str) -> &mut Self {
        let shown = |text: &str| {
            let m: Move = text.parse().expect("a move");
            let promotion = m.promotion.map_or(0, |p| p as u8);
            let [from, to] = [m.from, m.to].map(|square| square.index_from_a8());
            format!("u8:{from}|u8:{to}|u8:{promotion}")
        };
        let moves: Vec<String> = moves.split_whitespace().map(shown).collect();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.view("getLegalMoves", &[&game.to_string()], &moves)
    }

    /// The game's FEN, written out; it must be that which the moves led to.
    pub fn fen(&mut self, game: usize, fen: &str) -> &mut Self {
        assert_eq!(
            self.game(game).position.fen().to_string(),
            fen,
            "{}",
            self.name
        );
        self.view("getFen", &[&game.to_string()], &[&format!("str:{fen}")])
    }

    /// A game as the views hand it out.
    pub fn shown(&self, id: usize) -> String {
        let game = self.game(id);
        let position = &game.position;
        let stopped = match self.paused_since {
            Some(since) => self.stopped + self.epoch - since + 1,
            None => self.stopped,
        };
        let deadline = match game.state {
            State::Ongoing => game.last_counted + stopped + 2,
            _ => 0,
        };
        [
            format!("u64:{id}"),
            game.players[Color::White as usize].into(),
            game.players[Color::Black as usize].into(),
            format!("u8:{}", position.turn() as u8),
            format!("u64:{}", game.last_move),
            format!("u8:{}", game.state as u8),
            format!("u8:{}", game.reason as u8),
            format!("u64:{deadline}"),
            format!("u8:{}", position.king(Color::White).index_from_a8()),
            format!("u8:{}", position.king(Color::Black).index_from_a8()),
            format!("u8:{}", position.castling().bits()),
            format!("u8:{}", position.context().en_passant),
            format!("u8:{}", position.half_move_clock()),
            format!("u16:{}", position.ply()),
            "u8:0".into(),
            "u64:0".into(),
            // rounds, round, points, engines, played
            game.state.score(),
        ]
        .join("|")
    }
}

pub(super) fn encoded(m: Move) -> Vec<u8> {
    let m = canonical::Move::try_from(m);
    m.expect("a move").encode().as_bytes().to_vec()
}
