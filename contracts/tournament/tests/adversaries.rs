//! Attacks on a tournament by players, sponsors and strangers. Each story runs in the debugger and
//! with the compiled contracts, and is a scenario file, which the production VM runs too.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

#[macro_use]
mod stage;

use chess_tournament::tournament_proxy::{BoardState, ChessTournamentProxy, Format, Terms};
use multiversx_sc_scenario::imports::*;
use onchain_chess::chess_proxy::{ChessProxy, PromotionPiece, Side};
use stage::*;

const NO_RATING: OptionalValue<u16> = OptionalValue::None;
const NO_PROMOTION: OptionalValue<PromotionPiece> = OptionalValue::None;

/// The white king's pawn moves two squares.
const E4: (u8, u8) = (52, 36);
/// The black one answers.
const E5: (u8, u8) = (12, 28);

/// A board with its result.
fn done(white: usize, black: usize, points: (u8, u8)) -> (usize, usize, BoardState, (u8, u8)) {
    (white, black, BoardState::Done, points)
}

/// A tournament of four whose first round is paired: 0 against 3, and 1 against 2.
fn paired(executor: ExecutorConfig) -> Stage {
    let mut stage = Stage::with_entrants(executor, 4);
    stage.at(START);
    call!(stage, OWNER, next(1u32));
    stage
}

/// A board's game in which White, who opened it, makes no move.
fn abort(stage: &mut Stage, white: usize, black: usize, number: u8) {
    let game = stage.challenge(white, black, Side::White, 60, false);
    chess!(stage, PLAYERS[black], accept(game, NO_KEY));
    call!(stage, OWNER, report(1u32, number, game as u32));
    stage.at(START + 61_000);
    chess!(stage, PLAYERS[black], signal_inactivity(game));
}

/// A game that begins after the window's end, while another board holds the round up. The challenger,
/// who has waited for the whole window, loses nothing by playing it.
fn late_acceptance(executor: ExecutorConfig) {
    let mut stage = paired(executor);
    let held = stage.challenge(1, 2, Side::White, 60, false);
    chess!(stage, PLAYERS[2], accept(held, NO_KEY));
    call!(stage, OWNER, report(1u32, 2u8, held as u32));
    let waits = stage.challenge(0, 3, Side::White, 60, false);
    call!(stage, OWNER, report(1u32, 1u8, waits as u32));
    let end = START + WINDOW;
    stage.at(end);
    let playing = "a game is still being played: the round waits up to one more window";
    refused!(playing, stage, PLAYERS[0], next(1u32));
    chess!(stage, PLAYERS[3], accept(waits, NO_KEY));
    let late = "the game began after the round's window";
    refused!(late, stage, PLAYERS[3], report(1u32, 1u8, waits as u32));
    for (player, (from, to)) in [(0, E4), (3, E5)] {
        let player = PLAYERS[player];
        chess!(stage, player, make_move(waits, from, to, NO_PROMOTION));
    }
    stage.at(end + 61_000);
    chess!(stage, PLAYERS[3], signal_inactivity(waits));
    refused!(late, stage, PLAYERS[3], report(1u32, 1u8, waits as u32));
    stage.at(end + WINDOW);
    call!(stage, OWNER, next(1u32));
    assert_eq!(stage.boards(1), [done(0, 3, (2, 0)), done(1, 2, (0, 0))]);
    stage.ends("late-acceptance");
}

