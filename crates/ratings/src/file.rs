//! Books in files.

use std::io;
use std::path::Path;

use crate::book::Book;

/// The book in a file, or a new one of a contract, beginning with a block; without a block with the
/// chain's first.
///
/// # Errors
/// Names the file that can't be read, or that is of something else.
pub fn open(file: &Path, contract: &str, first: Option<u64>) -> Result<Book, String> {
    let shown = file.display();
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(Book::new(contract, first.unwrap_or(0)));
        }
        Err(error) => return Err(format!("{shown}: {error}")),
    };
    let book =
        Book::from_json(&text).map_err(|error| format!("{shown} keeps no ratings: {error}"))?;
    if book.contract() != contract {
        let other = book.contract();
        return Err(format!(
            "{shown} keeps the ratings of another contract, {other}"
        ));
    }
    match first {
        Some(first) if first != book.first() => {
            let other = book.first();
            Err(format!(
                "{shown} was read from block {other} on, not from {first}"
            ))
        }
        _ => Ok(book),
    }
}

/// Keeps a book in a file.
///
/// # Errors
/// Names the file that can't be written.
pub fn keep(book: &Book, file: &Path) -> Result<(), String> {
    // renamed when it is complete, so that nobody reads half of it
    let new = file.with_added_extension("new");
    std::fs::write(&new, book.to_json())
        .and_then(|()| std::fs::rename(&new, file))
        .map_err(|error| format!("{}: {error}", file.display()))
}
