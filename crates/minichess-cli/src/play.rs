//! A game in the terminal, on either board.

use std::error::Error;
use std::io::{BufRead, Write};

use chess_engine::{Move, Outcome};

use crate::diagram;
use crate::variant::Variant;

/// The opponent of the person at the terminal.
pub trait Opponent<G> {
    /// Receives the player's move, which is legal, before any other request.
    ///
    /// # Errors
    /// The obstacle to the game.
    fn hear(&mut self, _played: Move) -> Result<(), Box<dyn Error>> {
        Ok(())
    }

    /// Returns its move in an ongoing game in which it is to move, or its progress.
    ///
    /// # Errors
    /// The obstacle to the game.
    fn reply(&mut self, game: &G, wish: Wish) -> Result<Reply, Box<dyn Error>>;
}

/// The request to an opponent that is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// Move, if it has decided; this is the first request.
    Look,
    /// Think for another period.
    ThinkOn,
    /// Play the best move found so far.
    MoveNow,
}

/// The answer of an opponent.
pub enum Reply {
    /// It moves.
    Moves {
        /// A legal move.
        mv: Move,
        /// A remark to show with the move.
        remark: String,
    },
    /// It has not decided yet; its progress in words.
    Thinks(String),
}

/// Plays a game to its end, or to the end of the input. If the opponent takes long, the player decides each time how to
/// continue; at the end of the input the opponent thinks until it moves.
///
/// # Errors
/// The obstacle to the opponent's move, and input or output that fails.
pub fn play<G: Variant>(
    mut game: G,
    player_is_white: bool,
    opponent: &mut dyn Opponent<G>,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<(), Box<dyn Error>> {
    let color = if player_is_white { "White" } else { "Black" };
    let promotion = promotion_example::<G>(player_is_white);
    writeln!(
        out,
        "You are {color}. Moves are written like e2e4, {promotion}. Also: moves, fen, quit."
    )?;
    while game.outcome() == Outcome::Ongoing {
        if game.white_to_move() != player_is_white {
            let (mv, remark) = answer(&game, opponent, input, out)?;
            let mv = game.play_move(mv).expect("an opponent's moves are legal");
            writeln!(out, "engine: {}   ({remark})", G::text(mv))?;
            continue;
        }
        let board = diagram::draw(&game.to_fen(), player_is_white);
        write!(out, "\n{board}\nyour move: ")?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(());
        }
        match line.trim() {
            "" => {}
            "quit" => return Ok(()),
            "fen" => writeln!(out, "{}", game.to_fen())?,
            "moves" => {
                let moves: Vec<_> = game.list().into_iter().map(G::text).collect();
                writeln!(out, "{}", moves.join(" "))?;
            }
            text => match G::parse(text) {
                None => writeln!(
                    out,
                    "'{text}' is no move; write it like e2e4 or {promotion}"
                )?,
                Some(mv) => match game.play_move(mv) {
                    Ok(played) => opponent.hear(played)?,
                    Err(error) => writeln!(out, "{text}: {error}")?,
                },
            },
        }
    }
    let end = match game.outcome() {
        Outcome::Ongoing => String::new(),
        Outcome::Drawn(why) => format!("A draw: {}.", why.message()),
        Outcome::WhiteWins | Outcome::BlackWins => {
            let player_won = (game.outcome() == Outcome::WhiteWins) == player_is_white;
            let winner = if player_won {
                "you win"
            } else {
                "the engine wins"
            };
            format!("Checkmate: {winner}.")
        }
    };
    let board = diagram::draw(&game.to_fen(), player_is_white);
    writeln!(out, "\n{board}\n{end}")?;
    Ok(())
}

/// The notation of a promotion.
fn promotion_example<G: Variant>(white: bool) -> String {
    let last = G::SIZE;
    match white {
        true => format!("a{}a{last}q", last - 1),
        false => "a2a1q".into(),
    }
}

/// Shows the opponent's move and its remark.
fn answer<G>(
    game: &G,
    opponent: &mut dyn Opponent<G>,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<(Move, String), Box<dyn Error>> {
    let mut reply = opponent.reply(game, Wish::Look)?;
    let mut asks = true;
    loop {
        let progress = match reply {
            Reply::Moves { mv, remark } => return Ok((mv, remark)),
            Reply::Thinks(progress) => progress,
        };
        writeln!(out, "engine thinks: {progress}")?;
        let mut wish = Wish::ThinkOn;
        if asks {
            write!(
                out,
                "Enter: think on, now: move now, all: think to the end: "
            )?;
            out.flush()?;
            let mut line = String::new();
            asks = input.read_line(&mut line)? > 0;
            match line.trim() {
                "now" => wish = Wish::MoveNow,
                "all" => asks = false,
                "" => {}
                other => {
                    writeln!(out, "'{other}' is none of these")?;
                    reply = Reply::Thinks(progress);
                    continue;
                }
            }
        }
        reply = opponent.reply(game, wish)?;
    }
}

#[cfg(test)]
mod tests {
    use chess_engine::chess;

    use super::*;

    /// Plays its move once it was asked to think twice, or to move.
    struct Slow {
        asked: u32,
        wishes: Vec<Wish>,
    }

    impl Opponent<chess::Game> for Slow {
        fn reply(&mut self, _: &chess::Game, wish: Wish) -> Result<Reply, Box<dyn Error>> {
            self.wishes.push(wish);
            self.asked += 1;
            Ok(if self.asked > 2 || wish == Wish::MoveNow {
                Reply::Moves {
                    mv: chess::Game::parse("e2e4").unwrap(),
                    remark: format!("asked {}", self.asked),
                }
            } else {
                Reply::Thinks(format!("depth {}", self.asked))
            })
        }
    }

    fn played(input: &str) -> (Vec<Wish>, String) {
        let (wishes, mut out) = (vec![], vec![]);
        let mut slow = Slow { asked: 0, wishes };
        let game = chess::Game::start();
        play(game, false, &mut slow, &mut input.as_bytes(), &mut out).unwrap();
        (slow.wishes, String::from_utf8(out).unwrap())
    }

    #[test]
    fn the_player_decides_how_the_opponent_continues() {
        use Wish::{Look, MoveNow, ThinkOn};
        assert_eq!(played("now\n").0, [Look, MoveNow]);
        let all = [Look, ThinkOn, ThinkOn];
        for input in ["\n\n", "all\n", ""] {
            assert_eq!(played(input).0, all);
        }
        let (wishes, out) = played("what\nnow\n");
        assert_eq!(wishes, [Look, MoveNow]);
        assert!(out.contains("'what' is none of these"), "{out}");
    }

    #[test]
    fn black_sees_the_board_from_blacks_side() {
        let (_, out) = played("all\n");
        assert!(out.starts_with("You are Black. Moves are written like e2e4, a2a1q."));
        let shown =
            "1  R N B K Q B N R\n2  P P P . P P P P\n3  . . . . . . . .\n4  . . . P . . . .\n";
        assert!(
            out.contains(&format!("engine: e2e4   (asked 3)\n\n{shown}")),
            "{out}"
        );
        assert!(
            out.contains("8  r n b k q b n r\n   h g f e d c b a\nyour move: "),
            "{out}"
        );
    }
}
