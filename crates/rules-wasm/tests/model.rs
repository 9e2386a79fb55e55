//! The page takes and refuses exactly the games that the chain does: its referee against the model
//! of the contract, whose rules of chess are separate, over every pair of squares of thousands of
//! positions and over random bytes.

use std::collections::BTreeSet;

use chess_model::chain::{Reason, claim, end_by_board, is_legal};
use chess_model::lines::{Line, STALEMATE, moves_of};
use chess_model::rules::{Move, Position, promotion};
use chess_model::transcript::{decode, encode, encode_move};
use chess_rules::Color;
use cozy_chess::{Color as Side, Piece, Square};
use fastrand::Rng;
use rules_wasm::Referee;

/// The preference of a random game: pawns run to the last rank, pieces go to and fro, or everything is captured.
#[derive(Clone, Copy)]
enum Taste {
    Anything,
    Pawns,
    Quiet,
    Captures,
}

/// The positions of the game, the start's first; `None` if the contract refuses it.
fn positions(bytes: &[u8]) -> Option<Vec<Position>> {
    let mut line = Line::start();
    for m in decode(bytes)? {
        let position = line.position();
        let is_over = position.is_dead() || position.half_moves >= 150;
        if line.moves.len() >= 1_000 || is_over || !is_legal(position, &m) {
            return None;
        }
        line.push(m);
    }
    let before = end_by_board(&line.positions[..line.moves.len()]);
    let follows_fifth = before.is_some_and(|end| end.reason == Reason::FivefoldRepetition);
    (!follows_fifth).then_some(line.positions)
}

fn legal_moves(position: &Position) -> Vec<Move> {
    let pieces = |(from, to)| match position.promotes(from, to) {
        true => (1..=4).map(promotion).collect(),
        false => vec![None],
    };
    let pairs = position.checked_legal_pairs().unwrap().into_iter();
    let moves = |(from, to): (Square, Square)| {
        let moves = pieces((from, to)).into_iter();
        moves.map(move |promotion| Move {
            from,
            to,
            promotion,
        })
    };
    pairs.flat_map(moves).collect()
}

fn random_game(rng: &mut Rng, plies: usize, taste: Taste) -> Vec<Move> {
    let mut line = Line::start();
    while line.moves.len() < plies && end_by_board(&line.positions).is_none() {
        let position = line.position();
        let moves = legal_moves(position);
        let is_liked = |m: &&Move| {
            let is_pawns = position.at(m.from).is_some_and(|(p, _)| p == Piece::Pawn);
            let is_capture = position.at(m.to).is_some();
            match taste {
                Taste::Anything => true,
                Taste::Pawns => is_pawns,
                Taste::Quiet => !is_pawns && !is_capture,
                Taste::Captures => is_capture,
            }
        };
        let liked: Vec<_> = moves.iter().filter(is_liked).collect();
        let keeps_to_it = matches!(taste, Taste::Quiet) || rng.u8(..10) < 9;
        let m = match rng.choice(&liked).filter(|_| keeps_to_it) {
            Some(m) => **m,
            None => *rng.choice(&moves).unwrap(),
        };
        line.push(m);
    }
    line.moves
}

/// Every beginning of many games, as bytes.
fn beginnings(rng: &mut Rng) -> BTreeSet<Vec<u8>> {
    let tastes = [
        (Taste::Anything, 18, 60),
        (Taste::Pawns, 26, 80),
        (Taste::Quiet, 6, 175),
        (Taste::Captures, 4, 260),
    ];
    let mut games: Vec<_> = tastes
        .iter()
        .flat_map(|&(taste, count, plies)| vec![(taste, plies); count])
        .map(|(taste, plies)| random_game(rng, plies, taste))
        .collect();
    // both knights go out and come back until the position has occurred five times
    games.push(decode(&[6, 21, 62, 45, 21, 6, 45, 62].repeat(4)).unwrap());
    games.push(moves_of(STALEMATE));
    let beginnings =
        |game: &Vec<Move>| -> Vec<_> { (0..=game.len()).map(|ply| encode(&game[..ply])).collect() };
    games.iter().flat_map(beginnings).collect()
}

/// How the page's referee judges a game: `None` if it refuses, else its end and claim.
fn judged(referee: &mut Referee, game: &[u8]) -> Option<(String, String)> {
    referee.judge(game).ok()?;
    let end = referee
        .end()
        .map_or_else(String::new, |end| format!("{end:?}"));
    let claim = referee
        .claim()
        .map_or_else(String::new, |claim| format!("{claim:?}"));
    Some((end, claim))
}

