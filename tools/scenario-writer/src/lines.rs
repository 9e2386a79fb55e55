//! Games that several scenarios use, by name.

use chess_model::lines::{MATE_OR_NOT, TAKES_THE_ROOK};

use crate::games::moves_of;

/// A game's moves by its name.
fn named(name: &str) -> Option<&'static str> {
    Some(match name {
        "MATE" => "f2f3 e7e5 g2g4 d8h4",
        "ITALIAN" => "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5",
        "QUEENS_GAMBIT" => "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5",
        "KNIGHTS_REPEAT" => {
            "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 \
            f6g8 g1f3 g8f6"
        }
        "BLACK_KNIGHTS" => {
            "b8c6 b1c3 c6b8 c3b1 b8c6 b1c3 c6b8 c3b1 b8c6 b1c3 c6b8 c3b1 b8c6 b1c3 \
            c6b8 c3b1"
        }
        "OUT_AND_BACK" => "g1f3 g8f6 f3g1 f6g8",
        "TAKES_THE_ROOK" => TAKES_THE_ROOK,
        // Sam Loyd's stalemate in ten moves, without its last.
        "STALEMATE" => {
            "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 a5c7 a6h6 h2h4 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 \
         f7g6"
        }
        // Down to the two kings.
        "KINGS" => {
            "d2d4 h7h6 c1h6 e7e5 h6g7 e5d4 d1d4 h8h2 d4a7 h2g2 a7b8 a8a2 b8c7 g2g1 c7b7 a2b2 h1g1 \
         f8g7 g1g7 b2c2 b7d7 c8d7 g7f7 c2e2 f1e2 d8f6 a1a5 f6f3 a5a3 d7a4 e2d1 a4b3 b1d2 g8f6 \
         a3a2 f6e4 e1f1 b3a4 f7f5 e8d8 f1e1 d8d7 f5f8 d7e6 f8f4 e6e5 a2a1 e4f6 a1a3 f6e4 d2f1 \
         e4d2 f1h2 a4c2 a3c3 c2d1 c3f3 d2f3 e1d1 e5f4 h2f3 f4f3 d1c2 f3f2"
        }
        // Down to king and bishop against king.
        "BISHOP" => {
            "d2d4 h7h6 c1h6 c7c5 h6g7 c5d4 g7f8 h8h2 d1d4 h2h1 d4a7 h1g1 a7b8 g1g2 f8e7 a8a2 b8c8 \
         g2f2 c8b7 a2b2 e1f2 b2b1 b7d7 e8d7 f1g2 f7f5 e2e4 b1e1 a1a8 g8f6 c2c3 e1e3 g2h3 d8f8 \
         e4e5 d7e6 a8f8 e3c3 h3f5 e6e7 e5f6 e7f8 f6f7 c3f3 f2f3 f8f7"
        }
        // Down to king against king and knight.
        "KNIGHT" => {
            "d2d4 h7h6 c1h6 b8c6 h6g7 c6d4 d1d4 h8h2 d4a7 h2g2 a7b7 g2g1 b7c8 a8a2 c8c7 a2b2 g7f8 \
         b2c2 f8e7 c2e2 e1e2 g1f1 c7d7 d8d7 b1d2 d7c6 a1c1 c6c5 e2f3 f7f6 c1c2 g8h6 d2e4 h6g4 \
         h1h6 e8f7 c2c3 f1e1 h6h4 f7g8 h4h5 g8f7 h5d5 e1e2 c3c4 c5d4 e4f6 f7e7 c4d4 g4f2 f3e2 \
         e7f6 d5f5 f6f5 d4g4 f5g4"
        }
        // Down to a bishop each, on squares of one colour.
        "BISHOPS_OF_A_COLOUR" => {
            "d2d4 h7h6 c1h6 c7c5 h6g7 c5d4 d1d4 h8h2 d4a7 h2h1 g7f8 h1g1 f8e7 g1g2 a7b8 a8a2 b8b7 \
         g2f2 e7d8 a2b2 e1f2 b2b1 d8f6 g8f6 e2e4 d7d5 c2c4 c8g4 f2e3 g4e2 e3f2 e2d3 a1a5 f6g8 \
         a5a3 g8h6 b7b6 e8d7 a3a1 h6f5 b6b3 f5h4 b3c2 d7e6 a1a3 h4g2 a3a2 e6e5 a2a6 b1c1 a6b6 \
         f7f6 b6f6 d5c4 c2c4 c1c4 f1g2 c4e4 g2e4 e5f6"
        }
        // Down to king and two bishops against king: a mate can still be given.
        "TWO_BISHOPS" => {
            "e2e3 h7h5 d1h5 d7d5 h5d5 h8h2 d5b7 h2g2 b7a7 g2g1 a7b8 a8a2 b8c8 a2b2 c8c7 b2c2 h1g1 \
         c2d2 g1g7 d2f2 c7e7 d8e7 g7f7 e7a7 c1b2 g8h6 b2g7 f2f5 e1d1 f5f4 d1c2 f4f5 a1a5 f5f6 \
         a5a2 a7a3 b1c3 a3a7 a2a4 f6f5 c3e2 f5f4 g7e5 f8a3 c2d1 a7b7 e5g7 b7a6 e2d4 h6f5 d4e6 \
         a3c5 f1h3 c5d4 a4a1 a6b6 a1a6 b6d6 d1e1 f5g3 a6c6 g3f1 c6b6 f4f3 b6d6 e8f7 e1d1 f3e3 \
         h3f1 e3e6 d6e6 f7e6 g7d4"
        }
        // Breyer's defence of the Ruy Lopez.
        "BREYER" => {
            "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 \
         c6b8 d2d4 b8d7"
        }
        // 61 bytes of moves, by a promotion's three: in a block of 64 there is room for one more move, and
        // not for two.
        "NEARLY_A_BLOCK" => {
            "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6 b7a8q c7c6 b2b3 d7d6 c2c3 e7e6 d2d3 f7f6 e2e3 \
         g7g6 f2f3 c6c5 g2g3 d6d5 h2h3 e6e5 b3b4 f6f5 c3c4 g6g5 d3d4 h6h5"
        }
        // its continuation: the block's last move, and two in the next block
        "BEYOND_THE_BLOCK" => "h3h4 g5g4 e3e4",
        // Donald Byrne against Robert Fischer, 1956, without 33. h4 h5: mate in 80 plies
        "EIGHTY_PLIES" => {
            "g1f3 g8f6 c2c4 g7g6 b1c3 f8g7 d2d4 e8g8 c1f4 d7d5 d1b3 d5c4 b3c4 c7c6 e2e4 b8d7 a1d1 \
         d7b6 c4c5 c8g4 f4g5 b6a4 c5a3 a4c3 b2c3 f6e4 g5e7 d8b6 f1c4 e4c3 e7c5 f8e8 e1f1 g4e6 \
         c5b6 e6c4 f1g1 c3e2 g1f1 e2d4 f1g1 d4e2 g1f1 e2c3 f1g1 a7b6 a3b4 a8a4 b4b6 c3d1 h2h3 \
         a4a2 g1h2 d1f2 h1e1 e8e1 b6d8 g7f8 f3e1 c4d5 e1f3 f2e4 d8b8 b7b5 f3e5 g8g7 h2g1 f8c5 \
         g1f1 e4g3 f1e1 c5b4 e1d1 d5b3 d1c1 g3e2 c1b1 e2c3 b1c1 a2c2"
        }
        _ => return None,
    })
}

