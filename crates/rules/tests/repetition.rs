//! Repetition compared with a plain count of positions.

mod oracle;

use std::collections::HashMap;

use chess_rules::{Move, Position, RepetitionCounter};
use oracle::{Oracles, STARTS, legal_moves};

/// A game with every position counted.
struct Counted {
    position: Position,
    oracles: Oracles,
    moves: Vec<Move>,
    counts: HashMap<String, u8>,
}

impl Counted {
    fn new(start: &str) -> Self {
        let oracles = Oracles::new(start);
        Counted {
            position: start.parse().unwrap(),
            moves: vec![],
            counts: HashMap::from([(oracles.repetition_key(), 1)]),
            oracles,
        }
    }

    /// Plays on; returns the position's occurrences by plain counting, if chess-rules agrees.
    fn play(&mut self, m: Move) -> u8 {
        self.position.apply(m);
        self.oracles.play(m);
        self.moves.push(m);
        let count = self
            .counts
            .entry(self.oracles.repetition_key())
            .or_default();
        *count += 1;
        let mut counter = RepetitionCounter::of(&self.position);
        for m in self.moves.iter().rev() {
            counter.take_back(m.from, m.to);
        }
        let found = counter.occurrences() as u8;
        for times in [3, 5] {
            let mut counter = RepetitionCounter::of(&self.position);
            let mut earlier = self.moves.iter().rev();
            while counter.is_open(times) {
                let m = earlier
                    .next()
                    .expect("no more than reversible moves are taken back");
                counter.take_back(m.from, m.to);
            }
            assert_eq!(counter.occurrences() >= times, found as u32 >= times);
        }
        assert_eq!(
            found,
            *count,
            "{} after {:?}",
            self.position.fen(),
            self.moves
        );
        *count
    }

    fn play_all(&mut self, moves: &str) -> u8 {
        let moves = moves.split(' ').map(|m| m.parse().unwrap());
        moves.fold(0, |_, m| self.play(m))
    }
}

#[test]
fn occurrences_equal_a_plain_count_over_shuffling_games() {
    let endgames = [
        "8/8/4k3/8/8/3K4/8/R6r w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1",
    ];
    let starts: Vec<&str> = STARTS.into_iter().chain(endgames).collect();
    let mut random = fastrand::Rng::with_seed(6);
    let (mut positions, mut at_least) = (0, [0; 7]);
    for game in 0..400 {
        let mut game = Counted::new(starts[game % starts.len()]);
        for _ in 0..200 {
            let legal = legal_moves(&game.position);
            // mostly the own last move taken back, so that positions recur
            let back = game.moves.iter().rev().nth(1).map(|m| Move {
                from: m.to,
                to: m.from,
                promotion: None,
            });
            let back = back.filter(|m| legal.contains(m) && random.u8(0..10) < 6);
            let Some(m) = back.or_else(|| random.choice(legal)) else {
                break;
            };
            let count = game.play(m);
            positions += 1;
            at_least[usize::from(count).min(6)] += 1;
        }
    }
    assert!(positions > 50_000, "{positions} positions");
    assert!(at_least[2..].iter().all(|&n| n > 100), "{at_least:?}");
}

/// FIDE 9.2.3.2: a right to castle that is lost, if only for later, makes another position.
#[test]
fn a_lost_castling_right_makes_another_position() {
    let mut game = Counted::new(STARTS[0]);
    game.play_all("g1f3 g8f6");
    // the rook's first move loses the right, so the count starts with the rook back home
    assert_eq!(game.play_all("h1g1 f6g8 g1h1 g8f6"), 1);
    assert_eq!(game.play_all("h1g1 f6g8 g1h1 g8f6"), 2);
    assert_eq!(game.play_all("h1g1 f6g8 g1h1 g8f6"), 3);
}

/// FIDE 9.2.3.1: a pawn that could be captured en passant makes another position, but only
/// if a pawn can legally do so.
#[test]
fn an_en_passant_capture_makes_another_position_where_it_is_legal() {
    let mut game = Counted::new("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    game.play_all("d7d5");
    assert_eq!(game.play_all("e1e2 e8e7 e2e1 e7e8"), 1);
    assert_eq!(game.play_all("e1e2 e8e7 e2e1 e7e8"), 2);

    // the pawn is pinned, so its capture isn't legal
    let mut game = Counted::new("4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    game.play_all("d7d5");
    assert_eq!(game.play_all("e1e2 g8g7 e2e1 g7g8"), 2);
}

/// FIDE 9.2.3: the same pieces with the other player to move are another position.
#[test]
fn the_turn_belongs_to_the_position() {
    let mut game = Counted::new("7k/8/8/8/8/8/R7/K7 w - - 0 1");
    assert_eq!(game.play_all("a2b2 h8g8 b2c2 g8h8 c2a2"), 1);
}

#[test]
fn a_capture_or_pawn_move_ends_the_look_back() {
    let mut game = Counted::new("6k1/8/8/8/8/8/P6r/K6R w - - 0 1");
    assert_eq!(game.play_all("h1g1 h2g2 g1h1 g2h2"), 2);
    assert_eq!(game.play_all("a2a3"), 1);
    assert_eq!(game.position.reversible_plies(), 0);
    assert_eq!(game.play_all("h2g2 a1b1 g2h2 b1a1"), 2);
    assert_eq!(game.play_all("h2g2 a1b1 g2h2 b1a1"), 3);
    assert_eq!(game.play_all("h2h1"), 1);
    assert_eq!(game.position.reversible_plies(), 0);
}
