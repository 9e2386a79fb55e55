//! Perft: the number of positions that the legal moves of the standard positions reach.

use std::ops::ControlFlow;

use chess_rules::Position;

fn perft(position: &Position, depth: u32) -> u64 {
    let mut count = 0;
    let _ = position.try_each_legal(|m| {
        count += match depth {
            1 => 1,
            _ => {
                let mut next = position.clone();
                next.apply(m);
                perft(&next, depth - 1)
            }
        };
        ControlFlow::<()>::Continue(())
    });
    count
}

#[test]
fn the_standard_positions_have_their_known_counts() {
    let mut counted = 0;
    for line in include_str!("standard.epd").lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut parts = line.split(';').map(str::trim);
        let fen = parts.next().expect("a FEN");
        let position: Position = fen.parse().expect(fen);
        for part in parts {
            // such as `D3 8902`
            let (depth, count) = part[1..].split_once(' ').expect("a depth and a count");
            let found = perft(&position, depth.parse().expect("a depth"));
            assert_eq!(found.to_string(), count, "{fen}: {part}");
            counted += 1;
        }
    }
    assert_eq!(counted, 26);
}
