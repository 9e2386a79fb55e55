//! The limits of one client, and the effect on others of a client that wants more.

use std::time::Duration;

use chess_rules::Color;
use relay::Limits;
use relay::protocol::{Answer, Hex, Request};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, frame::coding::CloseCode};
use tokio_tungstenite::tungstenite::{Error, client::IntoClientRequest};

use crate::harness::chess::{Match, first, longest_game, moves};
use crate::harness::client::{Client, End, LONG};
use crate::harness::program::{
    Local, Program, any_rate, assert_metrics, get, stream, until_page_is,
};

/// The status and the words with which a connection is refused.
async fn refused(url: &str, origin: Option<&str>) -> (u16, String) {
    let mut request = url.into_client_request().unwrap();
    if let Some(origin) = origin {
        request
            .headers_mut()
            .insert("origin", origin.parse().unwrap());
    }
    match connect_async(request).await {
        Err(Error::Http(answer)) => {
            let status = answer.status().as_u16();
            let body = answer.into_body().unwrap_or_default();
            (status, String::from_utf8(body).unwrap())
        }
        other => panic!("not refused: {other:?}"),
    }
}

#[tokio::test]
async fn connections_rooms_and_games_have_limits() {
    let relay = Local::start(Limits {
        connections: 3,
        room_connections: 2,
        kept_rooms: 1,
        ..Limits::default()
    })
    .await;
    let (one, two) = (Match::new(1), Match::new(2));
    let e4 = moves("e2e4");
    let (mut first, _) = Client::enter(&relay.url, &one).await;
    let _second = Client::connect(&relay.url).await;
    let mut third = Client::connect(&relay.url).await;
    let refusal = refused(&relay.url, None).await;
    assert_eq!(refusal, (503, "too many connections\n".to_string()));

    // rooms without a message take no place in the store
    third.send(&two.enter()).await;
    third.game().await;
    first.keep(&one.last_move(&e4)).await;
    third.is_refused(&two.last_move(&e4), "full").await;
    // the relay doesn't know a message that it couldn't store
    third.send(&two.enter()).await;
    assert_eq!(third.game().await.current.plies, 0);
    first.plays(&one, "e2e4 e7e5").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_who_fill_a_room_leave_places_for_its_players() {
    let relay = Local::start(Limits {
        room_connections: 5,
        ..Limits::default()
    })
    .await;
    let game = Match::new(1);
    // 5 who stay and 20 who may have to go
    let mut spectators = vec![];
    for _ in 0..25 {
        spectators.push(Client::enter(&relay.url, &game).await.0);
    }
    let (mut white, state) = Client::enter(&relay.url, &game).await;
    assert_eq!(state.people.spectators, 25);
    white.send(&game.here(Color::White, &state.nonce.0)).await;
    // a client that sends a signed move is a player too
    let (mut black, _) = Client::enter(&relay.url, &game).await;
    white.plays(&game, "e2e4").await;
    black.plays(&game, "e2e4 e7e5").await;
    for _ in 0..30 {
        spectators.push(Client::enter(&relay.url, &game).await.0);
    }
    white.plays(&game, "e2e4 e7e5 g1f3").await;
    black.plays(&game, "e2e4 e7e5 g1f3 b8c6").await;
    // the first ones watch still, as many as had to go are out
    let mut crowded = vec![];
    for (number, spectator) in spectators.iter_mut().enumerate() {
        let is_out = loop {
            match spectator.try_next().await.unwrap() {
                Answer::Played { plies: 4, .. } => break false,
                Answer::Game(state) if state.current.plies == 4 => break false,
                Answer::Error { code, .. } if code == "crowded" => break true,
                _ => {}
            }
        };
        crowded.extend(is_out.then_some(number));
    }
    assert_eq!(crowded.len(), spectators.len() - 25);
    assert!(crowded[0] >= 5, "{crowded:?}");
    // a connection that had to go can enter another room
    let other = &mut spectators[crowded[0]];
    other.send(&Match::new(2).enter()).await;
    assert_eq!(other.game().await.current.plies, 0);
}

#[tokio::test]
async fn rooms_are_not_changed_too_often() {
    let relay = Local::start(Limits {
        enters_per_second: 0,
        enter_burst: 3,
        ..Limits::default()
    })
    .await;
    let mut client = Client::connect(&relay.url).await;
    for id in 1..=3 {
        client.send(&Match::new(id).enter()).await;
        client.game().await;
    }
    client
        .is_told(&Match::new(4).enter(), "hasty: rooms are changed too often")
        .await;
    // it is still in its room
    client.keep(&Match::new(3).last_move(&moves("e2e4"))).await;
}

#[tokio::test]
async fn silence_closes_a_connection_and_pongs_keep_it() {
    let relay = Local::start(Limits {
        idle: Duration::from_millis(1_500),
        pings: 15,
        messages_per_second: 1_000,
        ..Limits::default()
    })
    .await;
    let game = Match::new(1);
    let (silent, _) = Client::enter(&relay.url, &game).await;
    let (mut reader, _) = Client::enter(&relay.url, &game).await;
    // a client that reads answers pings automatically; the other one doesn't read
    reader.people(|people| people.spectators == 1).await;
    let twice_idle = tokio::time::timeout(Duration::from_secs(3), reader.end());
    assert!(twice_idle.await.is_err(), "a reader was closed");
    assert_metrics(&relay.url, &["relay_idle_dropped_total 1"]).await;
    drop(silent);
    reader.plays(&game, "e2e4").await;
}

#[tokio::test]
async fn a_client_that_closes_is_answered() {
    let relay = Local::start(Limits::default()).await;
    let game = Match::new(1);
    let (mut leaver, _) = Client::enter(&relay.url, &game).await;
    let frame = CloseFrame {
        code: CloseCode::Normal,
        reason: "bye".into(),
    };
    leaver.socket.close(Some(frame)).await.unwrap();
    // browsers call the line broken without it
    match leaver.end().await {
        End::Closed(Some(frame)) => assert_eq!(frame.code, CloseCode::Normal),
        other => panic!("no answer: {other:?}"),
    }
}

/// The answer to a ping, which comes before any other.
async fn pong(client: &mut Client, id: Option<u64>) {
    client.send(&Request::Ping { id }).await;
    match client.next().await {
        Answer::Pong { id: answered, now } => {
            assert_eq!(answered, id);
            assert!(now > 1_700_000_000_000, "{now}");
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ping_is_answered_immediately_while_other_requests_wait() {
    // a gateway that takes connections and answers nothing
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let gateway = format!("http://{}", silent.local_addr().unwrap());
    let program = Program::alone(&["--gateway", &gateway]);
    let mut client = Client::connect(&program.url).await;
    pong(&mut client, None).await;
    // the game has to be asked for, which takes as long as the gateway may
    let game = Match::new(1);
    client.send(&game.enter()).await;
    let entered = std::time::Instant::now();
    for id in 1..=3 {
        pong(&mut client, Some(id)).await;
    }
    // requests in the meantime are carried out after it, in their order
    client.send_text("{").await;
    client.send(&game.last_move(&moves("e2e4"))).await;
    for wanted in ["gateway", "json", "no-room"] {
        assert_eq!(client.error().await.0, wanted);
    }
    let waited = entered.elapsed();
    assert!(waited > Duration::from_secs(5), "{waited:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_reader_is_dropped_and_the_others_play_on() {
    let relay = Local::start(Limits {
        waiting: 8,
        send: Duration::from_secs(3),
        ..any_rate()
    })
    .await;
    let game = Match::new(1);
    let all = longest_game();
    let (mut player, _) = Client::enter(&relay.url, &game).await;
    player.keep(&game.whole(first(&all, 900))).await;
    let (mut slow, _) = Client::enter(&relay.url, &game).await;
    player.people(|people| people.spectators == 2).await;
    // it asks for the whole game again and again, and reads nothing: its buffers fill up
    let again = Request::Play {
        round: 0,
        points: 0,
        id: None,
        moves: Hex(vec![]),
        white: Hex(vec![]),
        black: Hex(vec![]),
    };
    let flood = tokio::spawn(async move { while slow.try_send(&again).await {} });
    let mut ply = 900;
    loop {
        ply += 1;
        player.send(&game.last_move(first(&all, ply))).await;
        let mut dropped = false;
        // the acknowledgement, and perhaps that the other one is gone
        loop {
            match player.try_next().await.unwrap() {
                Answer::Kept { plies, .. } => break assert_eq!(plies, ply),
                Answer::People(people) => dropped |= people.spectators == 1,
                other => panic!("{other:?}"),
            }
        }
        if dropped {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let flooded = tokio::time::timeout(LONG, flood).await;
    flooded.unwrap().unwrap();
    let is_counted = |page: &str| !page.contains("\nrelay_slow_dropped_total 0\n");
    until_page_is(&relay.url, "/metrics", is_counted).await;
}

#[tokio::test]
async fn only_allowed_pages_connect() {
    let local = Program::plain();
    let public = Program::alone(&["--allow-origin", "https://chess.example"]);
    for (url, origin) in [
        (&local.url, "https://chess.example"),
        (&public.url, "http://localhost"),
    ] {
        let refusal = refused(url, Some(origin)).await;
        assert_eq!(refusal, (403, "this page may not connect\n".to_string()));
    }
    let mut request = public.url.as_str().into_client_request().unwrap();
    let origin = "https://chess.example".parse().unwrap();
    request.headers_mut().insert("origin", origin);
    connect_async(request).await.unwrap();
}

#[tokio::test]
async fn health_and_metrics() {
    let relay = Local::start(Limits::default()).await;
    let health = get(&relay.url, "/health").await;
    assert!(
        health.starts_with("HTTP/1.1 200") && health.ends_with("\r\n\r\nok\n"),
        "{health}"
    );
    let game = Match::new(1);
    let (mut client, _) = Client::enter(&relay.url, &game).await;
    let e4 = game.last_move(&moves("e2e4"));
    client.keep(&e4).await;
    client.ask(&e4).await;
    client.refusal(&game.last_move(&moves("e2e4 e7e4"))).await;
    let lines = [
        "relay_connections 1",
        "relay_rooms_open 1",
        "relay_rooms_kept 1",
        "relay_messages_received_total 4",
        "relay_messages_kept_total 1",
        "relay_messages_known_total 1",
        "relay_messages_refused_total 1",
        "# TYPE relay_messages_kept counter",
    ];
    assert_metrics(&relay.url, &lines).await;
    // a request that is no WebSocket's is answered
    assert!(get(&relay.url, "/play").await.starts_with("HTTP/1.1 400"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signal_stops_it_gracefully() {
    let mut program = Program::plain();
    let game = Match::new(1);
    let (mut client, _) = Client::enter(&program.url, &game).await;
    client.plays(&game, "e2e4").await;
    // half a request holds nothing up for long
    let _half = stream(&program.url, b"GET /hea").await;
    program.stop();
    let end = client.end().await;
    let End::Closed(Some(frame)) = end else {
        panic!("{end:?}")
    };
    assert_eq!(frame.reason.as_str(), "the relay stops");
    drop(client);
    assert!(tokio::task::block_in_place(|| program
        .child
        .wait()
        .unwrap()
        .success()));
    let words = program.last_words();
    let mut lines = words.lines();
    assert!(lines.any(|line| line.ends_with("event=stopped")), "{words}");

    // a copy of the store has all games
    let copy = program.store().with_file_name("copy");
    std::fs::rename(program.store(), &copy).unwrap();
    let program = Program::start(&copy, &[""; 0]);
    let (_, state) = Client::enter(&program.url, &game).await;
    assert_eq!(state.current.plies, 1);
}
