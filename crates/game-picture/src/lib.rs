//! Pictures of chess games as GIFs: a position, or a whole animated game. White is below.
//!
//! The pieces are the page's plain ones (`dapp/src/board/flatPieces.ts`), which
//! `dapp/e2e/views/pieces.test.ts` draws into `pieces.bin`.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

use chess_rules::{Color, Move, Position, Square, piece};
use gif::{Encoder, EncodingError, Frame, Repeat};

/// The side of a picture in pixels.
pub const SIDE: u16 = 8 * SQUARE;

/// The side of a square.
const SQUARE: u16 = 60;

/// Six pieces of White's and six of Black's, in the order of the roles. A byte for each pixel: 0 if
/// the square shows through, otherwise 1 + 3 × grey (0 to 7) + coverage of the square (0 to 2).
const PIECES: &[u8; 12 * PIECE_LEN] = include_bytes!("pieces.bin");

const PIECE_LEN: usize = SQUARE as usize * SQUARE as usize;

/// Light and dark squares, and the same for the squares of the last move.
const SQUARES: [[u8; 3]; 4] = [
    [0xf0, 0xd9, 0xb5],
    [0xb5, 0x88, 0x63],
    [0xec, 0xdf, 0x7c],
    [0xc9, 0xb0, 0x45],
];

/// The number of colours of a square with its piece.
const SHADES: u8 = 25;

/// The colour of unchanged pixels.
const STAYS: u8 = SQUARES.len() as u8 * SHADES;

/// How long a move is shown, and the end, in hundredths of a second.
const MOVE: u16 = 80;
const END: u16 = 400;

/// A picture of a position and the move that led to it.
///
/// # Errors
/// As the encoder has them.
pub fn still(position: &Position, last: Option<Move>) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = vec![];
    let mut encoder = Encoder::new(&mut bytes, SIDE, SIDE, &palette())?;
    encoder.write_frame(&frame(&Board::of(position, last), None, END))?;
    drop(encoder);
    Ok(bytes)
}

/// A game from the start, move by move, again and again. The moves are legal.
///
/// # Errors
/// As the encoder has them.
pub fn animation(moves: &[Move]) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = vec![];
    let mut encoder = Encoder::new(&mut bytes, SIDE, SIDE, &palette())?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut position = Position::START;
    let mut shown = Board::of(&position, None);
    let delay = |ply: usize| if ply == moves.len() { END } else { MOVE };
    encoder.write_frame(&frame(&shown, None, delay(0)))?;
    for (index, mv) in moves.iter().enumerate() {
        position.apply(*mv);
        let next = Board::of(&position, Some(*mv));
        encoder.write_frame(&frame(&next, Some(&shown), delay(index + 1)))?;
        shown = next;
    }
    drop(encoder);
    Ok(bytes)
}

/// The content of each square, starting at a8: the kind of square, and the index of the piece's picture.
#[derive(PartialEq, Eq)]
struct Board([(u8, Option<u8>); 64]);

impl Board {
    fn of(position: &Position, last: Option<Move>) -> Self {
        let mut squares = [(0, None); 64];
        for square in Square::all() {
            let is_dark = (square.file() + square.rank()).is_multiple_of(2);
            let is_last = last.is_some_and(|mv| mv.from == square || mv.to == square);
            let code = position.piece_at(square);
            let of = piece::role(code).zip(piece::color(code));
            let of = of.map(|(role, color)| role as u8 + 6 * u8::from(color == Color::Black));
            let kind = u8::from(is_dark) + 2 * u8::from(is_last);
            squares[usize::from(square.index_from_a8())] = (kind, of);
        }
        Board(squares)
    }

    /// A pixel's colour in the palette.
    fn pixel(&self, x: u16, y: u16) -> u8 {
        let (kind, piece) = self.0[usize::from(y / SQUARE * 8 + x / SQUARE)];
        let at = usize::from(y % SQUARE * SQUARE + x % SQUARE);
        let shade = piece.map_or(0, |piece| PIECES[usize::from(piece) * PIECE_LEN + at]);
        kind * SHADES + shade
    }

    /// The least rectangle of squares in which two boards differ: its first column and row, and those
    /// after its last ones; the first square if they don't differ.
    fn difference(&self, other: &Board) -> [u16; 4] {
        let changed = (0..64u16).filter(|at| self.0[usize::from(*at)] != other.0[usize::from(*at)]);
        let edges = changed.fold([8, 8, 0, 0], |[left, top, right, bottom], at| {
            let (x, y) = (at % 8, at / 8);
            [left.min(x), top.min(y), right.max(x + 1), bottom.max(y + 1)]
        });
        if edges[2] == 0 { [0, 0, 1, 1] } else { edges }
    }
}

/// A board, or its differences from the one before.
fn frame(board: &Board, before: Option<&Board>, delay: u16) -> Frame<'static> {
    let squares = before.map_or([0, 0, 8, 8], |before| board.difference(before));
    let [left, top, right, bottom] = squares.map(|edge| edge * SQUARE);
    let pixel = |x, y| {
        let pixel = board.pixel(x, y);
        match before {
            Some(before) if before.pixel(x, y) == pixel => STAYS,
            _ => pixel,
        }
    };
    let pixels: Vec<u8> = (top..bottom)
        .flat_map(|y| (left..right).map(move |x| (x, y)))
        .map(|(x, y)| pixel(x, y))
        .collect();
    Frame {
        left,
        top,
        delay,
        ..Frame::from_indexed_pixels(right - left, bottom - top, pixels, Some(STAYS))
    }
}

/// Red, green and blue of each kind of square, alone and under each shade of a piece, and of
/// unchanged pixels.
fn palette() -> Vec<u8> {
    let colors = SQUARES.iter().flat_map(|square| {
        (0..SHADES).flat_map(move |shade| {
            square.map(|below| match shade.checked_sub(1) {
                None => below,
                Some(shade) => {
                    let (grey, cover) = (u16::from(shade / 3) * 255 / 7, u16::from(shade % 3) + 1);
                    // at most 255
                    ((grey * cover + u16::from(below) * (3 - cover)) / 3) as u8
                }
            })
        })
    });
    colors.chain([0; 3]).collect()
}
