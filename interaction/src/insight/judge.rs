//! Judges of positions: this project's engine, or another program that speaks UCI.

use chess_engine::chess;
use chess_rules::{Color, Move, Outcome, Position};
use minichess_cli::native::Native;
use minichess_cli::player::{Choice, Program, king_steps};
use serde_json::{Value, json};

use super::accuracy::{Judgement, MOST};

/// A judge of positions. The same judge with the same nodes always gives a game the same verdicts: it
/// thinks on one processor, and remembers nothing from games before.
pub struct Judge {
    nodes: u32,
    /// `None` for this project's engine.
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

    /// Judges each position of a game of legal moves, one more than moves. If the program ends or doesn't
    /// answer with a legal move, the position is named on standard error and marked as unjudged.
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
                    judged.push(Judgement {
                        worth,
                        best: None,
                        unjudged: true,
                    });
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
            (Outcome::Ongoing, None) => {
                let game = chess::Game::new(position.clone());
                Native::Nodes(self.nodes).search(&game).ok().map(Choice::of)
            }
            (Outcome::Ongoing, Some(program)) => {
                if moves.is_empty() {
                    program.begin_game()?;
                }
                let moves: Vec<_> = moves.iter().map(Move::to_string).collect();
                let past = if moves.is_empty() { "" } else { " moves " };
                let line = format!("startpos{past}{}", moves.join(" "));
                let choice = program.choose::<chess::Game>(&line)?;
                let mv = king_steps(&chess::Game::new(position.clone()), choice.mv);
                let squares = chess::move_to_rules(mv);
                if !position.is_legal(squares) {
                    return Err(format!("the program answered {squares}, an illegal move"));
                }
                Some(Choice { mv, ..choice })
            }
            _ => None,
        };
        let worth = match &choice {
            Some(choice) => {
                let unjudged = || format!("the program doesn't judge {}", position.fen());
                choice.worth.ok_or_else(unjudged)?.centipawns(MOST)
            }
            None if position.outcome() == Outcome::Checkmate => -MOST,
            None => 0,
        };
        let is_white = position.turn() == Color::White;
        Ok(Judgement {
            worth: if is_white { worth } else { -worth },
            best: choice.map(|choice| chess::move_to_rules(choice.mv)),
            unjudged: false,
        })
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::insight::accuracy;

    /// Its answer depends on the number of words of the position.
    const PROGRAM: &str = "while read -r line; do
  case $line in
    uci) echo uciok ;;
    isready) echo readyok ;;
    position*) set -- $line ;;
    go*) echo info score cp 10
      case $# in
        2) echo bestmove e2e4 ;;
        4) echo bestmove 0000 ;;
        5) echo 'bestmove (none)' ;;
        6) echo bestmove Nc6 ;;
        7) exit ;;
        8) echo bestmove a1a8 ;;
        9) echo bestmove e1h1 ;;
        *) echo bestmove D7D6 ;;
      esac ;;
  esac
done";

    #[test]
    fn a_bad_answer_leaves_one_position_unjudged() {
        let script = std::env::temp_dir().join(format!("bad-judge-{}", std::process::id()));
        std::fs::write(&script, PROGRAM).unwrap();
        let mut judge = Judge::program(&format!("sh {}", script.display()), 1).unwrap();
        let moves = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1";
        let moves: Vec<Move> = moves.split(' ').map(|mv| mv.parse().unwrap()).collect();
        let judged = judge.judge(3, &moves).unwrap();
        let positions = 0..judged.len();
        let unjudged: Vec<_> = positions.filter(|at| judged[*at].unjudged).collect();
        assert_eq!(unjudged, [1, 2, 3, 4, 5]);
        // the king onto his rook is castling
        assert_eq!(judged[6].best, Some(moves[6]));
        assert_eq!(judged[7].best, "d7d6".parse().ok());
        let [white, black] = accuracy::sides(&judged, &moves);
        let white = white.unwrap();
        assert_eq!((white.moves, white.first_choices, black), (1, 1, None));

        // if every answer is bad, the error names game and ply
        std::fs::write(&script, PROGRAM.replace("e2e4", "O-O")).unwrap();
        let mut judge = Judge::program(&format!("sh {}", script.display()), 1).unwrap();
        let refused = judge.judge(3, &moves[..1]).unwrap_err();
        let words = "game 3, the position after ply 1: the program ";
        assert!(refused.starts_with(words), "{refused}");
        std::fs::remove_file(script).unwrap();
    }
}
