//! A game in the terminal.

use std::error::Error;
use std::io::{BufRead, Write};

use minichess_engine::{Game, Move, Outcome, Square};

/// Who plays Black.
pub trait Opponent {
    /// Hears of the player's move, which is legal, before anything else is asked.
    ///
    /// # Errors
    /// What stands in the game's way.
    fn hear(&mut self, _played: Move) -> Result<(), Box<dyn Error>> {
        Ok(())
    }

    /// Its move in a game that goes on and where Black is to move.
    ///
    /// # Errors
    /// What stands in the game's way.
    fn answer(&mut self, game: &Game) -> Result<Answer, Box<dyn Error>>;
}

/// An opponent's move.
pub struct Answer {
    /// A legal move.
    pub mv: Move,
    /// What is shown beside it.
    pub remark: String,
}

/// Plays a game to its end, or to the end of the input; the player is White.
///
/// # Errors
/// What stands in the opponent's way, and where nothing can be read or written.
pub fn play(
    mut game: Game,
    opponent: &mut dyn Opponent,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<(), Box<dyn Error>> {
    writeln!(
        out,
        "You are White. Moves are written like e2e4, a5a6q. Also: moves, fen, quit."
    )?;
    while game.outcome() == Outcome::Ongoing {
        if game.position().white_to_move() {
            write!(out, "\n{}\nyour move: ", board(&game))?;
            out.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                return Ok(());
            }
            match line.trim() {
                "" => {}
                "quit" => return Ok(()),
                "fen" => writeln!(out, "{}", game.fen())?,
                "moves" => {
                    let moves: Vec<_> = game
                        .legal_moves()
                        .as_slice()
                        .iter()
                        .map(Move::to_string)
                        .collect();
                    writeln!(out, "{}", moves.join(" "))?;
                }
                text => match Move::parse(text.as_bytes()) {
                    None => writeln!(out, "'{text}' is no move; write it like e2e4 or a5a6q")?,
                    Some(mv) => match game.play(mv) {
                        Ok(played) => opponent.hear(played)?,
                        Err(error) => writeln!(out, "{text}: {}", error.message())?,
                    },
                },
            }
        } else {
            let answer = opponent.answer(&game)?;
            let mv = game.play(answer.mv).expect("an opponent's moves are legal");
            writeln!(out, "engine: {mv}   ({})", answer.remark)?;
        }
    }
    let end = match game.outcome() {
        Outcome::WhiteWins => "Checkmate: you win.".to_owned(),
        Outcome::BlackWins => "Checkmate: the engine wins.".to_owned(),
        Outcome::Drawn(draw) => format!("A draw: {}.", draw.message()),
        Outcome::Ongoing => String::new(),
    };
    writeln!(out, "\n{}\n{end}", board(&game))?;
    Ok(())
}

fn board(game: &Game) -> String {
    const LETTERS: [char; 7] = ['.', 'p', 'b', 'r', 'n', 'q', 'k'];
    let mut text = String::new();
    for (i, square) in Square::all().enumerate() {
        if i % 6 == 0 {
            text += &format!("{} ", 6 - i / 6);
        }
        let code = game.position().code(square);
        let letter = LETTERS[usize::from(code & 7)];
        text.push(' ');
        text.push(if code & 8 != 0 {
            letter.to_ascii_uppercase()
        } else {
            letter
        });
        if i % 6 == 5 {
            text.push('\n');
        }
    }
    text + "   a b c d e f"
}
