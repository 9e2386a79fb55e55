//! A day in small: many games at once, White at one of two relays with a wallet and Black at the
//! other, some players silent, some cheating. Everyone is paid what the rules say. `GAMES` says how
//! many.

use std::sync::Arc;

use chess_rules::Color;
use fastrand::Rng;
use relay::protocol::{Answer, Request};
use signed_play::Action;
use tokio::sync::Mutex;

use crate::chess::{Match, first, last_mover, moves, random_game, split};
use crate::client::Client;
use crate::nats::Nats;
use crate::program::Program;
use crate::table::{BLACK, STAKE, Table, WHITE, number};

const FOOLS_MATE: &str = "f2f3 e7e5 g2g4 d8h4";

/// The same beginning, and no mate.
const NO_MATE: &str = "f2f3 e7e5 g2g4 a7a6 b1c3";

/// After so many plies White offers a draw that Black lets pass.
const OFFERED: usize = 6;

/// How a game goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Moves, then one resigns.
    Resigned(Color),
    /// A mate, acknowledged.
    Mate,
    /// A mate that the mated player doesn't acknowledge.
    SoreLoser,
    /// Moves, then both want a draw.
    Draw,
    /// Black stops to move, White asks, nothing comes.
    Silent,
    /// Black brings an old state with an ask; then White resigns all the same.
    OldState,
    /// Black brings a mate in another line, then resigns.
    OtherLine,
    /// Black brings an old state and makes another move there than the signed one; then White resigns.
    MoveOnChain,
    /// Black takes a draw that White offered long ago; then White resigns.
    StaleDraw,
}

const KINDS: [Kind; 9] = [
    Kind::Resigned(Color::White),
    Kind::Mate,
    Kind::SoreLoser,
    Kind::Draw,
    Kind::Silent,
    Kind::OldState,
    Kind::OtherLine,
    Kind::MoveOnChain,
    Kind::StaleDraw,
];

impl Kind {
    fn of(rng: &mut Rng) -> Self {
        match rng.u32(0..1_000) {
            0..50 => Kind::Silent,
            50..55 => Kind::OldState,
            55..60 => Kind::OtherLine,
            60..65 => Kind::MoveOnChain,
            65..70 => Kind::StaleDraw,
            70..120 => Kind::SoreLoser,
            120..400 => Kind::Mate,
            400..500 => Kind::Draw,
            500..750 => Kind::Resigned(Color::White),
            _ => Kind::Resigned(Color::Black),
        }
    }

    /// State and reason by the contract's numbers, and the stakes that White and Black get.
    fn expected(self) -> (u8, u8, [u64; 2]) {
        match self {
            Kind::Resigned(Color::White) | Kind::OldState | Kind::MoveOnChain | Kind::StaleDraw => {
                (2, 2, [0, 2])
            }
            Kind::Resigned(Color::Black) | Kind::OtherLine => (1, 2, [2, 0]),
            Kind::Mate | Kind::SoreLoser => (2, 1, [0, 2]),
            Kind::Draw => (3, 11, [1, 1]),
            Kind::Silent => (1, 3, [2, 0]),
        }
    }

    /// What is played through the relay.
    fn line(self, seed: u64) -> Vec<u8> {
        match self {
            Kind::Mate | Kind::SoreLoser => moves(FOOLS_MATE),
            Kind::OtherLine | Kind::MoveOnChain => moves(NO_MATE),
            // Black is to move
            Kind::Silent => random_game(seed, 11),
            _ => random_game(seed, 40),
        }
    }
}

/// Two players' connections in one game.
struct Players {
    game: Match,
    clients: [Client; 2],
}

impl Players {
    async fn enter(game: &Match, urls: &[String; 2]) -> [Client; 2] {
        let (white, _) = Client::enter(&urls[0], game).await;
        let (black, _) = Client::enter(&urls[1], game).await;
        [white, black]
    }

