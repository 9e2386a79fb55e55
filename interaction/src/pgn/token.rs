//! The words of a PGN file: tag pairs, parentheses of variations, and the words between
//! them. Comments, escaped lines and numeric annotation glyphs are dropped.

/// One word of a PGN file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// A tag pair, its value unescaped.
    Tag(&'a str, String),
    /// Brackets that are no tag pair by the standard, with the name that they seem to have.
    Loose(&'a str),
    /// The start of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// A move number, a move, a result or anything else up to the next blank.
    Word(&'a str),
}

/// Cuts a PGN text into tokens.
pub struct Tokens<'a> {
    text: &'a str,
    at: usize,
    /// Where the last token begins.
    start: usize,
}

/// Control characters (the end mark of DOS files is one) and characters without width.
fn is_blank(c: char) -> bool {
    c <= ' ' || c > '~' && (c.is_whitespace() || c.is_control() || is_invisible(c))
}

/// Characters without width: between words blanks, in a word nothing.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str) -> Self {
        Tokens {
            text,
            at: 0,
            start: 0,
        }
    }

    /// The line and the column (both from 1, the column in characters) of the last token.
    pub fn place(&self) -> (usize, usize) {
        let before = &self.text[..self.start];
        let ends = before.matches(['\n', '\r']).count() - before.matches("\r\n").count();
        let line = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        (ends + 1, before[line..].chars().count() + 1)
    }

    /// The next token, `None` at the end of the text.
    ///
    /// # Errors
    /// Says which comment or tag pair doesn't end.
    pub fn next(&mut self) -> Result<Option<Token<'a>>, String> {
        loop {
            let rest = &self.text[self.at..];
            self.start = self.at;
            let Some(first) = rest.chars().next() else {
                return Ok(None);
            };
            match first {
                '%' if self.text[..self.at].ends_with(['\n', '\r', '\u{feff}']) || self.at == 0 => {
                    self.take(line(rest).len());
                }
                ';' => drop(self.take(line(rest).len())),
                '{' => match rest.find('}') {
                    Some(end) => drop(self.take(end + 1)),
                    None => return Err("a comment { has no }".into()),
                },
                '$' => {
                    let glyph = rest[1..].trim_start_matches(|c: char| c.is_ascii_digit());
                    self.take(rest.len() - glyph.len());
                }
                '(' => {
                    self.take(1);
                    return Ok(Some(Token::Open));
                }
                ')' => {
                    self.take(1);
                    return Ok(Some(Token::Close));
                }
                '[' => return self.tag().map(Some),
                blank if is_blank(blank) => drop(self.take(blank.len_utf8())),
                // a bracket without its partner is a word, and so an error
                _ => {
                    let ends = |c: char| {
                        let brackets = matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '$');
                        brackets || is_blank(c) && !is_invisible(c)
                    };
                    let skipped = first.len_utf8();
                    let end = rest[skipped..].find(ends);
                    let mut end = end.map_or(rest.len(), |at| at + skipped);
                    if rest[end..].starts_with('(')
                        && ["(Q)", "(R)", "(B)", "(N)"]
                            .iter()
                            .any(|piece| rest[end..].starts_with(piece))
                    {
                        end += 3;
                    }
                    let starts_score =
                        matches!(first, '0' | '1' | '½') && !rest[..end].ends_with('.');
                    let score = starts_score.then(|| spaced_score(rest)).flatten();
                    return Ok(Some(Token::Word(self.take(score.unwrap_or(end)))));
                }
            }
        }
    }

    fn take(&mut self, length: usize) -> &'a str {
        let from = self.at;
        self.at += length;
        &self.text[from..self.at]
    }

    /// `[Name "value"]` on one line, or with its value broken over two. Other brackets on a line are
    /// [`Token::Loose`].
    fn tag(&mut self) -> Result<Token<'a>, String> {
        let rest = &self.text[self.at..];
        let first = line(rest);
        let after = rest[first.len()..].trim_start_matches(['\r', '\n']);
        let second = line(after);
        let both = &rest[..rest.len() - after.len() + second.len()];
        let is_broken =
            !first.contains(']') && !second.starts_with('[') && second.trim_end().ends_with("\"]");
        let found = pair(first).or_else(|| is_broken.then(|| pair(both)).flatten());
        if let Some((name, value, length)) = found {
            self.take(length);
            return Ok(Token::Tag(name, value));
        }
        let name = first[1..].trim_start();
        let name = &name[..name.find([' ', '\t', '"', ']']).unwrap_or(name.len())];
        match first.find(']') {
            Some(end) if name.starts_with(char::is_alphanumeric) => {
                self.take(end + 1);
                Ok(Token::Loose(name))
            }
            _ => Err(format!(
                "a tag pair is written [Name \"value\"], not {first}"
            )),
        }
    }
}

