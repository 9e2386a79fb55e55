//! Any input: the relay answers in words or closes the connection, and others play on.

use std::time::{Duration, Instant};

use chess_rules::Color;
use fastrand::Rng;
use futures_util::SinkExt;
use relay::MAX_MESSAGE_LEN;
use relay::protocol::{Answer, Request};
use signed_play::{Action, SignedAction};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::protocol::frame::{
    Frame,
    coding::{Data, OpCode},
};
use tokio_tungstenite::tungstenite::{Bytes, Message};

use crate::harness::chess::{
    Match, contract, first, last_mover, moves, random_game, request, split,
};
use crate::harness::client::{Client, End, LONG};
use crate::harness::program::{Local, Program, any_rate, stream};
use crate::harness::real_games::real_games;

/// A running game, which a test must leave undisturbed.
struct Beside {
    game: Match,
    all: Vec<u8>,
    ply: usize,
    white: Client,
    black: Client,
}

impl Beside {
    async fn start(url: &str) -> Self {
        let game = Match::new(999);
        let (white, _) = Client::enter(url, &game).await;
        let (black, _) = Client::enter(url, &game).await;
        let all = random_game(999, 400);
        let ply = 0;
        Beside {
            game,
            all,
            ply,
            white,
            black,
        }
    }

    async fn one_more(&mut self) {
        self.ply += 1;
        let request = self.game.last_move(first(&self.all, self.ply));
        let (mover, other) = match self.ply % 2 {
            1 => (&mut self.white, &mut self.black),
            _ => (&mut self.black, &mut self.white),
        };
        mover.keep(&request).await;
        assert_eq!(other.played().await.0, self.ply);
    }
}

fn with_moves(request: &Request, other: &[u8]) -> Request {
    let mut request = request.clone();
    if let Request::Play { moves, .. } = &mut request {
        moves.0 = other.to_vec();
    }
    request
}

