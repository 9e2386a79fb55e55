//! Games that several scenarios use, by name.

use chess_model::lines::{MATE_OR_NOT, TAKES_THE_ROOK};

use crate::games::moves_of;

/// Each game's name and moves.
const NAMED: &str = include_str!("lines.txt");

/// A game's moves by its name.
fn named(name: &str) -> Option<&'static str> {
    let games = NAMED.lines().filter(|line| !line.starts_with('#'));
    let mut games = games.filter_map(|line| line.split_once(": "));
    games.find_map(|(known, moves)| (known == name).then_some(moves))
}

/// A game's moves by its name, including longer and made-up games.
fn line(name: &str) -> Option<String> {
    Some(match name {
        "ROOKS" => rook_walk(150).join(" "),
        "THOUSAND" => thousand_plies(),
        "LONG" => long_game(1_001),
        "TAKES_THE_ROOK" => TAKES_THE_ROOK.into(),
        "BOTVINNIK" | "CARLSEN" => moves_of(&name.to_lowercase()),
        _ => {
            let path = name.to_lowercase().replace('_', "-");
            let mut ends = MATE_OR_NOT.iter();
            let end = ends.find_map(|(name, moves)| (*name == path).then_some(*moves));
            named(name).or(end)?.into()
        }
    })
}

/// Replaces games' names in words by moves: all, or with `@3-5` those plies.
pub fn words(words: &[&str]) -> Vec<String> {
    let moves = words.iter().flat_map(|word| {
        let (name, plies) = word.split_once('@').unwrap_or((word, ""));
        let Some(line) = line(name) else {
            return vec![word.to_string()];
        };
        let moves: Vec<String> = line.split(' ').map(String::from).collect();
        match plies.split_once('-') {
            Some((first, last)) => {
                let [first, last] = [first, last].map(|n| n.parse::<usize>().expect("a ply"));
                moves[first - 1..last].to_vec()
            }
            None => moves,
        }
    });
    moves.collect()
}

/// After 1. a4 a5: rooks that walk back and forth on the third and the sixth rank, White's over
/// eight files and Black's over seven, so that no position occurs five times in 75 moves.
fn rook_walk(plies: usize) -> Vec<String> {
    let square = |step: usize, files: usize, rank: char| {
        let place = step % (2 * (files - 1));
        let file = place.min(2 * (files - 1) - place);
        format!("{}{rank}", (b'a' + file as u8) as char)
    };
    (0..plies)
        .map(|ply| {
            let (files, rank, home) = [(8, '3', "a1"), (7, '6', "a8")][ply % 2];
            let to = |step| square(step, files, rank);
            let from = (ply / 2).checked_sub(1).map_or(home.into(), to);
            from + &to(ply / 2)
        })
        .collect()
}

/// Knights go out and back.
const SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8 ";
/// The files of pawns that aren't in the knights' way.
const PAWNS: &str = "abcdegh";

/// A pawn of each side steps before 75 moves have passed, last of all at plies 999 and 1,000.
fn thousand_plies() -> String {
    let steps = [["2", "3", "7", "6"], ["3", "4", "6", "5"]];
    let pawns = steps
        .iter()
        .flat_map(|step| PAWNS.chars().map(move |file| (file, step)));
    let moves = pawns
        .enumerate()
        .map(|(i, (file, [from, to, reply_from, reply_to]))| {
            let shuffles = SHUFFLE.repeat(if i == 0 { 9 } else { 18 });
            format!("{shuffles}{file}{from}{file}{to} {file}{reply_from}{file}{reply_to}")
        });
    moves.collect::<Vec<_>>().join(" ")
}

/// A game with this number of plies, with a pawn move by each player before 75 moves have passed.
fn long_game(plies: usize) -> String {
    let shuffles = SHUFFLE.repeat(35);
    let pawns = PAWNS
        .chars()
        .map(|file| format!("{shuffles}{file}2{file}3 {file}7{file}6 "));
    let moves = pawns.collect::<String>() + &SHUFFLE.repeat(2);
    moves.split(' ').take(plies).collect::<Vec<_>>().join(" ")
}
