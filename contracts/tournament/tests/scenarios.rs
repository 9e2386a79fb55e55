//! Whole tournaments beside the chess contract, whose games decide. Each story runs in the debugger
//! and with the compiled contracts, and is a scenario file, which the production VM runs too.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

#[path = "../../../tests/files/mod.rs"]
mod files;
#[macro_use]
mod stage;

use std::fs;
use std::path::Path;

use chess_tournament::tournament_proxy::{BoardState, ChessTournamentProxy, Format, Phase, Terms};
use files::files_in;
use multiversx_sc_scenario::imports::*;
use onchain_chess::chess_proxy::{ChessProxy, PromotionPiece, Side};
use stage::*;

/// Five players, of whom the last never plays; the lower seed wins every game.
fn round_robin(executor: ExecutorConfig) {
    let mut stage = Stage::with_entrants(executor, 5);
    let early = "the tournament has not reached its start";
    refused!(early, stage, OWNER, next(1u32));
    let mut now = START;
    stage.at(now);
    for round in 1..=5 {
        call!(stage, OWNER, next(1u32));
        let boards = stage.boards(round);
        for (at, (white, black, state, _)) in boards.into_iter().enumerate() {
            let board = at as u8 + 1;
            assert_eq!(state, BoardState::Empty);
            if white == 4 {
                // White isn't there: Black opens the game in the second half of the window
                let game = stage.challenge(black, white, Side::Black, 60, false) as u32;
                let early = "Black may open the game in the second half of the window";
                refused!(early, stage, OWNER, report(1u32, board, game));
                stage.at(now + WINDOW / 2);
                call!(stage, OWNER, report(1u32, board, game));
                continue;
            }
            let game = stage.challenge(white, black, Side::White, 60, false);
            call!(stage, OWNER, report(1u32, board, game as u32));
            if black == 4 {
                continue;
            }
            chess!(stage, PLAYERS[black], accept(game, NO_KEY));
            call!(stage, OWNER, report(1u32, board, game as u32));
            let loser = white.max(black);
            chess!(stage, PLAYERS[loser], resign(game));
            call!(stage, OWNER, report(1u32, board, game as u32));
            let again = "the board already has its result";
            refused!(again, stage, OWNER, report(1u32, board, game as u32));
        }
        now += WINDOW;
        stage.at(now);
    }
    call!(stage, OWNER, next(1u32));
    assert_eq!(stage.phase(), Phase::Ended);
    // a bye scores nothing
    assert_eq!(stage.points(1), [8, 6, 4, 2, 0]);
    refused!("the tournament has ended", stage, OWNER, next(1u32));
    refused!("the tournament has ended", stage, OWNER, 1, sponsor(1u32));
    // 5,007 by 60, 30 and 10 percent; what doesn't divide goes to the first
    for (player, prize) in [(0, 3_005u64), (1, 1_502), (2, 500)] {
        call!(stage, PLAYERS[player], claim(1u32));
        stage.world.check_account(PLAYERS[player]).balance(prize);
    }
    for player in [0, 3, 4] {
        refused!("nothing to claim", stage, PLAYERS[player], claim(1u32));
    }
    stage.world.check_account(TOURNAMENT).balance(0u64);
    stage.ends("round-robin");
}

/// Two cycles of three players, who agree on a draw in every game. The first game has keys: until its end
/// is final, it is still being played.
fn drawn(executor: ExecutorConfig) {
    let cycles = Terms {
        rounds: 2,
        ..terms()
    };
    let mut stage = Stage::of(executor, cycles, 3);
    stage.at(START);
    let mut met = vec![];
    for round in 1..=6 {
        call!(stage, OWNER, next(1u32));
        let (white, black, ..) = stage.boards(round)[0];
        met.push((white, black));
        let [whites, blacks] = [1, 2].map(|byte| match round {
            1 => OptionalValue::Some(ManagedBuffer::from(&[byte; 32])),
            _ => NO_KEY,
        });
        let (from, to, game) = (PLAYERS[white], PLAYERS[black], usize::from(round));
        let opponent = Some(to.to_managed_address());
        let (side, clock) = (Side::White, clock(60));
        chess!(
            stage,
            from,
            challenge(opponent, side, clock, 1u16, false, whites)
        );
        chess!(stage, to, accept(game, blacks));
        chess!(stage, to, draw(game));
        chess!(stage, from, draw(game));
        if round == 1 {
            call!(stage, OWNER, report(1u32, 1u8, 1u32));
            assert_eq!(
                stage.boards(1),
                [(white, black, BoardState::Playing, (0, 0))]
            );
            stage.at(START + WINDOW);
            let playing = "a game is still being played: the round waits up to one more window";
            refused!(playing, stage, OWNER, next(1u32));
            chess!(stage, OWNER, signal_inactivity(1usize));
        }
        call!(stage, OWNER, report(1u32, 1u8, u32::from(round)));
        assert_eq!(
            stage.boards(round),
            [(white, black, BoardState::Done, (1, 1))]
        );
    }
    call!(stage, OWNER, next(1u32));
    assert_eq!((stage.phase(), stage.points(1)), (Phase::Ended, vec![4; 3]));
    met.sort_unstable();
    assert_eq!(met, [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]);
    stage.ends("drawn");
}

