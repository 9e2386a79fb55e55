//! The players' other actions.

use chess_rules::Color;
use relay::protocol::{Answer, Request};
use signed_play::Action;

use crate::harness::chess::{Match, first, moves};
use crate::harness::client::Client;
use crate::harness::program::Local;

#[tokio::test]
async fn an_offered_draw_falls_with_the_next_move() {
    let (relay, game, mut client) = Local::room().await;
    let (one, two) = (moves("e2e4"), moves("e2e4 e7e5"));
    client.keep(&game.last_move(&one)).await;
    let offer = game.says(Color::White, Action::Draw, &one);
    let at = client.keep(&offer).await;
    // again: nothing new
    let Answer::Game(state) = client.ask(&offer).await else {
        panic!("not a game")
    };
    assert_eq!(state.said.len(), 1);
    assert_eq!(state.said[0].at, at);
    let signed = game.sign(Color::White, Action::Draw, &one);
    assert_eq!(state.said[0].signed.0, signed.to_argument());

    client.keep(&game.last_move(&two)).await;
    let (_, state) = Client::enter(&relay.url, &game).await;
    assert!(state.said.is_empty());
}

#[tokio::test]
async fn both_want_a_draw_and_the_game_is_over() {
    let (_relay, game, mut client) = Local::room().await;
    let one = moves("e2e4");
    client.keep(&game.last_move(&one)).await;
    for color in [Color::White, Color::Black] {
        client.says(&game, color, Action::Draw, &one).await;
    }
    let further = game.last_move(&moves("e2e4 e7e5"));
    client.is_refused(&further, "over").await;
    let resigns = game.says(Color::Black, Action::Resign, &one);
    client.is_refused(&resigns, "over").await;
}

#[tokio::test]
async fn who_is_to_move_accepts_or_claims_a_draw_and_never_offers_one() {
    let (relay, game, mut client) = Local::room().await;
    let (mut watcher, _) = Client::enter(&relay.url, &game).await;
    let three = moves("f2f3 e7e5 g2g4");
    client.keep(&game.whole(&three)).await;
    assert!(matches!(watcher.next().await, Answer::Played { .. }));
    // with it White could undo Black's mate
    let on_move = game.says(Color::Black, Action::Draw, &three);
    client.is_refused(&on_move, "cannot-offer").await;
    client.plays(&game, "f2f3 e7e5 g2g4 d8h4").await;
    // nobody was passed the offer
    let played = watcher.next().await;
    assert!(
        matches!(&played, Answer::Played { new, .. } if !new.0.is_empty()),
        "{played:?}"
    );

    // at the third occurrence who is to move may claim, and then nothing of theirs follows
    let game = Match::new(2);
    client.send(&game.enter()).await;
    client.game().await;
    let twice = moves(&"g1f3 g8f6 f3g1 f6g8 ".repeat(2));
    let six = first(&twice, 6);
    client.keep(&game.whole(six)).await;
    let early = game.says(Color::White, Action::Draw, six);
    client.is_refused(&early, "cannot-offer").await;
    client.keep(&game.last_move(first(&twice, 7))).await;
    client.keep(&game.last_move(&twice)).await;
    client.says(&game, Color::White, Action::Draw, &twice).await;
    let further = [&twice[..], &moves("e2e4")].concat();
    client.is_refused(&game.last_move(&further), "over").await;
    // two more plies that both have signed undo it on the chain, too
    let longer = [&further[..], &moves("e7e5")].concat();
    client.keep(&game.whole(&longer)).await;
}

#[tokio::test]
async fn nothing_follows_a_resignation() {
    let (_relay, game, mut client) = Local::room().await;
    let one = moves("e2e4");
    client.keep(&game.last_move(&one)).await;
    client.says(&game, Color::White, Action::Resign, &one).await;
    let answer = client.ask(&game.last_move(&moves("e2e4 e7e5"))).await;
    let Answer::Error {
        code, game: state, ..
    } = answer
    else {
        panic!("{answer:?}")
    };
    assert_eq!(code, "over");
    // the answer has the resignation in it
    assert_eq!(state.unwrap().said[0].color, relay::protocol::Side::White);
    let draw = game.says(Color::Black, Action::Draw, &one);
    client.is_refused(&draw, "over").await;
}

#[tokio::test]
async fn who_waits_may_ask_and_nobody_else() {
    let (relay, game, mut client) = Local::room().await;
    // Black waits from the start
    client.says(&game, Color::Black, Action::Ask, &[]).await;
    let white = game.says(Color::White, Action::Ask, &[]);
    client.is_refused(&white, "cannot-ask").await;
    let one = moves("e2e4");
    client.keep(&game.last_move(&one)).await;
    client.says(&game, Color::White, Action::Ask, &one).await;
    // an ask doesn't hinder a draw
    client.says(&game, Color::White, Action::Draw, &one).await;
    let (_, state) = Client::enter(&relay.url, &game).await;
    assert_eq!(state.said.len(), 2);
}