/// Challenges that are accepted just before the window's end, which nobody reports. White of the first
/// board makes a first move at its end; White of the second one doesn't come.
fn hidden_acceptance(executor: ExecutorConfig) {
    let mut stage = paired(executor);
    let [game, absent] = [(0, 3), (1, 2)].map(|(white, black)| {
        let game = stage.challenge(white, black, Side::White, 60, false);
        let number = white as u8 + 1;
        call!(stage, OWNER, report(1u32, number, game as u32));
        game
    });
    let end = START + WINDOW;
    stage.at(end - 30_000);
    chess!(stage, PLAYERS[3], accept(game, NO_KEY));
    chess!(stage, PLAYERS[2], accept(absent, NO_KEY));
    stage.at(end);
    let (from, to) = E4;
    chess!(stage, PLAYERS[0], make_move(game, from, to, NO_PROMOTION));
    let playing = "a game is still being played: the round waits up to one more window";
    refused!(playing, stage, PLAYERS[0], next(1u32));
    let (from, to) = E5;
    chess!(stage, PLAYERS[3], make_move(game, from, to, NO_PROMOTION));
    chess!(stage, PLAYERS[0], resign(game));
    stage.at(end + 31_000);
    chess!(stage, PLAYERS[2], signal_inactivity(absent));
    call!(stage, PLAYERS[3], next(1u32));
    assert_eq!(stage.boards(1), [done(0, 3, (0, 2)), done(1, 2, (0, 2))]);
    stage.ends("hidden-acceptance");
}

/// Opponents who decline. Black of the first board opens a challenge as well, and takes it back: neither
/// takes White's point. Black of the second one is faster than the report.
fn declined(executor: ExecutorConfig) {
    let mut stage = paired(executor);
    let whites = stage.challenge(0, 3, Side::White, 60, false);
    call!(stage, OWNER, report(1u32, 1u8, whites as u32));
    let by_lot = stage.challenge(1, 2, Side::Drawn, 60, false);
    chess!(stage, PLAYERS[2], cancel_challenge(by_lot));
    let drawn = "the game's colours are drawn by lot";
    refused!(drawn, stage, PLAYERS[1], report(1u32, 2u8, by_lot as u32));
    let second = stage.challenge(1, 2, Side::White, 60, false);
    chess!(stage, PLAYERS[2], cancel_challenge(second));
    let again = stage.challenge(1, 2, Side::White, 60, false);
    call!(stage, PLAYERS[1], report(1u32, 2u8, again as u32));
    // it shows again that White is there, and the open one stays the board's
    call!(stage, PLAYERS[1], report(1u32, 2u8, second as u32));
    chess!(stage, PLAYERS[1], cancel_challenge(again));
    let superfluous = stage.challenge(3, 0, Side::Black, 60, false);
    chess!(stage, PLAYERS[0], cancel_challenge(superfluous));
    stage.at(START + WINDOW / 4 * 3 - 2_000);
    let late = "too late: the opponent has been there before";
    refused!(
        late,
        stage,
        PLAYERS[3],
        report(1u32, 1u8, superfluous as u32)
    );
    chess!(stage, PLAYERS[3], cancel_challenge(whites));
    let blacks = stage.challenge(3, 0, Side::Black, 60, false);
    call!(stage, PLAYERS[3], report(1u32, 1u8, blacks as u32));
    chess!(stage, PLAYERS[3], cancel_challenge(blacks));
    let third = stage.challenge(1, 2, Side::White, 60, false);
    chess!(stage, PLAYERS[2], cancel_challenge(third));
    call!(stage, PLAYERS[1], report(1u32, 2u8, third as u32));
    stage.at(START + WINDOW);
    let ended = "the round's window has ended";
    refused!(ended, stage, PLAYERS[1], report(1u32, 2u8, third as u32));
    call!(stage, OWNER, next(1u32));
    assert_eq!(stage.boards(1), [done(0, 3, (2, 0)), done(1, 2, (2, 0))]);
    stage.ends("declined");
}

/// A player whose game was aborted comes back, and the opponent, who has also been there, declines the
/// new challenge when the window has expired.
fn declined_late(executor: ExecutorConfig) {
    let mut stage = paired(executor);
    abort(&mut stage, 0, 3, 1);
    let second = stage.challenge(0, 3, Side::White, 60, false);
    call!(stage, PLAYERS[0], report(1u32, 1u8, second as u32));
    stage.at(START + WINDOW);
    chess!(stage, PLAYERS[3], cancel_challenge(second));
    call!(stage, PLAYERS[3], next(1u32));
    assert_eq!(stage.boards(1), [done(0, 3, (2, 0)), done(1, 2, (0, 0))]);
    stage.ends("declined-late");
}

