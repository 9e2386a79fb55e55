//! Games in Portable Game Notation, their moves resolved by shakmaty.
//!
//! The reader is strict about what it plays and lenient about how it is written: comments,
//! variations and annotations are skipped, but a word that is no move is an error and never
//! skipped, since a game without it would be another game.

pub mod games;
pub mod notation;
mod token;

use chess_rules::{Move, Position};
use shakmaty::Position as _;
use shakmaty::san::{San, SanError};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, EnPassantMode, fen::Fen};
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
    fn parse(text: &str) -> Option<Self> {
        match text {
            "1-0" => Some(GameResult::WhiteWins),
            "0-1" => Some(GameResult::BlackWins),
            "1/2-1/2" => Some(GameResult::Draw),
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
/// says in words in which game and on which line (both from 1) what is wrong.
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
            let (game, line) = (self.number, self.tokens.line());
            format!("game {game}, line {line}: {message}")
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
}

impl<'a> Games<'a> {
    fn next_game(&mut self) -> Result<Option<Game>, String> {
        let mut reading = Reading::default();
        let mut variations = 0;
        while let Some(token) = self.next_token()? {
            match token {
                Token::Open => variations += 1,
                Token::Close if variations == 0 => return Err("a ) has no (".into()),
                Token::Close => variations -= 1,
                Token::Tag(..) if variations > 0 => break,
                Token::Tag(..) if !reading.plies.is_empty() => {
                    self.ahead = Some(token);
                    break;
                }
                Token::Tag(name, value) => reading.tag(name, value)?,
                Token::Word(_) if variations > 0 => {}
                Token::Word(word) => {
                    if let Some(result) = reading.word(word)? {
                        return reading.end(self.number, Some(result)).map(Some);
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
    fn tag(&mut self, name: &str, value: String) -> Result<(), String> {
        if self.tags.iter().any(|(n, _)| n == name) {
            return Err(format!(
                "the tag {name} comes twice: the game before has neither moves nor a result"
            ));
        }
        match name {
            "FEN" => {
                let start = value.parse::<Position>();
                if start.map_err(|e| format!("the tag FEN: {e}"))? != Position::START {
                    return Err(format!(
                        "the game starts from a position of its own ({value}), but a game of the contract starts from the usual one"
                    ));
                }
            }
            "Variant" => {
                let chess = ["", "standard", "chess", "normal"];
                if !chess.contains(&value.to_lowercase().as_str()) {
                    return Err(format!("the game is no chess but {value}"));
                }
            }
            _ => {}
        }
        self.tags.push((name.into(), value));
        Ok(())
    }

    /// Takes a word of the main line; the result where it is one.
    fn word(&mut self, word: &str) -> Result<Option<GameResult>, String> {
        let word = word.replace(['–', '—'], "-").replace('½', "1/2");
        if let Some(result) = GameResult::parse(&word) {
            return Ok(Some(result));
        }
        let san = without_annotations(without_number(&word));
        if san.is_empty() || EVALUATIONS.contains(&san) {
            return Ok(None);
        }
        self.play(san)
            .map_err(|error| format!("{}: {error}", numbered(self.plies.len(), san)))?;
        Ok(None)
    }

    fn play(&mut self, san: &str) -> Result<(), String> {
        let parsed: San = standard_notation(san)
            .parse()
            .map_err(|_| "not a move in algebraic notation".to_string())?;
        let mv = parsed.to_move(&self.board).map_err(|error| {
            let fen = Fen::from_position(&self.board, EnPassantMode::Legal);
            match error {
                SanError::IllegalSan => format!("not a legal move in {fen}"),
                SanError::AmbiguousSan => format!("ambiguous, more than one move fits in {fen}"),
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
        let tag = self.tags.iter().find(|(name, _)| name == "Result");
        let result = match tag.map(|(_, value)| value.as_str()) {
            None | Some("" | "?") => last_word.unwrap_or(GameResult::Unfinished),
            Some(value) => GameResult::parse(&value.replace(['–', '—'], "-").replace('½', "1/2"))
                .ok_or_else(|| {
                format!("the tag Result is 1-0, 0-1, 1/2-1/2 or *, not {value}")
            })?,
        };
        Ok(Game {
            number,
            tags: self.tags,
            plies: self.plies,
            result,
        })
    }
}

/// What annotators write besides `!` and `?`, as words of their own.
const EVALUATIONS: [&str; 17] = [
    "=", "+=", "=+", "+-", "-+", "+/=", "=/+", "+/-", "-/+", "±", "∓", "⩲", "⩱", "∞", "N", "D",
    "ep",
];

/// `12.Nf3` and `12...Nf6` without the number.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.is_empty() || rest.starts_with(['.', '…']) {
        rest.trim_start_matches(['.', '…'])
    } else {
        word
    }
}

fn without_annotations(word: &str) -> &str {
    let word = word.trim_end_matches(['!', '?']);
    word.strip_suffix("e.p.").unwrap_or(word)
}

/// Castling with zeros, a promotion without `=` and any signs of check, as the standard has them.
pub(crate) fn standard_notation(san: &str) -> String {
    let san = san.trim_end_matches(['+', '#']);
    if let Some(rest) = san.strip_prefix("0-0") {
        return format!("O-O{}", rest.replace('0', "O"));
    }
    match san.split_at_checked(san.len().saturating_sub(1)) {
        Some((pawn, piece @ ("Q" | "R" | "B" | "N"))) if pawn.ends_with(['1', '8']) => {
            format!("{pawn}={piece}")
        }
        _ => san.into(),
    }
}

#[cfg(test)]
mod tests {
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
             [White \"B\"]\n\n1. Nf3\n[White \"C\"]\n0-1\n",
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
        assert_eq!(found[4].tag("White"), Some("C"));
        assert_eq!(found[4].number, 5);
    }

    #[test]
    fn the_result_tag_comes_before_the_last_word() {
        assert_eq!(
            games("[Result \"0-1\"] e4 1-0")[0].result,
            GameResult::BlackWins
        );
        assert_eq!(games("[Result \"?\"] e4 ½–½")[0].result, GameResult::Draw);
        assert!(error("[Result \"2-0\"] e4 1-0").contains("not 2-0"));
    }

    #[test]
    fn notation_may_be_loose_where_it_is_clear() {
        let text = "1 e4! e5?! 2.Ng1f3!! $14 Nc6 +/= 3. Bb5 a6 4.Bxc6 dxc6 5.0-0 f5 6.d4 fxe4 \
            7.Nxe5 Bd6 8...Qh5++ g6 -- *";
        let null = error(text);
        assert!(null.contains("9. --: not a legal move"), "{null}");
        let text = text.replace("-- ", "");
        assert!(moves(&games(&text)[0]).ends_with("e1g1 f7f5 d2d4 f5e4 f3e5 f8d6 d1h5 g7g6"));
        let text = "1. e4 a6 2. e5 d5 3. exd6e.p. Nc6 4. dxc7 e5 5. cxd8Q+ *";
        assert!(moves(&games(text)[0]).ends_with("e5d6 b8c6 d6c7 e7e5 c7d8q"));
    }

    #[test]
    fn a_word_that_is_no_move_is_an_error_with_its_place() {
        assert_eq!(
            error("1. e4 *\n\n1. d4 d5\n2. Qz9 *"),
            "game 2, line 4: 2. Qz9: not a move in algebraic notation"
        );
        assert_eq!(
            error("1. e4 e5 2. Ke3 *"),
            "game 1, line 1: 2. Ke3: not a legal move in \
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
            assert!(error(text).starts_with("game 1, line 1: "), "{text}");
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
        assert!(error("[White \"A\"] [White \"B\"] e4 *").contains("White comes twice"));
    }

    #[test]
    fn a_text_without_games_has_none() {
        assert!(games("").is_empty());
        assert!(games("{ only a comment }\n\n").is_empty());
    }
}
