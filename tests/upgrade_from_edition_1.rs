//! An upgrade of a contract of edition 1: its games go on, its queue and its money stay.

use chess_rules::{Move, Position};
use game_moves::chess::Move as CanonicalMove;
use multiversx_sc_scenario::imports::*;

const OWNER: TestAddress = TestAddress::new("owner");
const ALICE: TestAddress = TestAddress::new("alice");
const BOB: TestAddress = TestAddress::new("bob");
const CAROL: TestAddress = TestAddress::new("carol");
/// A contract that takes no payment.
const MUTE: TestSCAddress = TestSCAddress::new("mute");
const CHESS: TestSCAddress = TestSCAddress::new("chess");
const WAGER: u64 = 50;
const FUNDS: u64 = 1_000;
const GAS: u64 = 100_000_000;

/// More than one block of moves, and the current one begun.
const LONG_GAME: &str = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 \
    c2c3 e8g8 h2h3 c6b8 d2d4 b8d7 b1d2 c8b7 b3c2 f8e8 d2f1 e7f8 f1g3 g7g6 a2a4 c7c5 d4d5 c5c4 \
    c1g5 h7h6 g5e3";

fn code(path: &str) -> BytesValue {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).expect(&path).into()
}

/// The machine, and the address of the views.
struct World(ScenarioWorld, Option<Address>);

impl World {
    /// Edition 1, running.
    fn edition_1() -> Self {
        let mut world =
            ScenarioWorld::new().executor_config(ExecutorConfig::Custom(localnet::vm::executor));
        world.account(OWNER).nonce(1);
        for player in [ALICE, BOB, CAROL] {
            world.account(player).nonce(1).balance(FUNDS);
        }
        world.new_address(OWNER, 1, CHESS);
        let chess = world.tx().from(OWNER).raw_deploy().gas(GAS);
        chess
            .code(code("tests/edition-1/onchain-chess.wasm"))
            .code_metadata(CodeMetadata::UPGRADEABLE)
            .run();
        let set_wager = world
            .tx()
            .from(OWNER)
            .to(CHESS)
            .raw_call("setWager")
            .gas(GAS);
        set_wager.argument(&"EGLD-000000").argument(&WAGER).run();
        let mut world = World(world, None);
        world.call(OWNER, "unpause", &[]);
        world
    }

    fn call(
        &mut self,
        from: impl for<'w> TxFromSpecified<ScenarioEnvExec<'w>>,
        function: &str,
        arguments: &[u32],
    ) {
        let call = self.0.tx().from(from).to(CHESS).raw_call(function).gas(GAS);
        let call = arguments.iter().fold(call, |call, n| call.argument(n));
        call.run();
    }

    fn join(&mut self, player: impl for<'w> TxFromSpecified<ScenarioEnvExec<'w>>) {
        let join = self
            .0
            .tx()
            .from(player)
            .to(CHESS)
            .raw_call("joinGame")
            .gas(GAS);
        join.egld(WAGER).run();
    }

