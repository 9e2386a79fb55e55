//! The Universal Chess Interface on standard input and output, so that any program for chess engines can use this one.

mod commands;
mod input;
mod lines;
mod thinking;

use std::io::{self, BufReader, ErrorKind, Write};
use std::ops::ControlFlow;

use chess_engine::{Board, Entry};

use crate::variant::Variant;
use input::{Input, Line};
use lines::Memory;
use thinking::Thinking;

/// The error for an unreadable line.
const UNREADABLE: &str = "this line is no UTF-8";
/// The most mebibytes of a table.
const MOST_HASH: usize = 4_096;
/// The most lines of an analysis.
const MOST_LINES: usize = 256;

/// Reads commands until `quit` or the end of the input.
///
/// # Errors
/// Where nothing can be written, but for a reader who has gone.
pub fn run<G: Variant>() -> Result<(), String> {
    let input = Input::read(BufReader::new(io::stdin()));
    let mut session = Session::<G, _> {
        input,
        out: io::stdout(),
        game: Some(G::start()),
        hash: 0,
        lines: 1,
        memory: Memory::default(),
    };
    match session.run() {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.to_string()),
        _ => Ok(()),
    }
}

/// The program at the other end, and its settings.
struct Session<G: Variant, W> {
    input: Input,
    out: W,
    /// `None` after a position that could not be set up.
    game: Option<G>,
    /// The size of all lines' tables in mebibytes; 0 for the contract's table, which is emptied
    /// after each move.
    hash: usize,
    /// The number of lines of an analysis.
    lines: usize,
    /// The memory of the last search.
    memory: Memory,
}

impl<G: Variant, W: Write> Session<G, W> {
    fn run(&mut self) -> io::Result<()> {
        loop {
            let flow = match self.input.next() {
                Line::Text(line) => self.obey(line.trim())?,
                Line::Unreadable => {
                    self.say(format_args!("info string {UNREADABLE}"))?;
                    ControlFlow::Continue(())
                }
                Line::End => ControlFlow::Break(()),
            };
            if flow.is_break() {
                return Ok(());
            }
        }
    }

    fn say(&mut self, line: impl std::fmt::Display) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    /// Breaks at the end of the commands.
    fn obey(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "uci" => self.introduce()?,
            "isready" => self.say("readyok")?,
            "ucinewgame" => {
                self.game = Some(G::start());
                self.memory = Memory::default();
            }
            "setoption" => self.set(rest)?,
            "position" => match commands::position(rest) {
                Ok(game) => self.game = Some(game),
                Err(message) => {
                    self.game = None;
                    self.say(format_args!("info string position: {message}"))?;
                }
            },
            "go" => return self.go(rest),
            "d" => {
                let fen = self.game.as_ref().map(G::to_fen);
                self.say(format_args!(
                    "info string {}",
                    fen.as_deref().unwrap_or("no position")
                ))?;
            }
            "quit" => return Ok(ControlFlow::Break(())),
            "" | "stop" | "ponderhit" | "debug" | "register" => {}
            _ => self.say(format_args!("info string '{word}' is no command"))?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.say(format_args!(
            "id name on-chain {0} {1}\nid author the on-chain chess project\n\
             option name Hash type spin default 0 min 0 max {MOST_HASH}\n\
             option name Clear Hash type button\n\
             option name MultiPV type spin default 1 min 1 max {MOST_LINES}\n\
             option name Ponder type check default false\n\
             option name UCI_Variant type combo default {0} var {0}\nuciok",
            G::NAME,
            env!("CARGO_PKG_VERSION")
        ))
    }

    fn set(&mut self, rest: &str) -> io::Result<()> {
        let (name, value) = commands::option(rest);
        let number = |most: usize| value.parse().ok().filter(|number| *number <= most);
        let known = match name.as_str() {
            "hash" => number(MOST_HASH).map(|hash| self.hash = hash),
            "clear hash" => {
                self.memory = Memory::default();
                Some(())
            }
            "multipv" => number(MOST_LINES).map(|lines| self.lines = lines.max(1)),
            "ponder" => Some(()),
            "uci_variant" => (value == G::NAME).then_some(()),
            _ => return self.say(format_args!("info string no option is named '{name}'")),
        };
        match known {
            Some(()) => Ok(()),
            None => self.say(format_args!("info string '{value}' is no value of {name}")),
        }
    }

    /// The memory for the next search: empty, unless the table is kept through a game.
    fn memory(&mut self) -> Memory {
        let entries = match self.hash {
            0 => <G::Board as Board>::ENTRIES,
            mebibytes => 1 << (mebibytes * (1 << 20) / size_of::<Entry>() / self.lines).ilog2(),
        };
        let memory = std::mem::take(&mut self.memory);
        if self.hash > 0 && memory.entries.len() == entries {
            memory
        } else {
            Memory::of(entries)
        }
    }

    fn go(&mut self, rest: &str) -> io::Result<ControlFlow<()>> {
        let Some(game) = self.game.clone() else {
            self.say("info string there is no position to go from")?;
            self.say("bestmove (none)")?;
            return Ok(ControlFlow::Continue(()));
        };
        let limits = match commands::limits(rest, &game) {
            Ok(limits) => limits,
            Err(message) => {
                self.say(format_args!("info string go: {message}"))?;
                return Ok(ControlFlow::Continue(()));
            }
        };
        let memory = self.memory();
        let thinking = Thinking::begin(&game, limits, self.lines, memory, &mut self.out)?;
        let (flow, memory) = thinking.run(&mut self.input)?;
        self.memory = memory;
        Ok(flow)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_share_the_table() {
        let mut session = Session::<chess_engine::Game, _> {
            input: Input::read(io::empty()),
            out: io::sink(),
            game: None,
            hash: 1,
            lines: 1,
            memory: Memory::default(),
        };
        let mut entries = |lines| {
            session.lines = lines;
            session.memory().entries.len()
        };
        assert_eq!(entries(1), 256 * entries(MOST_LINES));
        assert_eq!(entries(3), entries(1) / 4);
    }
}
