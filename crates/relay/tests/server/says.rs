//! The players' other actions.

use chess_rules::Color;
use relay::protocol::{Answer, Request};
use signed_play::Action;

use crate::harness::chess::{FOOLS_MATE, Match, moves};
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
    assert_eq!(state.current.said.len(), 1);
    assert_eq!(state.current.said[0].at, at);
    let signed = game.sign(Color::White, Action::Draw, &one);
    assert_eq!(state.current.said[0].signed.0, signed.to_argument());

    client.keep(&game.last_move(&two)).await;
    let (_, state) = Client::enter(&relay.url, &game).await;
    assert!(state.current.said.is_empty());
}

/// The words in a message about moves: none, so that it submits the last of them or all of both
/// players', or a player's action over them.
#[derive(Clone, Copy)]
enum Words {
    Move,
    Both,
    Of(Color, Action),
}
use Words::{Both, Move};

const fn white(action: Action) -> Words {
    Words::Of(Color::White, action)
}

const fn black(action: Action) -> Words {
    Words::Of(Color::Black, action)
}

const KEPT: &str = "kept";

/// A message, and the code of its refusal or [`KEPT`].
type Step<'a> = (Words, &'a str, &'a str);

/// Sends these actions in order; another client in the room gets those that are kept. `said`: the
/// number of actions in the end.
async fn tell(relay: &Local, game: &Match, steps: &[Step<'_>], said: usize) {
    let (mut client, _) = Client::enter(&relay.url, game).await;
    let (mut watcher, _) = Client::enter(&relay.url, game).await;
    for (words, line, expected) in steps {
        let moves = moves(line);
        let message = match *words {
            Move => game.last_move(&moves),
            Both => game.whole(&moves),
            Words::Of(color, action) => game.says(color, action, &moves),
        };
        let answer = client.ask(&message).await;
        let now = Client::enter(&relay.url, game).await.1.current;
        match answer {
            Answer::Kept { plies, .. } => {
                assert_eq!((*expected, plies), (KEPT, now.plies), "{line}");
                assert_eq!(now.moves.0, moves);
                let (_, _, new) = watcher.played().await;
                assert_eq!(new.is_empty(), matches!(words, Words::Of(..)));
            }
            Answer::Error { code, game, .. } => {
                assert_eq!(code, *expected, "{line}");
                // a client that comes too late is shown the reason
                assert!(code != "over" || game.is_some(), "{line}");
                let game = game.map(|game| (game.current.moves, game.current.said));
                assert!(game.is_none_or(|game| game == (now.moves, now.said)));
            }
            other => panic!("{other:?}"),
        }
    }
    let (_, state) = Client::enter(&relay.url, game).await;
    assert_eq!(state.current.said.len(), said);
}

#[tokio::test]
async fn players_say_what_they_may() {
    let relay = Local::start(Default::default()).await;
    let knights = |times| "g1f3 g8f6 f3g1 f6g8 ".repeat(times);
    let and = |moves: &str, more: &str| format!("{moves} {more}");
    let (twice, five_times) = (knights(2), knights(4));
    let third = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6";
    let games: [(&[Step], usize); 9] = [
        // pages and bots agree on a draw like this, even before the first move
        (
            &[
                (black(Action::Draw), "", KEPT),
                (white(Action::Draw), "", KEPT),
                (Move, "e2e4", "over"),
            ],
            2,
        ),
        // nothing follows a resignation
        (
            &[
                (white(Action::Draw), "e2e4", "ahead"),
                (Move, "e2e4", KEPT),
                (white(Action::Resign), "e2e4", KEPT),
                (Move, "e2e4 e7e5", "over"),
                (black(Action::Draw), "e2e4", "over"),
            ],
            1,
        ),
        // Black waits from the start; an ask doesn't hinder a draw
        (
            &[
                (black(Action::Ask), "", KEPT),
                (white(Action::Ask), "", "cannot-ask"),
                (Move, "e2e4", KEPT),
                (white(Action::Ask), "e2e4", KEPT),
                (white(Action::Draw), "e2e4", KEPT),
            ],
            2,
        ),
        // a single game can't be left
        (&[(white(Action::Leave), "", "cannot-leave")], 0),
        // with an offer from the player to move White could undo Black's mate; the mated one
        // acknowledges it
        (
            &[
                (Both, "f2f3 e7e5 g2g4", KEPT),
                (black(Action::Draw), "f2f3 e7e5 g2g4", "cannot-offer"),
                (Move, FOOLS_MATE, KEPT),
                (Move, &and(FOOLS_MATE, "e1f2"), "over"),
                (white(Action::Draw), FOOLS_MATE, "not-drawn"),
                (black(Action::Ask), FOOLS_MATE, "cannot-ask"),
                (white(Action::Resign), FOOLS_MATE, KEPT),
            ],
            1,
        ),
        // at the third occurrence the player to move may claim, and then nothing of theirs follows;
        // even so, two more plies that both have signed undo it on the chain
        (
            &[
                (Both, third, KEPT),
                (white(Action::Draw), third, "cannot-offer"),
                (Move, &and(third, "f3g1"), KEPT),
                (Move, &twice, KEPT),
                (white(Action::Draw), &twice, KEPT),
                (Move, &and(&twice, "e2e4"), "over"),
                (Both, &and(&twice, "e2e4 e7e5"), KEPT),
            ],
            0,
        ),
        // the fifth one ends the game, and the player to move acknowledges it
        (
            &[
                (Both, &five_times, KEPT),
                (Move, &and(&five_times, "e2e4"), "over"),
                (black(Action::Ask), &five_times, "cannot-ask"),
                (white(Action::Draw), &five_times, KEPT),
            ],
            1,
        ),
        // a draw by both is undone by two plies, as on the chain, and an end that it causes
        // immediately by nothing
        (
            &[
                (Move, "e2e4", KEPT),
                (white(Action::Draw), "e2e4", KEPT),
                (black(Action::Draw), "e2e4", KEPT),
                (black(Action::Resign), "e2e4", "over"),
                (Both, "e2e4 e7e5", "over"),
                (Both, "e2e4 e7e5 g1f3", KEPT),
                (white(Action::Resign), "e2e4 e7e5 g1f3", KEPT),
                (Both, "e2e4 e7e5 f1c4 a7a6 a2a3 a6a5", "over"),
            ],
            1,
        ),
        // a mate by one
        (
            &[
                (Both, FOOLS_MATE, KEPT),
                (Both, "f2f3 e7e5 g2g4 b8c6 e2e4", KEPT),
            ],
            0,
        ),
    ];
    for (id, (steps, said)) in (1..).zip(games) {
        tell(&relay, &Match::new(id), steps, said).await;
    }
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

    // also in a match's later round; players have the names of the first one
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
}
