//! The players of a match: the engine at a depth or with a number of nodes, document 002's algorithm, or another program that speaks UCI.

mod lines;
mod program;

use std::fmt;
use std::str::FromStr;

use chess_engine::{Answer, MAX_DEPTH, MIN_DEPTH, Move, mate_in};

use crate::native::Native;
use crate::variant::Variant;

pub use program::Program;

/// A player: `5` is the engine at depth 5, `nodes:7000` the engine with 7,000 nodes a move, `memory:7000` the same if it remembers its
/// last search of the game as the contract enginechess does, `greedy:20` document 002's algorithm at depth 20, `uci:PROGRAM ARGUMENTS:go nodes 3000` a program that speaks UCI, asked by that command for each move; before `go` there can
/// be other commands, which are sent once: `uci:stockfish:setoption name UCI_Elo value 2000;go depth 12`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// The engine at a depth.
    Engine(u8),
    /// The engine, stopped after this number of nodes.
    Nodes(u32),
    /// The same, with its memory of the game.
    Memory(u32),
    /// Document 002's algorithm at a depth.
    Greedy(u8),
    /// A program and the commands for it.
    Uci {
        /// The program and its arguments.
        command: String,
        /// Commands, separated by semicolons; the last one, `go …`, is sent for each move.
        go: String,
    },
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let nodes = |digits: &str| match digits.parse() {
            Ok(nodes) if nodes > 0 => Ok(nodes),
            _ => Err(format!("'{digits}' is no number of nodes")),
        };
        let depth = |digits: &str| match digits.parse() {
            Ok(depth) if (MIN_DEPTH..=MAX_DEPTH).contains(&depth) => Ok(depth),
            _ => Err(format!(
                "a player is a depth from {MIN_DEPTH} to {MAX_DEPTH}, nodes: or memory: and a number, greedy: and a depth, or uci:, a program, : and go …, not '{text}'"
            )),
        };
        Ok(match text.split_once(':') {
            Some(("uci", program)) => match program.split_once(':') {
                Some((command, go))
                    if last(go).starts_with("go ") && !command.trim().is_empty() =>
                {
                    Self::Uci {
                        command: command.into(),
                        go: go.into(),
                    }
                }
                _ => {
                    let like = "uci:fairy-stockfish:go nodes 3000";
                    return Err(format!("'{text}' is not like {like}"));
                }
            },
            Some(("nodes", digits)) => Self::Nodes(nodes(digits)?),
            Some(("memory", digits)) => Self::Memory(nodes(digits)?),
            Some(("greedy", digits)) => Self::Greedy(depth(digits)?),
            _ => Self::Engine(depth(text)?),
        })
    }
}

/// The last of some commands.
fn last(commands: &str) -> &str {
    commands.rsplit(';').next().unwrap_or_default().trim()
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Engine(depth) => write!(f, "depth {depth}"),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Self::Memory(nodes) => write!(f, "{nodes} nodes with memory"),
            Self::Greedy(depth) => write!(f, "document 002's algorithm at depth {depth}"),
            Self::Uci { command, go } => write!(f, "{command} ({go})"),
        }
    }
}

/// A game with the moves since the players took over.
pub struct Record<G: Variant> {
    start: String,
    moves: Vec<Move>,
    game: G,
}

impl<G: Variant> Record<G> {
    /// Begins a game.
    pub fn new(game: G) -> Self {
        Self {
            start: game.to_fen(),
            moves: Vec::new(),
            game,
        }
    }

    /// The current game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The beginning and the moves in the form of a `position` command.
    pub fn text(&self) -> String {
        let moves: Vec<_> = self.moves.iter().map(|&mv| G::text(mv)).collect();
        let past = if moves.is_empty() { "" } else { " moves " };
        format!("fen {}{past}{}", self.start, moves.join(" "))
    }

    /// The number of moves played since the beginning.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Why it can't be played.
    pub fn play(&mut self, mv: Move) -> Result<(), String> {
        let error = |e| format!("{} in {}: {e}", G::text(mv), self.game.to_fen());
        let mut after = self.game.clone();
        after.play_move(mv).map_err(error)?;
        self.game = after;
        self.moves.push(mv);
        Ok(())
    }
}

/// A player at the board.
pub enum Seat {
    /// The engine.
    Engine(Native),
    /// Document 002's algorithm at a depth.
    Greedy(u8),
    /// The engine, or document 002's algorithm, in this process.
    Program(Program),
}