    fn play(
        &mut self,
        game: u32,
        players: [TestAddress<'static>; 2],
        first_ply: usize,
        moves: &str,
    ) {
        for (i, text) in moves.split_whitespace().enumerate() {
            let m: Move = text.parse().expect("a move");
            let [from, to] = [m.from, m.to].map(|square| u32::from(square.index_from_a8()));
            let player = players[(first_ply + i) % 2];
            self.call(player, "makeMove", &[game, from, to]);
        }
    }

    /// A contract with one wager, which takes no payment.
    fn mute(&mut self) {
        self.0.new_address(OWNER, 4, MUTE);
        let deploy = self.0.tx().from(OWNER).raw_deploy().gas(GAS);
        deploy
            .code(code("output/onchain-chess.wasm"))
            .code_metadata(CodeMetadata::UPGRADEABLE | CodeMetadata::PAYABLE)
            .argument(&0u8)
            .run();
        let funds = TransferStep::new().from(CAROL).to(MUTE);
        self.0.transfer_step(funds.egld_value(WAGER));
        self.upgrade_to(MUTE, CodeMetadata::UPGRADEABLE);
    }

    fn upgrade_to(&mut self, contract: TestSCAddress<'static>, metadata: CodeMetadata) {
        let upgrade = self.0.tx().from(OWNER).to(contract);
        upgrade
            .raw_call("upgradeContract")
            .gas(GAS)
            .argument(&code("output/onchain-chess.wasm"))
            .argument(&metadata)
            .run();
    }

    /// Upgrades the contract. A contract of views holds nothing, so that a new one is deployed.
    fn upgrade(&mut self) {
        self.upgrade_to(CHESS, CodeMetadata::UPGRADEABLE);
        let views = self.0.tx().from(OWNER).raw_deploy();
        let views = views
            .gas(GAS)
            .code(code("output/onchain-chess-views.wasm"))
            .argument(&CHESS)
            .returns(ReturnsNewAddress)
            .run();
        self.1 = Some(views);
    }

    fn bytes(&mut self, view: &str, game: u32) -> Vec<u8> {
        let views = self.1.clone().expect("deployed by upgrade");
        let query = self.0.query().to(views).raw_call(view).argument(&game);
        let result = query.returns(ReturnsRawResult).run();
        result.get(0).to_vec()
    }

    /// What the contract says to have beyond what belongs to players.
    fn surplus(&mut self) -> u64 {
        let views = self.1.clone().expect("deployed by upgrade");
        let query = self.0.query().to(views).raw_call("getSurplus");
        let result = query.argument(&"EGLD-000000").returns(ReturnsRawResult);
        let bytes = result.run().get(0).to_vec();
        bytes
            .iter()
            .fold(0, |sum, &byte| sum << 8 | u64::from(byte))
    }

    fn balances(&mut self, alice: u64, bob: u64, carol: u64, contract: u64) {
        let balances = [(ALICE, alice), (BOB, bob), (CAROL, carol)];
        for (player, balance) in balances {
            self.0.check_account(player).balance(balance);
        }
        self.0.check_account(CHESS).balance(contract);
    }
}

fn canonical(moves: &str) -> Vec<u8> {
    let encoded = |text: &str| {
        let m: Move = text.parse().expect("a move");
        let m = CanonicalMove::try_from(m).expect("a move");
        m.encode().as_bytes().to_vec()
    };
    moves.split_whitespace().flat_map(encoded).collect()
}

fn fen(moves: &str) -> String {
    let mut position: Position = Position::START;
    for text in moves.split_whitespace() {
        position
            .try_play(text.parse().expect("a move"))
            .expect("legal");
    }
    position.fen().to_string()
}

#[test]
fn games_of_edition_1_go_on() {
    let mut world = World::edition_1();
    // a game with more than a block of moves, one with few, one without, one that is over, one
    // without moves but with a draw offer, so that its record is as long as with moves
    for (white, black) in [(ALICE, BOB), (BOB, CAROL), (CAROL, ALICE), (ALICE, BOB)] {
        world.join(white);
        world.join(black);
    }
    world.join(BOB);
    world.join(CAROL);
    world.call(BOB, "draw", &[5]);
    world.play(1, [ALICE, BOB], 0, LONG_GAME);
    world.play(2, [BOB, CAROL], 0, "f2f3 e7e5 g2g4");
    world.call(BOB, "draw", &[1]);
    world.call(BOB, "resign", &[4]);
    world.join(CAROL);
    world.balances(
        FUNDS - WAGER,
        FUNDS - 4 * WAGER,
        FUNDS - 4 * WAGER,
        9 * WAGER,
    );

    world.upgrade();
    assert_eq!(world.bytes("getMoves", 1), canonical(LONG_GAME));
    assert_eq!(world.bytes("getFen", 1), fen(LONG_GAME).into_bytes());
    assert_eq!(world.bytes("getMoves", 3), b"");
    assert_eq!(world.bytes("getFen", 3), fen("").into_bytes());
    assert_eq!(world.bytes("getFen", 5), fen("").into_bytes());

    // the offer still stands, the mate is given, the first move made, the queue joined
    world.call(ALICE, "draw", &[1]);
    world.play(2, [BOB, CAROL], 3, "d8h4");
    world.play(3, [CAROL, ALICE], 0, "e2e4 e7e5 g1f3");
    assert_eq!(world.bytes("getMoves", 3), canonical("e2e4 e7e5 g1f3"));
    world.play(5, [BOB, CAROL], 0, "e2e4 e7e5");
    assert_eq!(world.bytes("getMoves", 5), canonical("e2e4 e7e5"));
    assert_eq!(world.bytes("getFen", 5), fen("e2e4 e7e5").into_bytes());
    world.join(ALICE);
    assert_eq!(world.bytes("getFen", 6), fen("").into_bytes());
    world.call(CAROL, "resign", &[6]);
    world.call(ALICE, "resign", &[3]);
    world.call(BOB, "resign", &[5]);
    world.balances(FUNDS + WAGER, FUNDS - 3 * WAGER, FUNDS + 2 * WAGER, 0);
}

#[test]
fn a_paused_contract_stays_paused() {
    let mut world = World::edition_1();
    world.join(ALICE);
    world.call(OWNER, "pause", &[]);
    world.upgrade();
    let paused = world.0.query().to(CHESS).raw_call("isPaused");
    let paused = paused.returns(ReturnsRawResult).run();
    assert_eq!(paused.get(0).to_vec(), [1]);
    world.call(OWNER, "unpause", &[]);
    world.call(ALICE, "leaveQueue", &[]);
    world.balances(FUNDS, FUNDS, FUNDS, 0);
}

/// The seven epochs of the seat begin with the upgrade.
#[test]
fn who_waits_keeps_the_seat_for_seven_epochs() {
    for (epoch, begins) in [(27, true), (28, false)] {
        let mut world = World::edition_1();
        world.join(ALICE);
        world.join(BOB);
        world.join(ALICE);
        world.0.current_block().block_epoch(20);
        world.upgrade();
        world.0.current_block().block_epoch(epoch);
        world.join(BOB);
        match begins {
            true => world.balances(FUNDS - 2 * WAGER, FUNDS - 2 * WAGER, FUNDS, 4 * WAGER),
            false => world.balances(FUNDS - WAGER, FUNDS - 2 * WAGER, FUNDS, 3 * WAGER),
        }
    }
}

#[test]
fn what_edition_1_owes_is_paid() {
    let mut world = World::edition_1();
    world.mute();
    world.join(MUTE);
    world.join(ALICE);
    world.call(ALICE, "resign", &[1]);
    world.balances(FUNDS - WAGER, FUNDS, FUNDS - WAGER, 2 * WAGER);

    world.upgrade();
    // edition 1 kept no total of it
    assert_eq!(world.surplus(), 2 * WAGER);
    world.upgrade_to(MUTE, CodeMetadata::UPGRADEABLE | CodeMetadata::PAYABLE);
    world.call(MUTE, "withdraw", &[]);
    world.balances(FUNDS - WAGER, FUNDS, FUNDS - WAGER, 0);
    world.0.check_account(MUTE).balance(2 * WAGER);
    assert_eq!(world.surplus(), 0);
}
