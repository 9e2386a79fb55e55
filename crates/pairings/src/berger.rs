//! The Berger tables (FIDE Handbook C.05, annex 1).

use crate::round::MOST_PLAYERS;
use crate::round::Round;

/// How many rounds one cycle of a round robin has.
pub fn berger_rounds(players: usize) -> usize {
    (players + players % 2).saturating_sub(1)
}

/// The pairings of a round, counted from 0, for 2 to 32 players (otherwise none). After the last
/// round of the table the cycle starts again with the colours reversed.
///
/// In the table for an even number of players n, the last seed stays and the others move on by n/2
/// places a round. An odd number of players uses the next even table; the missing seed is the bye.
pub fn berger(players: usize, round: usize) -> Round {
    let mut pairings = Round::default();
    if !(2..=MOST_PLAYERS).contains(&players) {
        return pairings;
    }
    let rounds = berger_rounds(players);
    let (table_round, is_reversed) = (round % rounds, round / rounds % 2 == 1);
    let last = rounds; // the highest seed of the table
    let place = table_round * last.div_ceil(2) % rounds;
    let mut add = |white: usize, black: usize| match (white, black) {
        (bye, absent) | (absent, bye) if absent == players => pairings.bye = Some(bye as u8),
        (white, black) if is_reversed => pairings.push(black as u8, white as u8),
        (white, black) => pairings.push(white as u8, black as u8),
    };
    match table_round % 2 {
        0 => add(place, last),
        _ => add(last, place),
    }
    for distance in 1..=rounds / 2 {
        add(
            (place + distance) % rounds,
            (place + rounds - distance) % rounds,
        );
    }
    pairings
}
