//! A board as text.

/// Draws the board of a FEN, from White's side or from Black's.
///
/// ```
/// use minichess_cli::diagram::draw;
/// assert_eq!(draw("2k/3/K2 w - - 0 1", true), "3  . . k\n2  . . .\n1  K . .\n   a b c");
/// assert_eq!(draw("2k/3/K2 w - - 0 1", false), "1  . . K\n2  . . .\n3  k . .\n   c b a");
/// ```
pub fn draw(fen: &str, from_white: bool) -> String {
    let board = fen.split_whitespace().next().unwrap_or_default();
    let mut rows: Vec<Vec<char>> = board.split('/').map(squares).collect();
    let size = rows.len();
    let mut ranks: Vec<usize> = (1..=size).rev().collect();
    let mut files: Vec<char> = ('a'..='h').take(size).collect();
    if !from_white {
        rows.reverse();
        rows.iter_mut().for_each(|row| row.reverse());
        ranks.reverse();
        files.reverse();
    }
    let mut lines: Vec<String> = ranks
        .iter()
        .zip(&rows)
        .map(|(rank, row)| format!("{rank}  {}", spaced(row)))
        .collect();
    lines.push(format!("   {}", spaced(&files)));
    lines.join("\n")
}

/// A row of a FEN, square by square, with a dot for an empty one.
pub fn squares(row: &str) -> Vec<char> {
    let mut squares = vec![];
    for c in row.chars() {
        match c.to_digit(10) {
            Some(empty) => squares.extend((0..empty).map(|_| '.')),
            None => squares.push(c),
        }
    }
    squares
}

fn spaced(chars: &[char]) -> String {
    let words: Vec<String> = chars.iter().map(char::to_string).collect();
    words.join(" ")
}
