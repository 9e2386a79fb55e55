//! 2,000 random histories of 50 steps; `make soak` runs any number.

use chess_soak::campaign::Campaign;

#[test]
fn two_thousand_histories_come_out_as_in_the_model() {
    let (coverage, found) = Campaign::default().run().expect("compiled contracts");
    if let Some(found) = found {
        panic!("{found}");
    }
    println!("{coverage}");
    assert_eq!(coverage.gaps(), Vec::<String>::new(), "{coverage}");
}
