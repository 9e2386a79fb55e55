//! Games in Portable Game Notation, their moves resolved by shakmaty.
//!
//! The reader is strict about what it plays and lenient about how it is written: comments,
//! variations and annotations are skipped, but a word that is no move is an error and never
//! skipped, since a game without it would be another game.

pub mod games;
pub mod notation;
pub(crate) mod spelling;
mod token;

use chess_rules::Move;
use shakmaty::Position as _;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, EnPassantMode, Setup, fen::Fen};
use spelling::Unread;
use token::{Token, Tokens};

/// What a game's result tag says, or its last word if there is no such tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    WhiteWins,
    BlackWins,
    Draw,
    /// `*`: the game goes on.
    Unfinished,
}

impl GameResult {
    /// Reads `1-0`, `0-1`, `*` and every spelling of a draw: `1/2-1/2`, `½-½`, `0.5:0.5`, `1/2`.
    fn parse(text: &str) -> Option<Self> {
        if !text.starts_with(['0', '1', '½', '*']) || text.ends_with('.') {
            return None;
        }
        let text = text.replace(char::is_whitespace, "");
        let text = text.replace(['–', '—', ':'], "-").replace('½', "1/2");
        match &*text.replace(',', ".").replace("0.5", "1/2") {
            "1-0" => Some(GameResult::WhiteWins),
            "0-1" => Some(GameResult::BlackWins),
            "1/2-1/2" | "1/2" => Some(GameResult::Draw),
            "*" => Some(GameResult::Unfinished),
            _ => None,
        }
    }
}

/// A half-move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// As the file writes it, without number and annotations.
    pub san: String,
    pub mv: Move,
}

/// A game of a file.
#[derive(Clone, Debug)]
pub struct Game {
    /// Which game of the file, from 1.
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

/// Reads the games of a PGN text one after the other; nothing comes after an error, which
/// names the game, the line and the column (each from 1) and what is wrong there.
///
/// ```
/// use chess_interaction::pgn;
/// let games: Result<Vec<_>, _> = pgn::read("1. f3 {?} e5 2. g4 (2. e4) Qh4# 0-1").collect();
/// let moves: Vec<_> = games.unwrap()[0].plies.iter().map(|ply| ply.mv.to_string()).collect();
/// assert_eq!(moves, ["f2f3", "e7e5", "g2g4", "d8h4"]);
/// ```
pub fn read(text: &str) -> Games<'_> {
    Games {
        tokens: Tokens::new(text),
        ahead: None,
        number: 0,
        failed: false,
    }
}

/// The games of a text; made by [`read`].
pub struct Games<'a> {
    tokens: Tokens<'a>,
    /// The tag that showed that a game without a result is over.
    ahead: Option<Token<'a>>,
    number: usize,
    failed: bool,
}

impl Iterator for Games<'_> {
    type Item = Result<Game, String>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        self.number += 1;
        let game = self.next_game().map_err(|message| {
            let (game, (line, column)) = (self.number, self.tokens.place());
            format!("game {game}, line {line}, column {column}: {message}")
        });
        self.failed = game.is_err();
        game.transpose()
    }
}

/// A game as far as it is read.
#[derive(Default)]
struct Reading {
    tags: Vec<(String, String)>,
    board: Chess,
    plies: Vec<Ply>,
    /// The last word was a move number.
    after_number: bool,
    /// The letter behind the last move that is taken for an annotator's mark.
    mark: String,
}

impl<'a> Games<'a> {
    fn next_game(&mut self) -> Result<Option<Game>, String> {
        let mut reading = Reading::default();
        let mut variations = 0;
        while let Some(token) = self.next_token()? {
            let is_empty = reading.plies.is_empty();
            match token {
                Token::Open => variations += 1,
                // `1)` is a number
                Token::Close if variations == 0 && reading.after_number => {}
                Token::Close if variations == 0 => return Err("a ) has no (".into()),
                Token::Close => variations -= 1,
                Token::Tag(..) if variations > 0 => break,
                Token::Loose(name) if variations > 0 || !is_empty || needed(name).is_some() => {
                    return Err(format!("a tag pair is written [{name} \"value\"]"));
                }
                Token::Loose(name) => reading.tag(name, String::new())?,
                Token::Tag(name, value) if is_empty && !reading.begins_again(name) => {
                    reading.tag(name, value)?;
                }
                Token::Tag(name, _) if name != "Event" => {
                    return Err(format!(
                        "the tag {name} after moves without a result: a game begins with the tag Event"
                    ));
                }
                Token::Tag(..) => {
                    self.ahead = Some(token);
                    break;
                }
                Token::Word(_) if variations > 0 => {}
                Token::Word(word) => {
                    let result = reading.word(word)?;
                    // a result alone is the last game's again
                    if result.is_some() && !(is_empty && reading.tags.is_empty()) {
                        return reading.end(self.number, result).map(Some);
                    }
                }
            }
        }
        if variations > 0 {
            return Err("a variation ( has no )".into());
        }
        if reading.tags.is_empty() && reading.plies.is_empty() {
            return Ok(None);
        }
        reading.end(self.number, None).map(Some)
    }