    /// Sends a player's message; all the other player has to do is read it.
    async fn send(&mut self, color: Color, request: &Request) {
        let client = &mut self.clients[color as usize];
        client.send(request).await;
        loop {
            match client.next().await {
                Answer::Kept { .. } => break,
                Answer::Chain { .. } => {}
                other => panic!("{other:?}"),
            }
        }
        loop {
            match self.clients[color.other() as usize].next().await {
                Answer::Played { .. } => return,
                Answer::Chain { .. } => {}
                other => panic!("{other:?}"),
            }
        }
    }

    async fn says(&mut self, color: Color, action: Action, line: &[u8]) {
        let says = self.game.says(color, action, line);
        self.send(color, &says).await;
    }
}

/// The arguments of `play` for moves that both have signed, or for an action of White's or Black's.
fn call(game: &Match, id: u32, line: &[u8], actions: [Option<Action>; 2]) -> Vec<Vec<u8>> {
    let Request::Play { white, black, .. } = game.whole(line) else {
        panic!("not a play")
    };
    let mut arguments = vec![number(id.into()), line.to_vec(), white.0, black.0];
    for (color, action) in [Color::White, Color::Black].into_iter().zip(actions) {
        if let Some(action) = action {
            arguments[2 + color as usize] = game.sign(color, action, line).to_argument().to_vec();
        }
    }
    arguments
}