/// The text up to the end of its line.
fn line(text: &str) -> &str {
    &text[..text.find(['\n', '\r']).unwrap_or(text.len())]
}

/// The length of a result that is written with blanks, as `1 - 0` or `1/2 : 1/2`.
fn spaced_score(text: &str) -> Option<usize> {
    let score = |text: &'_ str| {
        let scores = ["1/2", "½", "0.5", "0,5", "1", "0"];
        scores
            .iter()
            .find_map(|score| text.strip_prefix(score).map(str::len))
    };
    let left = score(text)?;
    let dash = text[text.len() - left..]
        .trim_start()
        .strip_prefix(['-', '–', '—', ':'])?;
    let after = &text[text.len() - score(dash.trim_start())?..];
    let ends = |c: char| is_blank(c) || "{}()[];$".contains(c);
    (after.is_empty() || after.starts_with(ends)).then_some(text.len() - after.len())
}

/// The name and the value of a tag pair at the start of a text, and its length. `\"` and `\\` stand
/// for `"` and `\`. A quote that isn't followed by the bracket belongs to the value, as many files
/// have it; a `\"` closes the value if nothing else on the line does.
fn pair(text: &str) -> Option<(&str, String, usize)> {
    let (name, rest) = text[1..].split_once('"')?;
    let name =
        Some(name.trim()).filter(|name| !name.is_empty() && !name.contains(['[', ']', '{']))?;
    let mut value = String::new();
    let mut chars = rest.char_indices();
    while let Some((at, c)) = chars.next() {
        let after = &rest[at + c.len_utf8()..];
        match c {
            '\\' if after.starts_with(['"', '\\']) => {
                value.extend(chars.next().map(|(_, escaped)| escaped));
            }
            '"' if after.trim_start().starts_with(']') => {
                let length = text.len() - after.trim_start().len() + 1;
                return Some((name, value, length));
            }
            '\n' | '\r' => value.push(' '),
            _ => value.push(c),
        }
    }
    let value = value.trim_end().strip_suffix("\"]")?;
    Some((name, format!("{value}\\"), text.len()))
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
                Token::Tag(name, _) | Token::Loose(name) => name,
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
            Token::Tag("Event", r#"The "Big" \ one"#.into()),
            Token::Tag("Site", r#"the "old" hall"#.into()),
        ];
        assert_eq!(all(text), Ok(found));
    }

    #[test]
    fn what_does_not_end_is_an_error() {
        assert!(all("e4 { e5").unwrap_err().contains("has no }"));
        for text in [
            "[Event",
            "[Event \"x",
            "[Event \"x\"",
            "[\"x\"]",
            "[%clk 1]",
        ] {
            assert!(all(text).unwrap_err().contains("tag pair"), "{text}");
        }
    }

    #[test]
    fn brackets_that_nobody_needs_are_read_as_far_as_they_go() {
        let tag = |name, value: &str| Token::Tag(name, value.into());
        for (text, found) in [
            ("[White \"E /6\\\"]\n", tag("White", "E /6\\")),
            ("[White-Team \"x\"]", tag("White-Team", "x")),
            ("[Event \"a\nb\"]", tag("Event", "a b")),
            ("[WhiteElo 1500]", Token::Loose("WhiteElo")),
            ("[Event]", Token::Loose("Event")),
        ] {
            assert_eq!(all(text), Ok(vec![found]), "{text}");
        }
        let next = vec![Token::Loose("WhiteElo"), Token::Word("e4")];
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
    fn a_result_with_blanks_is_one_word() {
        for (text, found) in [
            ("1 - 0", &["1 - 0"][..]),
            ("½ : ½ e4", &["½ : ½", "e4"]),
            ("1 -0{x}", &["1 -0"]),
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