/// The same by the model.
fn expected(positions: &[Position]) -> (String, String) {
    let end = end_by_board(positions).map_or_else(String::new, |end| format!("{:?}", end.reason));
    let claim = claim(positions).map_or_else(String::new, |claim| format!("{claim:?}"));
    (end, claim)
}

#[test]
fn every_pair_of_squares_with_and_without_each_promotion() {
    let games = beginnings(&mut Rng::with_seed(20_261));
    assert!(games.len() > 4_000, "{}", games.len());
    let mut referee = Referee::new();
    let mut ends = BTreeSet::new();
    let [mut promotions, mut claims, mut passing, mut castlings] = [0; 4];
    for (index, game) in games.iter().enumerate() {
        let positions = positions(game).unwrap();
        let position = positions.last().unwrap();
        let (end, claim) = expected(&positions);
        let judgement = judged(&mut referee, game);
        assert_eq!(judgement, Some((end.clone(), claim.clone())), "{game:?}");
        let moves = legal_moves(position);
        let mut offered = BTreeSet::new();
        referee.each_legal(|m| _ = offered.insert(m.to_vec()));
        let legal: BTreeSet<_> = moves.iter().map(encode_move).collect();
        assert_eq!(offered, legal, "{game:?}");
        if end.is_empty() {
            for (color, side) in [(Color::White, Side::White), (Color::Black, Side::Black)] {
                let can = referee.can_still_mate(color);
                assert_eq!(can, position.can_mate(side), "{game:?} {color:?}");
            }
        }
        for pair in 0..64 * 64_usize {
            let (from, to) = ((pair / 64) as u8, (pair % 64) as u8);
            // if no pawn can promote, one piece for each pair is enough, another one in each position
            let is_last_rank = (from / 8).abs_diff(to / 8) == 1 && [0, 7].contains(&(to / 8));
            let pieces = match is_last_rank {
                true => 0..5,
                false => ((pair + index) % 5) as u8..((pair + index) % 5) as u8 + 1,
            };
            let promoted = pieces.map(|piece| vec![from, to | 0x40, piece]);
            for ply in promoted.chain([vec![from, to]]) {
                let takes = referee.judge(&[&game[..], &ply].concat()).is_ok();
                let may = end.is_empty() && legal.contains(&ply);
                assert_eq!(takes, may, "{game:?} {ply:?}");
            }
        }
        promotions += usize::from(moves.iter().any(|m| m.promotion.is_some()));
        claims += usize::from(!claim.is_empty());
        passing += usize::from(position.en_passant.is_some());
        let is_castling = |m: &Move| {
            position.king(position.turn) == m.from && (m.from as u8).abs_diff(m.to as u8) == 2
        };
        castlings += usize::from(moves.iter().any(is_castling));
        ends.insert(end);
    }
    for count in [promotions, claims, passing, castlings] {
        assert!(count > 20, "{promotions} {claims} {passing} {castlings}");
    }
    let all = [
        "",
        "Checkmate",
        "DeadPosition",
        "FivefoldRepetition",
        "SeventyFiveMoves",
        "Stalemate",
    ];
    assert!(ends.iter().eq(&all), "{ends:?}");
}

#[test]
fn random_bytes() {
    let mut rng = Rng::with_seed(7_919);
    let games: Vec<_> = beginnings(&mut rng).into_iter().collect();
    let random = |rng: &mut Rng, length: usize, most: u8| -> Vec<u8> {
        (0..length).map(|_| rng.u8(..=most)).collect()
    };
    let changed = |rng: &mut Rng| {
        let mut game = rng.choice(&games).unwrap().clone();
        let at = rng.usize(..game.len().max(1));
        if !game.is_empty() && rng.bool() {
            let most = [63, 255][rng.usize(..2)];
            game[at] = rng.u8(..=most);
            return game;
        }
        let (inserted, after) = (rng.usize(..4), (at + rng.usize(..3)).min(game.len()));
        let inserted = random(rng, inserted, 255);
        [&game[..at], &inserted, &game[after..]].concat()
    };
    let mut tried = vec![[6, 21].repeat(1_001), vec![0; 4_000]];
    for _ in 0..4_000 {
        let (any, pairs) = (rng.usize(..40), 2 * rng.usize(..8));
        tried.push(random(&mut rng, any, 255));
        tried.push(random(&mut rng, pairs, 63));
        tried.extend((0..3).map(|_| changed(&mut rng)));
    }
    let mut referee = Referee::new();
    let mut taken = 0;
    for game in &tried {
        let expected = positions(game).map(|positions| expected(&positions));
        taken += usize::from(expected.is_some());
        assert_eq!(judged(&mut referee, game), expected, "{game:?}");
    }
    assert!((1_000..tried.len() - 1_000).contains(&taken), "{taken}");
}