/// The game contract's owner pauses it for good before the start: all fees come back.
fn long_pause(executor: ExecutorConfig) {
    let mut stage = Stage::with_entrants(executor, 4);
    chess!(stage, OWNER, pause());
    stage.world.current_block().block_epoch(31u64);
    stage.at(START);
    call!(stage, PLAYERS[4], next(1u32));
    for account in &PLAYERS[..4] {
        call!(stage, *account, claim(1u32));
        stage.world.check_account(*account).balance(FEE);
    }
    stage.ends("long-pause");
}

/// Challenges that cross, two games for one board, and a challenge that is taken back once it has
/// proved that its player is there.
fn crossed(executor: ExecutorConfig) {
    let mut stage = paired(executor);
    stage.at(START + WINDOW / 2);
    // both open the game of the first board, and both accept
    let whites = stage.challenge(0, 3, Side::White, 60, false);
    let blacks = stage.challenge(3, 0, Side::Black, 60, false);
    call!(stage, PLAYERS[3], report(1u32, 1u8, blacks as u32));
    let other = "the board has another open challenge: accept it";
    refused!(other, stage, PLAYERS[0], report(1u32, 1u8, whites as u32));
    chess!(stage, PLAYERS[3], accept(whites, NO_KEY));
    chess!(stage, PLAYERS[0], accept(blacks, NO_KEY));
    // the first one that is reported counts, though the other was accepted before
    call!(stage, PLAYERS[0], report(1u32, 1u8, blacks as u32));
    chess!(stage, PLAYERS[0], resign(whites));
    let tied = "another game is tied to this board";
    refused!(tied, stage, PLAYERS[3], report(1u32, 1u8, whites as u32));
    chess!(stage, PLAYERS[3], resign(blacks));
    call!(stage, PLAYERS[0], report(1u32, 1u8, blacks as u32));
    let has = "the board already has its result";
    refused!(has, stage, PLAYERS[3], report(1u32, 1u8, whites as u32));
    // White of the second board takes the challenge back; Black is there in time, and White isn't
    let taken_back = stage.challenge(1, 2, Side::White, 60, false);
    call!(stage, PLAYERS[1], report(1u32, 2u8, taken_back as u32));
    chess!(stage, PLAYERS[1], cancel_challenge(taken_back));
    let own = stage.challenge(2, 1, Side::Black, 60, false) as u32;
    call!(stage, PLAYERS[2], report(1u32, 2u8, own));
    stage.at(START + WINDOW - 1_000);
    let again = stage.challenge(1, 2, Side::White, 60, false) as u32;
    refused!(other, stage, PLAYERS[1], report(1u32, 2u8, again));
    stage.at(START + WINDOW);
    let ended = "the round's window has ended";
    refused!(ended, stage, PLAYERS[2], report(1u32, 2u8, own));
    call!(stage, PLAYERS[2], next(1u32));
    assert_eq!(stage.boards(1), [done(0, 3, (2, 0)), done(1, 2, (0, 2))]);
    stage.ends("crossed");
}

/// A challenge taken back, and nobody else there: no point. A game that is aborted before both have moved,
/// and another one in its place.
fn taken_back(executor: ExecutorConfig) {
    let mut stage = paired(executor);
    let gone = stage.challenge(0, 3, Side::White, 60, false);
    call!(stage, OWNER, report(1u32, 1u8, gone as u32));
    chess!(stage, PLAYERS[0], cancel_challenge(gone));
    // White of the second board comes back, and wins
    abort(&mut stage, 1, 2, 2);
    let second = stage.challenge(1, 2, Side::White, 60, false);
    call!(stage, PLAYERS[1], report(1u32, 2u8, second as u32));
    chess!(stage, PLAYERS[2], accept(second, NO_KEY));
    let (from, to) = E4;
    chess!(stage, PLAYERS[1], make_move(second, from, to, NO_PROMOTION));
    chess!(stage, PLAYERS[2], resign(second));
    stage.at(START + WINDOW);
    call!(stage, OWNER, next(1u32));
    assert_eq!(stage.boards(1), [done(0, 3, (0, 0)), done(1, 2, (2, 0))]);
    stage.ends("taken-back");
}

