//! An upgrade of a contract of edition 1, whose records have another layout, is refused: its games
//! and its money stay as they are.

use multiversx_sc_scenario::imports::*;
use onchain_chess::errors::ERROR_OTHER_EDITION;

const OWNER: TestAddress = TestAddress::new("owner");
const ALICE: TestAddress = TestAddress::new("alice");
const BOB: TestAddress = TestAddress::new("bob");
const CHESS: TestSCAddress = TestSCAddress::new("chess");
const WAGER: u64 = 50;

fn code(path: &str) -> BytesValue {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).expect(&path).into()
}

#[test]
fn an_upgrade_from_edition_1_is_refused() {
    let mut world =
        ScenarioWorld::new().executor_config(ExecutorConfig::Custom(localnet::vm::executor));
    world.account(OWNER).nonce(1);
    for player in [ALICE, BOB] {
        world.account(player).nonce(1).balance(WAGER);
    }
    world.new_address(OWNER, 1, CHESS);
    world
        .tx()
        .from(OWNER)
        .raw_deploy()
        .code(code("tests/edition-1/onchain-chess.wasm"))
        .code_metadata(CodeMetadata::UPGRADEABLE)
        .run();
    let set_wager = world.tx().from(OWNER).to(CHESS).raw_call("setWager");
    set_wager.argument(&"EGLD-000000").argument(&WAGER).run();
    world.tx().from(OWNER).to(CHESS).raw_call("unpause").run();
    for player in [ALICE, BOB] {
        let join = world.tx().from(player).to(CHESS).raw_call("joinGame");
        join.egld(WAGER).run();
    }

    let upgrade = world.tx().from(OWNER).to(CHESS).raw_call("upgradeContract");
    upgrade
        .argument(&code("output/onchain-chess.wasm"))
        .argument(&CodeMetadata::UPGRADEABLE)
        .returns(ExpectError(4, ERROR_OTHER_EDITION))
        .run();

    // the game goes on by edition 1's code, and is paid
    let resign = world.tx().from(BOB).to(CHESS).raw_call("resign");
    resign.argument(&1u32).run();
    world.check_account(ALICE).balance(2 * WAGER);
    world.check_account(CHESS).balance(0);
}
