//! Draws a board for the terminal.

use std::fmt::Write as _;

use anstyle::{Ansi256Color, Color, Style};
use chess_rules::{Board, Color as Side, Move, Square, piece};

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardStyle {
    /// Outlined and filled pieces, a dot for an empty square.
    Plain,
    /// Coloured squares, the last move's highlighted.
    Colored,
}

const LIGHT: u8 = 180;
const DARK: u8 = 137;
const LIGHT_MOVED: u8 = 186;
const DARK_MOVED: u8 = 143;
const WHITE_PIECE: u8 = 231;
const BLACK_PIECE: u8 = 16;

/// The pieces by their roles: king, queen, rook, bishop, knight, pawn.
const FILLED: [char; 6] = ['♚', '♛', '♜', '♝', '♞', '♟'];
const OUTLINED: [char; 6] = ['♔', '♕', '♖', '♗', '♘', '♙'];

/// The board from White's side, with files and ranks named.
pub fn draw(board: &Board, last: Option<Move>, style: BoardStyle) -> String {
    let mut drawn = String::new();
    for row in 0..8u8 {
        let _ = write!(drawn, "  {} ", 8 - row);
        for file in 0..8u8 {
            let square = Square::from_low_bits(row * 8 + file);
            let code = board[usize::from(square.index_from_a8())];
            match style {
                BoardStyle::Plain => drawn.extend([' ', plain(code)]),
                BoardStyle::Colored => {
                    let moved = last.is_some_and(|m| square == m.from || square == m.to);
                    let style = square_style(code, (row + file) % 2 == 0, moved);
                    let _ = write!(drawn, "{style} {} {style:#}", filled(code));
                }
            }
        }
        drawn.push('\n');
    }
    drawn.push_str(match style {
        BoardStyle::Plain => "\n     a b c d e f g h\n",
        BoardStyle::Colored => "     a  b  c  d  e  f  g  h\n",
    });
    drawn
}

fn square_style(code: u8, light: bool, moved: bool) -> Style {
    let square = match (light, moved) {
        (true, false) => LIGHT,
        (false, false) => DARK,
        (true, true) => LIGHT_MOVED,
        (false, true) => DARK_MOVED,
    };
    let piece = match piece::color(code) {
        Some(Side::Black) => BLACK_PIECE,
        _ => WHITE_PIECE,
    };
    Style::new()
        .bg_color(Some(Color::Ansi256(Ansi256Color(square))))
        .fg_color(Some(Color::Ansi256(Ansi256Color(piece))))
}

/// The filled piece, regardless of its colour.
fn filled(code: u8) -> char {
    piece::role(code).map_or(' ', |role| FILLED[role as usize])
}

fn plain(code: u8) -> char {
    match (piece::color(code), piece::role(code)) {
        (Some(Side::White), Some(role)) => OUTLINED[role as usize],
        (Some(Side::Black), _) => filled(code),
        _ => '·',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess_rules::Position;

    #[test]
    fn a_plain_board_has_no_colours() {
        let drawn = draw(Position::START.board(), None, BoardStyle::Plain);
        let expected = "  8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜
  7  ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟
  6  · · · · · · · ·
  5  · · · · · · · ·
  4  · · · · · · · ·
  3  · · · · · · · ·
  2  ♙ ♙ ♙ ♙ ♙ ♙ ♙ ♙
  1  ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖

     a b c d e f g h
";
        assert_eq!(drawn, expected);
    }

    #[test]
    fn a_coloured_board_highlights_the_last_move() {
        let mut position = Position::START;
        let m: Move = "e2e4".parse().unwrap();
        position.apply(m);
        let still = draw(position.board(), None, BoardStyle::Colored);
        let moved = draw(position.board(), Some(m), BoardStyle::Colored);
        let count = |text: &str, color: u8| text.matches(&format!("48;5;{color}m")).count();
        assert_eq!((count(&still, LIGHT), count(&still, DARK)), (32, 32));
        assert_eq!((count(&moved, LIGHT), count(&moved, DARK)), (30, 32));
        assert_eq!(count(&moved, LIGHT_MOVED), 2);
        assert_eq!(count(&moved, DARK_MOVED), 0);
        assert_eq!((still.lines().count(), moved.lines().count()), (9, 9));
    }
}
