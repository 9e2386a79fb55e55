//! 2,000 random histories of the model: the money invariant, and that everything comes up.

use chess_model::histories::campaign;

#[test]
fn the_contract_always_has_what_it_owes() {
    let counts = campaign(1, 2_000, 50).unwrap_or_else(|what| panic!("{what}"));
    println!("{counts:#?}");
    assert!(counts.taken.len() >= 13, "{counts:#?}");
    assert!(counts.refused.len() >= 35, "{counts:#?}");
}
