//! Random Swiss tournaments, for `tests/monrad.py` to check: `tournaments COUNT SEED`.
//!
//! Each tournament is a line with the number of players, then a line for each round: its boards as
//! White, Black and the points of each (a win 2), and the bye, if there is one. Some players never
//! play and some miss single rounds: a board without one of them is 2 to 0, or 0 to both.

use fastrand::Rng;
use pairings::{Color, Player, monrad};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default| {
        let argument = arguments.next();
        argument.map_or(default, |text| text.parse().expect("a number"))
    };
    let (count, seed) = (number(10), number(1));
    let mut random = Rng::with_seed(seed);
    for _ in 0..count {
        tournament(&mut random);
    }
}

fn tournament(random: &mut Rng) {
    // small fields, where repeated pairings become necessary, as often as all others
    let most = if random.bool() { 8 } else { 30 };
    let players = 3 + random.usize(..most);
    let rounds = 2 + random.u64(..8);
    let absence: Vec<u64> = (0..players)
        .map(|_| [0, 0, 0, 1, 5, 10][random.usize(..6)])
        .collect();
    let mut standing = vec![Player::default(); players];
    println!("{players}");
    for _ in 0..rounds {
        let round = monrad(&standing);
        let absent: Vec<bool> = absence
            .iter()
            .map(|&of_ten| random.u64(..10) < of_ten)
            .collect();
        for pair in round.boards() {
            let (white, black) = (pair.white as usize, pair.black as usize);
            let points = match (absent[white], absent[black]) {
                (true, true) => (0, 0),
                (true, false) => (0, 2),
                (false, true) => (2, 0),
                _ => [(2, 0), (1, 1), (0, 2)][random.usize(..3)],
            };
            print!("{white} {black} {} {},", points.0, points.1);
            for (seed, other, color, points) in [
                (white, black, Color::White, points.0),
                (black, white, Color::Black, points.1),
            ] {
                let player = &mut standing[seed];
                player.points += points;
                player.met |= 1 << other;
                player.last_color = Some(color);
                player.whites += u8::from(color == Color::White);
            }
        }
        if let Some(bye) = round.bye {
            print!("{bye}");
            let player = &mut standing[bye as usize];
            player.points += 2;
            player.byes += 1;
        }
        println!();
    }
}
