//! If exhaustive search finds a forced mate in one or two moves, the engine finds a forced mate at its least depth.

use chess_engine::{Game, MIN_DEPTH, Outcome, Search, mate_in};
use fastrand::Rng;

/// Whether the side to move mates in at most `moves` moves against every defence.
fn mates(game: &Game, moves: u32) -> bool {
    moves > 0
        && game.legal_moves().as_slice().iter().any(|&mv| {
            let mut after = game.clone();
            after.play(mv).unwrap();
            is_mated(&after, moves)
        })
}

/// Whether the side to move is mated, now or whatever it plays, by at most `moves` moves of the opponent's,
/// the one just played included.
fn is_mated(game: &Game, moves: u32) -> bool {
    match game.outcome() {
        Outcome::Drawn(_) => false,
        Outcome::WhiteWins | Outcome::BlackWins => true,
        Outcome::Ongoing => {
            moves > 1
                && game.legal_moves().as_slice().iter().all(|&reply| {
                    let mut after = game.clone();
                    after.play(reply).unwrap();
                    after.outcome() == Outcome::Ongoing && mates(&after, moves - 1)
                })
        }
    }
}

/// Up to fourteen pieces at random on the board.
fn strewn(random: &mut Rng) -> Option<Game> {
    let mut board = [b'1'; 36];
    let pieces = 1 + random.usize(..12);
    let letters = b"QRQRBNPqrbnp";
    for i in 0..pieces + 2 {
        let piece = match i {
            0 => b'K',
            1 => b'k',
            _ => letters[random.usize(..letters.len())],
        };
        board[random.usize(..36)] = piece;
    }
    let ranks: Vec<_> = board
        .chunks(6)
        .map(|rank| std::str::from_utf8(rank).unwrap())
        .collect();
    let side = ["w", "b"][random.usize(..2)];
    let game = Game::from_fen(&format!("{} {side} - - 0 1", ranks.join("/"))).ok()?;
    (game.outcome() == Outcome::Ongoing).then_some(game)
}

/// Collects positions that mate in exactly `moves` moves and checks that the engine mates by force.
fn suite(moves: u32, positions: u32, seed: u64) {
    let mut random = Rng::with_seed(seed);
    let mut found = 0;
    while found < positions {
        let Some(game) = strewn(&mut random) else {
            continue;
        };
        // A single legal move is played without a search.
        let forced = game.legal_moves().as_slice().len() == 1;
        if forced || mates(&game, moves - 1) || !mates(&game, moves) {
            continue;
        }
        found += 1;
        let mut search = Search::new(&game, MIN_DEPTH).unwrap();
        search.run(u32::MAX, |_| false);
        let answer = search.answer();
        let mate = mate_in(answer.score).expect("a mate");
        assert!(mate > 0, "mate in {moves}: {}", game.fen());
        let mut after = game.clone();
        after.play(answer.best).unwrap();
        assert!(
            is_mated(&after, mate as u32),
            "{} plays {}",
            game.fen(),
            answer.best
        );
    }
}

#[test]
fn mates_in_one() {
    suite(1, 200, 1);
}

#[test]
fn mates_in_two() {
    suite(2, 1_000, 2);
}
