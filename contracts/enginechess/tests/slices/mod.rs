//! `suggestMoveFor` in slices returns the same as an unbroken native search: move, score and number of nodes.

use chess_engine::MAX_DEPTH;
use chess_engine::chess::{Game, Search, move_to_rules};
use enginechess::enginechess_proxy::EngineChessProxy;
use enginechess::levels::nodes_of;
use multiversx_sc_scenario::imports::*;

use crate::machines::{VIEWS, deployed};

const POSITIONS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10",
];

/// Asks at levels 1 to 3 in each position, a slice's size drawn each time.
pub fn slices_change_nothing(executor: ExecutorConfig) {
    let mut world = deployed(executor);
    let mut random = 7u32;
    for (fen, level) in POSITIONS.into_iter().zip([1, 2, 3].into_iter().cycle()) {
        let in_all = nodes_of(level).expect("a level");
        let mut search = Search::new(&Game::new(fen.parse().expect("a FEN")), MAX_DEPTH);
        let search = search.as_mut().expect("a game that goes on");
        search.run(in_all, |_| false);
        let whole = search.answer();
        let mut state = OptionalValue::None;
        let found = loop {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let nodes = 1 + (random >> 8) % (in_all / 3);
            let query = world.query().to(VIEWS).typed(EngineChessProxy);
            let query = query.suggest_move_for(ManagedBuffer::from(fen), level, nodes, state);
            let found = query.returns(ReturnsResult).run();
            if found.done {
                break found;
            }
            state = OptionalValue::Some(found.state);
        };
        let best = move_to_rules(whole.best);
        let squares = (best.from.index_from_a8(), best.to.index_from_a8());
        assert_eq!((found.from, found.to), squares, "{fen}");
        assert_eq!(i32::from(found.score), whole.score, "{fen}");
        assert_eq!(found.nodes, whole.nodes, "{fen}");
    }
}