async fn play(table: Arc<Table>, calls: Arc<Mutex<()>>, urls: [String; 2], id: u32, kind: Kind) {
    let game = Match::of(&table.contract(), id);
    let clients = Players::enter(&game, &urls).await;
    let mut players = Players { game, clients };
    let line = kind.line(id.into());
    for ply in 1..=split(&line).len() {
        let so_far = first(&line, ply);
        let message = players.game.last_move(so_far);
        players.send(last_mover(so_far), &message).await;
        if kind == Kind::StaleDraw && ply == OFFERED {
            players.says(Color::White, Action::Draw, so_far).await;
        }
    }
    let plies = split(&line).len() as u16;
    let cheat = |made: Vec<(&'static str, Vec<Vec<u8>>)>| {
        let (table, calls) = (table.clone(), calls.clone());
        async move {
            let _one_at_a_time = calls.lock().await;
            for (function, arguments) in made {
                table.call(BLACK, 0, function, &arguments);
            }
        }
    };
    // whoever waited for the chain didn't answer the relay's pings, and comes back
    match kind {
        Kind::Resigned(color) => players.says(color, Action::Resign, &line).await,
        Kind::Mate => players.says(Color::White, Action::Resign, &line).await,
        Kind::SoreLoser => {}
        Kind::Draw => {
            players.says(Color::White, Action::Draw, &line).await;
            players.says(Color::Black, Action::Draw, &line).await;
        }
        Kind::Silent => players.says(Color::White, Action::Ask, &line).await,
        Kind::OldState => {
            let old = first(&line, 2);
            let old = call(&players.game, id, old, [None, Some(Action::Ask)]);
            cheat(vec![("play", old)]).await;
            table.until(id, |standing| standing.3 == plies).await;
            players.clients = Players::enter(&players.game, &urls).await;
            players.says(Color::White, Action::Resign, &line).await;
        }
        Kind::OtherLine => {
            let other = call(&players.game, id, &moves(FOOLS_MATE), [None; 2]);
            cheat(vec![("play", other)]).await;
            table.until(id, |standing| standing.3 == plies).await;
            players.clients = Players::enter(&players.game, &urls).await;
            players.says(Color::Black, Action::Resign, &line).await;
        }
        Kind::MoveOnChain => {
            let old = call(&players.game, id, first(&line, 3), [None; 2]);
            // e5e4, with squares counted from a8
            let mv = [id.into(), 28, 36].map(number).to_vec();
            cheat(vec![("play", old), ("makeMove", mv)]).await;
            table.until(id, |standing| standing.3 == plies).await;
            players.clients = Players::enter(&players.game, &urls).await;
            players.says(Color::White, Action::Resign, &line).await;
        }
        Kind::StaleDraw => {
            let old = first(&line, OFFERED);
            let old = call(&players.game, id, old, [Some(Action::Draw); 2]);
            cheat(vec![("play", old)]).await;
            table.until(id, |standing| standing.3 == plies).await;
            players.clients = Players::enter(&players.game, &urls).await;
            players.says(Color::White, Action::Resign, &line).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everyone_is_paid_what_the_rules_say() {
    let games = std::env::var("GAMES").map_or(24, |games| games.parse().expect("GAMES, a number"));
    let table = Arc::new(Table::start());
    let mut rng = Rng::with_seed(7);
    // one of each kind at least
    let others = std::iter::repeat_with(|| Kind::of(&mut rng));
    let kinds: Vec<Kind> = KINDS.into_iter().chain(others).take(games).collect();
    for id in 1..=games as u32 {
        table.game(id, Some((180, 2)));
    }
    let [white, black] = table.balances();
    let fees_before = [WHITE, BLACK].map(|player| table.fees(player));
    let nats = Nats::start();
    let mut options = table.settled();
    // all games are of the same two players
    for limit in ["day", "player", "ask-day"] {
        options.extend([format!("--max-{limit}-fees"), "1000".into()]);
    }
    options.extend(["--max-rate", "100000"].map(String::from));
    options.extend(["--nats".into(), nats.url()]);
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let relays = [(); 2].map(|()| Program::start_with(&options));

    let calls = Arc::<Mutex<()>>::default();
    // so many at once
    let seats = Arc::new(tokio::sync::Semaphore::new(50));
    let mut playing = tokio::task::JoinSet::new();
    for (id, kind) in (1..).zip(kinds.clone()) {
        let (table, calls) = (table.clone(), calls.clone());
        let mut urls = [relays[0].url.clone(), relays[1].url.clone()];
        urls.rotate_left(id as usize % 2);
        let seats = seats.clone();
        playing.spawn(async move {
            let _seat = seats.acquire_owned().await.unwrap();
            play(table, calls, urls, id, kind).await;
        });
    }
    while let Some(played) = playing.join_next().await {
        played.unwrap();
    }
    // what needs time gets it once it waits for it on the chain
    for (id, kind) in (1..).zip(&kinds) {
        let waits_for = match kind {
            Kind::SoreLoser | Kind::Draw => 2,
            Kind::Silent => 1,
            _ => continue,
        };
        table.until(id, |standing| standing.1 == waits_for).await;
    }
    table.chain.generate_blocks(1_000);
    let mut shares = [0, 0];
    for (id, kind) in (1..).zip(&kinds) {
        table.until(id, |standing| standing.0 != 0).await;
        let (state, _, reason, _) = table.standing(id);
        let (expected_state, expected_reason, stakes) = kind.expected();
        let expected = (expected_state, expected_reason);
        assert_eq!((state, reason), expected, "game {id}, {kind:?}");
        shares = [shares[0] + stakes[0], shares[1] + stakes[1]];
    }
    table.chain.generate_blocks(3);
    assert_eq!(table.held(), 0u32.into());
    let fees = [WHITE, BLACK].map(|player| table.fees(player));
    assert_eq!(fees[0], fees_before[0], "White has paid nothing");
    assert_eq!(table.balance(WHITE), white + shares[0] * STAKE);
    let cheats = &fees[1] - &fees_before[1];
    assert_eq!(table.balance(BLACK), black + shares[1] * STAKE - cheats);
    // each game once, the cheats' twice, those that had to wait twice
    let is_once = |kind: &&Kind| matches!(kind, Kind::Resigned(_) | Kind::Mate);
    let expected = 2 * games - kinds.iter().filter(is_once).count();
    assert_eq!(table.paid().len(), expected);
}
