//! Games in Portable Game Notation, their moves resolved by shakmaty.
//!
//! The reader is strict about the moves and lenient about their spelling. It skips comments, variations
//! and annotations. Any other word that isn't a move is an error, since a game without it could be
//! another game.

pub mod games;
pub mod notation;
pub(crate) mod spelling;
mod token;

use std::sync::LazyLock;

use chess_rules::Move;
use regex::Regex;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, EnPassantMode, Position as _, Setup, fen::Fen};
use token::{Token, Tokens};

/// The result in a game's result tag, or its last word if there is no such tag.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum GameResult {
    WhiteWins,
    BlackWins,
    Draw,
    /// `*`: the game continues.
    #[default]
    Unfinished,
}

/// The spellings of White's win, Black's win, a draw and an unfinished game, in this order.
static RESULT: LazyLock<Regex> = LazyLock::new(|| {
    let (dash, half) = (r"\s*[-–—:]\s*", "(?:1/2|½|0[.,]5)");
    let result = format!("^(?:(1{dash}0)|(0{dash}1)|({half}(?:{dash}{half})?)|([*]))");
    Regex::new(&result).expect("a pattern")
});

impl GameResult {
    /// Reads `1-0`, `0-1`, `*` and every spelling of a draw at the start of a text: `1/2-1/2`,
    /// `½ - ½`, `0.5:0.5`, `1/2`. With its length.
    fn read(text: &str) -> Option<(Self, usize)> {
        use GameResult::{BlackWins, Draw, Unfinished, WhiteWins};
        let found = RESULT.captures(text)?;
        let kind = (1..).find(|kind| found.get(*kind).is_some())?;
        let results = [WhiteWins, BlackWins, Draw, Unfinished];
        Some((results[kind - 1], found[0].len()))
    }

    /// A text that is a result and nothing else.
    fn parse(text: &str) -> Option<Self> {
        let (result, length) = Self::read(text.trim())?;
        (length == text.trim().len()).then_some(result)
    }
}

/// A half-move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The file's notation, without number and annotations.
    pub san: String,
    pub mv: Move,
}

/// A game of a file.
#[derive(Clone, Default, Debug)]
pub struct Game {
    /// Its number in the file, from 1.
    pub number: usize,
    pub tags: Vec<(String, String)>,
    pub plies: Vec<Ply>,
    pub result: GameResult,
}

impl Game {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(n, _)| n == name);
        tag.map(|(_, value)| value.as_str())
    }

    /// Whether a player won without a move.
    pub fn is_forfeit(&self) -> bool {
        use GameResult::{BlackWins, WhiteWins};
        self.plies.is_empty() && matches!(self.result, WhiteWins | BlackWins)
    }

    /// A ply (from 0) as a player writes it: `17. Rd8#`, `17... Nxb8`.
    pub fn numbered(&self, ply: usize) -> String {
        numbered(ply, &self.plies[ply].san)
    }
}

/// A ply (from 0) with its number: `17. Rd8#`, `17... Nxb8`.
pub fn numbered(ply: usize, san: &str) -> String {
    let dots = if ply.is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots} {san}", ply / 2 + 1)
}

/// Reads the games of a PGN text in order, up to the first error, which names the game, the line and
/// the column (each from 1) and the fault there.
///
/// ```
/// use chess_interaction::pgn;
/// let games: Result<Vec<_>, _> = pgn::read("1. f3 {?} e5 2. g4 (2. e4) Qh4# 0-1").collect();
/// let moves: Vec<_> = games.unwrap()[0].plies.iter().map(|ply| ply.mv.to_string()).collect();
/// assert_eq!(moves, ["f2f3", "e7e5", "g2g4", "d8h4"]);
/// ```
pub fn read(text: &str) -> Games<'_> {
    let (tokens, number) = (Tokens::new(text), 0);
    Games { tokens, number }
}

/// The games of a text; made by [`read`].
pub struct Games<'a> {
    tokens: Tokens<'a>,
    number: usize,
}

