//! Berger tables against the published ones, and the Monrad system's guarantees at its limits.
//! `monrad.py` compares whole tournaments.

use pairings::{MOST_PLAYERS, Pair, Player, Round, berger, berger_rounds, monrad};

/// FIDE Handbook C.05, annex 1: the number of players, then a line for each round.
const TABLES: &str = include_str!("berger.txt");

fn shown(round: &Round, is_reversed: bool) -> Vec<(usize, usize)> {
    let boards = round.boards().iter();
    let pairs = boards.map(|pair| (pair.white as usize + 1, pair.black as usize + 1));
    pairs
        .map(|(white, black)| {
            if is_reversed {
                (black, white)
            } else {
                (white, black)
            }
        })
        .collect()
}

#[test]
fn round_robins_follow_the_published_tables() {
    let mut tables = 0;
    for table in TABLES.split("\n\n") {
        let mut lines = table.trim().lines();
        let even: usize = lines.next().unwrap().parse().unwrap();
        let rounds: Vec<Vec<(usize, usize)>> = lines
            .map(|line| {
                let pairs = line.split(' ').map(|pair| pair.split_once('-').unwrap());
                pairs
                    .map(|(white, black)| (white.parse().unwrap(), black.parse().unwrap()))
                    .collect()
            })
            .collect();
        for players in [even - 1, even] {
            assert_eq!(berger_rounds(players), rounds.len());
            for (at, published) in rounds.iter().enumerate() {
                let plays = |&(white, black): &(usize, usize)| white <= players && black <= players;
                let boards: Vec<_> = published.iter().copied().filter(plays).collect();
                let resting = published.iter().find(|pair| !plays(pair));
                let bye = resting.map(|&(white, black)| white.min(black) as u8 - 1);
                let first = berger(players, at);
                assert_eq!(
                    (shown(&first, false), first.bye),
                    (boards.clone(), bye),
                    "{players}, {at}"
                );
                let second = berger(players, at + rounds.len());
                assert_eq!(
                    (shown(&second, true), second.bye),
                    (boards, bye),
                    "{players}, {at}"
                );
            }
            tables += 1;
        }
    }
    assert_eq!(tables, 14, "3 to 16 players");
}

#[test]
fn no_number_of_players_and_no_round_panics() {
    for players in 0..=40 {
        for round in 0..80 {
            let pairings = berger(players, round);
            let seated = pairings.boards().len() * 2 + usize::from(pairings.bye.is_some());
            let expected = if (2..=MOST_PLAYERS).contains(&players) {
                players
            } else {
                0
            };
            assert_eq!(seated, expected);
        }
        let round = monrad(&vec![Player::default(); players]);
        assert_eq!(
            round.boards().is_empty(),
            !(2..=MOST_PLAYERS).contains(&players)
        );
        // players who have met everyone are still paired
        let everyone = Player {
            met: u32::MAX,
            ..Player::default()
        };
        assert_eq!(
            monrad(&vec![everyone; players]).boards().len(),
            round.boards().len()
        );
    }
}

/// Two groups of three whose members have not met each other: each group leaves one player over.
#[test]
fn a_pairing_far_down_decides_the_first() {
    // the two players left over have not met either
    let not_met: [&[u8]; 6] = [&[1, 2], &[0, 2], &[0, 1, 3], &[2, 4, 5], &[3, 5], &[3, 4]];
    let players = not_met.map(|free| Player {
        met: free.iter().fold(0b11_1111, |met, seed| met & !(1 << seed)),
        ..Player::default()
    });
    let pair = |white, black| Pair { white, black };
    assert_eq!(
        monrad(&players).boards(),
        [pair(0, 1), pair(2, 3), pair(4, 5)]
    );
    // they have: one pairing must repeat, and only one
    let apart: [&[u8]; 6] = [&[1, 2], &[0, 2], &[0, 1], &[4, 5], &[3, 5], &[3, 4]];
    let players = apart.map(|free| Player {
        met: free.iter().fold(0b11_1111, |met, seed| met & !(1 << seed)),
        ..Player::default()
    });
    assert_eq!(
        monrad(&players).boards(),
        [pair(0, 1), pair(2, 3), pair(4, 5)]
    );
}