#[tokio::test]
async fn a_single_game_cannot_be_left() {
    let (_relay, game, mut client) = Local::room().await;
    let leave = game.says(Color::White, Action::Leave, &[]);
    client.is_refused(&leave, "cannot-leave").await;
}

#[tokio::test]
async fn moves_come_first_and_one_thing_at_a_time() {
    let (_relay, game, mut client) = Local::room().await;
    let one = moves("e2e4");
    let early = game.says(Color::White, Action::Draw, &one);
    client.is_refused(&early, "ahead").await;
    client.keep(&game.last_move(&one)).await;
    let mut both = game.says(Color::White, Action::Draw, &one);
    if let Request::Play { black, .. } = &mut both {
        black.0 = game
            .sign(Color::Black, Action::Draw, &one)
            .to_argument()
            .to_vec();
    }
    client.is_refused(&both, "two-actions").await;
}

#[tokio::test]
async fn the_fifth_repetition_ends_the_game() {
    let (_relay, game, mut client) = Local::room().await;
    let knights = moves(&"g1f3 g8f6 f3g1 f6g8 ".repeat(4));
    client.keep(&game.whole(&knights)).await;
    let further = [&knights[..], &moves("e2e4")].concat();
    client.is_refused(&game.last_move(&further), "over").await;
    let ask = game.says(Color::Black, Action::Ask, &knights);
    client.is_refused(&ask, "cannot-ask").await;
    // the player to move acknowledges it
    let draw = game.says(Color::White, Action::Draw, &knights);
    client.keep(&draw).await;
}

/// The message before the answer to a ping: nothing, or the wish.
async fn wish_heard(client: &mut Client) -> Option<Answer> {
    client.send(&Request::Ping { id: Some(77) }).await;
    match client.next().await {
        Answer::Pong { .. } => None,
        wish => {
            assert!(matches!(client.next().await, Answer::Pong { .. }));
            Some(wish)
        }
    }
}

#[tokio::test]
async fn a_player_may_wish_the_game_called_off_before_both_have_moved() {
    let relay = Local::start(Default::default()).await;
    let game = Match::new(1);
    let (mut white, state) = Client::enter(&relay.url, &game).await;
    let (mut black, _) = Client::enter(&relay.url, &game).await;
    let abort = |plies| Request::Abort { plies };
    // nobody speaks for a player whose key they haven't shown
    white.send(&abort(0)).await;
    assert_eq!(wish_heard(&mut white).await, None);
    assert_eq!(wish_heard(&mut black).await, None);
    white.send(&game.here(Color::White, &state.nonce.0)).await;
    white.people(|people| people.white.here).await;
    for plies in [1, 0] {
        white.send(&abort(plies)).await;
    }
    // not over other plies, and not to oneself
    assert_eq!(wish_heard(&mut white).await, None);
    let wish = |plies| {
        let color = Color::White.into();
        Some(Answer::Abort { color, plies })
    };
    assert_eq!(wish_heard(&mut black).await, wish(0));
    // nothing of it is kept
    let (mut late, _) = Client::enter(&relay.url, &game).await;
    assert_eq!(wish_heard(&mut late).await, None);

    white.plays(&game, "e2e4").await;
    assert!(matches!(black.next().await, Answer::Played { .. }));
    white.send(&abort(1)).await;
    assert_eq!(wish_heard(&mut white).await, None);
    assert_eq!(wish_heard(&mut black).await, wish(1));
    // both have moved
    black.plays(&game, "e2e4 e7e5").await;
    assert!(matches!(white.next().await, Answer::Played { .. }));
    white.send(&abort(2)).await;
    assert_eq!(wish_heard(&mut white).await, None);
    assert_eq!(wish_heard(&mut black).await, None);

    // in a match's later round, too; players have the names of the first one
    let (one, two) = (moves("f2f3 e7e5 g2g4 d8h4"), game.round(1, 0));
    late.send(&game.whole(&one)).await;
    for color in [Color::White, Color::Black] {
        late.send(&two.begin(color)).await;
    }
    for client in [&mut white, &mut black] {
        while !matches!(client.next().await, Answer::Next(next) if next.black.is_some()) {}
    }
    white.send(&abort(0)).await;
    assert_eq!(wish_heard(&mut white).await, None);
    assert_eq!(wish_heard(&mut black).await, wish(0));

    // with it pages and bots agree on a draw, before the first move, too
    let game = Match::new(2);
    let (mut white, _) = Client::enter(&relay.url, &game).await;
    for color in [Color::Black, Color::White] {
        white.says(&game, color, Action::Draw, &[]).await;
    }
    let further = game.last_move(&moves("e2e4"));
    white.is_refused(&further, "over").await;
}
