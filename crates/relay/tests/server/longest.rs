//! The longest game that both players have signed counts, as on the chain.

use chess_rules::Color;
use relay::Limits;
use relay::protocol::Answer;
use signed_play::Action;

use crate::games::assert_proof;
use crate::harness::chess::{Match, moves, random_game};
use crate::harness::client::Client;
use crate::harness::program::{Local, Program};
use crate::harness::table::{Table, WHITE};

#[tokio::test]
async fn it_replaces_the_game_that_one_player_has_changed() {
    let (relay, game, mut client) = Local::room().await;
    let (mut watcher, _) = Client::enter(&relay.url, &game).await;
    client.keep(&game.whole(&moves("e2e4 e7e5 g1f3"))).await;
    watcher.next().await;
    // White had signed another third move, to which Black has replied
    let played = moves("e2e4 e7e5 f1c4 b8c6");
    client.keep(&game.whole(&played)).await;
    let Answer::Played {
        plies,
        first,
        new,
        white: Some(_),
        black: Some(_),
        ..
    } = watcher.next().await
    else {
        panic!("nothing played")
    };
    assert_eq!((plies, first, new.0), (4, 2, moves("f1c4 b8c6")));
    let (_, state) = Client::enter(&relay.url, &game).await;
    assert_proof(&game, &state, &played);
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
    // a continuation of the last one is still taken
    client.keep(&game.last_move(&line(32, 1))).await;
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
        client.keep(&game.whole(&moves(line))).await;
        // the chain's game is undone immediately, and one that continues from it isn't submitted
        table.shows(id, (0, 0, 0, brought)).await;
    }
    let (mut client, _) = Client::enter(&program.url, &games[1]).await;
    let line = moves("e2e4 e7e5 g1f3");
    client
        .says(&games[1], Color::Black, Action::Resign, &line)
        .await;
    table.shows(2, (1, 0, 2, 3)).await;
    assert_eq!(table.paid(), ["play", "play"]);
}