#[tokio::test]
async fn messages_that_do_not_continue_the_game_are_refused_in_words() {
    let relay = Local::start(Default::default()).await;
    let mut beside = Beside::start(&relay.url).await;
    let game = Match::new(1);
    let (mut client, _) = Client::enter(&relay.url, &game).await;
    let (mut watcher, _) = Client::enter(&relay.url, &game).await;
    let three = moves("e2e4 e7e5 g1f3");
    for ply in 1..=3 {
        client.keep(&game.last_move(first(&three, ply))).await;
        watcher.next().await;
    }
    let four = [&three[..], &moves("b8c6")].concat();
    let good = game.last_move(&four);

    // forged: no key of the game's has signed these bytes
    let other_game = Match::new(2);
    let foreign = other_game.sign(Color::Black, Action::Move, &four);
    let mut bent = game.sign(Color::Black, Action::Move, &four);
    bent.signature[40] ^= 1;
    let whites = SignedAction {
        action: Action::Move,
        ..game.sign(Color::White, Action::Draw, &four)
    };
    for forged in [foreign, bent, whites] {
        let (code, text) = client.refusal(&request(&four, Color::Black, &forged)).await;
        assert_eq!(code, "signature");
        assert!(text.starts_with("Black: the signature isn't"), "{text}");
    }
    // a signature of one move with another
    let other_move = [&three[..], &moves("g8f6")].concat();
    client
        .is_refused(&with_moves(&good, &other_move), "signature")
        .await;

    // not legal, not canonical, not the one whose turn it is
    let illegal = [&three[..], &moves("e5e4")].concat();
    client
        .is_told(
            &game.last_move(&illegal),
            "illegal: ply 4, e5e4: the piece can't go there",
        )
        .await;
    for cut in [&four[..four.len() - 1], &[&four[..], &[0]].concat()] {
        client.is_refused(&with_moves(&good, cut), "moves").await;
    }
    let signed_by_black = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut changed = good.clone();
        if let Request::Play { black, .. } = &mut changed {
            change(&mut black.0);
        }
        changed
    };
    let unsigned = signed_by_black(&Vec::clear);
    client
        .is_told(&unsigned, "unsigned: Black's signature is needed")
        .await;
    for len in [1, 64, 66] {
        let short = signed_by_black(&|signed| signed.resize(len, 0));
        client.is_refused(&short, "argument").await;
    }
    let unknown = signed_by_black(&|signed| signed[0] = 5);
    client.is_refused(&unknown, "argument").await;
    // one thing at a time
    let mut both = game.says(Color::White, Action::Draw, &three);
    if let Request::Play { black, .. } = &mut both {
        let draws = game.sign(Color::Black, Action::Draw, &three);
        black.0 = draws.to_argument().to_vec();
    }
    client.is_refused(&both, "two-actions").await;

    // a message with two new plies needs both signatures
    let five = [&four[..], &moves("f1b5")].concat();
    client
        .is_told(
            &game.last_move(&five),
            "unsigned: Black's signature is needed",
        )
        .await;

    // another game: one that both have signed and that isn't longer, a longer one that one has signed
    let fork = moves("d2d4 d7d5 c2c4 e7e6 b1c3");
    for other in [game.whole(first(&fork, 3)), game.last_move(&fork)] {
        let answer = client.ask(&other).await;
        let Answer::Error {
            code, game: state, ..
        } = answer
        else {
            panic!("{answer:?}")
        };
        assert_eq!(code, "fork");
        assert_eq!(state.unwrap().current.moves.0, three);
    }
    // or that breaks the rules, or whose second signature is forged
    let illegal = [&fork[..], &moves("e8e6")].concat();
    client.is_refused(&game.whole(&illegal), "illegal").await;
    let mut half_forged = game.whole(&fork);
    if let Request::Play { black, .. } = &mut half_forged {
        black.0[40] ^= 1;
    }
    client.is_refused(&half_forged, "signature").await;

    // none of it was kept or passed on
    client.keep(&good).await;
    assert_eq!(watcher.played().await.0, 4);
    beside.one_more().await;
}