    fn next_token(&mut self) -> Result<Option<Token<'a>>, String> {
        match self.ahead.take() {
            Some(token) => Ok(Some(token)),
            None => self.tokens.next(),
        }
    }
}

impl Reading {
    /// Whether a tag is the next game's: Event comes first.
    fn begins_again(&self, name: &str) -> bool {
        name == "Event" && self.tags.iter().any(|(known, _)| known == name)
    }

    fn tag(&mut self, name: &str, value: String) -> Result<(), String> {
        let known = self.tags.iter().find(|(n, _)| n == name);
        if let Some((_, first)) = known {
            return match needed(name) {
                Some(tag) if *first != value => {
                    Err(format!("the tag {tag} comes twice, and differs"))
                }
                _ => Ok(()),
            };
        }
        let plain = value.trim().to_lowercase();
        let is_unset = ["", "?", "-"].contains(&&*plain);
        match needed(name) {
            Some(tag) if tag != name => {
                return Err(format!("the tag {tag} is written so, not {name}"));
            }
            Some("FEN") if !is_unset && !is_start(&value)? => {
                return Err(format!(
                    "the game starts from a position of its own ({value}), but a game of the contract starts from the usual one"
                ));
            }
            Some("Variant") if !is_unset && !VARIANTS.contains(&&*plain) => {
                return Err(format!("the game is no chess but {value}"));
            }
            Some("SetUp") if !is_unset && !["0", "1"].contains(&&*plain) => {
                return Err(format!("the tag SetUp is 0 or 1, not {value}"));
            }
            Some("Result") if !is_unset && GameResult::parse(&value).is_none() => {
                return Err(format!(
                    "the tag Result is 1-0, 0-1, 1/2-1/2 or *: {value} is no result that a contract knows"
                ));
            }
            _ => {}
        }
        self.tags.push((name.into(), value));
        Ok(())
    }

    fn value(&self, name: &str) -> &str {
        let tag = self.tags.iter().find(|(n, _)| n == name);
        tag.map_or("", |(_, value)| value.trim())
    }

    /// Takes a word of the main line; the result where it is one.
    fn word(&mut self, word: &str) -> Result<Option<GameResult>, String> {
        let visible = (!word.is_ascii()).then(|| word.replace(token::is_invisible, ""));
        let word = visible.as_deref().unwrap_or(word);
        let result = GameResult::parse(word);
        if result.is_some() {
            return Ok(result);
        }
        let number = self.plies.len() / 2 + 1;
        let san = without_number(word, number)?;
        self.after_number |= san != word;
        if san.trim_end_matches(['!', '?']).is_empty() {
            return Ok(None);
        }
        let is_letter = san.starts_with(char::is_alphabetic);
        if san.len() < 5
            && EVALUATIONS.contains(&san)
            && !(is_letter && (self.after_number || self.plies.is_empty()))
        {
            self.mark = if is_letter { san.into() } else { String::new() };
            return Ok(None);
        }
        self.play(san)
            .map_err(|error| format!("{}: {error}", numbered(self.plies.len(), san)))?;
        Ok(None)
    }

    fn play(&mut self, san: &str) -> Result<(), String> {
        self.after_number = false;
        let mark = std::mem::take(&mut self.mark);
        if !mark.is_empty() {
            let in_one_word = mark + san;
            if spelling::read(&in_one_word, &self.board).is_ok() {
                return Err(format!(
                    "a mark and {san}, or the move {in_one_word}: write it as one word"
                ));
            }
        }
        let mv = spelling::read(san, &self.board).map_err(|error| {
            let fen = Fen::from_position(&self.board, EnPassantMode::Legal);
            match error {
                Unread::NotAMove if san.starts_with(|c: char| c.is_ascii_digit() || "½+-".contains(c)) => {
                    "not a move in algebraic notation, and no result that a contract knows".into()
                }
                Unread::NotAMove => "not a move in algebraic notation".to_string(),
                Unread::NullMove => "a null move, which no game has".into(),
                Unread::Illegal if san == "0-0" => {
                    format!("castling is not a legal move in {fen}, and this is no result that a contract knows")
                }
                Unread::Illegal => format!("not a legal move in {fen}"),
                Unread::Ambiguous(names) => format!("ambiguous, {names} in {fen}"),
            }
        })?;
        self.board.play_unchecked(mv);
        let uci = UciMove::from_standard(mv).to_string();
        self.plies.push(Ply {
            san: san.into(),
            mv: uci.parse().map_err(|e| format!("{e}"))?,
        });
        Ok(())
    }

