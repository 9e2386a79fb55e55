//! The longest game that both players have signed counts, as on the chain.

use chess_rules::Color;
use relay::Limits;
use relay::protocol::Answer;
use signed_play::Action;

use crate::harness::chess::{Match, moves, random_game};
use crate::harness::client::Client;
use crate::harness::program::{Local, Program};
use crate::harness::table::{Table, WHITE};

#[tokio::test]
async fn it_takes_the_place_of_what_one_has_changed() {
    let (relay, game, mut client) = Local::room().await;
    let (mut watcher, _) = Client::enter(&relay.url, &game).await;
    client.keep(&game.whole(&moves("e2e4 e7e5 g1f3"))).await;
    watcher.next().await;
    // White had signed another third move, to which Black has replied
    let played = moves("e2e4 e7e5 f1c4 b8c6");
    client.keep(&game.whole(&played)).await;
    let answer = watcher.next().await;
    let Answer::Played {
        plies: 4,
        first: 2,
        new,
        white: Some(_),
        black: Some(_),
        ..
    } = answer
    else {
        panic!("{answer:?}")
    };
    assert_eq!(new.0, moves("f1c4 b8c6"));
    let (_, state) = Client::enter(&relay.url, &game).await;
    assert_eq!(state.moves.0, played);
    for (color, signed) in [(Color::White, state.white), (Color::Black, state.black)] {
        let signed = signed_play::SignedAction::from_argument(&signed.unwrap().0);
        let signed = signed.unwrap().unwrap();
        assert_eq!(game.room.game().verify(color, &signed, &played), Ok(()));
    }
    // it continues from there
    client.plays(&game, "e2e4 e7e5 f1c4 b8c6 d1h5").await;
}

#[tokio::test]
async fn it_does_so_a_limited_number_of_times() {
    let limits = Limits {
        burst: 100,
        ..Limits::default()
    };
    let relay = Local::start(limits).await;
    let game = Match::new(1);
    let (mut client, _) = Client::enter(&relay.url, &game).await;
    // both players together sign one game after the other
    let line = |number: usize, more: usize| random_game(number as u64, number + 3 + more);
    // the first one takes no other's place
    for number in 0..=32 {
        client.keep(&game.whole(&line(number, 0))).await;
    }
    let refusal = client.refusal(&game.whole(&line(33, 0))).await;
    assert_eq!(refusal.0, "replaced");
    // what continues the last one is still taken
    client.keep(&game.last_move(&line(32, 1))).await;
}

#[tokio::test]
async fn it_undoes_what_it_would_undo_on_the_chain() {
    let relay = Local::start(Default::default()).await;
    // a draw by both, undone by two plies; a mate, by one
    for (id, first, then, one_more, two_more) in [
        (1, "e2e4", Some(Action::Draw), "e2e4 e7e5", "e2e4 e7e5 g1f3"),
        (
            2,
            "f2f3 e7e5 g2g4 d8h4",
            None,
            "",
            "f2f3 e7e5 g2g4 b8c6 e2e4",
        ),
    ] {
        let game = Match::new(id);
        let (mut client, _) = Client::enter(&relay.url, &game).await;
        for ply in 1..=crate::harness::chess::split(&moves(first)).len() {
            let so_far = moves(first);
            client
                .keep(&game.last_move(crate::harness::chess::first(&so_far, ply)))
                .await;
        }
        if let Some(action) = then {
            for color in [Color::White, Color::Black] {
                client.says(&game, color, action, &moves(first)).await;
            }
            let refusal = client.refusal(&game.whole(&moves(one_more))).await;
            assert_eq!(refusal.0, "over");
        }
        client.keep(&game.whole(&moves(two_more))).await;
        let (_, state) = Client::enter(&relay.url, &game).await;
        assert_eq!(state.moves.0, moves(two_more));
        assert!(state.said.is_empty());
        // what the chain ends at once nothing undoes
        let resigns = game.says(Color::White, Action::Resign, &moves(two_more));
        client.keep(&resigns).await;
        let longer = format!("{} a7a6 a2a3 a6a5", two_more.replace("g1f3", "f1c4"));
        let refusal = client.refusal(&game.whole(&moves(&longer))).await;
        assert_eq!(refusal.0, "over");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_takes_the_place_of_a_move_that_was_made_on_the_chain() {
    let table = Table::start();
    let games = [1, 2].map(|id| table.game(id, Some((180, 2))));
    let program = Program::alone(&table.settled(&[]));
    // White moves e2e4 from the account; another move, and the same, was signed and answered
    for (game, line, brought) in [
        (&games[0], "d2d4 d7d5 c2c4", 3),
        (&games[1], "e2e4 e7e5 g1f3", 1),
    ] {
        let id = game.room.game().id;
        let (mut client, _) = Client::enter(&program.url, game).await;
        table.makes_move(WHITE, id, (52, 36));
        let shown = client.next().await;
        assert!(
            matches!(shown, Answer::Played { white: None, .. }),
            "{shown:?}"
        );
        client.send(&game.whole(&moves(line))).await;
        while !matches!(client.next().await, Answer::Kept { plies: 3, .. }) {}
        // the chain's game is undone at once, and one that continues from it isn't brought
        table.shows(id, (0, 0, 0, brought)).await;
    }
    let resigns = games[1].says(Color::Black, Action::Resign, &moves("e2e4 e7e5 g1f3"));
    let (mut client, _) = Client::enter(&program.url, &games[1]).await;
    client.send(&resigns).await;
    table.shows(2, (1, 0, 2, 3)).await;
    assert_eq!(table.paid(), ["play", "play"]);
}