#[tokio::test]
async fn messages_that_are_none_are_refused_in_words() {
    let relay = Local::start(Default::default()).await;
    let mut beside = Beside::start(&relay.url).await;
    let mut client = Client::connect(&relay.url).await;
    let game = Match::new(1);
    let early = game.last_move(&moves("e2e4"));
    match client.ask(&early).await {
        Answer::Error { id, code, .. } => assert_eq!((id, code.as_str()), (Some(2), "no-room")),
        other => panic!("{other:?}"),
    }
    let here = game.here(Color::White, &[0; 32]);
    client.is_refused(&here, "no-room").await;

    let keys = (hex::encode([1; 32]), hex::encode([2; 32]));
    let enter = |contract: &str, game: &str, white: &str, black: &str| {
        format!(
            r#"{{"type":"enter","contract":"{contract}","game":{game},"white":"{white}","black":"{black}"}}"#
        )
    };
    let chess = contract(5);
    for (text, expected) in [
        (String::new(), "json"),
        ("{}".into(), "json"),
        ("[1".into(), "json"),
        (r#"{"type":"shout"}"#.into(), "json"),
        (r#"{"type":"play","moves":"0c1"}"#.into(), "json"),
        // a message can't set its own time, and its number is one
        (r#"{"type":"play","moves":"0c1c","at":1}"#.into(), "json"),
        (
            r#"{"type":"play","moves":"0c1c","id":1e300}"#.into(),
            "json",
        ),
        ("[".repeat(5_000), "json"),
        (" ".repeat(MAX_MESSAGE_LEN), "json"),
        (enter(&chess, "-1", &keys.0, &keys.1), "json"),
        (enter(&chess, "4294967296", &keys.0, &keys.1), "json"),
        (enter(&chess, "0", &keys.0, &keys.1), "room"),
        (enter("erd1", "1", &keys.0, &keys.1), "room"),
        (enter(&chess, "1", &keys.0, &keys.0), "room"),
        (enter(&chess, "1", "", &keys.1), "room"),
    ] {
        client.send_text(&text).await;
        let (code, words) = client.error().await;
        assert_eq!(code, expected, "{text}");
        assert!(!words.is_empty());
    }
    client
        .socket
        .send(Message::binary(vec![0xff; 100]))
        .await
        .unwrap();
    assert!(matches!(client.next().await, Answer::Error { code, .. } if code == "binary"));
    // and it is still served
    client.send(&game.enter()).await;
    client.game().await;
    client.keep(&early).await;
    beside.one_more().await;
}

fn assert_closed(end: End, code: u16, reason: &str) {
    let End::Closed(Some(frame)) = end else {
        panic!("{end:?}")
    };
    assert_eq!((frame.code.into(), frame.reason.as_str()), (code, reason));
}

#[tokio::test]
async fn messages_beyond_the_limits_close_the_connection() {
    let relay = Local::start(Default::default()).await;
    let mut beside = Beside::start(&relay.url).await;
    let long = Message::text(" ".repeat(MAX_MESSAGE_LEN + 1));
    let no_text = Frame::message(vec![0xff], OpCode::Data(Data::Text), true);
    let no_text = Message::Frame(no_text);
    let ping = Message::Ping(Bytes::from_static(b"!"));
    for (message, times, code, reason) in [
        (long, 1, 1009, "a message is too long"),
        (no_text, 1, 1007, "a text is not UTF-8"),
        (ping, 100, 1008, "too many messages"),
    ] {
        let mut client = Client::connect(&relay.url).await;
        for _ in 0..times {
            // it may be closed before the last one
            let _ = client.socket.send(message.clone()).await;
        }
        assert_closed(client.end().await, code, reason);
        beside.one_more().await;
    }
}

#[tokio::test]
async fn a_client_that_is_gone_without_a_farewell_is_logged_as_lost() {
    let relay = Program::alone(&[""; 0]);
    drop(Client::enter(&relay.url, &Match::new(1)).await);
    relay.until_said("event=lost connection=").await;
    assert!(!relay.has_said("event=closed"));
}

/// A browser's first request.
const HANDSHAKE: &str = "GET /play HTTP/1.1\r\nHost: relay\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

#[tokio::test]
async fn half_frames_and_noise_disturb_nobody() {
    let relay = Local::start(relay::Limits {
        // long enough for a ping of the other player to be read in time on a busy machine
        idle: Duration::from_secs(5),
        pings: 25,
        messages_per_second: 1_000,
        ..Default::default()
    })
    .await;
    let mut beside = Beside::start(&relay.url).await;
    let mut rng = Rng::with_seed(4);
    let mut noise = vec![0; 300];
    rng.fill(&mut noise);
    let halves: [&[u8]; 7] = [
        b"",
        &[0x81],
        &[0x81, 0xfe, 0x10],
        // a masked text of 100 bytes of which only 3 follow
        &[0x81, 0xe4, 1, 2, 3, 4, b'a', b'b', b'c'],
        // not masked, which clients must be
        &[0x81, 0x01, b'a'],
        // a length of 2⁶³ − 1
        &[0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
        &noise,
    ];
    let mut closed = JoinSet::new();
    for half in halves {
        let mut stream = stream(&relay.url, HANDSHAKE.as_bytes()).await;
        stream.write_all(half).await.unwrap();
        closed.spawn(async move {
            let mut answer = vec![];
            // a reset is an end too
            let _ = stream.read_to_end(&mut answer).await;
            answer
        });
    }
    // the relay closes them: immediately, or after too long a silence
    let deadline = Instant::now() + LONG;
    while !closed.is_empty() || beside.ply <= 10 {
        beside.one_more().await;
        assert!(Instant::now() < deadline, "{} stay open", closed.len());
        while let Some(answer) = closed.try_join_next() {
            assert!(answer.unwrap().starts_with(b"HTTP/1.1 101"));
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// A real game's messages: each move with its maker's signature, and a resignation at the end.
fn messages_of(game: &Match, all: &[u8]) -> Vec<Request> {
    let moves = (1..=split(all).len()).map(|ply| game.last_move(first(all, ply)));
    let loser = last_mover(all).other();
    moves
        .chain([game.says(loser, Action::Resign, all)])
        .collect()
}

#[tokio::test]
async fn reordered_and_repeated_messages_make_the_same_game() {
    let relay = Local::start(any_rate()).await;
    let mut beside = Beside::start(&relay.url).await;
    let (game, other) = (Match::new(1), Match::new(2));
    let real = &real_games()[0].line;
    let mut messages = messages_of(&game, real);
    let mut rng = Rng::with_seed(5);
    let (mut client, _) = Client::enter(&relay.url, &game).await;
    let mut kept = 0;
    while kept < messages.len() {
        // each comes when it can't be taken yet, when it can, and again and again when it is known
        rng.shuffle(&mut messages);
        for message in &messages {
            match client.ask(message).await {
                Answer::Kept { .. } => kept += 1,
                Answer::Game(_) => {}
                Answer::Error { code, text, .. } => {
                    assert!(["unsigned", "ahead", "over"].contains(&&*code), "{code}");
                    assert!(!text.is_empty());
                }
                unexpected => panic!("{unexpected:?}"),
            }
        }
        beside.one_more().await;
    }
    let (_, state) = Client::enter(&relay.url, &game).await;
    let now = state.current;
    assert_eq!((&now.moves.0, now.said.len()), (real, 1));
    // another game of the same players takes none of them
    let (mut client, _) = Client::enter(&relay.url, &other).await;
    for message in &messages {
        let code = client.refusal(message).await.0;
        assert!(
            ["unsigned", "ahead", "signature"].contains(&&*code),
            "{code}"
        );
    }
    client.send(&other.enter()).await;
    assert_eq!(client.game().await.current.plies, 0);
}

fn without_id(mut request: Request) -> Request {
    if let Request::Play { id, .. } = &mut request {
        *id = None;
    }
    request
}

#[tokio::test]
async fn random_changes_of_good_messages_never_get_in() {
    let relay = Local::start(any_rate()).await;
    let game = Match::new(1);
    let (mut client, _) = Client::enter(&relay.url, &game).await;
    let all = random_game(8, 30);
    client.keep(&game.whole(first(&all, 20))).await;
    let original = without_id(game.last_move(first(&all, 21)));
    let good = serde_json::to_string(&game.last_move(first(&all, 21))).unwrap();
    let mut rng = Rng::with_seed(11);
    let mut refused = 0;
    for _ in 0..1_500 {
        let mut bytes = good.clone().into_bytes();
        for _ in 0..rng.usize(1..4) {
            let at = rng.usize(..bytes.len());
            match rng.u8(..3) {
                0 => bytes[at] = rng.u8(b' '..b'~'),
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, *rng.choice(b"0f\"{}[],:").unwrap()),
            }
        }
        let text = String::from_utf8(bytes).unwrap();
        // another form with the same meaning is accepted: another id, for one
        if serde_json::from_str(&text).is_ok_and(|changed| without_id(changed) == original) {
            continue;
        }
        client.send_text(&text).await;
        match client.next().await {
            Answer::Error { .. } => refused += 1,
            // a game that is known, or another room's
            Answer::Game(_) => {}
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(refused > 1_000, "{refused}");
    client.send(&game.enter()).await;
    assert_eq!(client.game().await.current.plies, 20);
    client.send_text(&good).await;
    let kept = client.next().await;
    assert!(matches!(kept, Answer::Kept { plies: 21, .. }), "{kept:?}");
}