impl Iterator for Games<'_> {
    type Item = Result<Game, String>;

    fn next(&mut self) -> Option<Self::Item> {
        self.number += 1;
        let game = self.next_game().map_err(|message| {
            let (game, (line, column)) = (self.number, self.tokens.place());
            self.tokens = Tokens::new("");
            format!("game {game}, line {line}, column {column}: {message}")
        });
        game.transpose()
    }
}

/// The part of a game that was read so far.
#[derive(Default)]
struct Reading<'a> {
    game: Game,
    board: Chess,
    /// The last word of the main line.
    last: &'a str,
}

impl Games<'_> {
    fn next_game(&mut self) -> Result<Option<Game>, String> {
        let (mut reading, mut variations) = (Reading::default(), 0);
        reading.game.number = self.number;
        while let Some(token) = self.tokens.next()? {
            let game = &reading.game;
            let (has_tags, has_moves) = (!game.tags.is_empty(), !game.plies.is_empty());
            match token {
                Token::Open if !has_moves => {
                    return Err("a variation ( before the first move".into());
                }
                Token::Open => variations += 1,
                Token::Close if variations > 0 => variations -= 1,
                // `1)` is a number
                Token::Close if is_number(reading.last) => {}
                Token::Close => return Err("a ) has no (".into()),
                Token::Tag(..) if variations > 0 => break,
                Token::Tag("Event", Some(_)) if has_moves || game.tag("Event").is_some() => {
                    self.tokens.back();
                    break;
                }
                Token::Tag(name, _) if has_moves => {
                    return Err(format!(
                        "the tag {name} after moves: a game begins with the tag Event"
                    ));
                }
                Token::Tag(name, value) => reading.tag(name, value)?,
                _ if variations > 0 => {}
                // a lone result repeats the last game's
                Token::Result(_) if !has_tags && !has_moves => {}
                Token::Result(result) => return reading.end(result).map(Some),
                Token::Word(word) => reading.word(word)?,
            }
        }
        match &reading.game {
            _ if variations > 0 => Err("a variation ( has no )".into()),
            game if game.tags.is_empty() && game.plies.is_empty() => Ok(None),
            _ => reading.end(GameResult::Unfinished).map(Some),
        }
    }
}

impl<'a> Reading<'a> {
    /// Takes a tag, or brackets without a value.
    fn tag(&mut self, name: &str, value: Option<String>) -> Result<(), String> {
        let (tag, is_pair) = (needed(name), value.is_some());
        let value = value.unwrap_or_default();
        let first = self.game.tag(name);
        let plain = value.trim().to_lowercase();
        Err(match tag {
            Some(tag) if !is_pair => format!("a tag pair is written [{tag} \"value\"]"),
            Some(tag) if tag != name => format!("the tag {tag} is written so, not {name}"),
            Some(tag) if first.is_some_and(|first| first != value) => {
                format!("the tag {tag} comes twice, and differs")
            }
            Some(_) if ["", "?", "-"].contains(&&*plain) => return Ok(()),
            Some("FEN") if !is_start(&value)? => format!(
                "the game starts from a position of its own ({value}), but a game of the contract starts from the usual one"
            ),
            Some("Variant") if !VARIANTS.contains(&format!("|{plain}|")) => {
                format!("the game isn't chess but {value}")
            }
            Some("SetUp") if !["0", "1"].contains(&&*plain) => {
                format!("the tag SetUp is 0 or 1, not {value}")
            }
            Some("Result") if GameResult::parse(&value).is_none() => format!(
                "the tag Result is 1-0, 0-1, 1/2-1/2 or *: {value} isn't a result that a contract knows"
            ),
            _ if first.is_some() => return Ok(()),
            _ => {
                self.game.tags.push((name.into(), value));
                return Ok(());
            }
        })
    }

