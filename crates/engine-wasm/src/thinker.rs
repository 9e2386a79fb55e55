//! One search at a time, in slices.

use chess_engine::chess::{Game, move_to_rules};
use chess_engine::{BoardSearch, MAX_DEPTH, Outcome, Root};
use game_moves::chess::Move;

/// A search for the move to play after some moves.
pub struct Thinker {
    search: BoardSearch<<Game as Root>::Board>,
    /// The rest of the level's nodes.
    left: u32,
}

impl Thinker {
    /// A thinker with nothing to search.
    pub const fn new() -> Self {
        Self {
            search: BoardSearch::IDLE,
            left: 0,
        }
    }

    /// Begins a search of `nodes` positions after these moves, in canonical binary. Returns whether
    /// they are legal and there is a move to find.
    pub fn begin(&mut self, mut moves: &[u8], nodes: u32) -> bool {
        let mut game = Game::start();
        while !moves.is_empty() {
            let Ok((mv, used)) = Move::decode(moves) else {
                return false;
            };
            moves = &moves[used..];
            play_on(&mut game);
            if game.play(mv.into()).is_err() {
                return false;
            }
        }
        play_on(&mut game);
        self.left = nodes;
        self.search.begin(&game, MAX_DEPTH)
    }

    /// Searches up to `nodes` more positions. Returns whether the move is found.
    pub fn run(&mut self, nodes: u32) -> bool {
        let nodes = nodes.min(self.left);
        self.left -= nodes;
        self.search.run(nodes, |_| false) || self.left == 0
    }

    /// The best move so far: from, to (squares from a1) and the number of a promotion, 0 for none
    /// and 1 to 4 for queen, rook, bishop and knight.
    pub fn best(&self) -> (u8, u8, u8) {
        let mv = self.search.answer().best;
        let rules = move_to_rules(mv);
        (
            rules.from.index_from_a1(),
            rules.to.index_from_a1(),
            mv.promotion_number(),
        )
    }
}

impl Default for Thinker {
    fn default() -> Self {
        Self::new()
    }
}

/// The engine's own rules may end a game that players can continue.
fn play_on(game: &mut Game) {
    if game.outcome() != Outcome::Ongoing {
        game.play_on();
    }
}
