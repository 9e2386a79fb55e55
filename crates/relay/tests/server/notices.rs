//! Notices to players who are away, at a test's push service.

use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chess_rules::Color;
use relay::PUSH_DOMAIN;
use serde_json::{Value, json};
use signed_play::Action;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::time::timeout;
use web_push_native::p256::SecretKey;
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint;
use web_push_native::{Auth, decrypt};

use crate::harness::chess::{Match, moves};
use crate::harness::client::{Client, LONG};
use crate::harness::nats::Nats;
use crate::harness::program::{Program, assert_metrics, get, page, post, until_page};
use crate::harness::table::{BLACK, STAKE, Table, WHITE, arguments, number};

const AUTH: [u8; 16] = [9; 16];

/// The secret key of a browser's subscription.
fn browser_key() -> SecretKey {
    SecretKey::from_slice(&[7; 32]).unwrap()
}

/// A message that a push service received, decrypted as a browser does.
#[derive(Debug)]
struct Pushed {
    headers: HeaderMap,
    notice: Value,
}

impl Pushed {
    fn of(headers: HeaderMap, body: Bytes) -> Self {
        let auth = Auth::clone_from_slice(&AUTH);
        let message = decrypt(body.to_vec(), &browser_key(), &auth);
        let notice = serde_json::from_slice(&message.expect("encrypted for this browser"));
        Pushed {
            headers,
            notice: notice.unwrap(),
        }
    }

    fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        let value = value.unwrap_or_else(|| panic!("no {name} in {:?}", self.headers));
        value.to_str().unwrap()
    }
}

/// A push service that answers all with one status; 0 for never.
struct PushService {
    url: String,
    pushed: mpsc::UnboundedReceiver<Pushed>,
}

impl PushService {
    async fn start(status: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/push", listener.local_addr().unwrap());
        let (sender, pushed) = mpsc::unbounded_channel();
        let receive = async move |headers: HeaderMap, body: Bytes| {
            if status == 0 {
                std::future::pending::<()>().await;
            }
            let _ = sender.send(Pushed::of(headers, body));
            StatusCode::from_u16(status).unwrap()
        };
        let router = Router::new().route("/push", axum::routing::post(receive));
        tokio::spawn(async move { axum::serve(listener, router).await });
        PushService { url, pushed }
    }

    async fn next(&mut self) -> Pushed {
        let pushed = timeout(LONG, self.pushed.recv()).await;
        pushed.expect("a notice").unwrap()
    }

    /// Nothing comes in the time in which a notice would.
    async fn nothing(&mut self) {
        let pushed = timeout(Duration::from_millis(2_500), self.pushed.recv()).await;
        assert!(pushed.is_err(), "{pushed:?}");
    }
}

/// A page's request for notices about a game. `key`: the player's.
fn subscription(game: &Match, color: Color, endpoint: &str) -> Value {
    let point = browser_key().public_key().to_encoded_point(false);
    let room = game.room.game();
    let key = room.key(color);
    let signed = [
        &PUSH_DOMAIN[..],
        room.contract,
        &room.id.to_be_bytes(),
        key,
        &[1],
        point.as_bytes(),
        &AUTH,
        endpoint.as_bytes(),
    ]
    .concat();
    json!({
        "contract": game.room.contract(),
        "game": room.id,
        "key": hex::encode(key),
        "endpoint": endpoint,
        "p256dh": URL_SAFE_NO_PAD.encode(point.as_bytes()),
        "auth": URL_SAFE_NO_PAD.encode(AUTH),
        "signature": hex::encode(game.sign_bytes(color, &signed)),
    })
}

async fn subscribe(program: &Program, game: &Match, color: Color, endpoint: &str) {
    let body = subscription(game, color, endpoint).to_string();
    assert_eq!(
        post(&program.url, "/notices", &body).await,
        (204, String::new())
    );
}

fn pushing(table: &Table) -> Vec<String> {
    let contact = ["--push-contact", "mailto:relay@chess.example"];
    table.watched(&[&["--push-loopback"], &contact[..]].concat())
}

/// A notice about a contract's game.
fn told_of(table: &Table, game: u32, kind: &str, plies: u32) -> Value {
    json!({"kind": kind, "contract": table.contract(), "game": game, "plies": plies})
}

/// The same about the first one.
fn told(table: &Table, kind: &str, plies: u32) -> Value {
    told_of(table, 1, kind, plies)
}

