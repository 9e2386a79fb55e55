//! Positions of real games: the node signature, a number that changes with the search, and the cost of a move on chain.

pub mod games;
pub mod on_chain;
pub mod prices;

use chess_engine::BoardSearch;

use crate::output::say;
use crate::variant::Variant;

/// The positions of `bench`.
pub const POSITIONS: usize = 25;

/// The number of nodes of each position at a depth, the least first.
pub fn nodes<G: Variant>(depth: u8) -> Vec<u32> {
    let mut nodes: Vec<_> = games::some::<G>(POSITIONS)
        .iter()
        .map(|asked| {
            let mut search = BoardSearch::new(&asked.after, depth).expect("a game that goes on");
            search.run(u32::MAX, |_| false);
            search.answer().nodes
        })
        .collect();
    nodes.sort_unstable();
    nodes
}

/// Prints the nodes at a depth.
pub fn run<G: Variant>(depth: u8) {
    let nodes = nodes::<G>(depth);
    say(format_args!(
        "depth {depth}, {POSITIONS} positions: median {}, worst {}",
        nodes[POSITIONS / 2],
        nodes[POSITIONS - 1]
    ));
    say(format_args!(
        "bench {}",
        nodes.iter().map(|&n| u64::from(n)).sum::<u64>()
    ));
}
