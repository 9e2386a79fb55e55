//! Judges of positions: this project's engine, or another program that speaks UCI.

use chess_engine::{BoardSearch, MAX_DEPTH, chess};
use chess_rules::{Color, Move, Outcome, Position};
use minichess_cli::player::{Choice, Program};
use serde_json::{Value, json};

use super::accuracy::{Judgement, MOST};

/// A judge of positions. The same one with the same nodes says the same of a game whenever it is
/// asked: it thinks on one processor, and of a game knows nothing from games before.
pub struct Judge {
    nodes: u32,
    /// Without one it is this project's engine.
    program: Option<Program>,
}

impl Judge {
    /// This project's engine, with this number of nodes for each position.
    pub fn own(nodes: u32) -> Self {
        let program = None;
        Judge { nodes, program }
    }

    /// A program with its arguments, with this number of nodes for each position.
    ///
    /// # Errors
    /// It can't be started or doesn't speak UCI.
    pub fn program(command: &str, nodes: u32) -> Result<Self, String> {
        let commands =
            format!("setoption name Threads value 1;setoption name Hash value 16;go nodes {nodes}");
        let program = Program::start::<chess::Game>(command, &commands)?;
        let program = Some(program);
        Ok(Judge { nodes, program })
    }

    /// Its name and version.
    pub fn name(&self) -> String {
        match &self.program {
            None => format!("onchain-chess engine {}", env!("CARGO_PKG_VERSION")),
            Some(program) => program.name().unwrap_or("a program without name").into(),
        }
    }

    /// Name, version and nodes, in words.
    pub fn words(&self) -> String {
        format!("{}, {} nodes a position", self.name(), self.nodes)
    }

    /// The same for scripts.
    pub fn json(&self) -> Value {
        json!({"program": self.name(), "nodes": self.nodes})
    }

    /// Its judgement of each position of a game (one more than moves). The moves are legal. A
    /// position after which the program ends or answers with no move is named on standard error,
    /// and judged as the one before.
    ///
    /// # Errors
    /// The program judges no position of the game.
    pub fn judge(&mut self, game: usize, moves: &[Move]) -> Result<Vec<Judgement>, String> {
        let mut answers = 0;
        let mut failed = None;
        let mut position = Position::START;
        let mut judged = Vec::with_capacity(moves.len() + 1);
        for ply in 0..=moves.len() {
            match self.judge_position(&position, &moves[..ply]) {
                Ok(judgement) => {
                    answers += u32::from(judgement.best.is_some());
                    judged.push(judgement);
                }
                Err(error) => {
                    let error = format!("game {game}, the position after ply {ply}: {error}");
                    eprintln!("{error}: not judged");
                    let worth = judged.last().map_or(0, |before: &Judgement| before.worth);
                    judged.push(Judgement { worth, best: None });
                    failed = Some(error);
                }
            }
            if let Some(mv) = moves.get(ply) {
                position.apply(*mv);
            }
        }
        match failed {
            Some(error) if answers == 0 => Err(error),
            _ => Ok(judged),
        }
    }

    fn judge_position(&mut self, position: &Position, moves: &[Move]) -> Result<Judgement, String> {
        let choice = match (position.outcome(), &mut self.program) {
            (Outcome::Ongoing, None) => search(position, self.nodes),
            (Outcome::Ongoing, Some(program)) => {
                if moves.is_empty() {
                    program.begin_game()?;
                }
                let moves: Vec<_> = moves.iter().map(Move::to_string).collect();
                let past = if moves.is_empty() { "" } else { " moves " };
                let position = format!("startpos{past}{}", moves.join(" "));
                Some(program.choose::<chess::Game>(&position)?)
            }
            _ => None,
        };
        let worth = match &choice {
            Some(Choice { worth, .. }) => {
                let worth =
                    worth.ok_or_else(|| format!("the program doesn't judge {}", position.fen()))?;
                worth.centipawns(MOST)
            }
            None if position.outcome() == Outcome::Checkmate => -MOST,
            None => 0,
        };
        Ok(Judgement {
            worth: if position.turn() == Color::White {
                worth
            } else {
                -worth
            },
            best: choice.map(|choice| chess::move_to_rules(choice.mv)),
        })
    }
}

/// The move of this project's engine in an ongoing game.
fn search(position: &Position, nodes: u32) -> Option<Choice> {
    let game = chess::Game::new(position.clone());
    let mut search = BoardSearch::new(&game, MAX_DEPTH)?;
    search.run(nodes, |_| false);
    Some(Choice::of(search.answer()))
}