    fn end(self, number: usize, last_word: Option<GameResult>) -> Result<Game, String> {
        let start = (
            self.value("SetUp"),
            self.value("FEN"),
            self.value("Variant").to_lowercase(),
        );
        if let ("1", "", _) | (_, "", "from position" | "chess960") = (start.0, start.1, &*start.2)
        {
            return Err("the game starts from a position of its own, but has no tag FEN".into());
        }
        let tag = GameResult::parse(self.value("Result"));
        let result = tag.or(last_word).unwrap_or(GameResult::Unfinished);
        Ok(Game {
            number,
            tags: self.tags,
            plies: self.plies,
            result,
        })
    }
}

/// The tag that a name means, however it is written, if the moves or the payout depend on it.
fn needed(name: &str) -> Option<&'static str> {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    let letters: String = letters.collect();
    let mut needed = ["FEN", "Variant", "SetUp", "Result"].into_iter();
    needed.find(|tag| tag.eq_ignore_ascii_case(&letters))
}

/// Names of chess from the usual start; the last two only with that start in the tag FEN.
const VARIANTS: [&str; 6] = [
    "standard",
    "chess",
    "normal",
    "classical",
    "from position",
    "chess960",
];

/// Whether a FEN is the usual start, with any order or letters of the castling rights and any
/// move number.
fn is_start(fen: &str) -> Result<bool, String> {
    let fields: Vec<_> = fen.split_whitespace().collect();
    let fen: Fen = fields
        .join(" ")
        .parse()
        .map_err(|e| format!("the tag FEN: {e}"))?;
    let (setup, start) = (fen.into_setup(), Setup::initial());
    Ok(Setup {
        fullmoves: start.fullmoves,
        ..setup
    } == start)
}

/// What annotators write beside `!` and `?` as separate words. The letters count only behind a move.
const EVALUATIONS: [&str; 25] = [
    "=", "+=", "=+", "+-", "-+", "+/=", "=/+", "+/-", "-/+", "±", "∓", "⩲", "⩱", "∞", "□", "⌓",
    "+", "++", "#", "N", "TN", "D", "ep", "e.p.", "ch",
];

