//! The relay submits games to the chain, from a separate wallet.

use std::time::{Duration, Instant};

use chess_rules::Color;
use signed_play::Action;

use crate::chain::LobbyEvents;
use crate::harness::chess::{FOOLS_MATE, HOPELESS, Match, first, moves};
use crate::harness::client::{Client, LONG};
use crate::harness::evening::Evening;
use crate::harness::gateway::{Gateway, Hold};
use crate::harness::program::Program;
use crate::harness::table::{BLACK, OWNER, Table, arguments, gains, is_late};

/// A game that was played through a relay with a wallet.
async fn play(line: &str, clock: Option<(u32, u32)>, more: &[&str]) -> Evening {
    let table = Table::start();
    let game = table.game(1, clock);
    let round = game.round(0, 0);
    let mut evening = Evening::of(table, game, more).await;
    evening.play(&round, line).await;
    evening
}

/// A player's word in a single game.
async fn says(played: &mut Evening, color: Color, action: Action, line: &str) {
    let game = played.game.round(0, 0);
    played.says(&game, color, action, line).await;
}

fn two_epochs_go_by(table: &Table) {
    let chain = &table.chain;
    tokio::task::block_in_place(|| chain.advance_to_epoch(chain.block().epoch + 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_acknowledged_mate_is_paid_immediately_without_the_players() {
    let mut played = play(FOOLS_MATE, None, &[]).await;
    let before = played.table.balances();
    says(&mut played, Color::White, Action::Resign, FOOLS_MATE).await;
    let late = is_late(played.last_move).then_some(1);
    assert_eq!(played.is_over(&before, 2, 1).await, [0, 2]);
    assert_eq!(played.table.paid_but_unsaid(late), ["play"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mate_that_nobody_acknowledges_is_paid_after_its_window() {
    // it is there before a transaction of the mated player's could be, and open for three minutes;
    // a slow machine has another try
    let mut tries = 1;
    let (played, before) = loop {
        let played = play(FOOLS_MATE, Some((180, 2)), &[]).await;
        let before = played.table.balances();
        let mated = Instant::now();
        let open = |standing| standing == (0, 2, 1, 4);
        played.table.until(1, open).await;
        let took = mated.elapsed();
        if took < Duration::from_secs(5) {
            break (played, before);
        }
        assert!(tries < 3, "{took:?}");
        tries += 1;
    };
    assert_eq!(played.table.balances(), before);
    played.table.chain.generate_blocks(400);
    assert_eq!(played.is_over(&before, 2, 1).await, [0, 2]);
    assert_eq!(played.table.paid(), ["play", "signalInactivity"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_is_brought_in_the_step_in_which_it_is_signed() {
    let line = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    let mut played = play(line, None, &[]).await;
    says(&mut played, Color::White, Action::Draw, line).await;
    played.table.shows(1, (0, 2, 9, 8)).await;
    assert_eq!(played.table.paid(), ["play"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_by_both_is_paid_after_its_window() {
    let mut played = play("e2e4", None, &[]).await;
    let before = played.table.balances();
    says(&mut played, Color::White, Action::Draw, "e2e4").await;
    says(&mut played, Color::Black, Action::Draw, "e2e4").await;
    played.table.shows(1, (0, 2, 11, 1)).await;
    // without a clock the window is an epoch
    two_epochs_go_by(&played.table);
    assert_eq!(played.is_over(&before, 3, 11).await, [1, 1]);
    assert_eq!(played.table.paid(), ["play", "signalInactivity"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_brought_after_a_pause() {
    let line = "e2e4 e7e5 g1f3";
    let played = play(line, None, &[]).await;
    played.table.call(OWNER, 0, "pause", &[]);
    two_epochs_go_by(&played.table);
    assert_eq!(played.table.standing(1), (0, 0, 0, 0));
    played.table.call(OWNER, 0, "unpause", &[]);
    played.table.shows(1, (0, 0, 0, 3)).await;
    assert_eq!(played.table.paid(), ["play"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ask_is_carried_and_its_answer_too() {
    let mut played = play("e2e4", Some((180, 2)), &[]).await;
    says(&mut played, Color::White, Action::Ask, "e2e4").await;
    played.table.shows(1, (0, 1, 0, 1)).await;
    let answer = played.game.last_move(&moves("e2e4 e7e5"));
    played.client.send(&answer).await;
    played.table.shows(1, (0, 0, 0, 2)).await;

    // nobody answers the next one: White's time runs out, and Black wins
    let line = "e2e4 e7e5";
    let before = played.table.balances();
    says(&mut played, Color::Black, Action::Ask, line).await;
    played.table.shows(1, (0, 1, 0, 2)).await;
    played.table.chain.generate_blocks(1_000);
    assert_eq!(played.is_over(&before, 2, 3).await, [0, 2]);
    let paid = played.table.paid();
    assert_eq!(paid, ["play", "play", "play", "signalInactivity"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_more_is_spent_than_allowed() {
    let limits = ["--max-player-fees", "0.0000001"];
    let mut played = play("e2e4", Some((180, 2)), &limits).await;
    says(&mut played, Color::White, Action::Ask, "e2e4").await;
    played.program.until_said("limit=player").await;
    assert!(played.table.paid().is_empty());
    let before = played.table.balances();
    // a game whose player asks too often can still be settled
    says(&mut played, Color::Black, Action::Resign, "e2e4").await;
    assert_eq!(played.is_over(&before, 1, 2).await, [2, 0]);
    assert_eq!(played.table.paid(), ["play"]);
}

/// Waits until the log names a limit.
async fn is_at_limit(program: &Program, limit: &str) {
    let words = format!("event=fee-limit game=1 limit={limit}");
    program.until_said(&words).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_has_a_limit() {
    let mut played = play("e2e4", None, &["--max-game-fees", "0.0000001"]).await;
    says(&mut played, Color::Black, Action::Resign, "e2e4").await;
    is_at_limit(&played.program, "game").await;
    assert!(played.table.paid().is_empty());
}

/// Plays games that White resigns, through a relay with these options.
async fn resigned(table: &Table, games: &[Match], more: &[&str]) -> Program {
    let program = Program::alone(&table.settled(more));
    for game in games {
        let (mut client, _) = Client::enter(&program.url, game).await;
        client.loses(game, Color::White, HOPELESS).await;
    }
    program
}

#[tokio::test(flavor = "multi_thread")]
async fn games_for_little_are_not_brought_for_more_and_leave_the_day_to_those_with_a_stake() {
    for (stake, more, limit) in [
        (1, ["--max-stakeless-game-fees", "0.0001"], "game"),
        (0, ["--max-stakeless-day-fees", "0.0000001"], "day"),
    ] {
        let table = Table::start();
        let games = [table.game_for(stake, 1, None), table.game(2, None)];
        let program = resigned(&table, &games, &more).await;
        is_at_limit(&program, limit).await;
        table.until(2, |standing| standing.0 == 2).await;
        assert_eq!(table.standing(1).0, 0);
        assert_eq!(table.paid(), ["play"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_state_is_met_when_the_day_of_ends_is_used_up() {
    let line = "e2e4 e7e5 g1f3 b8c6 f1b5";
    let mut played = play(line, Some((180, 2)), &["--max-day-fees", "0.0000001"]).await;
    let old = arguments(&played.game, &moves("e2e4 e7e5"), [None, Some(Action::Ask)]);
    played.table.call(BLACK, 0, "play", &old);
    played.table.shows(1, (0, 0, 0, 5)).await;
    says(&mut played, Color::Black, Action::Resign, line).await;
    is_at_limit(&played.program, "day").await;
    assert_eq!(played.table.paid(), ["play"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fee_is_booked_as_it_was_paid() {
    let table = Table::start();
    let game = table.game(1, None);
    let gateway = Gateway::start(table.gateway(), Hold::Nothing).await;
    let program = Program::alone(&table.settled_by(&gateway.url, &[]));
    let (mut client, _) = Client::enter(&program.url, &game).await;
    client.loses(&game, Color::Black, "e2e4").await;
    program.until_said("event=sent game=1 status=success").await;
    let words = format!("status=success fee={} ", table.paid_fees());
    assert!(
        program.has_said(&words),
        "{words}: {:?}",
        program.log.lock().unwrap()
    );
}

/// Kills the relay at a moment between the end of a game and its payment, and starts it again.
async fn settled_once(hold: Hold) {
    let table = Table::start();
    let game = table.game(1, None);
    let before = table.balances();
    let gateway = Gateway::start(table.gateway(), hold).await;
    let program = Program::alone(&table.settled_by(&gateway.url, &[]));
    let (mut client, _) = Client::enter(&program.url, &game).await;
    client.loses(&game, Color::White, HOPELESS).await;
    gateway.holds().await;

    let program = program.again(&table.settled(&[]));
    table.until(1, |standing| standing.0 == 2).await;
    // the fee counts, whichever of the two has sent the call
    let booked = format!("status=success fee={} ", table.paid_fees());
    program.until_said(&booked).await;
    // nothing more is sent
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    table.chain.generate_blocks(3);
    assert_eq!(table.paid(), ["play"]);
    assert_eq!(table.balances(), gains(&before, [0, 2]));
    assert_eq!(table.held(), 0u32.into());
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_at_any_moment_of_a_transaction_it_is_settled_once() {
    for hold in [
        Hold::Before("/transaction/cost"),
        Hold::Before("/transaction/send"),
        Hold::After("/transaction/send"),
        Hold::Before("/process-status"),
    ] {
        settled_once(hold).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_loss_on_time_stays_one_after_a_restart() {
    let table = Table::start();
    // the shortest clock
    let game = table.game(1, Some((30, 0)));
    let options = table.settled(&[]);
    let mut program = Program::alone(&options);
    let (mut client, _) = Client::enter(&program.url, &game).await;
    let line = moves(HOPELESS);
    for ply in 1..=4 {
        client.keep(&game.last_move(first(&line, ply))).await;
    }
    tokio::time::sleep(Duration::from_secs(30)).await;
    // the relay closes a line that is silent for long
    let (mut client, _) = Client::enter(&program.url, &game).await;
    let resigns = game.says(Color::White, Action::Resign, &line);
    client.keep(&resigns).await;
    for is_again in [false, true] {
        if is_again {
            program = program.again(&options);
        }
        let mut lobby = LobbyEvents::open(&program.url, "game").await;
        let shown = async {
            loop {
                let shown = lobby.next().await;
                if (&shown["state"], &shown["onTime"]) == (&2.into(), &true.into()) {
                    break;
                }
            }
        };
        let shown = tokio::time::timeout(LONG, shown).await;
        shown.unwrap_or_else(|_| panic!("no loss on time, restarted: {is_again}"));
    }
}
