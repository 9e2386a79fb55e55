//! `suggestMove` in slices returns the same as an unbroken native search: move, score and number of nodes.

use chess_engine::{Game, Outcome};
use minichess::minichess_proxy::MinichessProxy;
use multiversx_sc_scenario::imports::*;

use crate::files::choose;
use crate::machines::{ENGINE, GAS, OWNER, VIEWS, deployed};

/// Plays some plies and asks for a move at different depths before each of them, a slice's size drawn each time.
pub fn slices_change_nothing(executor: ExecutorConfig) {
    let mut world = deployed(executor);
    let call = world.tx().from(OWNER).to(ENGINE).gas(GAS);
    call.typed(MinichessProxy).new_game(3u8).run();
    let mut game = Game::start();
    let mut random = 7u32;
    for ply in 0u8..10 {
        let depth = 3 + ply % 5;
        let whole = choose(&game, depth);
        let mut state = OptionalValue::None;
        let suggestion = loop {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let nodes = 1 + (random >> 8) % (whole.nodes / 3).max(1);
            let query = world.query().to(VIEWS).typed(MinichessProxy);
            let query = query.suggest_move(1u32, depth, nodes, state);
            let suggestion = query.returns(ReturnsResult).run();
            if suggestion.done {
                break suggestion;
            }
            state = OptionalValue::Some(suggestion.state);
        };
        for_any_position(&mut world, &game, depth);
        assert_eq!(suggestion.from, whole.best.from().index(), "{}", game.fen());
        assert_eq!(suggestion.to, whole.best.to().index(), "{}", game.fen());
        assert_eq!(i32::from(suggestion.score), whole.score, "{}", game.fen());
        assert_eq!(suggestion.nodes, whole.nodes, "{}", game.fen());
        let no_promotion = OptionalValue::<u8>::None;
        let call = world.tx().from(OWNER).to(ENGINE).gas(GAS);
        let call = call.typed(MinichessProxy);
        let call = call.make_move(1u32, suggestion.from, suggestion.to, no_promotion);
        let turn = call.returns(ReturnsResult).run();
        game.play(whole.best).expect("a legal move");
        if game.outcome() != Outcome::Ongoing {
            return;
        }
        let reply = choose(&game, 3).best;
        assert_eq!(
            (turn.from, turn.to),
            (reply.from().index(), reply.to().index())
        );
        game.play(reply).expect("a legal move");
    }
}

/// `suggestMoveFor` in two slices, against a native search of the position without its past.
fn for_any_position(world: &mut ScenarioWorld, game: &Game, depth: u8) {
    let (word, position) = (game.position().word(), game.position());
    let (en_passant, half) = (position.en_passant(), position.half_moves());
    let alone = Game::from_word(&word, en_passant, half, 0).expect("a position");
    let whole = choose(&alone, depth);
    let mut ask = |nodes: u32, state: OptionalValue<ManagedBuffer<StaticApi>>| {
        let board = ManagedByteArray::new_from_bytes(&word);
        let query = world.query().to(VIEWS).typed(MinichessProxy);
        let query = query.suggest_move_for(board, en_passant, half, depth, nodes, state);
        query.returns(ReturnsResult).run()
    };
    let begun = ask(whole.nodes / 2, OptionalValue::None);
    let found = ask(u32::MAX, OptionalValue::Some(begun.state));
    assert!(found.done);
    assert_eq!(
        (found.from, found.to),
        (whole.best.from().index(), whole.best.to().index())
    );
    assert_eq!(
        (i32::from(found.score), found.nodes),
        (whole.score, whole.nodes)
    );
}