    /// Takes a word of the main line.
    fn word(&mut self, word: &'a str) -> Result<(), String> {
        let last = std::mem::replace(&mut self.last, word);
        let visible = (!word.is_ascii()).then(|| word.replace(token::is_invisible, ""));
        let word = visible.as_deref().unwrap_or(word);
        let ply = self.game.plies.len();
        let san = without_number(word, last, ply)?;
        if san.is_empty() {
            return Ok(());
        }
        if last.is_empty() && self.game.number > 1 && self.game.tags.is_empty() && san == word {
            return Err(format!(
                "{word} after a result: a game begins with a tag or a number"
            ));
        }
        if last == "N" && spelling::read(&["N", san].concat(), &self.board).is_ok() {
            return Err(format!("N {san}: a mark and a move, or the move N{san}"));
        }
        // letters are marks only after a move
        let is_mark =
            !san.starts_with(char::is_alphabetic) || ply > 0 && san == word && !is_number(last);
        match spelling::read(san, &self.board) {
            Ok(mv) => {
                self.board.play_unchecked(mv);
                let mv = UciMove::from_standard(mv).to_string().parse();
                let (san, mv) = (san.into(), mv.map_err(|error| format!("{san}: {error}"))?);
                self.game.plies.push(Ply { san, mv });
                Ok(())
            }
            Err(_) if is_mark && spelling::is_mark(san) => Ok(()),
            Err(error) => {
                let fen = Fen::from_position(&self.board, EnPassantMode::Legal).to_string();
                let result = match san.starts_with(['0', '1', '2', '3', '5', '½', '+', '-']) {
                    true => ", and no result that a contract knows",
                    false => "",
                };
                Err(format!(
                    "{}: {}{result}",
                    numbered(ply, san),
                    error.in_position(&fen)
                ))
            }
        }
    }

    fn end(self, last_word: GameResult) -> Result<Game, String> {
        let mut game = self.game;
        let value = |name: &str| game.tag(name).unwrap_or_default().trim().to_lowercase();
        let set_up =
            value("SetUp") == "1" || OWN_START.contains(&format!("|{}|", value("Variant")));
        if set_up && game.tag("FEN").is_none() {
            return Err("the game starts from a position of its own, but has no tag FEN".into());
        }
        game.result = GameResult::parse(&value("Result")).unwrap_or(last_word);
        Ok(game)
    }
}

/// The tag that a name means in any spelling, if the moves or the payout depend on the tag.
fn needed(name: &str) -> Option<&'static str> {
    let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let mut needed = ["FEN", "Variant", "SetUp", "Result"].into_iter();
    needed.find(|tag| tag.eq_ignore_ascii_case(&letters))
}

/// Names of chess from the usual start; the names in [`OWN_START`] need that start in the tag FEN.
const VARIANTS: &str = "|standard|chess|normal|classical|from position|chess960|";
const OWN_START: &str = "|from position|chess960|";

/// Whether a FEN is the usual start, with any order or letters of the castling rights and any
/// move number.
fn is_start(fen: &str) -> Result<bool, String> {
    let fields: Vec<_> = fen.split_whitespace().collect();
    let fen: Result<Fen, _> = fields.join(" ").parse();
    let mut setup = fen.map_err(|e| format!("the tag FEN: {e}"))?.into_setup();
    setup.fullmoves = Setup::initial().fullmoves;
    Ok(setup == Setup::initial())
}

/// A move's number alone, with or without dots.
fn is_number(word: &str) -> bool {
    word.ends_with(['.', '…']) || word.bytes().all(|c| c.is_ascii_digit())
}