/// All but two leave: everyone gets back what they paid.
fn cancelled(executor: ExecutorConfig) {
    let mut stage = Stage::with_entrants(executor, 3);
    let no_rating = OptionalValue::<u16>::None;
    let wrong = "the payment must be exactly the entry fee";
    refused!(wrong, stage, OWNER, 1, enter(1u32, no_rating.clone()));
    refused!("tournament not found", stage, OWNER, 1, sponsor(2u32));
    call!(stage, PLAYERS[1], leave(1u32));
    refused!("you have not entered", stage, PLAYERS[1], leave(1u32));
    stage.world.check_account(PLAYERS[1]).balance(FEE);
    call!(stage, OWNER, 93, sponsor(1u32));
    refused!("nothing to claim", stage, OWNER, claim(1u32));
    stage.at(START);
    refused!("the tournament has started", stage, PLAYERS[0], leave(1u32));
    let late = "the tournament has started";
    refused!(late, stage, PLAYERS[1], FEE, enter(1u32, no_rating));
    call!(stage, PLAYERS[3], next(1u32));
    assert_eq!(stage.phase(), Phase::Cancelled);
    for account in [PLAYERS[0], PLAYERS[2], OWNER] {
        call!(stage, account, claim(1u32));
        stage.world.check_account(account).balance(1_000u64);
        refused!("nothing to claim", stage, account, claim(1u32));
    }
    stage.world.check_account(TOURNAMENT).balance(0u64);
    stage.ends("cancelled");
}

