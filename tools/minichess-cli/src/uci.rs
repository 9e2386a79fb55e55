//! The Universal Chess Interface on standard input and output, so that any program for chess engines can use this one.

use std::io::{BufRead, Write};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use minichess_engine::{Answer, BoardSearch, MAX_DEPTH, MIN_DEPTH, mate_in};

use crate::variant::Variant;

/// Nodes between two looks at the clock and at the input.
const SLICE: u32 = 4_000;

/// What bounds a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Limits {
    depth: u8,
    nodes: u32,
    time: Option<Duration>,
}

/// Reads commands until `quit` or the end of the input.
///
/// # Errors
/// Where nothing can be written.
pub fn run<G: Variant>() -> Result<(), String> {
    let (sender, commands) = channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    let mut out = std::io::stdout().lock();
    let mut game = G::start();
    while let Ok(line) = commands.recv() {
        let mut words = line.split_whitespace();
        let done = match words.next() {
            Some("uci") => write!(
                out,
                "id name on-chain {0} {1}\nid author the on-chain chess project\n\
                 option name UCI_Variant type combo default {0} var {0}\nuciok\n",
                G::NAME,
                env!("CARGO_PKG_VERSION")
            ),
            Some("isready") => writeln!(out, "readyok"),
            Some("ucinewgame") => {
                game = G::start();
                Ok(())
            }
            Some("position") => match position(&line) {
                Ok(set_up) => {
                    game = set_up;
                    Ok(())
                }
                Err(message) => writeln!(out, "info string {message}"),
            },
            Some("go") => go(&game, &line, &commands, &mut out),
            Some("d") => writeln!(out, "info string {}", game.to_fen()),
            Some("quit") => break,
            _ => Ok(()),
        };
        done.and_then(|()| out.flush()).map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// The game that a `position` command describes.
fn position<G: Variant>(line: &str) -> Result<G, String> {
    let rest = line
        .trim_start()
        .strip_prefix("position")
        .unwrap_or("")
        .trim();
    let (start, moves) = match rest.split_once("moves") {
        Some((start, moves)) => (start.trim(), moves),
        None => (rest, ""),
    };
    let mut game = match start.strip_prefix("fen") {
        Some(fen) => G::from_fen(fen.trim())?,
        None => G::start(),
    };
    for text in moves.split_whitespace() {
        let mv = G::parse(text).ok_or_else(|| format!("'{text}' is no move"))?;
        game.make(mv).map_err(|e| format!("{text}: {e}"))?;
    }
    Ok(game)
}

/// The limits that a `go` command names. With clocks, a thirtieth of the time left and most of the increment.
fn limits(line: &str, white: bool) -> Limits {
    let value = |name: &str| -> Option<u64> {
        let mut words = line.split_whitespace().skip_while(|word| *word != name);
        words.nth(1)?.parse().ok()
    };
    let (clock, increment) = if white {
        ("wtime", "winc")
    } else {
        ("btime", "binc")
    };
    let on_clock = value(clock).map(|left| left / 30 + value(increment).unwrap_or(0) * 3 / 4);
    Limits {
        depth: value("depth").map_or(MAX_DEPTH, |depth| {
            depth.clamp(MIN_DEPTH.into(), MAX_DEPTH.into()) as u8
        }),
        nodes: value("nodes").map_or(u32::MAX, |nodes| nodes.min(u32::MAX.into()) as u32),
        time: value("movetime").or(on_clock).map(Duration::from_millis),
    }
}

fn go<G: Variant>(
    game: &G,
    line: &str,
    commands: &Receiver<String>,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let limits = limits(line, game.white_moves());
    let Some(mut search) = BoardSearch::new(game, limits.depth) else {
        return writeln!(out, "bestmove 0000");
    };
    let begun = Instant::now();
    let mut depth = 0;
    loop {
        let nodes = search.answer().nodes;
        let done = search.run(SLICE.min(limits.nodes.saturating_sub(nodes)), |_| false);
        let answer = search.answer();
        if answer.depth > depth {
            depth = answer.depth;
            let best = G::text(answer.best);
            write_info(&answer, &best, begun.elapsed(), out)?;
            out.flush()?;
        }
        let late = limits.time.is_some_and(|time| begun.elapsed() >= time);
        let stopped = match commands.try_recv() {
            Ok(command) => matches!(command.trim(), "stop" | "quit"),
            Err(TryRecvError::Empty) => false,
            Err(TryRecvError::Disconnected) => {
                limits.nodes == u32::MAX && limits.time.is_none() && !line.contains("depth")
            }
        };
        if done || late || stopped || answer.nodes >= limits.nodes {
            break;
        }
    }
    writeln!(out, "bestmove {}", G::text(search.answer().best))
}

fn write_info(
    answer: &Answer,
    best: &str,
    time: Duration,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let score = match mate_in(answer.score) {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", answer.score),
    };
    let seconds = time.as_secs_f64().max(0.001);
    writeln!(
        out,
        "info depth {} score {score} nodes {} nps {:.0} time {} pv {}",
        answer.depth,
        answer.nodes,
        f64::from(answer.nodes) / seconds,
        time.as_millis(),
        best
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use minichess_engine::{Game, chess};

    #[test]
    fn positions_are_set_up() {
        let refused = position::<Game>("position startpos moves e2e4 e5e4");
        assert_eq!(refused.err().unwrap(), "e5e4: illegal move");
        let game = position::<Game>("position startpos moves e2e4 b5b3").unwrap();
        assert_eq!(game.plies(), 2);
        let fen = "6/2P3/k5/6/6/4K1 w - - 0 40";
        let game = position::<Game>(&format!("position fen {fen}")).unwrap();
        assert_eq!(game.to_fen(), fen);
        assert!(position::<Game>("position fen 8/8 w - - 0 1").is_err());
    }

    #[test]
    fn positions_of_chess_are_set_up() {
        let castled = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1";
        let game = position::<chess::Game>(castled).unwrap();
        let fen = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4";
        assert_eq!(game.to_fen(), fen);
        let refused = position::<chess::Game>("position startpos moves e2e5");
        assert_eq!(refused.err().unwrap(), "e2e5: the piece cannot go there");
    }

    #[test]
    fn limits_are_read() {
        let all = limits("go depth 7 nodes 100 movetime 50", true);
        assert_eq!(
            (all.depth, all.nodes, all.time),
            (7, 100, Some(Duration::from_millis(50)))
        );
        let clock = limits("go wtime 60000 btime 3000 winc 0 binc 100", false);
        assert_eq!(clock.time, Some(Duration::from_millis(175)));
        assert_eq!(limits("go infinite", true).depth, MAX_DEPTH);
    }
}
