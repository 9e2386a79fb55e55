//! Whole games between two clients, and spectators.

use chess_rules::Color;
use relay::protocol::{Answer, GameState};
use signed_play::{Action, SignedAction};
use tokio::task::JoinSet;

use crate::harness::chess::{Match, first, last_mover, longest_game, moves, random_game, split};
use crate::harness::client::Client;
use crate::harness::program::{Local, Program};

fn signed(argument: &relay::protocol::Hex) -> SignedAction {
    SignedAction::from_argument(&argument.0).unwrap().unwrap()
}

/// The state received on entering proves the game: both signatures are valid as the contract checks them.
pub fn assert_proof(game: &Match, state: &GameState, all: &[u8]) {
    let (plies, now) = (split(all).len(), &state.current);
    assert_eq!(now.moves.0, all);
    assert_eq!((now.plies, now.times.len()), (plies, plies));
    assert!(now.times.is_sorted());
    for (color, last) in [(Color::White, &now.white), (Color::Black, &now.black)] {
        if plies > color as usize {
            let last = signed(last.as_ref().unwrap());
            assert_eq!(game.room.game().verify(color, &last, all), Ok(()));
        } else {
            assert!(last.is_none());
        }
    }
}

/// Plays all moves, White at one relay and Black at one; a spectator there sees them all, and a
/// later client gets all of it in one message.
pub async fn play_all(urls: [&str; 2], game: &Match, all: &[u8]) {
    let (mut white, state) = Client::enter(urls[0], game).await;
    assert!(!state.settles, "it has no wallet");
    assert_proof(game, &state, &[]);
    let (mut black, _) = Client::enter(urls[1], game).await;
    let (mut one, _) = Client::enter(urls[0], game).await;
    let (mut another, _) = Client::enter(urls[1], game).await;
    let (mut times, hour) = (vec![], 60 * 60 * 1_000);
    for ply in 1..=split(all).len() {
        let so_far = first(all, ply);
        let (mover, other) = match ply % 2 {
            1 => (&mut white, &mut black),
            _ => (&mut black, &mut white),
        };
        let color = last_mover(so_far);
        let answer = mover.ask(&game.last_move(so_far)).await;
        let Answer::Kept { id, plies, at, .. } = answer else {
            panic!("{answer:?}")
        };
        assert_eq!((id, plies), (Some(so_far.len() as u64), ply));
        assert!(
            (state.now..state.now + hour).contains(&at),
            "the relay's time"
        );
        for client in [other, &mut one, &mut another] {
            let answer = client.next().await;
            let Answer::Played {
                plies,
                first,
                new,
                white,
                black,
                at: when,
                ..
            } = answer
            else {
                panic!("{answer:?}")
            };
            assert_eq!((plies, first, when), (ply, ply - 1, at));
            assert_eq!(new.0, split(all)[ply - 1]);
            let (his, none) = match color {
                Color::White => (white, black),
                Color::Black => (black, white),
            };
            assert_eq!(none, None);
            let said = signed(&his.unwrap());
            assert_eq!(game.room.game().verify(color, &said, so_far), Ok(()));
        }
        times.push(at);
    }
    for url in urls {
        let (_, state) = Client::enter(url, game).await;
        assert_proof(game, &state, all);
        assert_eq!(state.current.times, times);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_play_whole_games_and_a_third_watches() {
    let program = Program::alone(&["--max-rate", "100000"]);
    let games = (1..=6).map(|id| {
        let url = program.url.clone();
        async move {
            let all = random_game(id.into(), 120);
            play_all([&url; 2], &Match::new(id), &all).await;
        }
    });
    games.collect::<JoinSet<_>>().join_all().await;
    // nothing of keys or signatures was logged
    let log = program.log.lock().unwrap().join("\n");
    assert!(log.contains("event=listening"));
    let mut digits = log.split(|c: char| !c.is_ascii_hexdigit());
    assert!(digits.all(|digits| digits.len() < 64), "{log}");
}

#[tokio::test]
async fn a_player_comes_back_on_another_device() {
    let relay = Local::start(Default::default()).await;
    let game = Match::new(1);
    let all = random_game(3, 21);
    play_all([&relay.url; 2], &game, first(&all, 10)).await;
    let (mut device, state) = Client::enter(&relay.url, &game).await;
    assert_proof(&game, &state, first(&all, 10));
    device.keep(&game.last_move(first(&all, 11))).await;

    // an old device that sends its own moves gets the longest game
    let (mut old, _) = Client::enter(&relay.url, &game).await;
    let old_moves = first(&all, 9);
    let Answer::Game(state) = old.ask(&game.last_move(old_moves)).await else {
        panic!("not a game")
    };
    assert_eq!(state.current.id, Some(old_moves.len() as u64));
    assert_proof(&game, &state, first(&all, 11));
}

#[tokio::test]
async fn a_connection_can_go_to_another_room() {
    let relay = Local::start(Default::default()).await;
    let (one, two) = (Match::new(1), Match::new(2));
    let e4 = moves("e2e4");
    let (mut client, _) = Client::enter(&relay.url, &one).await;
    client.keep(&one.last_move(&e4)).await;
    client.send(&two.enter()).await;
    assert_proof(&two, &client.game().await, &[]);
    client.plays(&two, "d2d4").await;
    client.send(&one.enter()).await;
    assert_proof(&one, &client.game().await, &e4);
}

#[tokio::test]
async fn a_game_of_a_thousand_plies_fits_in_one_message() {
    let relay = Local::start(Default::default()).await;
    let game = Match::new(1);
    let all = longest_game();
    let (mut client, _) = Client::enter(&relay.url, &game).await;
    client.keep(&game.whole(first(&all, 999))).await;
    // both signatures are needed if more than one ply is new, and were given
    client.keep(&game.last_move(&all)).await;
    let (mut watcher, state) = Client::enter(&relay.url, &game).await;
    assert_proof(&game, &state, &all);

    // from here the game continues by makeMove
    let mut text = serde_json::to_value(game.last_move(&all)).unwrap();
    let longer = [&all[..], &all[..2]].concat();
    text["moves"] = hex::encode(longer).into();
    watcher.send_text(&text.to_string()).await;
    let told = ["moves", "signed play ends at ply 1000"].map(String::from);
    assert_eq!(watcher.error().await, told.into());
    let ask = game.says(Color::Black, Action::Ask, &all);
    watcher.is_refused(&ask, "cannot-ask").await;
}

#[tokio::test]
async fn a_player_is_there_by_showing_a_key() {
    let relay = Local::start(Default::default()).await;
    let game = Match::new(1);
    let (mut watcher, state) = Client::enter(&relay.url, &game).await;
    assert_eq!(state.people.spectators, 1);
    let (mut white, state) = Client::enter(&relay.url, &game).await;
    assert_eq!(state.people.spectators, 2);
    assert!(!state.people.white.here && state.people.white.seen.is_none());

    white.send(&game.here(Color::White, &state.nonce.0)).await;
    let people = watcher.people(|people| people.white.here).await;
    assert_eq!((people.spectators, people.black.here), (1, false));

    // another player's proof, or another connection's, shows nobody
    let (mut other, other_state) = Client::enter(&relay.url, &game).await;
    assert_ne!(other_state.nonce, state.nonce);
    for stolen in [
        game.here(Color::White, &state.nonce.0),
        game.here(Color::Black, &state.nonce.0),
        Match::new(2).here(Color::Black, &other_state.nonce.0),
    ] {
        other.is_refused(&stolen, "signature").await;
    }

    drop(white);
    let people = watcher.people(|people| !people.white.here).await;
    assert!(people.white.seen.is_some());
}
