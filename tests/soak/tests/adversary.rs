//! The adversary's games on the compiled contract: every call is compared with the model, and the
//! honest one gets what is theirs.

use chess_model::adversary::campaign;
use chess_soak::ground::ContractBesideModel;

/// The first of the 500 games that `chess-model` plays on the model alone.
const GAMES: u64 = 100;

#[test]
fn the_honest_player_gets_what_is_theirs_of_the_contract() {
    let mut contract = ContractBesideModel::new().expect("compiled contracts");
    let played = campaign(1, GAMES, &mut contract);
    let tally = played.unwrap_or_else(|wronged| panic!("{wronged:#?}"));
    println!("{tally:#?}");
    assert!(tally.ends.len() >= 4, "{tally:?}");
}
