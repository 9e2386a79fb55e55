//! Pictures read back by the decoder: each square has the right piece.

use chess_rules::{Move, Position};
use game_picture::{SIDE, animation, still};
use gif::{ColorOutput, DecodeOptions};

const OPERA: &str = "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 \
                     c7c6 c1g5 b7b5 c3b5 c6b5 c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 \
                     b3b8 d7b8 d1d8";

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace()
        .map(|mv| mv.parse().unwrap())
        .collect()
}

/// A GIF's last picture after all frames, as RGBA, the number of frames, and the total time in
/// hundredths of a second.
fn seen(gif: &[u8]) -> (Vec<u8>, usize, u32) {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(gif).unwrap();
    assert_eq!((decoder.width(), decoder.height()), (SIDE, SIDE));
    let side = usize::from(SIDE);
    let (mut canvas, mut frames, mut time) = (vec![0; side * side * 4], 0, 0);
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        let width = 4 * usize::from(frame.width);
        for (row, pixels) in frame.buffer.chunks(width).enumerate() {
            let at = ((top + row) * side + left) * 4;
            for (new, old) in pixels.chunks(4).zip(canvas[at..at + width].chunks_mut(4)) {
                // transparent pixels stay unchanged
                if new[3] > 0 {
                    old.copy_from_slice(new);
                }
            }
        }
        frames += 1;
        time += u32::from(frame.delay);
    }
    (canvas, frames, time)
}

fn position_after(moves: &[Move]) -> Position {
    let mut position = Position::START;
    moves.iter().for_each(|mv| position.apply(*mv));
    position
}

#[test]
fn a_game_ends_where_its_last_position_is() {
    let moves = moves(OPERA);
    let gif = animation(&moves).unwrap();
    let (last, frames, time) = seen(&gif);
    assert_eq!((frames, time), (34, 33 * 80 + 400));
    let (position, mv) = (position_after(&moves), moves.last().copied());
    assert_eq!(last, seen(&still(&position, mv).unwrap()).0);
    // an unchanged part isn't drawn again
    assert!(gif.len() < 80_000, "{}", gif.len());
}

#[test]
fn each_square_has_its_colour_and_its_piece() {
    let (picture, frames, _) = seen(&still(&Position::START, moves("e2e4").pop()).unwrap());
    assert_eq!(frames, 1);
    let pixel = |x: usize, y: usize| &picture[(y * usize::from(SIDE) + x) * 4..][..3];
    let corner = |file: usize, rank: usize| pixel(file * 60 + 1, (8 - rank) * 60 + 1).to_vec();
    assert_eq!(corner(0, 8), [0xf0, 0xd9, 0xb5]);
    assert_eq!(corner(0, 1), [0xb5, 0x88, 0x63]);
    // the move's squares
    assert_eq!(
        (corner(4, 2), corner(4, 4)),
        (vec![0xec, 0xdf, 0x7c], vec![0xec, 0xdf, 0x7c])
    );
    // a king covers more of a square than a pawn
    let covered = |file: usize, rank: usize| {
        let square = corner(file, rank);
        let pixels = (0..60).flat_map(|y| (0..60).map(move |x| (x, y)));
        let other = |(x, y): &(usize, usize)| pixel(file * 60 + x, (8 - rank) * 60 + y) != square;
        pixels.filter(other).count()
    };
    assert!(covered(4, 1) > covered(4, 7) + 200);
    assert!(covered(3, 8) > covered(3, 2) + 200);
    // a white and a black pawn's body; nothing on d4
    let middle = |file: usize, rank: usize| pixel(file * 60 + 27, (8 - rank) * 60 + 40).to_vec();
    assert!(
        middle(0, 2).iter().all(|part| *part > 230),
        "{:?}",
        middle(0, 2)
    );
    assert!(
        middle(0, 7).iter().all(|part| *part < 110),
        "{:?}",
        middle(0, 7)
    );
    assert_eq!(middle(3, 4), [0xb5, 0x88, 0x63]);
}

#[test]
fn a_game_without_moves_is_the_start() {
    let start = seen(&animation(&[]).unwrap());
    assert_eq!(
        (start.0, start.1),
        (seen(&still(&Position::START, None).unwrap()).0, 1)
    );
}
