//! A game, and why it ended.

use cozy_chess::Color;

use crate::cast::Account;
use crate::rules::{self, Key, Move, Position};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reason {
    None,
    Checkmate,
    Resignation,
    Inactivity,
    IllegalMove,
    Stalemate,
    DeadPosition,
    FivefoldRepetition,
    SeventyFiveMoves,
    ThreefoldRepetition,
    FiftyMoves,
    Agreement,
    Pause,
}

impl Reason {
    /// Every way in which a game can end.
    pub const ENDS: [Reason; 12] = [
        Reason::Checkmate,
        Reason::Resignation,
        Reason::Inactivity,
        Reason::IllegalMove,
        Reason::Stalemate,
        Reason::DeadPosition,
        Reason::FivefoldRepetition,
        Reason::SeventyFiveMoves,
        Reason::ThreefoldRepetition,
        Reason::FiftyMoves,
        Reason::Agreement,
        Reason::Pause,
    ];
}

/// A game.
#[derive(Clone)]
pub struct Game {
    pub players: [Account; 2],
    pub position: Position,
    /// Every position since the start, the last included.
    pub seen: Vec<Key>,
    pub moves: Vec<Move>,
    pub last_move_epoch: u64,
    /// How many epochs had gone by without a pause when the player to move began to think.
    pub last_move_running: u64,
    /// Who won, `None` for nobody.
    pub winner: Option<Color>,
    pub reason: Reason,
    pub offer: Option<Color>,
}

impl Game {
    pub fn is_ongoing(&self) -> bool {
        self.reason == Reason::None
    }

    /// 0 ongoing, 1 White won, 2 Black won, 3 drawn.
    pub fn state(&self) -> u8 {
        match (self.is_ongoing(), self.winner) {
            (true, _) => 0,
            (_, Some(Color::White)) => 1,
            (_, Some(Color::Black)) => 2,
            (_, None) => 3,
        }
    }

    pub fn player(&self, color: Color) -> Account {
        self.players[color as usize]
    }

    pub fn on_move(&self) -> Account {
        self.player(self.position.turn)
    }

    /// How often the position on the board has occurred.
    pub fn occurrences(&self) -> usize {
        let now = self.position.key();
        self.seen.iter().filter(|&key| *key == now).count()
    }

    /// Whether a draw can be claimed: FIDE 9.2, 9.3.
    pub fn claim(&self) -> Option<Reason> {
        if self.position.half_moves >= 100 {
            Some(Reason::FiftyMoves)
        } else {
            (self.occurrences() >= 3).then_some(Reason::ThreefoldRepetition)
        }
    }

    /// The moves in canonical binary: two or three bytes each (document 004).
    pub fn canonical(&self) -> Vec<u8> {
        self.moves.iter().flat_map(canonical).collect()
    }
}

pub(super) fn canonical(m: &Move) -> Vec<u8> {
    let mut bytes = vec![m.from as u8, m.to as u8];
    if let Some(piece) = m.promotion {
        bytes[1] |= 0x40;
        bytes.push(rules::piece_number(piece) - 1);
    }
    bytes
}
