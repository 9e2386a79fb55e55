//! Counts the positions that legal moves lead to and compares them with known figures.
//!
//! `perft FILE`: each line of the file is `FEN ;D1 20 ;D2 400 …`; blank lines and lines that
//! start with `#` are skipped. Exits 1 if any figure differs or the file has none.

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;

use chess_rules::Position;

fn perft(position: &Position, depth: u32) -> u64 {
    let mut count = 0;
    let _ = position.try_each_legal(|m| {
        count += match depth {
            1 => 1,
            _ => {
                let mut next = position.clone();
                next.apply(m);
                perft(&next, depth - 1)
            }
        };
        ControlFlow::<()>::Continue(())
    });
    count
}

/// A line's position and its figures, depth and count.
fn parse(line: &str) -> Result<(Position, Vec<(u32, u64)>), String> {
    let mut parts = line.split(';').map(str::trim);
    let fen = parts.next().unwrap_or("");
    let position = fen.parse().map_err(|e| format!("{e}: {fen}"))?;
    let figures: Option<Vec<_>> = parts
        .map(|part| {
            let (depth, count) = part.strip_prefix('D')?.split_once(char::is_whitespace)?;
            let depth = depth.parse().ok().filter(|&d| d > 0)?;
            Some((depth, count.trim().parse().ok()?))
        })
        .collect();
    match figures {
        Some(figures) if !figures.is_empty() => Ok((position, figures)),
        _ => Err(format!("expected FEN ;D1 20 ;D2 400 …, found: {line}")),
    }
}

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: perft FILE, with lines FEN ;D1 20 ;D2 400 …");
        return ExitCode::from(2);
    };
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::from(2);
        }
    };
    let (mut passed, mut failed) = (0, 0);
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (position, figures) = match parse(line) {
            Ok(parsed) => parsed,
            Err(error) => {
                eprintln!("{path}:{}: {error}", number + 1);
                failed += 1;
                continue;
            }
        };
        for (depth, expected) in figures {
            let start = Instant::now();
            let found = perft(&position, depth);
            let seconds = start.elapsed().as_secs_f32();
            if found == expected {
                passed += 1;
                println!(
                    "ok    D{depth} {found} ({seconds:.1} s)  {}",
                    position.fen()
                );
            } else {
                failed += 1;
                println!(
                    "WRONG D{depth} {found}, expected {expected}  {}",
                    position.fen()
                );
            }
        }
    }
    println!("{passed} passed, {failed} failed");
    match (passed, failed) {
        (0, 0) => {
            eprintln!("{path}: no positions; each line is FEN ;D1 20 ;D2 400 …");
            ExitCode::FAILURE
        }
        (_, 0) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