/// A tournament in a token, won by the first of three who are alone there. Nobody has claimed yet.
fn ended_in_tokens(executor: ExecutorConfig) -> Stage {
    let mut stage = Stage::with_balances(executor, FEE, FEE);
    let wrong = "the payment must be in the entry fee's token";
    let terms = Terms {
        format: Format::Swiss,
        players: 3,
        rounds: 2,
        token: TOKEN.into(),
        ..terms()
    };
    refused!(wrong, stage, OWNER, 7, open(terms.clone()));
    call!(stage, OWNER, tokens 7, open(terms));
    refused!(wrong, stage, PLAYERS[0], FEE, enter(1u32, NO_RATING));
    let fee = "the payment must be exactly the entry fee";
    refused!(fee, stage, PLAYERS[0], tokens FEE - 1, enter(1u32, NO_RATING));
    refused!(fee, stage, PLAYERS[0], enter(1u32, NO_RATING));
    for player in &PLAYERS[..3] {
        call!(stage, *player, tokens FEE, enter(1u32, NO_RATING));
    }
    refused!("the tournament is full", stage, PLAYERS[3], tokens FEE, enter(1u32, NO_RATING));
    call!(stage, PLAYERS[0], leave(1u32));
    let account = stage.world.check_account(PLAYERS[0]).balance(FEE);
    account.esdt_balance(TOKEN, FEE);
    refused!(wrong, stage, OWNER, 1, sponsor(1u32));
    refused!("a contribution is needed", stage, OWNER, sponsor(1u32));
    call!(stage, PLAYERS[3], tokens FEE, enter(1u32, NO_RATING));
    call!(stage, PLAYERS[0], tokens 100, sponsor(1u32));
    stage.names = vec![1, 2, 3];
    stage.at(START);
    for round in 1..=2 {
        call!(stage, OWNER, next(1u32));
        let (white, black, ..) = stage.boards(round)[0];
        let game = stage.challenge(white, black, Side::White, 60, false) as u32;
        call!(stage, OWNER, report(1u32, 1u8, game));
        stage.at(START + u64::from(round) * WINDOW);
    }
    call!(stage, OWNER, next(1u32));
    stage
}

/// The beginning of `production-vm/unpayable`.
fn token_ended(executor: ExecutorConfig) {
    ended_in_tokens(executor).ends("token-ended");
}

/// Every prize in a token, to the unit.
fn token(executor: ExecutorConfig) {
    let mut stage = ended_in_tokens(executor);
    let mut all = 0;
    for player in PLAYERS {
        let claim = stage.claimable(1, player);
        if claim > 0 {
            call!(stage, player, claim(1u32));
            refused!("nothing to claim", stage, player, claim(1u32));
            let account = stage.world.check_account(player).balance(FEE);
            account.esdt_balance(TOKEN, claim);
        }
        all += claim;
    }
    assert_eq!(all, 3 * FEE + 107);
    let contract = stage.world.check_account(TOURNAMENT).balance(0u64);
    contract.esdt_balance(TOKEN, 0u64);
    stage.ends("token");
}

