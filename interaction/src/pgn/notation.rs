//! Moves as players write them.

use chess_rules::Move;
use game_moves::chess;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess};

use crate::pgn::numbered;
use crate::pgn::spelling::{self, Unread};

/// Reads a move in the position of a FEN, in any spelling of `spellings.tsv`. Squares of an illegal
/// move are accepted, since a contract with the rule `forfeit` accepts moves that leave the mover's own
/// king attacked.
///
/// # Errors
/// In words, why it isn't a move there.
///
/// ```
/// use chess_interaction::pgn::notation::read_move;
/// let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// assert_eq!(read_move("Nf3", start).unwrap().to_string(), "g1f3");
/// assert_eq!(read_move("e2e4", start).unwrap().to_string(), "e2e4");
/// assert!(read_move("Nf4", start).unwrap_err().contains("not a legal move"));
/// ```
pub fn read_move(text: &str, fen: &str) -> Result<Move, String> {
    let squares = text.replace(['-', '='], "").to_lowercase().parse();
    let Some(position) = position(fen) else {
        return squares.map_err(|_| {
            format!(
                "{text}: the last move left a king attacked; give your move as squares, as e2e4"
            )
        });
    };
    match (spelling::read(text, &position), squares) {
        (Ok(m), _) => {
            let squares = UciMove::from_standard(m).to_string();
            squares.parse().map_err(|error| format!("{text}: {error}"))
        }
        (Err(unread), squares) if squares.is_err() || matches!(unread, Unread::Ambiguous(_)) => {
            Err(format!("{}: {}", shortened(text), unread.in_position(fen)))
        }
        (Err(_), squares) => squares.map_err(|error| format!("{text}: {error}")),
    }
}

/// A word for an error message: quoted if it is empty, cut if it is too long for a move.
fn shortened(text: &str) -> String {
    const MOST: usize = 20;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None if text.trim().is_empty() => format!("\"{text}\""),
        None => text.into(),
    }
}

fn position(fen: &str) -> Option<Chess> {
    let fen: Fen = fen.parse().ok()?;
    fen.into_position(CastlingMode::Standard).ok()
}

/// A game's moves by the view `getMoves`, each with its algebraic notation, or with its squares
/// starting at the first move that left the mover's own king attacked.
///
/// # Errors
/// They aren't canonical moves.
pub fn read_history(mut bytes: &[u8]) -> Result<Vec<(Move, String)>, String> {
    let mut position = Some(Chess::default());
    let mut moves = vec![];
    while !bytes.is_empty() {
        let (canonical, used) = chess::Move::decode(bytes).map_err(|error| error.to_string())?;
        bytes = &bytes[used..];
        let m = Move::from(canonical);
        let squares = m.to_string();
        let legal = squares.parse::<UciMove>().ok();
        let legal = legal.and_then(|uci| uci.to_move(position.as_ref()?).ok());
        let text = match (legal, &mut position) {
            (Some(m), Some(position)) => {
                SanPlus::from_move_and_play_unchecked(position, m).to_string()
            }
            _ => {
                position = None;
                squares
            }
        };
        moves.push((m, text));
    }
    Ok(moves)
}

/// The line above the board after these moves: the last one, with its number.
pub fn caption(moves: &[(Move, String)]) -> String {
    match moves.last() {
        None => "The start.".to_string(),
        Some((_, san)) => numbered(moves.len() - 1, san),
    }
}

/// Moves with their numbers, as books print them.
pub fn movetext(moves: &[(Move, String)]) -> String {
    let word = |(ply, (_, text)): (usize, &(Move, String))| match ply.is_multiple_of(2) {
        true => numbered(ply, text),
        false => text.clone(),
    };
    let words: Vec<_> = moves.iter().enumerate().map(word).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess_rules::Position;

    #[test]
    fn squares_and_algebraic_notation_are_read() {
        let castles = "r3k2r/8/8/8/8/8/4P1P1/R3K2R w KQkq - 0 1";
        for (text, squares) in [
            ("O-O", "e1g1"),
            ("0-0-0", "e1c1"),
            ("Rxa8+", "a1a8"),
            ("e4!?", "e2e4"),
            ("e2-e4", "e2e4"),
        ] {
            assert_eq!(read_move(text, castles).unwrap().to_string(), squares);
        }
        let promotes = "8/P7/8/8/8/8/k6K/8 w - - 0 1";
        for text in ["a8=N", "a8N", "a7a8n", "a7a8=N"] {
            assert_eq!(read_move(text, promotes).unwrap().to_string(), "a7a8n");
        }
        for (text, shown) in [
            ("hello", "hello: not a move"),
            ("", "\"\": not a move"),
            (&"é".repeat(5_000), "éééééééééééééééééééé…: not a move"),
        ] {
            let refused = read_move(text, castles).unwrap_err();
            assert!(refused.starts_with(shown), "{refused}");
        }
    }

    #[test]
    fn every_spelling_of_the_list_is_read() {
        for [before, text, meant] in crate::pgn::tests::spellings() {
            let played = crate::pgn::read(&format!("{before} *")).next();
            let mut position = Position::START;
            for ply in played.into_iter().flat_map(|game| game.unwrap().plies) {
                position.apply(ply.mv);
            }
            let read = read_move(text, &position.fen().to_string());
            match (read, meant.split_once(' ')) {
                (Ok(mv), None) => assert_eq!(mv.to_string(), meant, "{text}"),
                (Err(error), Some((kind, names))) => {
                    assert!(kind != "ambiguous:" || error.contains(names), "{error}");
                }
                (read, _) => panic!("{before} {text}: {read:?}"),
            }
        }
    }

    #[test]
    fn a_history_has_algebraic_notation_while_it_is_legal() {
        let mut position = Position::START;
        let mut bytes = vec![];
        // 3. Nc3 leaves the king attacked
        for squares in ["e2e4", "e7e5", "d2d3", "f8b4", "b1a3", "g8f6"] {
            let m: Move = squares.parse().unwrap();
            bytes.extend_from_slice(chess::Move::of_legal(m).encode().as_bytes());
            position.apply(m);
        }
        let text = movetext(&read_history(&bytes).unwrap());
        assert_eq!(text, "1. e4 e5 2. d3 Bb4+ 3. b1a3 g8f6");
        assert!(read_history(&bytes[1..]).is_err());
    }
}
