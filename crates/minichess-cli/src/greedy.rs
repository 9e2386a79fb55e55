//! Document 002's own algorithm, as an opponent to measure against.
//!
//! Every root move is followed by one greedy line: each side in turn plays the move with the largest immediate gain,
//! the change of its piece's square value plus the value captured. The gains along the line, with alternating signs, are
//! the root move's value.

use chess_engine::{Game, Move, Outcome, Promotion, Square};

/// The values of the pieces by document 002's codes. The document names no values; these are the
/// usual ones.
const VALUE: [i32; 7] = [0, 100, 320, 500, 320, 900, 20_000];
const PROMOTED: i32 = 800;
/// A mate at the end of a line outweighs all captures on the way.
const MATED: i32 = 10_000;

/// The value of a square for a piece: towards the middle, and forward for pawns.
fn square_value(code: u8, square: Square) -> i32 {
    let [file, rank] = square.name().map(i32::from);
    let (file, rank) = (file - i32::from(b'a'), rank - i32::from(b'1'));
    let middle = file.min(5 - file) + rank.min(5 - rank);
    let forward = if code & 8 != 0 { rank } else { 5 - rank };
    match code & 7 {
        1 => forward * 8 + middle,
        4 => middle * 8,
        6 => -forward * 10,
        _ => middle * 3,
    }
}

fn gain(game: &Game, mv: Move) -> i32 {
    let position = game.position();
    let code = position.code(mv.from());
    let captured = position.code(mv.to());
    let promoted = if mv.promotion() == Some(Promotion::Queen) {
        PROMOTED
    } else {
        0
    };
    VALUE[usize::from(captured & 7)] + promoted + square_value(code, mv.to())
        - square_value(code, mv.from())
}

/// The move that document 002's algorithm plays at a depth.
pub fn choose(game: &Game, depth: u8) -> Move {
    let moves = game.legal_moves();
    let line = |&&mv: &&Move| {
        let mut after = game.clone();
        let mut value = gain(&after, mv);
        let mut sign = 1;
        let mut next = mv;
        for _ in 1..=depth {
            after.play(next).expect("a legal move");
            if after.outcome() != Outcome::Ongoing {
                let mated = matches!(after.outcome(), Outcome::WhiteWins | Outcome::BlackWins);
                return value + if mated { sign * MATED } else { 0 };
            }
            sign = -sign;
            let replies = after.legal_moves();
            next = *replies
                .as_slice()
                .iter()
                .max_by_key(|&&mv| gain(&after, mv))
                .expect("a game that goes on has a move");
            value += sign * gain(&after, next);
        }
        value
    };
    *moves
        .as_slice()
        .iter()
        .max_by_key(line)
        .expect("a game that goes on has a move")
}