/// `12.Nf3` and `12...Nf6` without the number, which must be the one of the ply (from 0). `last`: the
/// word before.
fn without_number<'a>(word: &'a str, last: &str, ply: usize) -> Result<&'a str, String> {
    let (number, is_white) = (ply / 2 + 1, ply.is_multiple_of(2));
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &word[..word.len() - rest.len()];
    let is_right = digits.parse() == Ok(number);
    let Some(san) = spelling::after_dots(word) else {
        // `1-1` isn't a number with a move
        let is_glued = !rest.starts_with(['-', '/', ':']) && !digits.starts_with('0');
        return Ok(if is_glued && is_right { rest } else { word });
    };
    if digits == "1" && number > 1 {
        return Err("the moves begin with 1 again, but the game has no result".into());
    }
    // also `4. . . Qd3`
    let is_blacks = rest.len() > san.len() + 1 || digits.is_empty() && last.ends_with(['.', '…']);
    let is_wrong = !digits.is_empty() && !is_right || spelling::after_dots(san).is_some();
    if is_wrong || is_blacks && is_white {
        let mover = if is_white { "White" } else { "Black" };
        return Err(format!(
            "{word}: the next move is {mover}'s, number {number}"
        ));
    }
    Ok(san)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    fn games(text: &str) -> Vec<Game> {
        read(text).collect::<Result<_, _>>().unwrap()
    }

    fn error(text: &str) -> String {
        read(text).find_map(Result::err).unwrap().to_string()
    }

    fn moves(game: &Game) -> String {
        let moves: Vec<_> = game.plies.iter().map(|ply| ply.mv.to_string()).collect();
        moves.join(" ")
    }

    #[test]
    fn games_end_at_their_result_or_at_the_next_tag() {
        let found = games(
            "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4\n\ne5 1-0\n1. d4 d5 *  1.c4 1/2-1/2\n\
             [White \"B\"]\n\n1. Nf3\n[Event \"C\"]\n0-1\n",
        );
        let shown = found.iter().map(|game| (moves(game), game.result));
        let expected = [
            ("e2e4 e7e5", GameResult::WhiteWins),
            ("d2d4 d7d5", GameResult::Unfinished),
            ("c2c4", GameResult::Draw),
            ("g1f3", GameResult::Unfinished),
            ("", GameResult::BlackWins),
        ];
        let expected = expected.map(|(moves, result)| (moves.to_string(), result));
        assert_eq!(shown.collect::<Vec<_>>(), expected);
        assert_eq!(found[4].tag("Event"), Some("C"));
        assert_eq!(found[4].number, 5);
    }

    #[test]
    fn the_result_tag_comes_before_the_last_word() {
        let result = |text| games(text)[0].result;
        assert_eq!(result("[Result \"0-1\"] e4 1-0"), GameResult::BlackWins);
        assert_eq!(result("[Result \"?\"] e4 ½–½"), GameResult::Draw);
        let wrong = error("[Result \"2-0\"] e4 1-0");
        assert!(wrong.contains("2-0 isn't a result that a contract knows"));
    }

    #[test]
    fn notation_may_be_loose_where_it_is_clear() {
        let text = "1 e4! e5?! 2.Ng1f3!! $14 Nc6 +/= 3. Bb5 a6 4.Bxc6 dxc6 5.0-0 f5 6.d4 fxe4 \
            7.Nxe5 Bd6 8.Qh5++ g6 -- *";
        let null = error(text);
        assert!(null.contains("9. --: a null move"), "{null}");
        let text = text.replace("-- ", "");
        assert!(moves(&games(&text)[0]).ends_with("e1g1 f7f5 d2d4 f5e4 f3e5 f8d6 d1h5 g7g6"));
        let text = "1. e4 a6 2. e5 d5 3. exd6e.p. Nc6 4. dxc7 e5 5. cxd8Q+ *";
        assert!(moves(&games(text)[0]).ends_with("e5d6 b8c6 d6c7 e7e5 c7d8q"));
    }

    #[test]
    fn a_word_that_is_no_move_is_an_error_with_its_place() {
        assert_eq!(
            error("1. e4 *\n\n1. d4 d5\n2. Qz9 *"),
            "game 2, line 4, column 4: 2. Qz9: not a move: give squares, as e2e4 or e7e8q, or \
             algebraic notation, as Nf3"
        );
        assert_eq!(
            error("1. e4 e5 2. Ke3 *"),
            "game 1, line 1, column 13: 2. Ke3: not a legal move in \
             rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
        );
        let ambiguous = error("1. Nf3 a6 2. d4 a5 3. Nd2 *");
        assert!(ambiguous.contains("3. Nd2: ambiguous"), "{ambiguous}");
        let unbalanced = "e4 } e5|e4 ] e5|e4 ) e5|e4 ( e5|e4 (e5 [White \"x\"]|e4 <e5>";
        for text in unbalanced.split('|') {
            assert!(error(text).starts_with("game 1, line 1, column "), "{text}");
        }
    }

    #[test]
    fn games_that_the_contract_cannot_start_are_refused() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let usual = format!("[SetUp \"1\"][FEN \"{start}\"] e4 *");
        assert_eq!(games(&usual).len(), 1);
        assert_eq!(games("[Variant \"Standard\"] e4 *").len(), 1);
        let own = error("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"] e4 *");
        assert!(own.contains("a position of its own"), "{own}");
        assert!(error("[FEN \"x\"] e4 *").contains("the tag FEN: "));
        assert!(error("[Variant \"Atomic\"] e4 *").contains("isn't chess but Atomic"));
    }

    #[test]
    fn nothing_is_skipped_that_could_be_a_move() {
        for (text, message) in [
            (
                "1. d4 e5 2. dxe5 d6 3. exd6 Qxd6 4. 0000 Qd3 1-0",
                "4. 0000: a null move",
            ),
            ("1. e4 e5 2. 00 Nc6", "2. 00: not a legal move"),
            ("1. e4 e5 2. 3 Nf3", "2. 3: not a move"),
            ("1. e4 e5 02 Nf3", "2. 02: not a move"),
            ("1. e4 e5 2. Z0 Nc6", "a null move"),
            ("1. N f3", "not a move"),
            ("1. e4 N c6", "or the move Nc6"),
            ("1. e4 e5 1. d4 d5 *", "begin with 1 again"),
            ("1. e4 [x] e5", "the tag x after moves"),
            ("1. e4 [White \"A\"] e5", "begins with the tag Event"),
            ("1. f--4 e5", "not a move"),
            ("1. e4 d5 2. xd5", "xd5: not a move"),
            ("1. e4 1-1", "1-1: not a move"),
            ("1. e4 1/2- *", "1/2-: not a move"),
            ("1. e2 e4", "e2: not a legal move"),
            ("1. e4 e5 2. <> Nc6", "<>: not a move"),
            ("1. e4 e5 White resigns", "White: not a move"),
            ("1.e4e5", "e4e5: not a legal move"),
            ("1. e4 e5) *", "a ) has no ("),
            ("1. e4 {a {b} c} e5", "c: not a move"),
            ("[White \"A\n1. e4 e5 *", "a tag pair is written"),
            ("(1. c4) 0-1", "before the first move"),
            ("1. e4 2-0", "no result that a contract knows"),
            ("1. e4 e5 0-0", "no result that a contract knows"),
            ("1. e4 e5 * Nf3 Nc6", "Nf3 after a result"),
            ("1. e4 1-0 e5 1-0", "e5 after a result"),
        ] {
            assert!(error(text).contains(message), "{text}: {}", error(text));
        }
        let text = "1 e4 1... e5 2 Nf3 2 ... Nc6 3) Bb5 TN 3. . . a6! ± 4.0-0? *";
        assert_eq!(games(text).len(), 1);
        let castles = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 00 Nf6 *";
        assert!(moves(&games(castles)[0]).ends_with("e1g1 g8f6"));
    }

    #[test]
    fn a_number_is_the_next_moves() {
        let wrong = "2... Qh5|2. ... Qh5|2. … Qh5|2…Qh5|2 . . . Qh5|2.2...Qh5|3. Qh5";
        for text in wrong.split('|') {
            let said = error(&format!("1. e4 e5 {text} *"));
            let words = ": the next move is White's, number 2";
            assert!(said.ends_with(words), "{said}");
        }
        let said = error("1. e4 2...e5 *");
        assert!(said.contains(" 7: 2...e5: the next move is Black's, number 1"));
        assert!(error("1. e4 1-0 2. d4").contains(" 11: 2.: the next move is White's, number 1"));
    }

    #[test]
    fn only_a_game_is_a_game() {
        assert_eq!(games("1. e4 e5 1-0 1-0 {x} *\n").len(), 1);
        for text in ["1-0\n", "", "{ only a comment }\n\n"] {
            assert!(games(text).is_empty(), "{text}");
        }
        let found = games("[Event \"A\"]\n[Result \"1-0\"]\n\n[Event \"B\"]\n\n1. e4 *");
        let shown = |game: &Game| (game.plies.len(), game.result);
        let expected = [(0, GameResult::WhiteWins), (1, GameResult::Unfinished)];
        assert_eq!(found.iter().map(shown).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn results_have_many_spellings() {
        let draws = "1/2-1/2|½-½|½|1/2|0.5-0.5|0,5:0,5|1/2 - 1/2|½ : ½";
        let wins = "1-0|1–0|1:0|1 - 0|1 : 0";
        for (spellings, result) in [(draws, GameResult::Draw), (wins, GameResult::WhiteWins)] {
            for spelling in spellings.split('|') {
                let game = &games(&format!("1. e4 e5 {spelling}"))[0];
                assert_eq!(game.result, result, "{spelling}");
            }
        }
    }

    #[test]
    fn tags_are_strict_where_money_hangs_on_them() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
        for tags in [
            format!("[Variant \"From Position\"][FEN \"{start} KQkq - 0 1\"]"),
            format!("[FEN \"{start}  HAha - 0 0\"]"),
            "[SetUp \"0\"][FEN \"\"]".into(),
            "[White \"a\"][White \"b\"][Result \"1-0\"][Result \"1-0\"]".into(),
        ] {
            assert_eq!(games(&format!("{tags}\n1. e4 1-0")).len(), 1, "{tags}");
        }
        for (tags, message) in [
            ("[Result 1-0]", "a tag pair is written"),
            ("[Result \"1-0\"][Result \"0-1\"]", "comes twice"),
            ("[fen \"8/8/8/8/8/8/8/8 w - - 0 1\"]", "not fen"),
            ("[SetUp \"1\"]", "no tag FEN"),
            ("[SetUp \"yes\"]", "SetUp is 0 or 1"),
            ("[Result \"0-0\"]", "isn't a result that a contract knows"),
            ("[Variant \"Chess960\"]", "no tag FEN"),
        ] {
            let said = error(&format!("{tags}\n1. e4 1-0"));
            assert!(said.contains(message), "{tags}: {said}");
        }
        let kept = &games("[White \"a\"][White \"b\"] 1. e4 *")[0];
        assert_eq!(kept.tag("White"), Some("a"));
    }

    /// The lines of the list: the moves before, a spelling, and its squares or its fault.
    pub(crate) fn spellings() -> impl Iterator<Item = [&'static str; 3]> {
        let lines = include_str!("spellings.tsv").lines().skip(1);
        lines.map(|line| line.split('\t').collect::<Vec<_>>().try_into().unwrap())
    }

    #[test]
    fn every_spelling_of_the_list_is_read() {
        for [before, text, meant] in spellings() {
            let read = read(&format!("{before} {text} *")).next().unwrap();
            match (read, meant.split_once(' ')) {
                (Ok(game), None) => {
                    assert_eq!(game.plies.last().unwrap().mv.to_string(), meant, "{text}");
                }
                (Err(error), Some((kind, names))) => {
                    let is_named = error.contains(kind.trim_end_matches(':'));
                    assert!(is_named && error.contains(names), "{text}: {error}");
                }
                (read, _) => panic!("{before} {text}: {read:?}"),
            }
        }
    }
}