/// Games that don't belong to a board, and a player who declines at the last moment.
fn reports(executor: ExecutorConfig) {
    let mut stage = Stage::with_entrants(executor, 4);
    // the first board of the first round is to be 0 against 3
    let older = stage.challenge(0, 3, Side::White, 60, false) as u32;
    let none = "no round is being played";
    refused!(none, stage, OWNER, report(1u32, 1u8, older));
    stage.at(START);
    call!(stage, OWNER, next(1u32));
    let open = "a board has no result, and the round's window has not ended";
    refused!(open, stage, OWNER, next(1u32));
    let too_old = "the game is older than the pairing";
    refused!(too_old, stage, OWNER, report(1u32, 1u8, older));
    refused!("game not found", stage, OWNER, report(1u32, 1u8, 99u32));
    refused!("board not found", stage, OWNER, report(1u32, 3u8, 99u32));
    let [players, colours, drawn, clock, engines] = [
        "the game's players are not this board's",
        "the game's colours are the wrong way round",
        "the game's colours are drawn by lot",
        "the game's clock is not the tournament's",
        "the game's engines value is not the tournament's",
    ];
    for (to, side, base, with_engines, words) in [
        (2, Side::White, 60, false, players),
        (3, Side::Black, 60, false, colours),
        (3, Side::Drawn, 60, false, drawn),
        (3, Side::White, 61, false, clock),
        (3, Side::White, 60, true, engines),
    ] {
        let game = stage.challenge(0, to, side, base, with_engines) as u32;
        refused!(words, stage, OWNER, report(1u32, 1u8, game));
    }
    let gone = stage.challenge(0, 3, Side::White, 60, false);
    chess!(stage, PLAYERS[0], cancel_challenge(gone));
    let none = "the game has ended without a result";
    refused!(none, stage, OWNER, report(1u32, 1u8, gone as u32));
    // Black declines White's challenge, and opens another one
    let first = stage.challenge(0, 3, Side::White, 60, false);
    call!(stage, OWNER, report(1u32, 1u8, first as u32));
    let second = stage.challenge(3, 0, Side::Black, 60, false) as u32;
    stage.at(START + WINDOW / 2);
    let other = "the board has another open challenge: accept it";
    refused!(other, stage, OWNER, report(1u32, 1u8, second));
    stage.at(START + WINDOW - 1_000);
    chess!(stage, PLAYERS[3], cancel_challenge(first));
    let late = "too late: the opponent has been there before";
    refused!(late, stage, OWNER, report(1u32, 1u8, second));
    // the other board's game is still played when the window ends
    let tied = stage.challenge(1, 2, Side::White, 60, false);
    chess!(stage, PLAYERS[2], accept(tied, NO_KEY));
    call!(stage, OWNER, report(1u32, 2u8, tied as u32));
    let twin = stage.challenge(1, 2, Side::White, 60, false) as u32;
    let another = "another game is tied to this board";
    refused!(another, stage, OWNER, report(1u32, 2u8, twin));
    stage.at(START + WINDOW);
    let waits = "a game is still being played: the round waits up to one more window";
    refused!(waits, stage, OWNER, next(1u32));
    chess!(stage, OWNER, pause());
    refused!("the game contract is paused", stage, OWNER, next(1u32));
    chess!(stage, OWNER, unpause());
    refused!(open, stage, OWNER, next(1u32));
    // after the pause and the day behind it the round has its whole window again
    let end = START + WINDOW + 86_400_000 + WINDOW;
    stage.at(end - 1_000);
    refused!(open, stage, OWNER, next(1u32));
    stage.at(end + WINDOW);
    call!(stage, OWNER, next(1u32));
    // White alone has been there, and a game that nobody settles gives nothing
    let done = |white, black, points| (white, black, BoardState::Done, points);
    assert_eq!(stage.boards(1), [done(0, 3, (2, 0)), done(1, 2, (0, 0))]);
    stage.ends("reports");
}

/// Games that are aborted, a bye, and a pause of the game contract that doesn't end.
fn aborted(executor: ExecutorConfig) {
    let mut swiss = terms();
    (swiss.format, swiss.rounds) = (Format::Swiss, 2);
    let mut stage = Stage::of(executor, swiss, 5);
    stage.at(START);
    call!(stage, OWNER, next(1u32));
    let boards = stage.boards(1);
    let [first, second] = [(boards[0].0, boards[0].1), (boards[1].0, boards[1].1)];
    let mut games = vec![];
    for (board, (white, black)) in [(1u8, first), (2, second)] {
        let game = stage.challenge(white, black, Side::White, 60, false);
        call!(stage, OWNER, report(1u32, board, game as u32));
        chess!(stage, PLAYERS[black], accept(game, NO_KEY));
        games.push(game);
    }
    // White of the first board doesn't move, Black of the second doesn't answer
    let none = OptionalValue::<PromotionPiece>::None;
    let mover = PLAYERS[second.0];
    chess!(stage, mover, make_move(games[1], 52u8, 36u8, none));
    stage.at(START + 121_000);
    for game in games {
        chess!(stage, OWNER, signal_inactivity(game));
    }
    stage.at(START + WINDOW);
    call!(stage, OWNER, next(1u32));
    let done = |(white, black), points| (white, black, BoardState::Done, points);
    assert_eq!(stage.boards(1), [done(first, (0, 2)), done(second, (2, 0))]);
    // the bye counts as a win as soon as the round is paired
    let byes = [stage.bye(1), stage.bye(2)].map(|bye| bye.map(usize::from));
    let winners = [Some(first.1), Some(second.0), byes[0], byes[1]];
    for (seed, points) in stage.points(1).into_iter().enumerate() {
        let wins = winners.iter().filter(|&&it| it == Some(seed));
        assert_eq!(usize::from(points), 2 * wins.count(), "{seed}");
    }
    chess!(stage, OWNER, pause());
    stage.world.current_block().block_epoch(30u64);
    refused!("the game contract is paused", stage, OWNER, next(1u32));
    stage.world.current_block().block_epoch(31u64);
    call!(stage, OWNER, next(1u32));
    assert_eq!(stage.phase(), Phase::Cancelled);
    for account in PLAYERS {
        call!(stage, account, claim(1u32));
        stage.world.check_account(account).balance(FEE);
    }
    call!(stage, OWNER, claim(1u32));
    stage.world.check_account(TOURNAMENT).balance(0u64);
    stage.ends("aborted");
}

