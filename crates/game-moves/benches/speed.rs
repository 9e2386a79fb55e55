//! Speed on one core: chess moves encoded and decoded, state hashes, and shakmaty's packed moves for
//! comparison.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use game_moves::{Algorithm, Game, chess};
use shakmaty::{
    Chess, Position,
    packed::PackedUciMove,
    uci::{IllegalUciMoveError, UciMove},
};

/// A game of chess that alternates the first and the last legal move: its moves here, in shakmaty's
/// form, and its states.
fn game() -> (Vec<chess::Move>, Vec<UciMove>, Vec<chess::State>) {
    let mut state = chess::State::new();
    let (mut moves, mut theirs, mut states) = (Vec::new(), Vec::new(), Vec::new());
    for ply in 0..400usize {
        let legal = state.legal_moves();
        let Some(mv) = legal.get(ply * 7919 % legal.len().max(1)) else {
            break;
        };
        moves.push(*mv);
        theirs.push(
            chess_rules::Move::from(*mv)
                .to_string()
                .parse::<UciMove>()
                .unwrap(),
        );
        state = state.apply_legal(mv);
        states.push(state.clone());
    }
    check_with_shakmaty(&theirs).unwrap();
    (moves, theirs, states)
}

/// shakmaty must accept this game
fn check_with_shakmaty(moves: &[UciMove]) -> Result<(), IllegalUciMoveError> {
    let mut position = Chess::default();
    for mv in moves {
        let mv = mv.to_move(&position)?;
        position.play_unchecked(mv);
    }
    Ok(())
}

fn chess_moves(c: &mut Criterion) {
    let (moves, theirs, _) = game();
    let mut group = c.benchmark_group("chess moves");
    group.throughput(Throughput::Elements(moves.len() as u64));

    let mut bytes = vec![0u8; moves.len() * 3];
    let encode = |moves: &[chess::Move], bytes: &mut [u8]| {
        let mut end = 0;
        for mv in moves {
            let encoded = mv.encode();
            let encoded = encoded.as_bytes();
            bytes[end..end + encoded.len()].copy_from_slice(encoded);
            end += encoded.len();
        }
        end
    };
    group.bench_function("encode", |b| {
        b.iter(|| encode(black_box(&moves), black_box(&mut bytes)))
    });
    let end = encode(&moves, &mut bytes);
    bytes.truncate(end);
    let mut decoded = Vec::with_capacity(moves.len());
    group.bench_function("decode", |b| {
        b.iter(|| {
            decoded.clear();
            let mut rest = black_box(&bytes[..]);
            while !rest.is_empty() {
                let (mv, used) = chess::Move::decode(rest).unwrap();
                decoded.push(mv);
                rest = &rest[used..];
            }
            black_box(&decoded);
        })
    });
    assert_eq!(decoded, moves);

    let mut packed = Vec::with_capacity(theirs.len());
    group.bench_function("shakmaty pack", |b| {
        b.iter(|| {
            packed.clear();
            packed.extend(
                black_box(&theirs)
                    .iter()
                    .map(|mv| PackedUciMove::pack(*mv).to_bytes()),
            );
            black_box(&packed);
        })
    });
    let mut unpacked = Vec::with_capacity(theirs.len());
    group.bench_function("shakmaty unpack", |b| {
        b.iter(|| {
            unpacked.clear();
            let moves = black_box(&packed).iter();
            unpacked.extend(moves.map(|bytes| PackedUciMove::from_bytes(*bytes).unpack()));
            black_box(&unpacked);
        })
    });
    group.finish();
}

fn state_hashes(c: &mut Criterion) {
    let (_, _, states) = game();
    let mut group = c.benchmark_group("chess state hashes");
    group.throughput(Throughput::Elements(states.len() as u64));
    group.bench_function("sha256", |b| {
        b.iter(|| {
            states.iter().for_each(|state| {
                black_box(state.hash(Algorithm::Sha256));
            })
        })
    });
    let few = &states[..20];
    group.throughput(Throughput::Elements(few.len() as u64));
    group.bench_function("poseidon", |b| {
        b.iter(|| {
            few.iter().for_each(|state| {
                black_box(state.hash(Algorithm::Poseidon));
            })
        })
    });
    group.finish();
}

criterion_group!(benches, chess_moves, state_hashes);
criterion_main!(benches);
