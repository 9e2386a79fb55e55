//! A day in small: many games at once through one relay with a wallet, some players silent, some
//! cheating. Everyone is paid what the rules say. `GAMES` says how many.

use std::sync::Arc;

use chess_rules::Color;
use fastrand::Rng;
use relay::protocol::{Answer, Request};
use signed_play::Action;
use tempfile::tempdir;
use tokio::sync::Mutex;

use crate::chess::{Match, first, last_mover, moves, random_game, split};
use crate::client::Client;
use crate::program::Program;
use crate::table::{BLACK, STAKE, Table, WHITE, number};

const FOOLS_MATE: &str = "f2f3 e7e5 g2g4 d8h4";

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
}

impl Kind {
    fn of(rng: &mut Rng) -> Self {
        match rng.u32(0..100) {
            0..5 => Kind::Silent,
            5..10 => Kind::OldState,
            10..15 => Kind::OtherLine,
            15..20 => Kind::SoreLoser,
            20..40 => Kind::Mate,
            40..50 => Kind::Draw,
            50..75 => Kind::Resigned(Color::White),
            _ => Kind::Resigned(Color::Black),
        }
    }

    /// State and reason by the contract's numbers, and the stakes that White and Black get.
    fn expected(self) -> (u8, u8, [u64; 2]) {
        match self {
            Kind::Resigned(Color::White) | Kind::OldState => (2, 2, [0, 2]),
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
            Kind::OtherLine => moves("f2f3 e7e5 g2g4 a7a6 b1c3"),
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

/// The arguments of `play` for moves that both have signed, and an action of Black's.
fn call(game: &Match, id: u32, line: &[u8], black: Option<Action>) -> Vec<Vec<u8>> {
    let Request::Play {
        white: white_move,
        black: black_move,
        ..
    } = game.whole(line)
    else {
        panic!("not a play")
    };
    let black = black.map(|action| game.sign(Color::Black, action, line).to_argument().to_vec());
    let black = black.unwrap_or(black_move.0);
    vec![number(id.into()), line.to_vec(), white_move.0, black]
}

async fn play(table: Arc<Table>, calls: Arc<Mutex<()>>, url: String, id: u32, kind: Kind) {
    let game = Match::of(&table.contract(), id);
    let (white, _) = Client::enter(&url, &game).await;
    let (black, _) = Client::enter(&url, &game).await;
    let clients = [white, black];
    let mut players = Players { game, clients };
    let line = kind.line(id.into());
    for ply in 1..=split(&line).len() {
        let so_far = first(&line, ply);
        let message = players.game.last_move(so_far);
        players.send(last_mover(so_far), &message).await;
    }
    let cheat = |arguments: Vec<Vec<u8>>| {
        let (table, calls) = (table.clone(), calls.clone());
        async move {
            let _one_at_a_time = calls.lock().await;
            table.call(BLACK, 0, "play", &arguments);
        }
    };
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
            cheat(call(&players.game, id, old, Some(Action::Ask))).await;
            let plies = split(&line).len() as u16;
            table.until(id, |standing| standing.3 == plies).await;
            players.says(Color::White, Action::Resign, &line).await;
        }
        Kind::OtherLine => {
            cheat(call(&players.game, id, &moves(FOOLS_MATE), None)).await;
            table.until(id, |standing| standing.3 == 5).await;
            players.says(Color::Black, Action::Resign, &line).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everyone_is_paid_what_the_rules_say() {
    let games = std::env::var("GAMES").map_or(24, |games| games.parse().expect("GAMES, a number"));
    let table = Arc::new(Table::start());
    let mut rng = Rng::with_seed(7);
    // one of each kind at least
    let kinds: Vec<Kind> = [
        Kind::Resigned(Color::White),
        Kind::Mate,
        Kind::SoreLoser,
        Kind::Draw,
        Kind::Silent,
        Kind::OldState,
        Kind::OtherLine,
    ]
    .into_iter()
    .chain(std::iter::repeat_with(|| Kind::of(&mut rng)))
    .take(games)
    .collect();
    for id in 1..=games as u32 {
        table.game(id, Some((180, 2)));
    }
    let [white, black] = table.balances();
    let fees_before = [WHITE, BLACK].map(|player| table.fees(player));
    let folder = tempdir().unwrap();
    let mut options = table.settled();
    options.extend(["--max-rate", "100000", "--max-day-fees", "1000"].map(String::from));
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let program = Program::start(&folder.path().join("games"), &options);

    let calls = Arc::<Mutex<()>>::default();
    // so many at once
    let seats = Arc::new(tokio::sync::Semaphore::new(50));
    let mut playing = tokio::task::JoinSet::new();
    for (id, kind) in (1..).zip(kinds.clone()) {
        let (table, calls, url) = (table.clone(), calls.clone(), program.url.clone());
        let seats = seats.clone();
        playing.spawn(async move {
            let _seat = seats.acquire_owned().await.unwrap();
            play(table, calls, url, id, kind).await;
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
    let waits = |kind: &&Kind| {
        let twice = [
            Kind::SoreLoser,
            Kind::Draw,
            Kind::Silent,
            Kind::OldState,
            Kind::OtherLine,
        ];
        twice.contains(kind)
    };
    let expected = games + kinds.iter().filter(waits).count();
    assert_eq!(table.paid().len(), expected);
    program.kill();
}
