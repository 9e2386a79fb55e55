//! The state file over restarts. That kill −9 loses nothing acknowledged is the program's torment.

mod common;

use common::*;
use localnet::{Blocks, Chain, Transaction};

#[test]
fn a_restart_continues_the_chain() {
    let dir = tempfile::tempdir().unwrap();
    let config = || with_state(&dir.path().join("state"), Blocks::OnArrival);
    let chess = Chess::new(Chain::start(config()).unwrap());
    let game = chess.start_game();
    chess.chain.advance_to_epoch(7);
    let (block, storage) = (chess.chain.block(), chess.chain.storage(&chess.contract));
    let (contract, views) = (chess.contract.clone(), chess.views.clone());
    let count = chess.chain.transaction_count();
    drop(chess);

    for _ in 0..2 {
        let chain = restart(config).unwrap();
        assert_eq!(chain.block(), block);
        assert_eq!(chain.transaction_count(), count);
        assert_eq!(chain.storage(&contract), storage);
    }
    let chess = Chess {
        chain: restart(config).unwrap(),
        contract,
        views,
    };
    // The game was started in epoch 0 and has come too late for a move.
    assert!(chess.play(&chess.wallet(1), game, 52, 36).failure.is_some());
    assert!(
        chess
            .call(&chess.wallet(2), "signalInactivity", &[number(game)])
            .succeeded()
    );
    assert!(chess.chain.block().timestamp_ms > block.timestamp_ms);
}

#[test]
fn code_that_only_a_failed_load_brought_is_written_again() {
    let other = Chess::new(chain());
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("state");
    let config = || with_state(&path, Blocks::OnArrival);
    let chain = Chain::start(config()).unwrap();
    // The new state file's place.
    let in_the_way = path.with_added_extension("new");
    std::fs::create_dir(&in_the_way).unwrap();
    chain.load(&other.chain.dump()).unwrap_err();
    std::fs::remove_dir(&in_the_way).unwrap();
    let contract = Chess::new(chain).contract;
    assert!(!restart(config).unwrap().account(&contract).code.is_empty());
}

#[test]
fn a_transaction_whose_turn_is_yet_to_come_outlives_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let config = || with_state(&dir.path().join("state"), Blocks::OnArrival);
    let chain = Chain::start(config()).unwrap();
    let [alice, bob] = [0, 1].map(|i| chain.wallets()[i].clone());
    let submit = |chain: &Chain, nonce| {
        let tx = Transaction::new(&alice.address, nonce, &bob.address).value(5u32);
        chain.submit(&tx.sign(&alice.key)).unwrap()
    };
    let second = submit(&chain, 1);
    drop(chain);
    let chain = restart(config).unwrap();
    let waits = chain.transaction(&second).unwrap();
    assert_eq!(waits.process_status(), "pending");
    submit(&chain, 0);
    drop(chain);
    let chain = restart(config).unwrap();
    assert!(chain.transaction(&second).unwrap().succeeded());
    chain.generate_blocks(1);
    assert_eq!(chain.account(&alice.address).nonce, 2);
}
