//! Whole games between two clients, and others who watch.

use chess_rules::Color;
use relay::protocol::{Answer, GameState};
use signed_play::{Action, SignedAction};

use crate::harness::chess::{Match, first, longest_game, moves, random_game, split};
use crate::harness::client::Client;
use crate::harness::program::{Local, Program};

fn signed(argument: &relay::protocol::Hex) -> SignedAction {
    SignedAction::from_argument(&argument.0).unwrap().unwrap()
}

/// The state received on entering proves the game: both signatures are valid as the contract checks them.
fn assert_proof(game: &Match, state: &GameState, all: &[u8]) {
    let plies = split(all).len();
    assert_eq!(state.moves.0, all);
    assert_eq!((state.plies, state.times.len()), (plies, plies));
    assert!(state.times.is_sorted());
    for (color, last) in [(Color::White, &state.white), (Color::Black, &state.black)] {
        if plies > color as usize {
            let last = signed(last.as_ref().unwrap());
            assert_eq!(game.room.game().verify(color, &last, all), Ok(()));
        } else {
            assert!(last.is_none());
        }
    }
}

/// Plays all moves; who watches sees them all. Gives the time of each move.
async fn play_all(url: &str, game: &Match, all: &[u8]) -> Vec<u64> {
    let (mut white, state) = Client::enter(url, game).await;
    assert!(!state.settles, "it has no wallet");
    assert_proof(game, &state, &[]);
    let (mut black, _) = Client::enter(url, game).await;
    let (mut watcher, _) = Client::enter(url, game).await;
    let mut times = vec![];
    for ply in 1..=split(all).len() {
        let so_far = first(all, ply);
        let (mover, other) = match ply % 2 {
            1 => (&mut white, &mut black),
            _ => (&mut black, &mut white),
        };
        let color = if ply % 2 == 1 {
            Color::White
        } else {
            Color::Black
        };
        let answer = mover.ask(&game.last_move(so_far)).await;
        let Answer::Kept { id, plies, at, .. } = answer else {
            panic!("{answer:?}")
        };
        assert_eq!((id, plies), (Some(so_far.len() as u64), ply));
        for client in [other, &mut watcher] {
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
            let holds = game
                .room
                .game()
                .verify(color, &signed(&his.unwrap()), so_far);
            assert_eq!(holds, Ok(()));
        }
        times.push(at);
    }
    times
}

#[tokio::test(flavor = "multi_thread")]
async fn two_play_whole_games_and_a_third_watches() {
    let program = Program::alone(&["--max-rate", "100000"]);
    let games: Vec<_> = (1..=6)
        .map(|id| {
            let url = program.url.clone();
            tokio::spawn(async move {
                let game = Match::new(id);
                let all = random_game(id.into(), 120);
                let times = play_all(&url, &game, &all).await;
                // who comes later gets all of it in one message
                let (_, state) = Client::enter(&url, &game).await;
                assert_proof(&game, &state, &all);
                assert_eq!(state.times, times);
            })
        })
        .collect();
    for game in games {
        game.await.unwrap();
    }
    // nothing of keys or signatures was logged
    let log = program.log.lock().unwrap().join("\n");
    assert!(log.contains("event=listening"));
    let longest = log
        .split(|c: char| !c.is_ascii_hexdigit())
        .map(str::len)
        .max();
    assert!(longest.unwrap() < 64, "{log}");
}

#[tokio::test]
async fn a_mate_ends_the_game_and_the_mated_acknowledges_it() {
    let relay = Local::start(Default::default()).await;
    let game = Match::new(1);
    let mate = moves("f2f3 e7e5 g2g4 d8h4");
    play_all(&relay.url, &game, &mate).await;
    let (mut white, _) = Client::enter(&relay.url, &game).await;
    let (mut black, _) = Client::enter(&relay.url, &game).await;

    let after = [&mate[..], &moves("e1f2")].concat();
    white
        .is_told(&game.last_move(&after), "over: the game is over")
        .await;
    white
        .is_refused(&game.says(Color::White, Action::Draw, &mate), "not-drawn")
        .await;
    black
        .is_refused(&game.says(Color::Black, Action::Ask, &mate), "cannot-ask")
        .await;

    let resigns = game.says(Color::White, Action::Resign, &mate);
    let at = white.keep(&resigns).await;
    let Answer::Played {
        plies,
        new,
        white: said,
        at: when,
        ..
    } = black.next().await
    else {
        panic!("nothing played")
    };
    assert_eq!((plies, new.0.len(), when), (4, 0, at));
    assert_eq!(signed(&said.unwrap()).action, Action::Resign);
}

#[tokio::test]
async fn a_player_comes_back_on_another_device() {
    let relay = Local::start(Default::default()).await;
    let game = Match::new(1);
    let all = random_game(3, 21);
    play_all(&relay.url, &game, first(&all, 10)).await;
    let (mut device, state) = Client::enter(&relay.url, &game).await;
    assert_proof(&game, &state, first(&all, 10));
    device.keep(&game.last_move(first(&all, 11))).await;

    // what the old device still knows is answered with the longest game
    let (mut old, _) = Client::enter(&relay.url, &game).await;
    let old_moves = first(&all, 9);
    let Answer::Game(state) = old.ask(&game.last_move(old_moves)).await else {
        panic!("not a game")
    };
    assert_eq!(state.id, Some(old_moves.len() as u64));
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
    // both signatures are needed where more than one ply is new, and were given
    client.keep(&game.last_move(&all)).await;
    let (mut watcher, state) = Client::enter(&relay.url, &game).await;
    assert_proof(&game, &state, &all);

    // from here the game continues by makeMove
    let mut text = serde_json::to_value(game.last_move(&all)).unwrap();
    let longer = [&all[..], &all[..2]].concat();
    text["moves"] = longer
        .iter()
        .map(|b| format!("{b:02x}"))
        .collect::<String>()
        .into();
    watcher.send_text(&text.to_string()).await;
    let (code, text) = watcher.error().await;
    assert_eq!(
        (code.as_str(), text.as_str()),
        ("moves", "signed play ends at ply 1000")
    );
    let ask = game.says(Color::Black, Action::Ask, &all);
    watcher.is_refused(&ask, "cannot-ask").await;
}

#[tokio::test]
async fn who_is_there_is_who_shows_a_key() {
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

    // nobody is there by another's proof, or by another connection's
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
