//! A search gives the same answer with any slices, stored and resumed.

mod games;

use chess_engine::{Answer, Game, MAX_STATE_BYTES, Search};
use fastrand::Rng;
use games::random_game;

/// Runs a search in slices, stored and resumed in between, with a random size for each slice, and another one that
/// stops as often but is never resumed.
fn sliced(game: &Game, depth: u8, mut slice: impl FnMut() -> u32) -> Answer {
    let mut search = Search::new(game, depth).unwrap();
    let mut kept = Search::new(game, depth).unwrap();
    loop {
        let nodes = slice();
        kept.run(nodes, |_| false);
        if search.run(nodes, |_| false) {
            return search.answer();
        }
        let mut bytes = [0; MAX_STATE_BYTES];
        let len = search.save(game, &mut bytes);
        let answer = search.answer();
        search = Search::resume(game, &bytes[..len]).expect("its own state");
        assert_eq!(search.answer(), answer);
        let mut again = [0; MAX_STATE_BYTES];
        assert_eq!(search.save(game, &mut again), len);
        assert!(again == bytes, "a resumed search saves the same state");
        assert_eq!(kept.save(game, &mut again), len);
        assert!(again == bytes, "slices leave no trace in the state");
        assert!(game.is_legal(answer.best));
    }
}

fn unbroken(game: &Game, depth: u8) -> Answer {
    let mut search = Search::new(game, depth).unwrap();
    search.run(u32::MAX, |_| false);
    search.answer()
}

#[test]
fn slices_change_nothing() {
    let mut random = Rng::with_seed(1);
    for i in 0..60 {
        let game = random_game(&mut random);
        let depth = 3 + (i % 6) as u8;
        let whole = unbroken(&game, depth);
        let largest = (whole.nodes / 30).max(2);
        assert_eq!(
            sliced(&game, depth, || 1 + random.u32(..largest)),
            whole,
            "{}",
            game.fen()
        );
    }
}

#[test]
fn one_node_slices_change_nothing() {
    let mut random = Rng::with_seed(2);
    for _ in 0..8 {
        let game = random_game(&mut random);
        assert_eq!(sliced(&game, 4, || 1), unbroken(&game, 4), "{}", game.fen());
    }
}

#[test]
fn a_stop_is_a_slice() {
    let game = Game::start();
    let whole = unbroken(&game, 5);
    let mut search = Search::new(&game, 5).unwrap();
    let mut calls = 0;
    while !search.run(u32::MAX, |_| {
        calls += 1;
        calls % 3 == 0
    }) {}
    assert_eq!(search.answer(), whole);
}

#[test]
fn states_of_other_searches_and_broken_states_are_refused() {
    let mut random = Rng::with_seed(3);
    let game = random_game(&mut random);
    let mut search = Search::new(&game, 9).unwrap();
    search.run(2_000, |_| false);
    assert!(!search.answer().done);
    let mut bytes = [0; MAX_STATE_BYTES];
    let len = search.save(&game, &mut bytes);
    assert!(Search::resume(&Game::start(), &bytes[..len]).is_err());
    assert!(Search::resume(&game, &bytes[..len - 1]).is_err());
    assert!(Search::resume(&game, &[]).is_err());
    // No byte can be changed.
    for i in 0..len {
        for value in [0, 1, 0x7f, 0x80, 0xff, bytes[i] ^ 4] {
            let mut broken = bytes;
            broken[i] = value;
            if broken != bytes {
                assert!(Search::resume(&game, &broken[..len]).is_err());
            }
        }
    }
}
