//! The interface of a game for the tools, on either board.

use chess_engine::{BoardGame, Game, Move, MoveList, chess};

use crate::greedy;
use crate::random::Random;

/// A game of 6×6 chess, or of chess.
pub trait Variant: BoardGame + Clone {
    /// The number of files and of ranks of its board.
    const SIZE: u8;
    /// Its name for programs that speak UCI.
    const NAME: &str;
    /// Its definition for Fairy-Stockfish, if that lacks the game. Options with different names in older and newer
    /// versions are in it twice.
    const DEFINITION: Option<&str>;
    /// The number of random plies before the players of a match take over.
    const OPENING: u32;
    /// An opening is used if a search values it within this bound.
    const BALANCE: i32;
    /// Whether the engine on chain plays either side, or Black alone.
    const PLAYS_EITHER: bool;
    /// Real games (docs/engine.md names them).
    const RECORDS: &str;

    /// A game from the starting position.
    fn start() -> Self;
    /// A game from a position.
    ///
    /// # Errors
    /// The fault of the text.
    fn from_fen(fen: &str) -> Result<Self, String>;
    /// The position.
    fn to_fen(&self) -> String;
    /// A move as text.
    fn text(mv: Move) -> String;
    /// The move that a text like `e2e4` means.
    fn parse(text: &str) -> Option<Move>;
    /// The move of document 002's algorithm, if it plays this game.
    fn greedy(&self, depth: u8) -> Option<Move>;

    /// A game after this number of random plies, or fewer if it is over before.
    fn opened(plies: u64, random: &mut Random) -> Self {
        let mut game = Self::start();
        for _ in 0..plies {
            let Some(&mv) = random.pick(&game.list()) else {
                break;
            };
            game.play_move(mv).expect("a legal move");
        }
        game
    }

    /// The legal moves; none when the game is over.
    fn list(&self) -> Vec<Move> {
        let mut list = MoveList::EMPTY;
        self.moves(&mut list);
        list.as_slice().to_vec()
    }
}

impl Variant for Game {
    const SIZE: u8 = 6;
    const NAME: &str = "minichess";
    const DEFINITION: Option<&str> = Some(include_str!("minichess.ini"));
    const OPENING: u32 = 4;
    const BALANCE: i32 = 150;
    const PLAYS_EITHER: bool = false;
    const RECORDS: &str = include_str!("../games/6x6.txt");

    fn start() -> Self {
        Game::start()
    }

    fn from_fen(fen: &str) -> Result<Self, String> {
        Game::from_fen(fen).map_err(|e| e.to_string())
    }

    fn to_fen(&self) -> String {
        self.fen().to_string()
    }

    fn text(mv: Move) -> String {
        mv.to_string()
    }

    fn parse(text: &str) -> Option<Move> {
        Move::parse(text.as_bytes())
    }

    fn greedy(&self, depth: u8) -> Option<Move> {
        Some(greedy::choose(self, depth))
    }
}

impl Variant for chess::Game {
    const SIZE: u8 = 8;
    const NAME: &str = "chess";
    const DEFINITION: Option<&str> = None;
    const OPENING: u32 = 8;
    const BALANCE: i32 = 80;
    const PLAYS_EITHER: bool = true;
    const RECORDS: &str = include_str!("../games/8x8.txt");

    fn start() -> Self {
        chess::Game::start()
    }

    fn from_fen(fen: &str) -> Result<Self, String> {
        let position = fen.parse::<chess_rules::Position>();
        let position = position.map_err(|e| e.to_string())?;
        // as in the contract
        if position.is_in_check(position.turn().other()) {
            return Err("the side to move could capture the king".into());
        }
        Ok(Self::new(position))
    }

    fn to_fen(&self) -> String {
        self.rules().fen().to_string()
    }

    fn text(mv: Move) -> String {
        chess::move_to_rules(mv).to_string()
    }

    fn parse(text: &str) -> Option<Move> {
        text.parse().ok().map(chess::move_from_rules)
    }

    fn greedy(&self, _depth: u8) -> Option<Move> {
        None
    }
}
