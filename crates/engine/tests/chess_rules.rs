//! The 8×8 board of the search against counted move trees, `chess-rules` and shakmaty.

use chess_engine::chess::{Game, Search, move_from_rules, move_to_rules};
use chess_engine::{Draw, Outcome};
use chess_engine::{MAX_DEPTH, MAX_STATE_BYTES, MoveList, Root, memory_of, perft};
use fastrand::Rng;
use shakmaty::Position as _;

/// Counts of more leaves than this are skipped; `cargo test --release -- --ignored` includes them.
const QUICK: u64 = 5_000_000;

fn check_perft(most: u64) -> u32 {
    let mut counts = 0;
    for line in include_str!("../../rules/tests/standard.epd").lines() {
        let mut fields = line.split(';');
        let fen = fields.next().unwrap().trim();
        if fen.is_empty() || fen.starts_with('#') {
            continue;
        }
        let game = Game::new(fen.parse().unwrap());
        for field in fields {
            let (depth, count) = field.trim()[1..].split_once(' ').unwrap();
            let count: u64 = count.trim().parse().unwrap();
            if count <= most {
                let leaves = perft(&mut game.board().clone(), depth.parse().unwrap());
                assert_eq!(leaves, count, "{fen} {field}");
                counts += 1;
            }
        }
    }
    counts
}

#[test]
fn move_trees_have_as_many_leaves_as_they_should() {
    assert!(check_perft(QUICK) >= 24);
}

fn sorted(mut moves: Vec<String>) -> Vec<String> {
    moves.sort();
    moves
}

/// In random games: the search's legal moves, check and the game's state, against shakmaty.
fn compare_with_shakmaty(positions: u32, seed: u64) {
    let mut random = Rng::with_seed(seed);
    let mut left = positions;
    while left > 0 {
        let mut game = Game::start();
        let mut theirs = shakmaty::Chess::default();
        loop {
            left = left.saturating_sub(1);
            let fen = game.rules().fen().to_string();
            let mut list = MoveList::EMPTY;
            game.moves(&mut list);
            let ours = list
                .as_slice()
                .iter()
                .map(|&mv| move_to_rules(mv).to_string());
            let legal = theirs.legal_moves();
            let expected = legal
                .iter()
                .map(|m| m.to_uci(shakmaty::CastlingMode::Standard).to_string());
            let expected_end = if theirs.is_checkmate() {
                match theirs.turn() {
                    shakmaty::Color::White => Some(Outcome::BlackWins),
                    shakmaty::Color::Black => Some(Outcome::WhiteWins),
                }
            } else if theirs.is_stalemate() {
                Some(Outcome::Drawn(Draw::Stalemate))
            } else if theirs.is_insufficient_material() {
                Some(Outcome::Drawn(Draw::DeadPosition))
            } else if theirs.halfmoves() >= 100 {
                Some(Outcome::Drawn(Draw::FiftyMoves))
            } else {
                None
            };
            match expected_end {
                Some(end) => assert_eq!(game.outcome(), end, "{fen}"),
                None if game.outcome() == Outcome::Drawn(Draw::Repetition) => {}
                None => {
                    assert_eq!(game.outcome(), Outcome::Ongoing, "{fen}");
                    assert_eq!(sorted(ours.collect()), sorted(expected.collect()), "{fen}");
                }
            }
            if game.outcome() != Outcome::Ongoing || left == 0 {
                break;
            }
            let moves = list.as_slice();
            let mv = moves[random.usize(..moves.len())];
            let text = move_to_rules(mv).to_string();
            let uci: shakmaty::uci::UciMove = text.parse().unwrap();
            theirs = theirs.clone().play(uci.to_move(&theirs).unwrap()).unwrap();
            assert_eq!(move_from_rules(text.parse().unwrap()), mv);
            game.play(move_to_rules(mv)).unwrap();
        }
    }
}

#[test]
fn random_games_equal_shakmaty() {
    compare_with_shakmaty(3_000, 1);
}