impl Seat {
    /// Starts the player's program, if it needs one.
    ///
    /// # Errors
    /// Where a program can't be started or does not speak UCI.
    pub fn take<G: Variant>(player: &Player) -> Result<Self, String> {
        Ok(match player {
            Player::Uci { command, go } => Self::Program(Program::start::<G>(command, go)?),
            Player::Engine(depth) => Self::Engine(Native::ToDepth(*depth)),
            Player::Nodes(nodes) => Self::Engine(Native::Nodes(*nodes)),
            Player::Memory(nodes) => Self::Engine(Native::with_nodes(*nodes)),
            Player::Greedy(depth) => Self::Greedy(*depth),
        })
    }

    /// Begins another game; the engine forgets the last one.
    pub fn begin_game(&mut self) {
        if let Self::Engine(engine) = self {
            engine.begin_game();
        }
    }

    /// Its move in an ongoing game.
    ///
    /// # Errors
    /// A program that ends, or an answer that is no move.
    pub fn choose<G: Variant>(&mut self, record: &Record<G>) -> Result<Choice, String> {
        let game = &record.game;
        match self {
            // with the game's earlier positions, which count for repetitions
            Self::Program(program) => {
                let choice = program.choose::<G>(&record.text())?;
                let mv = king_steps(game, choice.mv);
                Ok(Choice { mv, ..choice })
            }
            Self::Engine(engine) => Ok(Choice::of(engine.search(game)?)),
            Self::Greedy(depth) => {
                let mv = game.greedy(*depth);
                Ok(Choice {
                    mv: mv.ok_or("document 002's algorithm plays 6x6 chess alone")?,
                    nodes: 0,
                    worth: None,
                })
            }
        }
    }
}

/// A king's move onto the rook with which he may castle, as a move of two steps; any other move
/// unchanged.
pub fn king_steps<G: Variant>(game: &G, mv: Move) -> Move {
    let castles = [
        ("e1h1", 'K', "e1g1"),
        ("e1a1", 'Q', "e1c1"),
        ("e8h8", 'k', "e8g8"),
        ("e8a8", 'q', "e8c8"),
    ];
    let (text, fen) = (G::text(mv), game.to_fen());
    let rights = fen.split(' ').nth(2).unwrap_or_default();
    let is_meant = |&(onto, right, _): &(&str, char, &str)| onto == text && rights.contains(right);
    let steps = castles.into_iter().find(is_meant);
    steps.and_then(|(.., steps)| G::parse(steps)).unwrap_or(mv)
}

/// A player's choice.
pub struct Choice {
    /// The move that it plays.
    pub mv: Move,
    /// The number of nodes, 0 if the player doesn't report it.
    pub nodes: u32,
    /// Its value of the position, if it reports one.
    pub worth: Option<Worth>,
}

impl Choice {
    /// The engine's answer.
    pub fn of(answer: Answer) -> Self {
        Choice {
            mv: answer.best,
            nodes: answer.nodes,
            worth: Some(Worth::of(answer)),
        }
    }
}

/// The value of a position to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// The moves to mate; not above 0 if the side to move is mated.
    Mate(i32),
}

impl Worth {
    /// The value in hundredths of a pawn, at most that of a mate.
    pub fn centipawns(self, mate: i32) -> i32 {
        match self {
            Self::Centipawns(worth) => worth.clamp(-mate, mate),
            Self::Mate(moves) if moves > 0 => mate,
            Self::Mate(_) => -mate,
        }
    }

    fn of(answer: Answer) -> Self {
        match mate_in(answer.score) {
            Some(moves) => Self::Mate(moves),
            None => Self::Centipawns(answer.score),
        }
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
        let limited = "uci:stockfish:setoption name UCI_Elo value 2000;go depth 9";
        assert!(limited.parse::<Player>().is_ok());
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

    #[test]
    fn a_king_may_castle_onto_his_rook() {
        use chess_engine::chess::Game;
        for (fen, answer, steps) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", "e1g1"),
            ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8a8", "e8c8"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "e1h1", "e1h1"),
        ] {
            let game = <Game as Variant>::from_fen(fen).unwrap();
            let mv = <Game as Variant>::parse(answer).unwrap();
            assert_eq!(<Game as Variant>::text(king_steps(&game, mv)), steps);
        }
    }
}