/// A move in the relay, by a client that leaves immediately.
async fn play(program: &Program, game: &Match, line: &str) {
    let (mut client, _) = Client::enter(&program.url, game).await;
    client.keep(&game.last_move(&moves(line))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_is_away_gets_notices_of_turns_and_asks() {
    let table = Table::start();
    let game = table.game(1, Some((180, 2)));
    let program = Program::alone(&pushing(&table));
    let key = get(&program.url, "/notices").await;

    let mut service = PushService::start(201).await;
    subscribe(&program, &game, Color::White, &service.url).await;
    play(&program, &game, "e2e4").await;
    play(&program, &game, "e2e4 e7e5").await;
    let pushed = service.next().await;
    assert_eq!(pushed.notice, told(&table, "turn", 2));
    // the clock's base and three minutes
    assert_eq!(pushed.header("ttl"), "360");
    assert_eq!(pushed.header("urgency"), "normal");
    assert_eq!(pushed.header("content-encoding"), "aes128gcm");
    assert_eq!(pushed.header("topic").len(), 32);
    let authorization = pushed.header("authorization").to_string();
    let (token, public) = authorization.split_once(", k=").unwrap();
    assert!(token.starts_with("vapid t="));
    assert!(key.contains(public), "{key}");

    // a player who is there gets no notice, and neither does the opponent
    let (mut white, state) = Client::enter(&program.url, &game).await;
    white.send(&game.here(Color::White, &state.nonce.0)).await;
    white.people(|people| people.white.here).await;
    white.plays(&game, "e2e4 e7e5 g1f3").await;
    play(&program, &game, "e2e4 e7e5 g1f3 b8c6").await;
    service.nothing().await;
    drop(white);

    // after a crash it sends notices as before, by the same key; a turn replaces the last one
    let program = program.again(&pushing(&table));
    assert_eq!(
        get(&program.url, "/notices").await.lines().last(),
        key.lines().last()
    );
    play(&program, &game, "e2e4 e7e5 g1f3 b8c6 f1c4").await;
    let line = "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6";
    play(&program, &game, line).await;
    let topic = pushed.header("topic").to_string();
    let mut pushed = service.next().await;
    if pushed.notice == told(&table, "turn", 4) {
        // the turn of before the crash, which is White's still when the relay starts
        pushed = service.next().await;
    }
    assert_eq!(pushed.notice, told(&table, "turn", 6));
    assert_eq!(pushed.header("topic"), topic);

    // an ask on the chain
    let six = moves(line);
    table.call(BLACK, 0, "play", &arguments(&game, &six, [None; 2]));
    let mut call = arguments(&game, &six, [None, Some(Action::Ask)]);
    call[4].clear();
    table.call(BLACK, 0, "play", &call);
    let pushed = service.next().await;
    assert_eq!(pushed.notice, told(&table, "ask", 6));
    assert_eq!(pushed.header("urgency"), "high");
    assert_ne!(pushed.header("topic"), topic);
    service.nothing().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notice_of_an_open_end_goes_to_the_player_who_could_lose_by_it() {
    let table = Table::start();
    let games = [1, 2].map(|id| table.game(id, Some((180, 2))));
    let program = Program::alone(&pushing(&table));
    let mut services = [PushService::start(201).await, PushService::start(201).await];
    for game in &games {
        for color in [Color::White, Color::Black] {
            let service = &services[color as usize];
            subscribe(&program, game, color, &service.url).await;
        }
    }
    let bring = |id: usize, line: &str, says: [Option<Action>; 2]| {
        let arguments = arguments(&games[id - 1], &moves(line), says);
        table.call(BLACK, 0, "play", &arguments);
    };
    bring(1, "f2f3 e7e5 g2g4 d8h4", [None; 2]);
    let pushed = services[0].next().await;
    assert_eq!(pushed.notice, told_of(&table, 1, "end", 4));
    assert_eq!(pushed.header("urgency"), "high");
    services[1].nothing().await;
    // a draw that both have signed may be an old one, which could cost either of them
    bring(2, "e2e4", [Some(Action::Draw); 2]);
    for service in &mut services {
        assert_eq!(service.next().await.notice, told_of(&table, 2, "end", 1));
    }
    services[0].nothing().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_one_of_several_relays_sends_a_notice() {
    let table = Table::start();
    let nats = Nats::start();
    let game = table.game(1, Some((180, 2)));
    let options = table.watched(&["--push-loopback", "--nats", &nats.url()]);
    let start = || Program::start_with(&options);
    let [one, other] = [start(), start()];
    let key = async |program: &Program| {
        let page = get(&program.url, "/notices").await;
        page.lines().last().map(String::from)
    };
    assert_eq!(key(&one).await, key(&other).await);
    let mut service = PushService::start(201).await;
    subscribe(&one, &game, Color::White, &service.url).await;
    // someone is in the room at both, so that both see each move
    let _watchers = [
        Client::enter(&one.url, &game).await,
        Client::enter(&other.url, &game).await,
    ];
    play(&one, &game, "e2e4").await;
    play(&other, &game, "e2e4 e7e5").await;
    assert_eq!(service.next().await.notice, told(&table, "turn", 2));
    service.nothing().await;

    // both watch the chain
    let call = arguments(&game, &moves("e2e4 e7e5"), [None, Some(Action::Ask)]);
    table.call(BLACK, 0, "play", &call);
    assert_eq!(service.next().await.notice, told(&table, "ask", 2));
    service.nothing().await;

    // one dies, and a third one comes, which sends nothing again
    one.kill();
    let third = start();
    service.nothing().await;
    play(&other, &game, "e2e4 e7e5 g1f3").await;
    play(&third, &game, "e2e4 e7e5 g1f3 b8c6").await;
    assert_eq!(service.next().await.notice, told(&table, "turn", 4));
    service.nothing().await;
    for program in [&other, &third] {
        assert_metrics(&program.url, &["relay_subscriptions 1"]).await;
    }
    // the game's end takes the subscription out everywhere
    table.call(BLACK, 0, "resign", &[number(1)]);
    for program in [&other, &third] {
        until_page(&program.url, "/metrics", "relay_subscriptions 0\n").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenger_gets_a_notice_of_the_acceptance() {
    let table = Table::start();
    let game = Match::of(&table.contract(), 1);
    let [white, black] = [game.room.game().white_key, game.room.game().black_key];
    table.call(
        WHITE,
        STAKE,
        "challenge",
        &[vec![], vec![], vec![], number(1), vec![], white.to_vec()],
    );
    let program = Program::alone(&pushing(&table));
    let mut service = PushService::start(201).await;
    subscribe(&program, &game, Color::White, &service.url).await;
    table.call(BLACK, STAKE, "accept", &[number(1), black.to_vec()]);
    let pushed = service.next().await;
    assert_eq!(pushed.notice["kind"], "begun");
    assert_eq!(pushed.header("urgency"), "high");
    // a day, without a clock
    assert_eq!(pushed.header("ttl"), "86400");
    // moves on the chain also count
    table.makes_move(WHITE, 1, (52, 36));
    table.makes_move(BLACK, 1, (12, 28));
    assert_eq!(service.next().await.notice["plies"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_is_gone_is_forgotten_and_a_silent_service_delays_nobody() {
    let table = Table::start();
    let [gone_game, game] = [1, 2].map(|id| table.game(id, None));
    let program = Program::alone(&pushing(&table));
    let mut gone = PushService::start(410).await;
    subscribe(&program, &gone_game, Color::Black, &gone.url).await;
    play(&program, &gone_game, "e2e4").await;
    gone.next().await;

    let silent = PushService::start(0).await;
    let mut service = PushService::start(201).await;
    for endpoint in [&silent.url, &service.url] {
        subscribe(&program, &game, Color::Black, endpoint).await;
    }
    let (mut client, _) = Client::enter(&program.url, &game).await;
    let begun = Instant::now();
    let mut line = String::new();
    for played in ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4"] {
        line += played;
        client.keep(&game.last_move(&moves(&line))).await;
        line += " ";
    }
    // the silent service is waited for for 10 seconds
    assert!(
        begun.elapsed() < Duration::from_secs(10),
        "{:?}",
        begun.elapsed()
    );
    while service.next().await.notice["plies"] != 5 {}

    play(&program, &gone_game, "e2e4 e7e5").await;
    play(&program, &gone_game, "e2e4 e7e5 g1f3").await;
    gone.nothing().await;
    assert_metrics(&program.url, &["relay_subscriptions 2"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_players_get_notices_and_only_at_push_services() {
    let table = Table::start();
    let game = table.game(1, None);
    // without --push-loopback
    let program = Program::alone(&table.watched(&[]));
    let good = "https://push.example/1";
    let no_endpoint =
        "an endpoint is https, a name with a dot, port 443, and at most 1,024 bytes long";
    let no_game = "the chain has no such game with this key";
    let mut forged = subscription(&game, Color::White, good);
    forged["endpoint"] = "https://push.example/2".into();
    let own = |endpoint| subscription(&game, Color::White, endpoint);
    let other = |game: Match| subscription(&game, Color::White, good);
    for (body, status, words) in [
        (own("http://127.0.0.1:9/"), 400, no_endpoint),
        (own("https://169.254.169.254/"), 400, no_endpoint),
        (own("https://localhost/"), 400, no_endpoint),
        (forged, 400, "the signature isn't of this game's key"),
        (other(Match::of(&table.contract(), 2)), 404, no_game),
        (other(Match::new(1)), 404, no_game),
    ] {
        let answer = post(&program.url, "/notices", &body.to_string()).await;
        assert_eq!(answer, (status, words.to_string()));
    }
    assert_eq!(post(&program.url, "/notices", "{").await.0, 400);
    assert_eq!(
        post(&program.url, "/notices", &" ".repeat(5_000)).await.0,
        413
    );
    let foreign = "POST /notices HTTP/1.1\r\nHost: relay\r\nOrigin: https://evil.example\r\n\
                   Content-Length: 0\r\nConnection: close\r\n\r\n";
    assert!(
        page(&program.url, foreign)
            .await
            .starts_with("HTTP/1.1 403")
    );
    // this one is taken, but gets no notice: the name leads nowhere
    subscribe(&program, &game, Color::White, good).await;

    // a relay that watches nothing sends no notices
    let program = Program::plain();
    assert!(
        get(&program.url, "/notices")
            .await
            .starts_with("HTTP/1.1 404")
    );
}
