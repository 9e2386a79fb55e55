//! A game in the terminal.

use std::io::{BufRead, Write};

use minichess_engine::{Game, Move, Outcome, Search, Square, mate_in};

/// Plays against the engine at a depth; the player is White.
pub fn run(depth: u8, fen: Option<&str>) -> Result<(), String> {
    let mut game = match fen {
        Some(fen) => Game::from_fen(fen).map_err(|e| format!("'{fen}': {e}"))?,
        None => Game::start(),
    };
    println!("You are White. Moves are written like e2e4, a5a6q. Also: moves, fen, quit.");
    let mut input = std::io::stdin().lock();
    while game.outcome() == Outcome::Ongoing {
        if game.position().white_to_move() {
            println!("\n{}", board(&game));
            print!("your move: ");
            std::io::stdout().flush().map_err(|e| e.to_string())?;
            let mut line = String::new();
            if input.read_line(&mut line).map_err(|e| e.to_string())? == 0 {
                return Ok(());
            }
            match line.trim() {
                "" => {}
                "quit" => return Ok(()),
                "fen" => println!("{}", game.fen()),
                "moves" => {
                    let moves: Vec<_> = game
                        .legal_moves()
                        .as_slice()
                        .iter()
                        .map(Move::to_string)
                        .collect();
                    println!("{}", moves.join(" "));
                }
                text => match Move::parse(text.as_bytes()) {
                    None => println!("'{text}' is no move; write it like e2e4 or a5a6q"),
                    Some(mv) => {
                        if let Err(error) = game.play(mv) {
                            println!("{text}: {}", error.message());
                        }
                    }
                },
            }
        } else {
            let mut search =
                Search::new(&game, depth).ok_or("the depth is a number from 3 to 20")?;
            search.run(u32::MAX, || false);
            let answer = search.answer();
            let mv = game
                .play(answer.best)
                .expect("the engine's moves are legal");
            let value = match mate_in(answer.score) {
                Some(moves) if moves > 0 => format!("mate in {moves}"),
                Some(moves) => format!("mated in {}", -moves),
                None => format!("{:+.2}", f64::from(answer.score) / 100.0),
            };
            println!("engine: {mv}   ({value} for Black, {} nodes)", answer.nodes);
        }
    }
    println!("\n{}", board(&game));
    println!(
        "{}",
        match game.outcome() {
            Outcome::WhiteWins => "Checkmate: you win.".to_owned(),
            Outcome::BlackWins => "Checkmate: the engine wins.".to_owned(),
            Outcome::Drawn(draw) => format!("A draw: {}.", draw.message()),
            Outcome::Ongoing => String::new(),
        }
    );
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
