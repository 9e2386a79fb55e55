//! The spellings of a move: one list for PGN files, `chess move` and `play`. The page has the
//! same list; `spellings.tsv` is the test of all three.

use std::sync::LazyLock;

use regex::Regex;
use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position as _, Role};

/// Why a text can't be read as a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Unread {
    NotAMove,
    /// `0000`, `--` and the like: a move of nothing, which only analyses have.
    NullMove,
    Illegal,
    /// More than one move fits: their names.
    Ambiguous(String),
}

impl Unread {
    /// Names the fault and the position.
    pub fn in_position(&self, fen: &str) -> String {
        match self {
            Unread::NotAMove => {
                "not a move: give squares, as e2e4 or e7e8q, or algebraic notation, as Nf3".into()
            }
            Unread::NullMove => "a null move, which no game has".into(),
            Unread::Illegal => format!("not a legal move in {fen}"),
            Unread::Ambiguous(names) => format!("ambiguous, {names} in {fen}"),
        }
    }
}

const NULL_MOVES: [&str; 7] = ["--", "0000", "@@@@", "Z0", "null", "(none)", "pass"];

/// Marks after a move. A mark that ends with another one comes before it.
const MARKS: &str = "dbl.ch. e.p. mate (=) +/- -/+ +/= =/+ +- -+ += =+ ch. ch ep TN N D + # ! ? = \
    ± ∓ ⩲ ⩱ ∞ □ ⌓ ‼ ⁇ ⁉ ⁈ . ,";

/// A move without marks: its dash, cross and sign of promotion are in their places, and its files are all
/// small letters or all capitals.
static SHAPE: LazyLock<Regex> = LazyLock::new(|| {
    let named = |pieces, files| {
        let promotion = "(?:[=/]?[QRBNqrbn]|[(][QRBNqrbn][)])?";
        format!(
            "[{pieces}]?[{files}]?[1-8]?[-xX]?[{files}][1-8]{promotion}|[{files}][xX]?[{files}]"
        )
    };
    let (small, capital) = (named("KQRBNPkqrbnp", "a-h"), named("KQRBNP", "A-H"));
    Regex::new(&format!("^(?:{small}|{capital}|[Oo0](?:-?[Oo0]){{1,2}})$")).expect("a pattern")
});

/// A text without its last mark.
fn unmarked(text: &str) -> Option<&str> {
    MARKS.split(' ').find_map(|mark| text.strip_suffix(mark))
}

/// Whether a text is marks alone.
pub(crate) fn is_mark(text: &str) -> bool {
    text.is_empty() || unmarked(text).is_some_and(is_mark)
}

/// The text after a number and its dots, as in `12.Nf3` and `12...Nf6`.
pub(crate) fn after_dots(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let dots = ['.', '…'];
    rest.starts_with(dots)
        .then(|| rest.trim_start_matches(dots))
}

/// Reads a move in a position: the standard's notation first, then every other spelling.
pub(crate) fn read(text: &str, board: &Chess) -> Result<Move, Unread> {
    if let Some(mv) = standard(text.trim_end_matches(['!', '?', '+', '#']), board) {
        return Ok(mv);
    }
    let text = after_dots(text).unwrap_or(text);
    if NULL_MOVES.contains(&text) {
        return Err(Unread::NullMove);
    }
    let plain: String = text.chars().filter_map(plain).collect();
    let mut rest = plain.as_str();
    loop {
        let found = meaning(rest, board);
        match unmarked(rest) {
            Some(shorter) if matches!(found, Err(Unread::NotAMove | Unread::Illegal)) => {
                rest = shorter;
            }
            _ => return found,
        }
    }
}

fn standard(text: &str, board: &Chess) -> Option<Move> {
    let san = Some(text).filter(|text| !text.starts_with(['-', 'x', 'X']))?;
    san.parse::<San>().ok()?.to_move(board).ok()
}

/// Figurines as letters, and one sign for each dash, capture, mate and O.
fn plain(c: char) -> Option<char> {
    Some(match c {
        '♔'..='♟' => char::from(b"KQRBNP"[(c as usize - '♔' as usize) % 6]),
        '\u{fe0e}' | '\u{fe0f}' => return None,
        '‐'..='―' | '−' => '-',
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
    if !SHAPE.is_match(text) || text.starts_with(['-', 'x', 'X']) {
        return Err(Unread::NotAMove);
    }
    let takes = text.contains(['x', 'X']);
    // a capital B with small letters, or with one character, is the bishop and never the file
    let small = |c| matches!(c, 'a'..='h');
    let bishop = text.starts_with('B') && (text.len() == 2 || text[1..].contains(small));
    let word = text
        .to_ascii_lowercase()
        .replace(['-', 'x', '=', '/', '(', ')'], "");
    let word = word.replace('0', "o");
    let mut fits = board.legal_moves();
    fits.retain(|mv| {
        (mv.is_capture() || !takes)
            && (mv.role() == Role::Bishop || !bishop)
            && fits_word(&word, *mv)
    });
    // two squares mean the move from one to the other, and never a bishop's move
    if let Some(squares) = fits.iter().find(|mv| is_squares(&word, **mv)) {
        return Ok(*squares);
    }
    match fits[..] {
        [mv] => Ok(mv),
        [] => Err(Unread::Illegal),
        _ => {
            let names = fits.iter().map(|mv| San::from_move(board, *mv).to_string());
            Err(Unread::Ambiguous(names.collect::<Vec<_>>().join(" or ")))
        }
    }
}

/// The squares of a move; a king may also castle onto his rook.
fn is_squares(word: &str, mv: Move) -> bool {
    [UciMove::from_standard(mv), UciMove::from_chess960(mv)]
        .iter()
        .any(|uci| uci.to_string() == word)
}

/// Whether a word in small letters, without dashes and crosses, is a spelling of a move.
fn fits_word(word: &str, mv: Move) -> bool {
    let squares = UciMove::from_standard(mv).to_string();
    let (from, to) = squares.split_at(2);
    let (file, rank) = from.split_at(1);
    let is_pawn = mv.role() == Role::Pawn;
    // a promotion without its piece fits four moves
    let ends = |rest: &str| rest == to || rest == &to[..2];
    let named = word
        .strip_prefix(mv.role().char())
        .or(is_pawn.then_some(word));
    let is_from = |origin: &&str| {
        named
            .and_then(|rest| rest.strip_prefix(*origin))
            .is_some_and(ends)
    };
    let castles = mv
        .castling_side()
        .map(|side| if side.is_king_side() { "oo" } else { "ooo" });
    is_squares(word, mv)
        || castles == Some(word)
        || ["", file, rank, from].iter().any(is_from)
        || is_pawn && mv.is_capture() && word == [file, &to[..1]].concat()
}
