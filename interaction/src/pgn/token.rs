//! The words of a PGN file: tag pairs, parentheses of variations, and what stands between
//! them. Comments, escaped lines and numeric annotation glyphs are dropped.

/// One word of a PGN file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// A tag pair, its value unescaped.
    Tag(&'a str, String),
    /// The start of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// A move number, a move, a result or anything else up to the next blank.
    Word(&'a str),
}

/// Cuts a PGN text into tokens.
pub struct Tokens<'a> {
    rest: &'a str,
    line: usize,
    at_line_start: bool,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str) -> Self {
        Tokens {
            rest: text.strip_prefix('\u{feff}').unwrap_or(text),
            line: 1,
            at_line_start: true,
        }
    }

    /// The line (from 1) that the reader has come to.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The next token, `None` at the end of the text.
    ///
    /// # Errors
    /// What is wrong, in words, where a comment or a tag pair doesn't end.
    pub fn next(&mut self) -> Result<Option<Token<'a>>, String> {
        loop {
            let Some(first) = self.rest.chars().next() else {
                return Ok(None);
            };
            match first {
                '%' if self.at_line_start => self.skip_line(),
                ';' => self.skip_line(),
                '{' => match self.rest.find('}') {
                    Some(end) => drop(self.take(end + 1)),
                    None => return Err("a comment { has no }".into()),
                },
                '$' => {
                    let digits = |c: char| !c.is_ascii_digit();
                    let end = self.rest[1..]
                        .find(digits)
                        .map_or(self.rest.len(), |at| at + 1);
                    self.take(end);
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
                blank if blank.is_whitespace() => drop(self.take(blank.len_utf8())),
                // a bracket without its partner is a word, and so an error of its own
                _ => {
                    let ends = |c: char| c.is_whitespace() || "{}()[];$".contains(c);
                    let skipped = first.len_utf8();
                    let end = self.rest[skipped..].find(ends);
                    let end = end.map_or(self.rest.len(), |at| at + skipped);
                    return Ok(Some(Token::Word(self.take(end))));
                }
            }
        }
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        self.line += taken.matches('\n').count();
        self.at_line_start = taken.ends_with('\n');
        taken
    }

    fn skip_line(&mut self) {
        self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
    }

    /// `[Name "value"]`, where `\"` and `\\` stand for `"` and `\`. A quote that isn't followed
    /// by the bracket belongs to the value, as many files have it.
    fn tag(&mut self) -> Result<Token<'a>, String> {
        let line = self.rest.lines().next().unwrap_or_default();
        let wrong = || format!("a tag pair is written [Name \"value\"], not {line}");
        let inner = &line[1..];
        let quote = inner.find('"').ok_or_else(wrong)?;
        let name = inner[..quote].trim();
        if name.is_empty() || name.contains(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            return Err(wrong());
        }
        let mut value = String::new();
        let mut chars = inner[quote + 1..].char_indices();
        while let Some((at, c)) = chars.next() {
            let after = &inner[quote + 1 + at + c.len_utf8()..];
            match c {
                '\\' if after.starts_with(['"', '\\']) => {
                    value.extend(chars.next().map(|(_, escaped)| escaped));
                }
                '"' if after.trim_start().starts_with(']') => {
                    let end = line.len() - after.trim_start().len() + 1;
                    self.take(end);
                    return Ok(Token::Tag(name, value));
                }
                _ => value.push(c),
            }
        }
        Err(wrong())
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
            "[E-v \"x\"]",
            "[%clk 1]",
        ] {
            assert!(all(text).unwrap_err().contains("tag pair"), "{text}");
        }
    }

    #[test]
    fn lines_are_counted() {
        let mut tokens = Tokens::new("{\n\n}\r\ne4");
        assert_eq!(tokens.next(), Ok(Some(Token::Word("e4"))));
        assert_eq!(tokens.line(), 4);
    }
}
