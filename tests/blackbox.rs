//! The contract as its users see it, through the generated proxy: a game to mate with a wager in EGLD,
//! and one in an ESDT. The rest is in scenario files, which also run on the production VM.

use chess_record::GameState;
use multiversx_sc_scenario::imports::*;
use num_bigint::BigUint as Amount;
use onchain_chess::chess_proxy::{ChessProxy, Game, PromotionPiece};

const OWNER: TestAddress = TestAddress::new("owner");
const WHITE: TestAddress = TestAddress::new("white");
const BLACK: TestAddress = TestAddress::new("black");
const CHESS: TestSCAddress = TestSCAddress::new("chess");

const CODE: MxscPath = MxscPath::new("output/onchain-chess.mxsc.json");
const TOKEN: TestTokenIdentifier = TestTokenIdentifier::new("CHESS-123456");

const WAGER: u64 = 1_000;
const FUNDS: u64 = 5_000;

/// Fool's mate, 1. f3 e5 2. g4 Qh4#. Squares count from 0 (a8) to 63 (h1).
const FOOLS_MATE: [(TestAddress, u8, u8); 4] = [
    (WHITE, 53, 45),
    (BLACK, 12, 28),
    (WHITE, 54, 38),
    (BLACK, 3, 39),
];

/// A running contract with this wager, and two players who can pay it.
fn world(wager_token: &str) -> ScenarioWorld {
    let mut world = ScenarioWorld::new();
    world.register_contract(CODE, onchain_chess::ContractBuilder);
    world.account(OWNER);
    for player in [WHITE, BLACK] {
        let account = world.account(player).balance(FUNDS);
        account.esdt_balance(TOKEN, FUNDS);
    }
    let deployment = world.tx().from(OWNER).typed(ChessProxy);
    let deployment = deployment.init(OptionalValue::<chess_record::IllegalMoveRule>::None);
    deployment.code(CODE).new_address(CHESS).run();
    let token = TokenId::<StaticApi>::from(wager_token);
    let call = world.tx().from(OWNER).to(CHESS).typed(ChessProxy);
    call.set_wager(token, WAGER).run();
    let call = world.tx().from(OWNER).to(CHESS).typed(ChessProxy);
    call.unpause().run();
    world
}

/// A player pays the wager and waits, or starts the game against the waiting player.
fn join(world: &mut ScenarioWorld, player: TestAddress, wager_token: &str) {
    let token = TokenId::<StaticApi>::from(wager_token);
    let wager = Payment::try_new(token, 0, WAGER).expect("more than nothing");
    let call = world.tx().from(player).to(CHESS).typed(ChessProxy);
    let call = call.join_game(OptionalValue::<ManagedBuffer<StaticApi>>::None);
    call.payment(wager).run();
}

/// Both join, and White is mated.
fn play_fools_mate(world: &mut ScenarioWorld, wager_token: &str) {
    join(world, WHITE, wager_token);
    join(world, BLACK, wager_token);
    for (player, from, to) in FOOLS_MATE {
        let queen = OptionalValue::<PromotionPiece>::None;
        let call = world.tx().from(player).to(CHESS).typed(ChessProxy);
        call.make_move(1usize, from, to, queen).run();
    }
    let query = world.query().to(CHESS).typed(ChessProxy);
    let game: Game<StaticApi> = query.get_game(1usize).returns(ReturnsResult).run();
    assert_eq!(game.state, GameState::BlackWon);
    let query = world.query().to(CHESS).typed(ChessProxy);
    let wager: Amount = query.wager_amount().returns(ReturnsResultUnmanaged).run();
    assert_eq!(wager, Amount::from(WAGER));
    let query = world.query().to(CHESS).typed(ChessProxy);
    let score = query.get_score(BLACK).returns(ReturnsResult).run();
    assert_eq!(score, 2);
}

#[test]
fn the_winner_gets_both_wagers_in_egld() {
    let mut world = world("EGLD-000000");
    play_fools_mate(&mut world, "EGLD-000000");
    world.check_account(WHITE).balance(FUNDS - WAGER);
    world.check_account(BLACK).balance(FUNDS + WAGER);
    world.check_account(CHESS).balance(0u64);
}

#[test]
fn the_winner_gets_both_wagers_in_an_esdt() {
    let mut world = world("CHESS-123456");
    play_fools_mate(&mut world, "CHESS-123456");
    world
        .check_account(WHITE)
        .esdt_balance(TOKEN, FUNDS - WAGER);
    world
        .check_account(BLACK)
        .esdt_balance(TOKEN, FUNDS + WAGER);
    world.check_account(CHESS).esdt_balance(TOKEN, 0u64);
}
