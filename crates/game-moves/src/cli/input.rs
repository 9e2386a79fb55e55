//! Files, standard input, and errors with a line's number.

use std::{
    error::Error,
    fs,
    io::{self, Read},
};

pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Everything in a file, or in standard input if there is none or it is `-`.
pub fn bytes(file: Option<&str>) -> Result<Vec<u8>> {
    match file {
        None | Some("-") => {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes)?;
            Ok(bytes)
        }
        Some(file) => fs::read(file).map_err(|error| format!("{file}: {error}").into()),
    }
}

/// The same as text.
pub fn text(file: Option<&str>) -> Result<String> {
    String::from_utf8(bytes(file)?)
        .map_err(|_| format!("{}: not UTF-8 text", file.unwrap_or("standard input")).into())
}

/// The result of `read` for each non-empty line; errors name the line.
pub fn each_line<T>(text: &str, mut read: impl FnMut(&str) -> Result<T>) -> Result<Vec<T>> {
    let full = |(_, line): &(usize, &str)| !line.trim().is_empty();
    let mut read_line = |(index, line): (usize, &str)| {
        let read = read(line.trim());
        read.map_err(|error| format!("line {}: {error}", index + 1).into())
    };
    let lines = text.lines().enumerate().filter(full);
    lines.map(&mut read_line).collect()
}
