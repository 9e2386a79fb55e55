//! Value comes in by the payable endpoints alone.

use chess_soak::bench::Bench;
use chess_soak::cast::{Account, Token};
use chess_soak::coverage::Coverage;
use chess_soak::step::{Build, Step};
use chess_soak::world::Builds;
use num_bigint::BigUint;

#[test]
fn a_transfer_without_a_call_is_refused_before_and_after_an_upgrade() {
    let mut bench = Bench::new(Builds::read().expect("compiled contracts"));
    let mut coverage = Coverage::default();
    for step in [Step::Deploy(vec![]), Step::Upgrade(Build::This)] {
        bench.take(&step, &mut coverage).expect("as in the model");
        for from in [Account::Alice, Account::Owner, Account::Machine] {
            for token in Token::ALL {
                let payment = (token, BigUint::from(5u32));
                let result = bench.world.call(from, "", vec![], &[payment]);
                assert!(!result.result_status.is_success(), "{from} {token:?}");
                let has = bench.world.balance(Account::Chess, token);
                assert_eq!(has, BigUint::ZERO, "{from} {token:?}");
            }
        }
    }
}
