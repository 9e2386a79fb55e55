//! The rules as text, for comparison with other programs.

use std::io::{BufRead, BufWriter, Write};

use chess_engine::{Draw, Game, Outcome};

/// Answers each FEN on standard input with one line: the game's state, whether the side to move is in check, then
/// `move=FEN` for each legal move, sorted, all separated by tabs. Draws that depend on more than the position
/// (repetition, counters) don't count: the line has the moves anyway.
pub fn run() -> Result<(), String> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|e| e.to_string())?;
        let game = Game::from_fen(&line).map_err(|e| format!("'{line}': {e}"))?;
        let stands = match game.outcome() {
            Outcome::WhiteWins | Outcome::BlackWins => "mate",
            Outcome::Drawn(Draw::Stalemate) => "stalemate",
            Outcome::Drawn(Draw::DeadPosition) => "dead",
            _ => "play",
        };
        let mut moves: Vec<String> = game
            .position()
            .clone()
            .legal_moves()
            .as_slice()
            .iter()
            .map(|&mv| {
                let mut after = game.clone();
                match after.play(mv) {
                    Ok(_) => format!("{mv}={}", after.fen()),
                    Err(_) => format!("{mv}="),
                }
            })
            .collect();
        moves.sort();
        let check = if game.position().in_check() {
            "check"
        } else {
            "quiet"
        };
        writeln!(out, "{stands}\t{check}\t{}", moves.join("\t")).map_err(|e| e.to_string())?;
    }
    out.flush().map_err(|e| e.to_string())
}
