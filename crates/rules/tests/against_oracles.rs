//! Random games, every position compared with cozy-chess and shakmaty.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

mod oracle;

use chess_rules::{
    Color, Context, Move, Outcome, Position, Promotion, Role, Square, attacks, is_attacked, piece,
};
use oracle::{Oracles, STARTS, Seen, legal_moves, shakmaty_color, shakmaty_square};
use shakmaty::Position as _;

/// Plays `games` random games of at most `plies` moves and hands every position over, the
/// start and the end included, with the oracles at the same position.
fn random_games(
    seed: u64,
    games: usize,
    plies: usize,
    mut look: impl FnMut(&Position, &Oracles, Option<Move>),
) {
    let mut random = fastrand::Rng::with_seed(seed);
    for game in 0..games {
        let start = STARTS[game % STARTS.len()];
        let mut position: Position = start.parse().unwrap();
        let mut oracles = Oracles::new(start);
        for _ in 0..plies {
            let next = match position.outcome() {
                Outcome::Ongoing => choose(&mut random, &position),
                _ => None,
            };
            look(&position, &oracles, next);
            let Some(m) = next else { break };
            position.apply(m);
            oracles.play(m);
        }
    }
}

/// A random move; castling or a capture en passant half of the times that there is one, as both
/// are rare.
fn choose(random: &mut fastrand::Rng, position: &Position) -> Option<Move> {
    let legal = legal_moves(position);
    let rare = legal.iter().copied().filter(|&m| {
        let mut seen = Seen::default();
        seen.note(position, m);
        seen.castlings + seen.en_passants > 0
    });
    let rare = random
        .bool()
        .then(|| random.choice(rare.collect::<Vec<_>>()));
    rare.flatten().or_else(|| random.choice(legal))
}

/// The position's outcome by FIDE's Laws, from the oracles.
fn expected_outcome(oracles: &Oracles) -> Outcome {
    let theirs = &oracles.shakmaty;
    if theirs.is_checkmate() {
        Outcome::Checkmate
    } else if theirs.is_stalemate() {
        Outcome::Stalemate
    } else if theirs.is_insufficient_material() {
        Outcome::DeadPosition
    } else if theirs.halfmoves() >= 150 {
        Outcome::SeventyFiveMoves
    } else {
        Outcome::Ongoing
    }
}

#[test]
fn moves_outcomes_and_boards_equal_both_oracles_over_100_000_positions() {
    let mut positions = 0;
    let mut outcomes = [0; 5];
    let mut seen = Seen::default();
    random_games(1, 660, 600, |position, oracles, next| {
        positions += 1;
        // board, turn, castling rights, en passant, both clocks
        let fen = position.fen().to_string();
        assert_eq!(fen, oracles.fen());
        // cozy-chess notes en passant even if the capture isn't legal
        let cozy = oracles.cozy.to_string();
        let three = |fen: &str| fen.split(' ').take(3).map(String::from).collect::<Vec<_>>();
        assert_eq!(three(&fen), three(&cozy), "{fen}");
        assert_eq!(
            position.half_move_clock().min(100),
            oracles.cozy.halfmove_clock().min(100),
            "{fen}"
        );
        for (color, code) in [(Color::White, 0), (Color::Black, 7)] {
            assert_eq!(position.piece_at(position.king(color)), code, "{fen}");
        }

        let moves = legal_moves(position);
        assert_eq!(moves, oracles.shakmaty_moves(), "{fen}");
        assert_eq!(moves, oracles.cozy_moves(), "{fen}");
        for color in [Color::White, Color::Black] {
            let king = oracles.shakmaty.board().king_of(shakmaty_color(color));
            assert_eq!(king, Some(shakmaty_square(position.king(color))), "{fen}");
        }
        assert_eq!(
            position.is_in_check(position.turn()),
            oracles.shakmaty.is_check(),
            "{fen}"
        );

        for color in [Color::White, Color::Black] {
            let theirs = oracles
                .shakmaty
                .has_insufficient_material(shakmaty_color(color));
            assert_eq!(position.has_mating_material(color), !theirs, "{fen}");
        }
        let outcome = position.outcome();
        assert_eq!(outcome, expected_outcome(oracles), "{fen}");
        let cozy_outcome = match oracles.cozy.status() {
            cozy_chess::GameStatus::Won => Some(Outcome::Checkmate),
            cozy_chess::GameStatus::Drawn if moves.is_empty() => Some(Outcome::Stalemate),
            _ => None, // it supports neither dead positions nor the 75 moves
        };
        let moveless = [Outcome::Checkmate, Outcome::Stalemate];
        let ours = moveless.contains(&outcome).then_some(outcome);
        assert_eq!(ours, cozy_outcome, "{fen}");
        outcomes[outcome as usize] += 1;

        // in = out; a FEN lacks the number of earlier positions that could recur
        let read: Position = fen.parse().unwrap();
        assert_eq!(read.reversible_plies(), 0);
        let context = Context {
            reversible_plies: position.reversible_plies(),
            ..read.context()
        };
        let read = Position::new(*read.board(), context);
        assert_eq!(read.as_ref(), Ok(position), "{fen}");

        if let Some(m) = next {
            seen.note(position, m);
        }
    });
    assert!(positions >= 100_000, "{positions} positions");
    assert!(outcomes.iter().all(|&count| count > 0), "{outcomes:?}");
    assert!(seen.castlings > 50 && seen.en_passants > 50, "{seen:?}");
    assert!(seen.promotions.iter().all(|&count| count > 50), "{seen:?}");
}

