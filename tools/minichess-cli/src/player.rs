//! Who plays in a match: the engine at a depth or with a number of nodes, document 002's algorithm, or another program that speaks UCI.

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::str::FromStr;

use minichess_engine::{Game, MAX_DEPTH, MIN_DEPTH, Move, Search};

use crate::greedy;

/// The variant's definition for Fairy-Stockfish; what older and newer versions call the same is in it twice.
const VARIANT: &str = include_str!("minichess.ini");

/// Who plays: `5` is the engine at depth 5, `nodes:7000` the engine with 7,000 nodes a move, `greedy:20` document 002's algorithm at
/// depth 20, `uci:PROGRAM ARGUMENTS:go nodes 3000` a program that speaks UCI, asked by that command for each move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// The engine at a depth.
    Engine(u8),
    /// The engine, stopped after so many nodes.
    Nodes(u32),
    /// Document 002's algorithm at a depth.
    Greedy(u8),
    /// A program and how it is asked for a move.
    Uci {
        /// The program and its arguments.
        command: String,
        /// What is sent for each move: `go …`.
        go: String,
    },
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(rest) = text.strip_prefix("uci:") {
            return match rest.split_once(':') {
                Some((command, go)) if go.starts_with("go ") && !command.trim().is_empty() => {
                    Ok(Self::Uci {
                        command: command.into(),
                        go: go.into(),
                    })
                }
                _ => Err(format!(
                    "'{text}' is not like uci:fairy-stockfish:go nodes 3000"
                )),
            };
        }
        if let Some(nodes) = text.strip_prefix("nodes:") {
            return match nodes.parse() {
                Ok(nodes) if nodes > 0 => Ok(Self::Nodes(nodes)),
                _ => Err(format!("'{nodes}' is no number of nodes")),
            };
        }
        let (kind, digits): (fn(u8) -> Self, _) = match text.strip_prefix("greedy:") {
            Some(digits) => (Self::Greedy, digits),
            None => (Self::Engine, text),
        };
        match digits.parse() {
            Ok(depth) if (MIN_DEPTH..=MAX_DEPTH).contains(&depth) => Ok(kind(depth)),
            _ => Err(format!(
                "a player is a depth from {MIN_DEPTH} to {MAX_DEPTH}, nodes: and a number, greedy: and a depth, or uci:, a program, : and go …, not '{text}'"
            )),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Engine(depth) => write!(f, "depth {depth}"),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Self::Greedy(depth) => write!(f, "document 002's algorithm at depth {depth}"),
            Self::Uci { command, go } => write!(f, "{command} ({go})"),
        }
    }
}

/// A player at the board.
pub enum Seat {
    /// Plays in this process.
    Here(Player),
    /// Plays in another.
    Program(Program),
}

impl Seat {
    /// Starts what the player needs.
    ///
    /// # Errors
    /// Where a program can't be started or does not speak UCI.
    pub fn take(player: &Player) -> Result<Self, String> {
        Ok(match player {
            Player::Uci { command, go } => Self::Program(Program::start(command, go)?),
            other => Self::Here(other.clone()),
        })
    }

    /// The move it plays in a game that goes on, and the nodes it took (0 where it doesn't tell).
    ///
    /// # Errors
    /// Where a program ends or answers with what is no move.
    pub fn choose(&mut self, game: &Game) -> Result<(Move, u32), String> {
        let (depth, nodes) = match self {
            Self::Program(program) => return program.choose(game),
            Self::Here(Player::Engine(depth)) => (*depth, u32::MAX),
            Self::Here(Player::Nodes(nodes)) => (MAX_DEPTH, *nodes),
            Self::Here(Player::Greedy(depth)) => return Ok((greedy::choose(game, *depth), 0)),
            Self::Here(Player::Uci { .. }) => {
                return Err("a program needs a seat of its own".into());
            }
        };
        let mut search = Search::new(game, depth).ok_or("the game is over")?;
        search.run(nodes, |_| false);
        Ok((search.answer().best, search.answer().nodes))
    }
}

/// A running program that speaks UCI.
pub struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    go: String,
}

impl Drop for Program {
    fn drop(&mut self) {
        // Whether it obeys or has ended already, it is not waited for longer than it takes to be stopped.
        let stopped = self.send("quit").is_ok() && self.child.kill().is_ok();
        if stopped && self.child.wait().is_err() {
            eprintln!("a program did not end");
        }
    }
}

impl Program {
    fn start(command: &str, go: &str) -> Result<Self, String> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("a program needs a name")?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| format!("{program}: {e}"))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = (input, output) else {
            return Err(format!("{program}: no input or output"));
        };
        let mut this = Self {
            child,
            input,
            output: BufReader::new(output),
            go: go.into(),
        };
        this.send("uci")?;
        let mut fairy = false;
        this.until("uciok", |line| {
            fairy |= line.contains("option name VariantPath")
        })?;
        if fairy {
            let path = std::env::temp_dir().join(format!("minichess-{}.ini", std::process::id()));
            std::fs::write(&path, VARIANT).map_err(|e| format!("{}: {e}", path.display()))?;
            this.send(&format!(
                "setoption name VariantPath value {}",
                path.display()
            ))?;
            this.send("setoption name UCI_Variant value minichess")?;
            this.send("setoption name Use NNUE value false")?;
        }
        this.send("isready")?;
        this.until("readyok", |_| ())?;
        Ok(this)
    }

    fn send(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|e| format!("a program does not listen: {e}"))
    }

    /// Reads lines up to one that begins with a word, and returns that.
    fn until(&mut self, word: &str, mut visit: impl FnMut(&str)) -> Result<String, String> {
        loop {
            let mut line = String::new();
            match self.output.read_line(&mut line) {
                Ok(0) | Err(_) => return Err(format!("a program ended without '{word}'")),
                Ok(_) => {}
            }
            if line.split_whitespace().next() == Some(word) {
                return Ok(line);
            }
            visit(&line);
        }
    }

    fn choose(&mut self, game: &Game) -> Result<(Move, u32), String> {
        // The game's own past counts for repetitions; a program that is not told it may repeat.
        self.send(&format!("position fen {}", game.fen()))?;
        self.send(&self.go.clone())?;
        let mut nodes = 0;
        let line = self.until("bestmove", |line| {
            let told = line
                .split_whitespace()
                .skip_while(|word| *word != "nodes")
                .nth(1);
            nodes = told.and_then(|nodes| nodes.parse().ok()).unwrap_or(nodes);
        })?;
        let text = line.split_whitespace().nth(1).unwrap_or_default();
        let mv = Move::parse(text.as_bytes()).ok_or_else(|| format!("'{text}' is no move"))?;
        Ok((mv, nodes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_parsed() {
        assert_eq!("5".parse(), Ok(Player::Engine(5)));
        assert_eq!("nodes:7000".parse(), Ok(Player::Nodes(7_000)));
        assert_eq!("greedy:20".parse(), Ok(Player::Greedy(20)));
        let fairy = "uci:fairy-stockfish:go nodes 3000"
            .parse::<Player>()
            .unwrap();
        assert_eq!(fairy.to_string(), "fairy-stockfish (go nodes 3000)");
        for text in [
            "2",
            "21",
            "greedy:2",
            "x",
            "",
            "greedy:",
            "nodes:0",
            "uci:",
            "uci:x",
            "uci::go depth 1",
        ] {
            assert!(text.parse::<Player>().is_err(), "{text}");
        }
    }
}
