//! A state's hash by the contract's view `getStateHash` and by the crate game-moves, for every position
//! of played games.

use std::path::Path;

use chess_interaction::pgn::games::{BUNDLED, Bundled};
use chess_interaction::play::in_process::Chain;
use chess_interaction::play::replay::Replay;
use game_moves::chess::{Move, State};
use game_moves::{Algorithm, Game};

fn agree_on(bundled: &Bundled) {
    let (name, game) = (bundled.name, bundled.game());
    let artefacts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../output");
    let mut chain = Chain::start(&artefacts).expect("a chain");
    let mut replay = Replay::start(&mut chain, &game).expect("a start");
    let mut state = State::new();
    for ply in 0..=game.plies.len() {
        let id = replay.id;
        let by_contract = replay.table().state_hash(id).expect("a hash");
        assert_eq!(by_contract, state.hash(Algorithm::Sha256), "{name}: {ply}");
        if let Some(next) = game.plies.get(ply) {
            replay.play(ply).expect("a legal move");
            let mv = Move::try_from(next.mv).expect("a move");
            state = state.apply(&mv).expect("a legal move");
        }
    }
}

#[test]
fn of_every_position() {
    for name in "opera kasparov-topalov-1999 en-passant-mate stalemate".split(' ') {
        let bundled = BUNDLED.iter().find(|bundled| bundled.name == name);
        agree_on(bundled.expect("a bundled game"));
    }
}
