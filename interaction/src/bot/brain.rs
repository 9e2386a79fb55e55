//! The source of a bot's moves: the built-in engine at a level, or a program that speaks UCI.

use chess_engine::Outcome;
use chess_engine::chess::{self, Game};
use minichess_cli::player::{Player, Record, Seat};
use onchain_chess::chess_proxy::TimeControl;
use signed_play::Line;

use crate::engine::levels;

/// The longest that a program is given for a move, in milliseconds.
const LONGEST_MOVE_MILLIS: u64 = 5_000;

/// An engine's decision in a position.
pub struct Thought {
    /// The move that it plays.
    pub mv: chess_rules::Move,
    /// The position's worth for the side to move, in hundredths of a pawn, if the engine reports
    /// it.
    pub worth: Option<i32>,
}

/// More than any position is worth without a mate.
const MATE: i32 = 100_000;

/// An engine.
pub struct Brain {
    seat: Seat,
    name: String,
}

impl Brain {
    /// `engine`: a level of the built-in engine, a program that speaks UCI with its arguments, or
    /// `uci:PROGRAM:COMMANDS;go …`. `clocks`: the shortest limits how long a program may think, so that it
    /// has time for this number of `games` at the same time.
    ///
    /// # Errors
    /// There is no such level, or the program can't be started or doesn't speak UCI.
    pub fn new(engine: &str, clocks: &[TimeControl], games: usize) -> Result<Self, String> {
        let (player, name) = match engine.parse::<u8>() {
            Ok(level) => {
                let level = levels::find(level)?;
                (Player::Nodes(level.nodes), format!("level {}", level.level))
            }
            Err(_) if engine.starts_with("uci:") => (engine.parse()?, engine.to_string()),
            Err(_) => {
                // a game of 60 moves
                let of = |clock: &TimeControl| {
                    let millis =
                        u64::from(clock.base) * 1_000 / 60 + u64::from(clock.increment) * 500;
                    millis / games.max(1) as u64
                };
                let millis = clocks.iter().map(of).min().unwrap_or(LONGEST_MOVE_MILLIS);
                let millis = millis.clamp(10, LONGEST_MOVE_MILLIS);
                let player = Player::Uci {
                    command: engine.to_string(),
                    go: format!("go movetime {millis}"),
                };
                (player, engine.to_string())
            }
        };
        let seat = Seat::take::<Game>(&player)?;
        Ok(Brain { seat, name })
    }

    /// Its description in words.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its decision after these moves, in a running game.
    ///
    /// # Errors
    /// A program has ended, or its answer isn't a move.
    pub fn choose(&mut self, line: &Line) -> Result<Thought, String> {
        let mut record = Record::new(Game::start());
        for mv in line.moves() {
            record = running(record);
            record.play(chess::move_from_rules(*mv))?;
        }
        let choice = self.seat.choose(&running(record))?;
        Ok(Thought {
            mv: chess::move_to_rules(choice.mv),
            worth: choice.worth.map(|worth| worth.centipawns(MATE)),
        })
    }
}

/// The same game, continued even if the engine's own rules end it, since signed play lets it continue.
fn running(record: Record<Game>) -> Record<Game> {
    if record.game().outcome() == Outcome::Ongoing {
        return record;
    }
    let mut game = record.game().clone();
    game.play_on();
    Record::new(game)
}