/// `12.Nf3` and `12...Nf6` without the number. Without dots a number must be `number`, the move's.
fn without_number(word: &str, number: usize) -> Result<&str, String> {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &word[..word.len() - rest.len()];
    if rest.starts_with(['.', '…']) {
        return match digits {
            "1" if number > 1 => {
                Err("the moves begin with 1 again, but the game has no result".into())
            }
            _ => Ok(rest.trim_start_matches(['.', '…'])),
        };
    }
    match digits.parse() == Ok(number) && !digits.starts_with('0') {
        true => Ok(rest),
        false => Ok(word),
    }
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
        let shown: Vec<_> = found
            .iter()
            .map(|game| (moves(game), game.result))
            .collect();
        let expected = [
            ("e2e4 e7e5", GameResult::WhiteWins),
            ("d2d4 d7d5", GameResult::Unfinished),
            ("c2c4", GameResult::Draw),
            ("g1f3", GameResult::Unfinished),
            ("", GameResult::BlackWins),
        ];
        assert_eq!(
            shown,
            expected.map(|(moves, result)| (moves.to_string(), result))
        );
        assert_eq!(found[4].tag("Event"), Some("C"));
        assert_eq!(found[4].number, 5);
    }

    #[test]
    fn the_result_tag_comes_before_the_last_word() {
        assert_eq!(
            games("[Result \"0-1\"] e4 1-0")[0].result,
            GameResult::BlackWins
        );
        assert_eq!(games("[Result \"?\"] e4 ½–½")[0].result, GameResult::Draw);
        assert!(
            error("[Result \"2-0\"] e4 1-0").contains("2-0 is no result that a contract knows")
        );
    }

    #[test]
    fn notation_may_be_loose_where_it_is_clear() {
        let text = "1 e4! e5?! 2.Ng1f3!! $14 Nc6 +/= 3. Bb5 a6 4.Bxc6 dxc6 5.0-0 f5 6.d4 fxe4 \
            7.Nxe5 Bd6 8...Qh5++ g6 -- *";
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
            "game 2, line 4, column 4: 2. Qz9: not a move in algebraic notation"
        );
        assert_eq!(
            error("1. e4 e5 2. Ke3 *"),
            "game 1, line 1, column 13: 2. Ke3: not a legal move in \
             rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
        );
        let ambiguous = error("1. Nf3 a6 2. d4 a5 3. Nd2 *");
        assert!(ambiguous.contains("3. Nd2: ambiguous"), "{ambiguous}");
        for text in [
            "e4 } e5",
            "e4 ] e5",
            "e4 ) e5",
            "e4 ( e5",
            "e4 (e5 [White \"x\"]",
            "e4 <e5>",
        ] {
            assert!(error(text).starts_with("game 1, line 1, column "), "{text}");
        }
    }

    #[test]
    fn games_that_the_contract_cannot_start_are_refused() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(
            games(&format!("[SetUp \"1\"][FEN \"{start}\"] e4 *")).len(),
            1
        );
        assert_eq!(games("[Variant \"Standard\"] e4 *").len(), 1);
        let own = error("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"] e4 *");
        assert!(own.contains("a position of its own"), "{own}");
        assert!(error("[FEN \"x\"] e4 *").contains("the tag FEN: "));
        assert!(error("[Variant \"Atomic\"] e4 *").contains("no chess but Atomic"));
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
            ("1. e4 [x] e5", "a tag pair is written"),
            ("1. e4 [White \"A\"] e5", "begins with the tag Event"),
            ("1. f--4 e5", "not a move"),
            ("1. e4 2-0", "no result that a contract knows"),
            ("1. e4 e5 0-0", "no result that a contract knows"),
        ] {
            assert!(error(text).contains(message), "{text}: {}", error(text));
        }
        let text = "1 e4 e5 2 Nf3 2 ... Nc6 3) Bb5 TN a6! ± 4.0-0? *";
        assert_eq!(games(text).len(), 1);
        let castles = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 00 Nf6 *";
        assert!(moves(&games(castles)[0]).ends_with("e1g1 g8f6"));
    }

    #[test]
    fn only_a_game_is_a_game() {
        assert_eq!(games("1. e4 e5 1-0 1-0 {x} *\n").len(), 1);
        assert!(games("1-0\n").is_empty());
        let found = games("[Event \"A\"]\n[Result \"1-0\"]\n\n[Event \"B\"]\n\n1. e4 *");
        let shown = |game: &Game| (game.plies.len(), game.result);
        let expected = [(0, GameResult::WhiteWins), (1, GameResult::Unfinished)];
        assert_eq!(found.iter().map(shown).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn results_have_many_spellings() {
        for draw in [
            "1/2-1/2",
            "½-½",
            "½",
            "1/2",
            "0.5-0.5",
            "0,5:0,5",
            "1/2 - 1/2",
            "½ : ½",
        ] {
            assert_eq!(
                games(&format!("1. e4 e5 {draw}"))[0].result,
                GameResult::Draw,
                "{draw}"
            );
        }
        for won in ["1-0", "1–0", "1:0", "1 - 0", "1 : 0"] {
            assert_eq!(
                games(&format!("1. e4 e5 {won}"))[0].result,
                GameResult::WhiteWins,
                "{won}"
            );
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
            ("[Result \"0-0\"]", "no result that a contract knows"),
            ("[Variant \"Chess960\"]", "no tag FEN"),
        ] {
            assert!(
                error(&format!("{tags}\n1. e4 1-0")).contains(message),
                "{tags}"
            );
        }
        let kept = &games("[White \"a\"][White \"b\"] 1. e4 *")[0];
        assert_eq!(kept.tag("White"), Some("a"));
    }

    /// The lines of the list: moves before, a spelling, and the squares or what is wrong.
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
                    let kind = kind.trim_end_matches(':');
                    assert!(
                        error.contains(kind) && error.contains(names),
                        "{text}: {error}"
                    );
                }
                (read, _) => panic!("{before} {text}: {read:?}"),
            }
        }
    }

    #[test]
    fn a_text_without_games_has_none() {
        assert!(games("").is_empty());
        assert!(games("{ only a comment }\n\n").is_empty());
    }
}
