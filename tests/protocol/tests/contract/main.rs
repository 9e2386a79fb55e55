//! The model's chain is the compiled contract's: each of its transitions is made in both.

mod adapter;
mod opening;
mod replay;

use chess_protocol::rules::Rules;
use chess_soak::world::Builds;

use opening::{FIVEFOLD, FOOL, Games, Opening, SCHOLAR, STALEMATE, THREEFOLD};
use replay::{MESSAGES, MOVES, Replay};

/// The number of calls by which `make protocol` looks deeper than the tests.
fn deeper() -> usize {
    let depth = std::env::var("DEPTH").map(|depth| depth.parse::<usize>());
    match depth {
        Ok(depth) => depth.expect("DEPTH is a number").saturating_sub(1),
        Err(_) => 0,
    }
}

/// Compares all states up to a depth, for either colour.
fn agree(opening: &Opening, change: impl Fn(&mut Rules), depth: usize) {
    let depth = depth + deeper();
    let games = Games::of(opening);
    let mut rules = Rules::single(games.plies, games.board());
    change(&mut rules);
    for honest_begins in [true, false] {
        let replay = Replay {
            rules,
            games: &games,
            honest_begins,
            depth,
            // a pause is long in steps, so that there are fewer calls at each
            messages: match rules.owner_helps {
                true => MOVES,
                false => MESSAGES,
            },
        };
        let began = std::time::Instant::now();
        let tally = replay.run(Builds::read().expect("compiled contracts"));
        println!(
            "{}, {} rounds, {depth} calls deep: {tally}, {:.1} s",
            games.name,
            rules.rounds,
            began.elapsed().as_secs_f32()
        );
        assert!(tally.taken > 0 && tally.refused > 0);
    }
}

#[test]
fn single_games_are_the_contracts() {
    agree(&FOOL, |_| {}, 1);
    for opening in [&SCHOLAR, &THREEFOLD, &FIVEFOLD, &STALEMATE] {
        agree(opening, |_| {}, 2);
    }
}

#[test]
fn games_without_a_clock_are_the_contracts() {
    agree(&FOOL, |rules| rules.clock = false, 1);
    agree(&SCHOLAR, |rules| rules.clock = false, 2);
}

#[test]
fn pauses_are_the_contracts() {
    agree(&SCHOLAR, |rules| rules.owner_helps = true, 4);
}

#[test]
fn matches_are_the_contracts() {
    for opening in [&FOOL, &SCHOLAR, &FIVEFOLD, &STALEMATE] {
        agree(opening, |rules| rules.rounds = 2, 1);
    }
}