/// Players other than those of the stage.
fn players(count: u8) -> Vec<TestAddress<'static>> {
    let name = |number| format!("player-{number:02}").leak();
    (1..=count)
        .map(|number| TestAddress::new(name(number)))
        .collect()
}

/// The most expensive calls: the last of nine rounds for 32 players, in which all have opened a
/// challenge. The gas limits are sufficient on the production VM.
fn thirty_two(executor: ExecutorConfig) {
    let mut stage = Stage::new(executor);
    let players = players(32);
    let mut swiss = terms();
    (swiss.format, swiss.players, swiss.rounds) = (Format::Swiss, 32, 9);
    swiss.fee = 0u64.into();
    call!(stage, OWNER, open(swiss));
    for &player in &players {
        stage.world.account(player).nonce(1);
        call!(stage, player, enter(1u32, OptionalValue::<u16>::None));
    }
    let next = |stage: &mut Stage, round: u64| {
        stage.at(START + (round - 1) * WINDOW);
        let tx = stage.world.tx().id(format!("next/round-{round}").as_str());
        let tx = tx.from(OWNER).to(TOURNAMENT).gas(200_000_000u64);
        tx.typed(ChessTournamentProxy).next(1u32).run();
    };
    for round in 1..=9 {
        next(&mut stage, round);
    }
    for (at, (white, black, ..)) in stage.boards(9).into_iter().enumerate() {
        stage.challenge_of([players[white], players[black]], Side::White, 60, false);
        let id = format!("report/board-{}", at + 1);
        let tx = stage.world.tx().id(id.as_str());
        let tx = tx.from(OWNER).to(TOURNAMENT).gas(12_000_000u64);
        let tx = tx.typed(ChessTournamentProxy);
        tx.report(1u32, at as u8 + 1, at as u32 + 1).run();
    }
    next(&mut stage, 10);
    assert_eq!(stage.phase(), Phase::Ended);
    stage.ends("thirty-two");
}

/// Five rounds in which all games are played, for docs/gas.md: White opens and reports each game.
fn swiss_of(executor: ExecutorConfig, count: u8) {
    let mut stage = Stage::new(executor);
    let players = players(count);
    macro_rules! of_it {
        ($from:expr, $name:ident($($argument:expr),*) $($payment:tt)*) => {{
            let id = format!("{}/tournament of {count}", stringify!($name));
            let tx = stage.world.tx().id(id.as_str()).from($from).to(TOURNAMENT).gas(GAS);
            tx.typed(ChessTournamentProxy).$name($($argument),*)$($payment)*.run();
        }};
    }
    let mut swiss = terms();
    (swiss.format, swiss.players, swiss.rounds) = (Format::Swiss, count, 5);
    of_it!(OWNER, open(swiss).payment(egld(7)));
    for &player in &players {
        stage.world.account(player).nonce(1).balance(FEE);
        let rating = OptionalValue::Some(1_500u16);
        of_it!(player, enter(1u32, rating).payment(egld(FEE)));
    }
    for round in 1..=5 {
        stage.at(START + u64::from(round) * 60_000);
        of_it!(OWNER, next(1u32));
        for (at, (white, black, ..)) in stage.boards(round).into_iter().enumerate() {
            let (white, black) = (players[white], players[black]);
            let game = stage.challenge_of([white, black], Side::White, 60, false);
            of_it!(white, report(1u32, at as u8 + 1, game as u32));
            chess!(stage, black, accept(game, NO_KEY));
            let loser = if game.is_multiple_of(3) { white } else { black };
            chess!(stage, loser, resign(game));
        }
    }
    of_it!(OWNER, next(1u32));
    assert_eq!(stage.phase(), Phase::Ended);
    let pot = u64::from(count) * FEE + 7;
    let mut paid = 0u64;
    for &player in &players {
        let claim = stage.claimable(1, player);
        if claim > 0 {
            paid += claim;
            of_it!(player, claim(1u32));
        }
    }
    assert_eq!(paid, pot);
    stage.ends(&format!("swiss-of-{count}"));
}

