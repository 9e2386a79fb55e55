//! The spellings of a move: one list for PGN files, `chess move` and `play`. The page has the
//! same list; `spellings.tsv` is the test of all three.

use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position as _, Role};

/// Why a text is not read as a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Unread {
    NotAMove,
    /// `0000`, `--` and the like: a move of nothing, which only analyses have.
    NullMove,
    Illegal,
    /// More than one move fits: their names.
    Ambiguous(String),
}

const NULL_MOVES: [&str; 7] = ["--", "0000", "@@@@", "Z0", "null", "(none)", "pass"];

/// Marks behind a move, the longer first where one ends with another.
const MARKS: [&str; 36] = [
    "dbl.ch.", "e.p.", "mate", "(=)", "+/-", "-/+", "+/=", "=/+", "+-", "-+", "+=", "=+", "ch.",
    "ch", "ep", "TN", "N", "D", "+", "#", "!", "?", "=", "±", "∓", "⩲", "⩱", "∞", "□", "⌓", "‼",
    "⁇", "⁉", "⁈", ".", ",",
];

/// Reads a move in a position: the standard's notation first, then every other spelling.
pub(crate) fn read(text: &str, board: &Chess) -> Result<Move, Unread> {
    let bare = text.trim_end_matches(['!', '?', '+', '#']);
    if let Some(mv) = standard(bare, board) {
        return Ok(mv);
    }
    let unnumbered = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = match unnumbered.starts_with(['.', '…']) {
        true => unnumbered.trim_start_matches(['.', '…']),
        false => text,
    };
    if NULL_MOVES.contains(&text) {
        return Err(Unread::NullMove);
    }
    let plain: String = text.chars().filter_map(plain).collect();
    let mut rest = plain.as_str();
    loop {
        match meaning(rest, board) {
            Err(Unread::NotAMove | Unread::Illegal) => {}
            found => return found,
        }
        match MARKS.iter().find_map(|mark| rest.strip_suffix(mark)) {
            Some(shorter) => rest = shorter,
            None => return meaning(rest, board),
        }
    }
}

fn standard(text: &str, board: &Chess) -> Option<Move> {
    let san: San = text.parse().ok()?;
    san.to_move(board).ok()
}

/// Figurines as letters, and one sign for each dash, capture, mate and O.
fn plain(c: char) -> Option<char> {
    Some(match c {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' | '\u{fe0e}' | '\u{fe0f}' => return None,
        '‐' | '‑' | '‒' | '–' | '—' | '−' => '-',
        '×' | ':' => 'x',
        '†' | '‡' => '+',
        'О' | 'о' => 'O',
        _ => c,
    })
}

/// The one legal move that a spelling without marks fits.
fn meaning(text: &str, board: &Chess) -> Result<Move, Unread> {
    if let Some(mv) = standard(text, board) {
        return Ok(mv);
    }
    let word = joined(text).ok_or(Unread::NotAMove)?;
    // a capital B beside small letters is the bishop, never the file
    let bishop = word.starts_with('B') && word.contains(|c: char| c.is_ascii_lowercase());
    let word = word.to_ascii_lowercase();
    let takes = text.contains(['x', 'X']);
    let legal = board.legal_moves().into_iter();
    let mut fits: Vec<_> = legal
        .filter(|mv| !takes || mv.is_capture())
        .filter(|mv| is_spelled(&word, *mv) && !(bishop && mv.role() != Role::Bishop))
        .collect();
    // two squares are the move from one to the other, not a bishop's from a rank
    if let Some(squares) = fits.iter().find(|mv| is_squares(&word, **mv)) {
        fits = vec![*squares];
    }
    match fits[..] {
        [mv] => Ok(mv),
        [] if is_shaped(&word) => Err(Unread::Illegal),
        [] => Err(Unread::NotAMove),
        _ => {
            let name = |mv: &Move| San::from_move(board, *mv).to_string();
            let names: Vec<_> = fits.iter().map(name).collect();
            Err(Unread::Ambiguous(names.join(" or ")))
        }
    }
}

/// A text without its dashes, crosses and signs of promotion, each of which must be in its place.
fn joined(text: &str) -> Option<String> {
    let mut word = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied();
        let follows = |set: &str| next.is_some_and(|next| set.contains(next));
        let fits = match c {
            '-' | 'x' | 'X' => !word.is_empty() && follows("abcdefghABCDEFGHOo0"),
            '=' | '(' | '/' => !word.is_empty() && follows("QRBNqrbn"),
            ')' => text.contains('(') && next.is_none(),
            _ => {
                word.push(c);
                true
            }
        };
        if !fits {
            return None;
        }
    }
    Some(word)
}

/// The squares of a move; a king may also castle onto his rook.
fn is_squares(word: &str, mv: Move) -> bool {
    let chess960 = UciMove::from_chess960(mv).to_string();
    word == UciMove::from_standard(mv).to_string() || word == chess960
}

/// Whether a word in small letters, without dashes and crosses, is a spelling of a move.
fn is_spelled(word: &str, mv: Move) -> bool {
    let squares = UciMove::from_standard(mv).to_string();
    let (from, to) = squares.split_at(2);
    let (file, rank) = from.split_at(1);
    // without its piece a promotion fits four moves
    let short = &to[..2];
    let ends = |rest: &str| rest == to || rest == short;
    let pawn = mv.role() == Role::Pawn;
    let letter = mv.role().char();
    let castles = match mv {
        Move::Castle { king, rook } if king < rook => "oo",
        Move::Castle { .. } => "ooo",
        _ => " ",
    };
    let by_name = |word: &str| {
        let origins = ["", file, rank, from].into_iter();
        let mut rests = origins.filter_map(|origin| word.strip_prefix(origin));
        rests.any(ends)
    };
    is_squares(word, mv)
        || word.strip_prefix(from).is_some_and(ends)
        || word.replace('0', "o") == castles
        || word.strip_prefix(letter).is_some_and(by_name)
        || pawn && by_name(word)
        || pawn && mv.is_capture() && word.len() == 2 && word == [file, &to[..1]].concat()
}

/// Whether a word looks like a move, legal or not.
fn is_shaped(word: &str) -> bool {
    let square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    let letters = |c: char| "abcdefghknpqr12345678".contains(c);
    let castles = ["oo", "ooo"].contains(&&*word.replace('0', "o"));
    castles || word.chars().all(letters) && word.as_bytes().windows(2).any(square)
}
