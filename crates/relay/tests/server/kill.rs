//! Nothing acknowledged is lost when the program is killed.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use fastrand::Rng;
use relay::protocol::{Answer, GameState};
use signed_play::Action;
use tempfile::tempdir;
use tokio_tungstenite::connect_async;

use crate::harness::chess::{Match, first, last_mover, random_game, split};
use crate::harness::client::Client;
use crate::harness::program::Program;

const GAMES: u32 = 12;
const KILLS: usize = 8;

/// The acknowledgements to a player: the number of stored plies, and whether the draw offered over them is stored.
#[derive(Clone, Copy, Default)]
struct Told {
    plies: usize,
    offered: bool,
}

fn assert_kept(state: &GameState, all: &[u8], told: Told) {
    assert!(
        state.plies >= told.plies,
        "{} < {}",
        state.plies,
        told.plies
    );
    assert_eq!(state.moves.0, first(all, state.plies));
    if told.offered && state.plies == told.plies {
        assert_eq!(state.said.len(), 1, "the offer is lost");
    }
}

/// Plays on from what the relay has, until the game's end or the relay's.
async fn play_on(url: String, game: Arc<Match>, all: Vec<u8>, told: Arc<Mutex<Told>>) {
    // it may be gone before this player has come
    let Ok((socket, _)) = connect_async(&url).await else {
        return;
    };
    let mut client = Client { socket };
    if !client.try_send(&game.enter()).await {
        return;
    }
    let state = loop {
        match client.try_next().await {
            Ok(Answer::Game(state)) => break state,
            Ok(Answer::People(_)) => {}
            Ok(other) => panic!("{other:?}"),
            Err(_) => return,
        }
    };
    assert_kept(&state, &all, *told.lock().unwrap());
    let plies = split(&all).len();
    for ply in state.plies + 1..=plies {
        let so_far = first(&all, ply);
        let mut said = vec![game.last_move(so_far)];
        if ply % 5 == 0 && ply < plies {
            said.push(game.says(last_mover(so_far), Action::Draw, so_far));
        }
        for (offered, request) in [false, true].into_iter().zip(said) {
            if !client.try_send(&request).await {
                return;
            }
            loop {
                match client.try_next().await {
                    Ok(Answer::Kept { plies, .. }) => {
                        *told.lock().unwrap() = Told { plies, offered };
                        break;
                    }
                    Ok(Answer::People(_)) => {}
                    Ok(other) => panic!("{other:?}"),
                    Err(_) => return,
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_acknowledged_message_survives_kill_9() {
    let folder = tempdir().unwrap();
    let store = folder.path().join("games");
    let options = ["--max-rate", "100000", "--max-burst", "100000"];
    let mut rng = Rng::with_seed(9);
    let games: Vec<_> = (1..=GAMES)
        .map(|id| {
            let all = random_game(100 + u64::from(id), 400);
            (Arc::new(Match::new(id)), all, Arc::<Mutex<Told>>::default())
        })
        .collect();
    let told = || {
        games
            .iter()
            .map(|(_, _, told)| told.lock().unwrap().plies)
            .sum::<usize>()
    };

    let mut killed_in_play = 0;
    for kill in 0..=KILLS {
        let before = told();
        let program = Program::start(&store, &options);
        let players: Vec<_> = games
            .iter()
            .map(|(game, all, told)| {
                tokio::spawn(play_on(
                    program.url.clone(),
                    game.clone(),
                    all.clone(),
                    told.clone(),
                ))
            })
            .collect();
        if kill < KILLS {
            // in the middle of things: some moves after the start, at no particular moment
            let some = before + rng.usize(GAMES as usize..20 * GAMES as usize);
            while told() < some && !players.iter().all(|player| player.is_finished()) {
                tokio::time::sleep(Duration::from_millis(rng.u64(1..5))).await;
            }
            killed_in_play += usize::from(!players.iter().all(|player| player.is_finished()));
            program.kill();
        }
        for player in players {
            player.await.unwrap();
        }
    }
    assert_eq!(killed_in_play, KILLS);

    // and at last, all games are whole
    let program = Program::plain(&store);
    for (game, all, told) in &games {
        let (_, state) = Client::enter(&program.url, game).await;
        assert_eq!(&state.moves.0, all);
        assert_kept(&state, all, *told.lock().unwrap());
    }
}

#[tokio::test]
async fn one_program_at_a_time_has_the_store() {
    let folder = tempdir().unwrap();
    let store = folder.path().join("games");
    let _program = Program::plain(&store);
    let second = std::process::Command::new(env!("CARGO_BIN_EXE_relay"))
        .args(["--port", "0", "--store"])
        .arg(&store)
        .output()
        .unwrap();
    assert!(!second.status.success());
    let text = String::from_utf8(second.stderr).unwrap();
    assert!(text.contains("already open"), "{text}");
}

#[tokio::test]
async fn a_file_of_something_else_is_left_alone() {
    let folder = tempdir().unwrap();
    let store = folder.path().join("games");
    std::fs::write(&store, "1. e4 e5".repeat(1_000)).unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_relay"))
        .args(["--port", "0", "--store"])
        .arg(&store)
        .output()
        .unwrap();
    assert!(!output.status.success());
    assert_eq!(
        std::fs::read(&store).unwrap(),
        "1. e4 e5".repeat(1_000).as_bytes()
    );
}