#[test]
fn swiss_of_8_and_16_as_compiled_wasm() {
    swiss_of(COMPILED, 8);
    swiss_of(COMPILED, 16);
}

/// Each of the terms, out of its range.
fn terms_refused(executor: ExecutorConfig) {
    let mut stage = Stage::new(executor);
    let shares = |shares: &[u16]| shares.iter().copied().collect();
    let mut refuse = |words: &str, change: &dyn Fn(&mut Terms<StaticApi>)| {
        let mut terms = terms();
        change(&mut terms);
        refused!(words, stage, OWNER, 7, open(terms));
    };
    let players = "players: 3 to 32, in a round robin 3 to 16";
    refuse(players, &|terms| terms.players = 2);
    refuse(players, &|terms| terms.players = 17);
    refuse(players, &|terms| {
        (terms.format, terms.players) = (Format::Swiss, 33);
    });
    for rounds in [0, 3] {
        let cycles = "rounds: a round robin has 1 or 2 cycles";
        refuse(cycles, &|terms| terms.rounds = rounds);
    }
    for rounds in [1, 10] {
        refuse("rounds: a Swiss tournament has 2 to 9", &|terms| {
            (terms.format, terms.rounds) = (Format::Swiss, rounds);
        });
    }
    let token = "token: not a token identifier";
    refuse(token, &|terms| terms.token = TokenId::from("chess"));
    for base in [29, 2_592_001] {
        refuse("base: 30 to 2592000 seconds", &|terms| terms.base = base);
    }
    let increment = "increment: 0 to 86400 seconds";
    refuse(increment, &|terms| terms.increment = 86_401);
    let past = "start: must be in the future";
    refuse(past, &|terms| terms.start = 1_000);
    let far = "start: at most 366 days from now";
    refuse(far, &|terms| terms.start = 366 * 86_400_000 + 1_001);
    let short = "window: at least 4 times the base, 160 times the increment and 10 minutes";
    refuse(short, &|terms| terms.window -= 1);
    let long = "window: at most 30 days";
    refuse(long, &|terms| terms.window = 30 * 86_400_000 + 1);
    let count = "prizes: 1 to 8 shares";
    refuse(count, &|terms| terms.prizes = shares(&[]));
    refuse(count, &|terms| {
        terms.prizes = shares(&[[1_112].as_slice(), &[1_111; 8]].concat())
    });
    let sum = "prizes: shares must add up to 10000";
    refuse(sum, &|terms| terms.prizes = shares(&[6_000, 3_999]));
    let order = "prizes: shares must not increase";
    refuse(order, &|terms| terms.prizes = shares(&[4_000, 6_000]));
    let paid = "the payment must be in the entry fee's token";
    refuse(paid, &|terms| terms.token = TokenId::from("CHESS-0a1b2c"));
    stage.ends("terms-refused");
}

stories!(
    round_robin,
    drawn,
    cancelled,
    reports,
    aborted,
    thirty_two,
    terms_refused
);

/// The text of the files with this ending in a folder and below it.
fn texts(folder: &Path, ending: &str) -> String {
    let read = |path| fs::read_to_string(path).expect("a file");
    files_in(folder, ending).into_iter().map(read).collect()
}

#[test]
fn each_refusal_is_in_a_scenario() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = texts(&root.join("src"), ".rs");
    let scenarios = texts(&root.join("scenarios"), ".scen.json");
    let code = sources
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    // names of storage, events and endpoints have no spaces
    let words = code
        .filter_map(|line| line.split('"').nth(1))
        .filter(|words| words.contains(' '));
    let words: Vec<&str> = words.collect();
    assert!(words.len() > 30, "the sources' refusals");
    for words in words {
        assert!(scenarios.contains(&format!("str:{words}")), "{words}");
    }
}

#[test]
fn no_endpoint_is_the_owners() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let abi = texts(&root.join("output"), ".abi.json");
    assert!(abi.contains("claim") && !abi.contains("onlyOwner"), "{abi}");
    assert!(!texts(&root.join("src"), ".rs").contains("get_owner"));
}