/// A game's moves by its name, also those of games that are longer or made up.
fn line(name: &str) -> Option<String> {
    Some(match name {
        "ROOKS" => rook_walk(150).join(" "),
        "THOUSAND" => thousand_plies(),
        "LONG" => long_game(1_001),
        "BOTVINNIK" | "CARLSEN" => moves_of(&name.to_lowercase()),
        _ => match named(name) {
            Some(line) => line.into(),
            None => {
                let path = name.to_lowercase().replace('_', "-");
                let found = MATE_OR_NOT.iter().find(|(name, _)| *name == path);
                found?.1.into()
            }
        },
    })
}

/// Words, with moves in place of games' names: all, or with `@3-5` those plies.
pub fn words(words: &[&str]) -> Vec<String> {
    let moves = words.iter().flat_map(|word| {
        let (name, plies) = word.split_once('@').unwrap_or((word, ""));
        let Some(line) = line(name) else {
            return vec![word.to_string()];
        };
        let moves: Vec<String> = line.split(' ').map(String::from).collect();
        match plies.split_once('-') {
            Some((first, last)) => {
                let [first, last] = [first, last].map(|n| n.parse::<usize>().expect("a ply"));
                moves[first - 1..last].to_vec()
            }
            None => moves,
        }
    });
    moves.collect()
}

/// After 1. a4 a5: rooks that walk to and fro on the third and the sixth rank, White's over eight
/// files and Black's over seven, so that no position comes five times in 75 moves.
fn rook_walk(plies: usize) -> Vec<String> {
    let square = |step: usize, files: usize, rank: char| {
        let place = step % (2 * (files - 1));
        let file = place.min(2 * (files - 1) - place);
        format!("{}{rank}", (b'a' + file as u8) as char)
    };
    (0..plies)
        .map(|ply| {
            let (files, rank, home) = match ply % 2 {
                0 => (8, '3', "a1"),
                _ => (7, '6', "a8"),
            };
            let step = ply / 2;
            let from = match step {
                0 => home.into(),
                _ => square(step - 1, files, rank),
            };
            from + &square(step, files, rank)
        })
        .collect()
}

/// Knights go out and home, and a pawn of each side steps before 75 moves are over, last of all at
/// plies 999 and 1,000.
fn thousand_plies() -> String {
    let shuffle = "g1f3 g8f6 f3g1 f6g8";
    let files = "abcdegh".chars(); // on the f-file pawns would stand in the knights' way
    let pawns = [('2', '3', '7', '6'), ('3', '4', '6', '5')]
        .into_iter()
        .flat_map(|step| files.clone().map(move |file| (file, step)));
    let mut moves = Vec::new();
    for (i, (file, (from, to, reply_from, reply_to))) in pawns.enumerate() {
        let shuffles = if i == 0 { 9 } else { 18 };
        moves.extend(std::iter::repeat_n(shuffle.to_string(), shuffles));
        moves.push(format!(
            "{file}{from}{file}{to} {file}{reply_from}{file}{reply_to}"
        ));
    }
    moves.join(" ")
}

/// So many plies, with a pawn move by each player before 75 moves are over.
fn long_game(plies: usize) -> String {
    let mut moves = vec![];
    for file in ["a", "b", "c", "d", "e", "g", "h"] {
        for _ in 0..35 {
            moves.extend(["g1f3", "g8f6", "f3g1", "f6g8"].map(String::from));
        }
        moves.extend([format!("{file}2{file}3"), format!("{file}7{file}6")]);
    }
    moves.extend(["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"].map(String::from));
    moves.truncate(plies);
    moves.join(" ")
}