#[test]
#[ignore = "long: make oracle"]
fn random_games_equal_shakmaty_over_20_000_positions() {
    compare_with_shakmaty(20_000, 2);
}

#[test]
#[ignore = "long: make oracle"]
fn all_counted_move_trees() {
    check_perft(u64::MAX);
}

/// Stopped at regular numbers of nodes, stored and resumed: the same move, score and number of nodes.
#[test]
fn slices_change_nothing() {
    let mut random = Rng::with_seed(3);
    for fen in [
        "r1bqkb1r/pp1n1ppp/2p1pn2/3p4/2PP4/2N1PN2/PP3PPP/R1BQKB1R w KQkq - 0 6",
        "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/1BN2N2/PP2QPPP/R1BR2K1 b - - 3 13",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ] {
        let game = Game::new(fen.parse().unwrap());
        let mut whole = Search::new(&game, 7).unwrap();
        whole.run(u32::MAX, |_| false);
        let mut bytes = [0; chess_engine::MAX_STATE_BYTES];
        let mut search = Search::new(&game, 7).unwrap();
        while !search.run(1 + random.u32(..400), |_| false) {
            let len = search.save(&game, &mut bytes);
            assert!(len <= search.state_len());
            search = Search::resume(&game, &bytes[..len]).unwrap();
        }
        assert_eq!(search.answer(), whole.answer(), "{fen}");
    }
}

/// A game in which each search remembers the one before: with and without slices, they find the same and leave
/// the same.
#[test]
fn slices_do_not_change_the_memory() {
    let mut random = Rng::with_seed(8);
    let fen = "r1bqkb1r/pp1n1ppp/2p1pn2/3p4/2PP4/2N1PN2/PP3PPP/R1BQKB1R w KQkq - 0 6";
    let mut game = Game::new(fen.parse().unwrap());
    let most = memory_of(4_000);
    let (mut memory, mut lens) = (vec![], vec![]);
    for _ in 0..12 {
        let begin = |memory: &[u8]| {
            let mut search = Search::new(&game, MAX_DEPTH).unwrap();
            if !memory.is_empty() {
                search.remember(memory).unwrap();
            }
            search
        };
        let mut whole = begin(&memory);
        whole.run(4_000, |_| false);
        let mut bytes = [0; MAX_STATE_BYTES];
        let mut search = begin(&memory);
        loop {
            let left = 4_000u32.saturating_sub(search.answer().nodes);
            if search.run(left.min(1 + random.u32(..900)), |_| false)
                || search.answer().nodes >= 4_000
            {
                break;
            }
            let len = search.save(&game, &mut bytes);
            assert!(search.remember(&bytes[..len]).is_err());
            search = Search::resume(&game, &bytes[..len]).unwrap();
        }
        assert_eq!(search.answer(), whole.answer());
        let len = search.leave(most, &mut bytes);
        assert_eq!(len, search.memory_len(most));
        memory = bytes[..len].to_vec();
        let len = whole.leave(most, &mut bytes);
        assert!(memory == bytes[..len]);
        assert!(Search::resume(&game, &memory).is_err());
        lens.push(len);
        game.play(move_to_rules(whole.answer().best)).unwrap();
    }
    // The room grows to its bound, and never shrinks.
    assert!(lens.is_sorted() && lens[0] < lens[8] && lens[8] == lens[11]);
}

/// Castling, en passant and promotion survive storing.
#[test]
fn a_stored_game_continues() {
    let mut random = Rng::with_seed(5);
    let mut game = Game::start();
    while game.outcome() == Outcome::Ongoing {
        let mut bytes = [0; chess_engine::MAX_GAME_BYTES];
        let len = game.encode(&mut bytes);
        let mut again = Game::decode(&bytes[..len]).unwrap();
        assert_eq!(again.rules(), game.rules());
        let mut list = MoveList::EMPTY;
        game.moves(&mut list);
        let moves = list.as_slice();
        let mv = move_to_rules(moves[random.usize(..moves.len())]);
        game.play(mv).unwrap();
        again.play(mv).unwrap();
        assert_eq!(again.outcome(), game.outcome());
    }
}
