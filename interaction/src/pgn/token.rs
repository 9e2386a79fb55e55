//! The words of a PGN file: tag pairs, parentheses of variations, results, and the words between
//! them. Comments, escaped lines and numeric annotation glyphs are dropped.

use std::sync::LazyLock;

use regex::Regex;

use super::GameResult;

/// One word of a PGN file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// A tag pair with its unescaped value, or brackets without a value, which the standard doesn't
    /// allow.
    Tag(&'a str, Option<String>),
    /// The start of a variation.
    Open,
    /// The end of a variation.
    Close,
    Result(GameResult),
    /// A move number, a move or anything else up to the next blank.
    Word(&'a str),
}

/// Cuts a PGN text into tokens.
pub struct Tokens<'a> {
    text: &'a str,
    at: usize,
    /// Where the last token begins.
    start: usize,
}

/// A tag pair. A quote without a bracket after it belongs to the value, since many files have such
/// quotes. A `\"` closes the value if nothing else on the line does. A value may continue in the next
/// line.
static TAG: LazyLock<Regex> = LazyLock::new(|| {
    let value = r#"(?:\\["\\]|[^\r\n])*?|[^\]\r\n]*(?:\r\n?|\n)[^\[\]\r\n]+?"#;
    let tag = format!(r#"^\[[ \t]*[^ \t"\[\]{{\r\n][^"\[\]{{\r\n]*"(?:{value})"[ \t]*\]"#);
    Regex::new(&tag).expect("a pattern")
});

/// Characters without width. Between words they are blanks; inside a word they are ignored.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Whether a character ends a word. Control characters, such as the end mark of DOS files, are blanks.
fn is_end(c: char) -> bool {
    let brackets = matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '$');
    brackets || c <= ' ' || c > '~' && (c.is_whitespace() || c.is_control())
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str) -> Self {
        let (at, start) = (0, 0);
        Tokens { text, at, start }
    }

    /// The line and the column (both from 1, the column in characters) of the last token.
    pub fn place(&self) -> (usize, usize) {
        let before = &self.text[..self.start];
        let ends = before.matches(['\n', '\r']).count() - before.matches("\r\n").count();
        let line = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        (ends + 1, before[line..].chars().count() + 1)
    }

    /// Goes back, so that the last token comes again.
    pub fn back(&mut self) {
        self.at = self.start;
    }

    /// The next token, `None` at the end of the text.
    ///
    /// # Errors
    /// Says which comment or tag pair doesn't end.
    pub fn next(&mut self) -> Result<Option<Token<'a>>, String> {
        while let Some(first) = self.text[self.at..].chars().next() {
            let (before, rest) = self.text.split_at(self.at);
            self.start = self.at;
            let (length, token) = match first {
                '%' if before.is_empty() || before.ends_with(['\n', '\r', '\u{feff}']) => {
                    (line(rest).len(), None)
                }
                ';' => (line(rest).len(), None),
                '{' => (rest.find('}').ok_or("a comment { has no }")? + 1, None),
                '$' => {
                    let glyph = rest[1..].find(|c: char| !c.is_ascii_digit());
                    (glyph.map_or(rest.len(), |end| end + 1), None)
                }
                '(' => (1, Some(Token::Open)),
                ')' => (1, Some(Token::Close)),
                '[' => tag(rest)?,
                // a bracket without its partner is a word, and therefore an error
                first if is_invisible(first) || is_end(first) && !"}]".contains(first) => {
                    (first.len_utf8(), None)
                }
                _ => word(rest, first),
            };
            self.at += length;
            if token.is_some() {
                return Ok(token);
            }
        }
        self.start = self.at;
        Ok(None)
    }
}

/// The text up to the end of its line.
fn line(text: &str) -> &str {
    &text[..text.find(['\n', '\r']).unwrap_or(text.len())]
}

/// The result or the word at the start of a text, and its length.
fn word(text: &str, first: char) -> (usize, Option<Token<'_>>) {
    let end = text[first.len_utf8()..].find(is_end);
    let mut end = end.map_or(text.len(), |end| end + first.len_utf8());
    if matches!(first, '0' | '1' | '½' | '*')
        && !text[..end].ends_with('.')
        && let Some((result, length)) = GameResult::read(line(text))
        && text[length..]
            .chars()
            .next()
            .is_none_or(|c| is_end(c) || is_invisible(c))
    {
        return (length, Some(Token::Result(result)));
    }
    if matches!(
        text.as_bytes()[end..],
        [b'(', b'Q' | b'R' | b'B' | b'N', b')', ..]
    ) {
        end += 3;
    }
    (end, Some(Token::Word(&text[..end])))
}