/// A malicious contract as a player: it enters twice and claims twice in one transaction, and no
/// payout runs its code.
fn hostile_contract(executor: ExecutorConfig) {
    let mut stage = Stage::with_balances(executor, 2 * FEE, 0);
    call!(stage, OWNER, 7, open(terms()));
    call!(stage, PLAYERS[0], FEE, enter(1u32, NO_RATING));
    let hostile = TestSCAddress::new("hostile");
    let code = MxscPath::new("../../../tests/hostile/output/chess-hostile.mxsc.json");
    stage
        .world
        .register_contract(code, chess_hostile::ContractBuilder);
    let deploy = stage.world.tx().from(OWNER).gas(GAS).raw_deploy();
    let deploy = deploy.argument(&TOURNAMENT).code(code);
    let deploy = deploy.code_metadata(CodeMetadata::PAYABLE);
    deploy.new_address(hostile).run();
    let attack =
        |stage: &mut Stage, endpoint: &str, times: u32, function: &str, pay: u64, words| {
            let tx = stage.world.tx().from(PLAYERS[1]).to(hostile).gas(5 * GAS);
            let call = tx.raw_call(endpoint).argument(&times).argument(&function);
            let call = call.argument(&1u32).egld(pay);
            match words {
                "" => call.run(),
                words => call.with_result(ExpectError(4, words)).run(),
            }
        };
    let refuses = "the game's contract refused";
    attack(&mut stage, "attack", 2, "enter", 2 * FEE, refuses);
    attack(&mut stage, "attack", 1, "enter", FEE, "");
    attack(&mut stage, "attack", 1, "leave", 0, "");
    attack(&mut stage, "attack", 1, "leave", 0, refuses);
    stage.world.check_account(hostile).balance(FEE);
    attack(&mut stage, "attack", 1, "enter", FEE, "");
    stage.at(START);
    attack(&mut stage, "attack", 1, "next", 0, "");
    attack(&mut stage, "attack", 2, "claim", 0, refuses);
    attack(&mut stage, "insist", 2, "claim", 0, "");
    stage.world.check_account(hostile).balance(2 * FEE);
    // five own calls that succeeded
    let entered = stage.world.query().to(hostile).raw_call("getEntered");
    let entered = entered.returns(ReturnsRawResult).run();
    assert_eq!(entered.get(0).to_boxed_bytes().as_slice(), [5]);
    for account in [PLAYERS[0], OWNER] {
        call!(stage, account, claim(1u32));
    }
    stage.world.check_account(TOURNAMENT).balance(0u64);
    stage.ends("hostile-contract");
}

/// Calls and games that are refused, and an address that is no game contract's. The beginning of
/// `production-vm/unreadable`.
fn refusals(executor: ExecutorConfig) {
    let mut stage = Stage::new(executor);
    let none = "no game contract at this address";
    let deploy = stage.world.tx().from(OWNER).gas(GAS);
    let deploy = deploy.typed(ChessTournamentProxy).init(PLAYERS[0]);
    deploy.code(CODE).with_result(ExpectError(4, none)).run();
    let fee = BigUint::zero();
    call!(stage, OWNER, 93, open(Terms { fee, ..terms() }));
    for player in &PLAYERS[..3] {
        call!(stage, *player, enter(1u32, NO_RATING));
    }
    let again = "you have already entered";
    refused!(again, stage, PLAYERS[0], enter(1u32, NO_RATING));
    let wrong = "the payment must be exactly the entry fee";
    refused!(wrong, stage, PLAYERS[3], 1, enter(1u32, NO_RATING));
    let query = stage.world.query().to(TOURNAMENT);
    let query = query.typed(ChessTournamentProxy);
    let unpaired = ExpectError(4, "the round has not been paired");
    query.get_round(1u32, 1u8).with_result(unpaired).run();
    stage.at(START);
    call!(stage, PLAYERS[4], next(1u32));
    let (white, black, ..) = stage.boards(1)[0];
    let opponent = Some(PLAYERS[black].to_managed_address());
    let key = OptionalValue::Some(ManagedBuffer::from(&[7; 32]));
    let games = [
        (1u16, 5u64, NO_KEY, "the game has a stake"),
        (2, 0, key, "the game has more than one round"),
    ];
    for (game, (rounds, stake, key, words)) in (1u32..).zip(games) {
        let tx = stage.world.tx().from(PLAYERS[white]).to(CHESS).gas(GAS);
        let call = tx.typed(ChessProxy);
        let call = call.challenge(opponent.clone(), Side::White, clock(60), rounds, false, key);
        call.egld(stake).run();
        refused!(words, stage, OWNER, report(1u32, 1u8, game));
    }
    stage.ends("refusals");
}

stories!(
    late_acceptance,
    hidden_acceptance,
    declined,
    declined_late,
    long_pause,
    crossed,
    taken_back,
    token_ended,
    token,
    hostile_contract,
    refusals
);
