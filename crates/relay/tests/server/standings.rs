//! Players' ratings: in the lobby, by their addresses, and after a restart.

use serde_json::{Value, json};

use crate::chain::LobbyEvents;
use crate::harness::client::patiently;
use crate::harness::program::{Program, get, page};
use crate::harness::table::{BLACK, Table, WHITE, number};

const CLOCK: Option<(u32, u32)> = Some((180, 2));

fn erd(table: &Table, place: usize) -> String {
    localnet::address::encode(&table.wallet(place).address)
}

/// The relay's answer about a player.
async fn course(program: &Program, table: &Table, place: usize) -> Value {
    let path = format!("/ratings/{}/{}", table.contract(), erd(table, place));
    let answer = get(&program.url, &path).await;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200"), "{answer}");
    serde_json::from_str(body).unwrap()
}

/// Waits until this number of games counts for a player.
async fn course_of(program: &Program, table: &Table, place: usize, games: usize) -> Value {
    patiently(async || {
        let told = course(program, table, place).await;
        let count = told["course"].as_array().unwrap().len();
        if count == games {
            Ok(told)
        } else {
            Err(told.to_string())
        }
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn ratings_are_shown_follow_the_chain_and_are_kept() {
    let table = Table::start();
    table.game(1, CLOCK);
    let options = table.watched(&["--ratings-from", "0"]);
    let mut program = Program::alone(&options);
    let from = format!("event=rating contract={} from=0", table.contract());
    assert!(program.has_said(&from));

    let mut lobby = LobbyEvents::open(&program.url, "game").await;
    let new = json!({"rating": 1500, "provisional": true});
    let game = lobby.next().await;
    assert_eq!([&game["whiteRating"], &game["blackRating"]], [&new, &new]);
    // a challenge by the player who then wins
    let clock = [&[1][..], &[180u32, 2].map(u32::to_be_bytes).concat()].concat();
    let challenge = [vec![], vec![], clock, number(1), vec![]];
    table.call(WHITE, 0, "challenge", &challenge);
    let open = lobby.next().await;
    assert_eq!((&open["game"], &open["whiteRating"]), (&2.into(), &new));
    assert!(open["blackRating"].is_null());
    table.call(BLACK, 0, "resign", &[number(1)]);
    let told = course_of(&program, &table, WHITE, 1).await;
    let [mut over, mut open] = [Value::Null, Value::Null];
    while over["state"] != 1 || open["whiteRating"]["rating"] == 1500 || open.is_null() {
        let game = lobby.next().await;
        match game["game"] == 1 {
            true => over = game,
            false => open = game,
        }
    }
    assert!(over["whiteRating"].is_null());
    // Glickman's numbers for a first win against someone new
    assert_eq!(
        open["whiteRating"],
        json!({"rating": 1662, "provisional": true})
    );
    let [rating] = &told["ratings"].as_array().unwrap()[..] else {
        panic!("{told}");
    };
    assert_eq!(
        (&rating["category"], &rating["games"]),
        (&"blitz".into(), &1.into())
    );
    assert_eq!(told["course"][0]["opponent"], erd(&table, BLACK));
    assert_eq!(told["course"][0]["points"], 2);

    // the book is stored at its end, and it continues from there
    program.stop();
    program.child.wait().unwrap();
    table.game(3, CLOCK);
    table.call(WHITE, 0, "resign", &[number(3)]);
    let program = program.again(&options);
    assert!(!program.has_said(&from));
    assert!(program.has_said("event=rating "));
    let again = course_of(&program, &table, WHITE, 2).await;
    assert_eq!(again["course"][0], told["course"][0]);
    assert_eq!(again["first"], 0);

    // a file that keeps something else is no reason to stop
    let file = program.store().with_extension("ratings");
    let file = file.join(format!("{}.json", table.contract()));
    let store = program.kill();
    std::fs::write(&file, "{}").unwrap();
    let program = Program::on(store, &options);
    assert!(program.has_said("event=ratings-anew"));
    let anew = course_of(&program, &table, WHITE, 2).await;
    assert_eq!(anew["course"], again["course"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_for_missing_ratings_are_answered() {
    let table = Table::start();
    let program = Program::alone(&table.watched(&[]));
    let path = format!("/ratings/{}/{}", table.contract(), erd(&table, WHITE));
    let answer = get(&program.url, &path).await;
    assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
    assert!(answer.ends_with("this relay has no ratings of this contract's players\n"));
    let answer = get(&program.url, "/ratings/erd1/erd1").await;
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: relay\r\nOrigin: https://evil.example\r\nConnection: close\r\n\r\n"
    );
    let answer = page(&program.url, &request).await;
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
}