/// Brackets and their length: `[Name "value"]` on one line, or with a value over two lines. A square
/// could belong to a move. So a value over two lines must not contain one, nor brackets that aren't a
/// tag pair.
fn tag(text: &str) -> Result<(usize, Option<Token<'_>>), String> {
    let first = line(text);
    let has_square = |text: &str| {
        let mut pairs = text.as_bytes().windows(2);
        pairs.any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']))
    };
    let two_lines: usize = text.split_inclusive('\n').take(2).map(str::len).sum();
    if let Some(found) = TAG.find(&text[..two_lines])
        && let Some((name, value)) = found.as_str()[1..].split_once('"')
        && let Some((value, _)) = value.rsplit_once('"')
        && !(value.contains(['\r', '\n']) && has_square(value))
    {
        let value = value.replace("\r\n", " ").replace(['\r', '\n'], " ");
        let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
        return Ok((found.len(), Some(Token::Tag(name.trim(), Some(value)))));
    }
    let inside = first[1..].split_once(']').map(|(inside, _)| inside);
    match inside.and_then(|inside| Some((inside, inside.trim().split([' ', '\t', '"']).next()?))) {
        Some((inside, name)) if name.starts_with(char::is_alphanumeric) && !has_square(inside) => {
            Ok((inside.len() + 2, Some(Token::Tag(name, None))))
        }
        _ => Err(format!(
            "a tag pair is written [Name \"value\"], not {first}"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Result<Vec<Token<'_>>, String> {
        let mut tokens = Tokens::new(text);
        let mut found = vec![];
        while let Some(token) = tokens.next()? {
            found.push(token);
        }
        Ok(found)
    }

    fn words(text: &str) -> Vec<&str> {
        all(text)
            .unwrap()
            .into_iter()
            .map(|token| match token {
                Token::Word(word) => word,
                Token::Open => "(",
                Token::Close => ")",
                Token::Tag(name, _) => name,
                Token::Result(_) => "result",
            })
            .collect()
    }

    #[test]
    fn comments_escapes_and_glyphs_are_dropped() {
        let text = "\u{feff}% escaped (\n1.e4{best ) by } test; to the end {\n e5 $1$22 (1...c5) Nf3!? % kept";
        let found = [
            "1.e4", "test", "e5", "(", "1...c5", ")", "Nf3!?", "%", "kept",
        ];
        assert_eq!(words(text), found);
    }

    #[test]
    fn a_tag_pair_keeps_its_escaped_and_its_stray_quotes() {
        let text = r#"[Event "The \"Big\" \\ one"] [ Site  "the "old" hall" ]"#;
        let found = vec![
            Token::Tag("Event", Some(r#"The "Big" \ one"#.into())),
            Token::Tag("Site", Some(r#"the "old" hall"#.into())),
        ];
        assert_eq!(all(text), Ok(found));
    }

    #[test]
    fn an_open_comment_or_tag_pair_is_an_error() {
        assert!(all("e4 { e5").unwrap_err().contains("has no }"));
        let open = r#"[Event|[Event "x|[Event "x"|["x"]|[%clk 1]"#;
        // a possible move must not be in a value over two lines, in a name or in loose brackets
        let has_move = "[Event \"x\n1. e4 y\"]|[Event \"x\n1.b4a\"]|[Event \"x\n\n1. e4\"]|\
                        [Event 1. e4\n\"x\"]|[Event Nf3]";
        for text in open.split('|').chain(has_move.split('|')) {
            assert!(all(text).unwrap_err().contains("tag pair"), "{text}");
        }
    }

    #[test]
    fn brackets_that_nobody_needs_are_read_leniently() {
        let tag = |name, value: &str| Token::Tag(name, Some(value.into()));
        for (text, found) in [
            ("[White \"E /6\\\"]\n", tag("White", "E /6\\")),
            ("[White-Team \"x\"]", tag("White-Team", "x")),
            ("[Event \"a\nb\"]", tag("Event", "a b")),
            ("[WhiteElo 1500]", Token::Tag("WhiteElo", None)),
            ("[Event]", Token::Tag("Event", None)),
        ] {
            assert_eq!(all(text), Ok(vec![found]), "{text}");
        }
        let next = vec![Token::Tag("WhiteElo", None), Token::Word("e4")];
        assert_eq!(all("[WhiteElo 1500] e4"), Ok(next));
    }

    #[test]
    fn lines_and_columns_are_counted() {
        for text in ["{\n\n}\r\n{é} e4 ", "{\r\r}\r{é} e4"] {
            let mut tokens = Tokens::new(text);
            assert_eq!(tokens.next(), Ok(Some(Token::Word("e4"))));
            assert_eq!(tokens.place(), (4, 5));
        }
    }

    #[test]
    fn a_result_may_have_blanks() {
        for (text, found) in [
            ("1 - 0", &["result"][..]),
            ("½ : ½ e4", &["result", "e4"]),
            ("1 -0{x}", &["result"]),
            ("0-0-0 0-0", &["0-0-0", "0-0"]),
            ("1 - e4", &["1", "-", "e4"]),
            ("1. e8(Q) (e4)", &["1.", "e8(Q)", "(", "e4", ")"]),
            (
                "1.\u{200b}e4\u{200b} \u{200b}e5\0\u{1a}",
                &["1.\u{200b}e4\u{200b}", "e5"],
            ),
        ] {
            assert_eq!(words(text), found, "{text}");
        }
    }
}
