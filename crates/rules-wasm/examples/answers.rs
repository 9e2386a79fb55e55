//! The contract's judgement of games, for the page's tests: one game a line in hex on stdin, one
//! answer a line on stdout.
//!
//! `refused`, or `END CLAIM MATE FEN;NEXT …`: how the board ends it, what can be claimed, which
//! colours could still mate (`WB`, `W-`, `-B` or `--`), the position, and each ply in hex that `play` would take next, of all 64 × 64 pairs of squares with and without
//! each promotion. It asks `chess-rules` and `game-moves` as `src/signed_play.rs` does.

use std::io::{BufRead, BufWriter, Write, stdin, stdout};

use chess_rules::{Color, Move, Outcome, Position, RepetitionCounter};
use game_moves::chess as canonical;

/// A game as far as it was replayed.
struct Game {
    position: Position,
    moves: Vec<Move>,
    /// Whether the position came up five times, before and after the last ply.
    fivefold: [bool; 2],
}

impl Game {
    fn start() -> Self {
        Game {
            position: Position::START,
            moves: vec![],
            fivefold: [false; 2],
        }
    }

    /// `None` if the contract refuses the bytes.
    fn replay(bytes: &[u8]) -> Option<Self> {
        let mut game = Self::start();
        let mut rest = bytes;
        while !rest.is_empty() {
            let used = game.play(rest)?;
            rest = &rest[used..];
        }
        (!game.fivefold[0]).then_some(game)
    }

    /// Plays the first ply of the bytes; how many it takes.
    fn play(&mut self, bytes: &[u8]) -> Option<usize> {
        let (m, used) = canonical::Move::decode(bytes).ok()?;
        let m = Move::from(m);
        let position = &mut self.position;
        let may_go_on = position.half_move_clock() < 150 && !position.is_dead();
        let mover = position.turn();
        let goes = position.is_pseudo_legal(m.from, m.to)
            && position.promotes(m.from, m.to) == m.promotion.is_some();
        if self.moves.len() >= 1_000 || !may_go_on || !goes {
            return None;
        }
        position.apply(m);
        if position.is_in_check(mover) {
            return None;
        }
        self.moves.push(m);
        self.fivefold = [self.fivefold[1], self.has_occurred(5)];
        Some(used)
    }

    fn has_occurred(&self, times: u32) -> bool {
        let mut counter = RepetitionCounter::of(&self.position);
        for m in self.moves.iter().rev() {
            counter.take_back(m.from, m.to);
        }
        counter.occurrences() >= times
    }

    fn answer(&self) -> String {
        let end = match self.position.outcome() {
            Outcome::Checkmate => "Checkmate",
            Outcome::Stalemate => "Stalemate",
            Outcome::DeadPosition => "DeadPosition",
            Outcome::SeventyFiveMoves => "SeventyFiveMoves",
            Outcome::Ongoing if self.fivefold[1] => "FivefoldRepetition",
            Outcome::Ongoing => "none",
        };
        let claim = match self.position.half_move_clock() {
            100.. => "FiftyMoves",
            _ if self.has_occurred(3) => "ThreefoldRepetition",
            _ => "none",
        };
        let mate = [(Color::White, 'W'), (Color::Black, 'B')].map(|(color, letter)| {
            match self.position.can_still_mate(color) {
                true => letter,
                false => '-',
            }
        });
        let mate: String = mate.into_iter().collect();
        let mut next = vec![];
        for pair in 0..64 * 64 {
            let [from, to] = [(pair / 64) as u8, (pair % 64) as u8];
            let promotions = (0..5).map(|piece| [from, to | 0x40, piece]);
            next.extend(
                [[from, to, 0]]
                    .into_iter()
                    .chain(promotions)
                    .filter_map(|bytes| self.next(bytes)),
            );
        }
        format!(
            "{end} {claim} {mate} {};{}",
            self.position.fen(),
            next.join(" ")
        )
    }

    /// A ply in hex, where the contract would take it next.
    fn next(&self, bytes: [u8; 3]) -> Option<String> {
        let (_, used) = canonical::Move::decode(&bytes).ok()?;
        let mut next = Game {
            position: self.position.clone(),
            moves: self.moves.clone(),
            fivefold: self.fivefold,
        };
        let is_taken = next.play(&bytes[..used]).is_some() && !next.fivefold[0];
        is_taken.then(|| {
            bytes[..used]
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect()
        })
    }
}

/// The bytes of a line of hex.
fn bytes_of(line: &str) -> Option<Vec<u8>> {
    let digits = line.trim().as_bytes();
    let pair = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    digits.chunks(2).map(pair).collect()
}

fn main() -> std::io::Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    for line in stdin().lock().lines() {
        let bytes = bytes_of(&line?).ok_or(std::io::ErrorKind::InvalidInput)?;
        match Game::replay(&bytes) {
            Some(game) => writeln!(out, "{}", game.answer())?,
            None => writeln!(out, "refused")?,
        }
    }
    out.flush()
}
