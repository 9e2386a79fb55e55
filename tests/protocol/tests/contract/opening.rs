//! Real games for the model's lines: each ply of a line is a move with the effect of its kind on the
//! board.

use std::collections::BTreeMap;

use chess_model::lines::{Line as Played, pair_of};
use chess_model::rules::Move;
use chess_model::transcript;
use chess_protocol::board::Board;
use chess_protocol::line::{Kind, Line};

/// Games that begin alike.
pub struct Opening {
    pub name: &'static str,
    /// The number of plies that all of them share.
    pub shared: usize,
    /// The moves that are tried at each ply, in any game in which they are legal: `f6g8/a7a6` are two.
    moves: &'static str,
}

/// Black mates at ply 4.
pub const FOOL: Opening = Opening {
    name: "fool's mate",
    shared: 0,
    moves: "f2f3/f2f4 e7e5/e7e6 g2g4 d8h4/a7a6",
};

/// White mates at ply 7.
pub const SCHOLAR: Opening = Opening {
    name: "scholar's mate",
    shared: 5,
    moves: "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6/a7a6 h5f7/a2a3",
};

/// At ply 8 and later, positions have occurred three times.
pub const THREEFOLD: Opening = Opening {
    name: "threefold repetition",
    shared: 6,
    moves: "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1/a2a3 f6g8/a7a6 g1f3/a2a3",
};

/// At ply 16 and later, five times.
pub const FIVEFOLD: Opening = Opening {
    name: "fivefold repetition",
    shared: 15,
    moves: "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8/a7a6 \
        g1f3/a2a3 g8f6/a7a5",
};

/// The shortest stalemate (Sam Loyd), at ply 19.
pub const STALEMATE: Opening = Opening {
    name: "stalemate",
    shared: 17,
    moves: "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 a5c7 a6h6 h2h4 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 \
        f7g6/g7g5 c8e6/a2a3",
};

/// All games of an opening.
pub struct Games {
    pub name: &'static str,
    pub shared: usize,
    /// The most plies.
    pub plies: usize,
    next: &'static BTreeMap<Line, Vec<Kind>>,
    played: BTreeMap<Line, Played>,
}

impl Games {
    pub fn of(opening: &Opening) -> Self {
        let mut next = BTreeMap::new();
        let mut played = BTreeMap::from([(Line::EMPTY, Played::start())]);
        let mut lines = vec![Line::EMPTY];
        let plies: Vec<&str> = opening.moves.split(' ').collect();
        while let Some(line) = lines.pop() {
            let before = played[&line].clone();
            let tried = plies.get(line.len()).into_iter();
            let tried = tried.flat_map(|ply| ply.split('/'));
            let kinds: &mut Vec<Kind> = next.entry(line).or_default();
            for (kind, after) in tried.filter_map(|m| after(&before, m)) {
                let kind = match kind {
                    Kind::Quiet if kinds.contains(&kind) => Kind::Other,
                    kind => kind,
                };
                assert!(!kinds.contains(&kind), "two moves of a kind after {line:?}");
                kinds.push(kind);
                played.insert(line.with(kind), after);
                lines.push(line.with(kind));
            }
        }
        Games {
            name: opening.name,
            shared: opening.shared,
            plies: plies.len(),
            next: Box::leak(Box::new(next)),
            played,
        }
    }

    pub fn board(&self) -> Board {
        Board::Listed(self.next)
    }

    /// The lines that matter: the empty one, and those with all that the games share.
    pub fn lines(&self) -> Vec<Line> {
        let lines = self.played.keys().copied();
        lines
            .filter(|line| line.is_empty() || line.len() >= self.shared)
            .collect()
    }

    /// The common part of the games.
    pub fn shared_line(&self) -> Line {
        let mut lines = self.played.keys();
        let line = lines.find(|line| line.len() == self.shared);
        *line.expect("the opening is that long")
    }

    /// Moves in canonical binary.
    pub fn moves(&self, line: Line) -> Vec<u8> {
        transcript::encode(&self.played[&line].moves)
    }

    /// The last move of a line.
    pub fn last_move(&self, line: Line) -> Move {
        *self.played[&line].moves.last().expect("a ply")
    }

    /// The board after a line, in the contract's codes.
    pub fn codes(&self, line: Line) -> Vec<u8> {
        self.played[&line].position().codes()
    }
}

/// A move's kind and the game after it, if it is legal here.
fn after(before: &Played, squares: &str) -> Option<(Kind, Played)> {
    let (from, to) = pair_of(squares).expect("two squares");
    let position = before.position();
    if kind(before).is_last() || !position.legal_pairs().contains(&(from, to)) {
        return None;
    }
    let mut after = before.clone();
    after.push(position.queening(from, to));
    Some((kind(&after), after))
}

/// The effect of the last ply.
fn kind(played: &Played) -> Kind {
    let position = played.position();
    let key = position.key();
    let times = played.positions.iter().filter(|p| p.key() == key).count();
    if !position.has_legal_move() {
        return match position.in_check(position.turn) {
            true => Kind::Mate,
            false => Kind::Dead,
        };
    }
    match times {
        5.. => Kind::Fivefold,
        3.. => Kind::Claimable,
        _ => Kind::Quiet,
    }
}