#[test]
fn the_legal_moves_and_nothing_else_can_be_played() {
    let mut positions = 0;
    random_games(2, 12, 120, |position, oracles, _| {
        positions += 1;
        let legal = oracles.shakmaty_moves();
        for from in Square::all() {
            for to in Square::all() {
                let promotions = [1, 2, 3, 4].map(Promotion::from_number);
                for promotion in [None].into_iter().chain(promotions) {
                    let m = Move {
                        from,
                        to,
                        promotion,
                    };
                    let expected = legal.contains(&m);
                    assert_eq!(position.is_legal(m), expected, "{m} in {}", position.fen());
                    let mut after = position.clone();
                    let played = after.try_play(m);
                    assert_eq!(played.is_ok(), expected, "{m} in {}", position.fen());
                    assert_eq!(after == *position, !expected, "{m} in {}", position.fen());
                }
            }
        }
    });
    assert!(positions >= 1_000, "{positions} positions");
}

#[test]
fn attacks_equal_shakmaty_s_on_every_pair_of_squares() {
    let mut positions = 0;
    random_games(3, 12, 120, |position, oracles, _| {
        positions += 1;
        let theirs = oracles.shakmaty.board();
        for from in Square::all() {
            let reached = theirs.attacks_from(shakmaty_square(from));
            for to in Square::all() {
                let expected = reached.contains(shakmaty_square(to));
                let fen = position.fen();
                assert_eq!(attacks(position.board(), from, to), expected, "{fen}");
            }
            for by in [Color::White, Color::Black] {
                let square = shakmaty_square(from);
                let attackers = theirs.attacks_to(square, shakmaty_color(by), theirs.occupied());
                let fen = position.fen();
                let found = is_attacked(position.board(), from, by);
                assert_eq!(found, attackers.any(), "{fen}");
            }
        }
    });
    assert!(positions >= 1_000, "{positions} positions");
}

/// Under the `forfeit` rule a move may leave the mover's own king attacked.
#[test]
fn a_move_that_is_refused_for_the_king_alone_leaves_it_attacked() {
    let mut unsafe_moves = 0;
    random_games(4, 60, 150, |position, oracles, _| {
        let legal = oracles.shakmaty_moves();
        for from in Square::all() {
            for to in Square::all() {
                if !position.is_pseudo_legal(from, to) {
                    assert!(!legal.iter().any(|m| (m.from, m.to) == (from, to)));
                    continue;
                }
                let mut after = position.clone();
                after.apply(Move {
                    from,
                    to,
                    promotion: None,
                });
                let safe = position.keeps_king_safe(from, to);
                assert_eq!(
                    safe,
                    legal.iter().any(|m| (m.from, m.to) == (from, to)),
                    "{}",
                    position.fen()
                );
                // judged on the board that shakmaty reads from the FEN
                let fen: shakmaty::fen::Fen = after.fen().to_string().parse().unwrap();
                let board = &fen.as_setup().board;
                let mover = shakmaty_color(position.turn());
                let king = board.king_of(mover).unwrap();
                let attackers = board.attacks_to(king, mover.other(), board.occupied());
                assert_eq!(attackers.is_empty(), safe, "{}", after.fen());
                assert_eq!(after.is_in_check(position.turn()), !safe);
                unsafe_moves += u32::from(!safe);
            }
        }
    });
    assert!(unsafe_moves > 1_000, "{unsafe_moves} moves");
}

/// A game under the `forfeit` rule continues whatever the players overlook: no king is ever
/// captured, and a FEN can still express the position.
#[test]
fn games_with_kings_left_attacked_keep_both_kings() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut attacked = 0;
    for game in 0..200 {
        let mut position: Position = STARTS[game % STARTS.len()].parse().unwrap();
        for _ in 0..200 {
            let mut pairs = vec![];
            for from in Square::all() {
                pairs.extend(
                    Square::all()
                        .filter(|&to| position.is_pseudo_legal(from, to))
                        .map(|to| (from, to)),
                );
            }
            let Some((from, to)) = random.choice(pairs) else {
                break;
            };
            let promotion =
                Promotion::from_number(random.u8(1..=4)).filter(|_| position.promotes(from, to));
            position.apply(Move {
                from,
                to,
                promotion,
            });
            attacked += u32::from(position.is_in_check(position.turn().other()));
            let kings = position
                .board()
                .iter()
                .filter(|&&code| piece::role(code) == Some(Role::King));
            assert_eq!(kings.count(), 2);
            let read: Position = position.fen().to_string().parse().unwrap();
            assert_eq!(read.fen().to_string(), position.fen().to_string());
            assert_eq!(read.context().kings, position.context().kings);
        }
    }
    assert!(attacked > 1_000, "{attacked} positions");
}
