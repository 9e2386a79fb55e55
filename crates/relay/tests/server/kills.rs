//! Games through relays that are killed again and again, and settled on a local chain: nothing
//! acknowledged is lost, and every game is settled once. `GAMES` and `KILLS` are their numbers.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chess_rules::Color;
use fastrand::Rng;
use relay::protocol::{Answer, GameState, Request};
use signed_play::Action;
use tempfile::{TempDir, tempdir};
use tokio::sync::Semaphore;
use tokio::task::{JoinSet, block_in_place};
use tokio_tungstenite::connect_async;

use crate::harness::chess::{Match, first, last_mover, random_game, split};
use crate::harness::client::{Client, LONG, patiently};
use crate::harness::nats::Nats;
use crate::harness::program::Program;
use crate::harness::table::{BLACK, Table, WHITE, gains};

/// The number of games played at the same time.
const AT_ONCE: usize = 50;

/// How long to wait before another try.
const PAUSE: Duration = Duration::from_millis(50);

/// The relays, and the folder of their games.
struct Fleet {
    options: Vec<String>,
    relays: Vec<Option<Program>>,
    nats: Option<Nats>,
    /// The current address of each relay.
    urls: Arc<Mutex<Vec<String>>>,
    folder: TempDir,
}

impl Fleet {
    fn start(relays: usize, nats: Option<Nats>, mut options: Vec<String>) -> Self {
        options.extend(["--max-rate", "100000", "--max-day-fees", "1000"].map(String::from));
        let mut fleet = Fleet {
            options,
            relays: (0..relays).map(|_| None).collect(),
            nats,
            urls: Arc::new(Mutex::new(vec![String::new(); relays])),
            folder: tempdir().unwrap(),
        };
        (0..relays).for_each(|number| fleet.start_relay(number));
        fleet
    }

    fn start_relay(&mut self, number: usize) {
        let store: PathBuf = self.folder.path().join("games");
        let mut options = self.options.clone();
        options.extend(match &self.nats {
            Some(nats) => ["--nats".into(), nats.url()],
            None => ["--store".into(), store.display().to_string()],
        });
        let relay = Program::start_with(&options);
        self.urls.lock().unwrap()[number] = relay.url.clone();
        self.relays[number] = Some(relay);
    }

    /// Kills one of the relays or the server, one after the other, and starts it again.
    fn kill_one(&mut self, number: usize) {
        let relays = self.relays.len();
        match (&mut self.nats, number % (relays + 1)) {
            (Some(nats), victim) if victim == relays => {
                nats.kill();
                nats.restart();
            }
            (_, victim) => {
                let victim = victim % relays;
                self.relays[victim].take().unwrap().kill();
                self.start_relay(victim);
            }
        }
    }
}

impl Fleet {
    /// The living relays' log lines about a game's settlement.
    fn log_of(&self, id: u32) -> String {
        let game = format!(" game={id} ");
        let mut said = format!("game {id} isn't settled\n");
        for relay in self.relays.iter().flatten() {
            let log = relay.log.lock().unwrap();
            let of_game = |line: &&String| {
                line.contains(&game) || line.contains("-failed") || line.contains("event=settle")
            };
            for line in log.iter().filter(of_game) {
                said += &format!("{line}\n");
            }
            said += &format!("{} lines in all, the last: {:?}\n", log.len(), log.last());
        }
        said
    }
}

/// A game: its moves, and the player who resigns in the end.
struct Planned {
    game: Match,
    line: Vec<u8>,
    resigns: Color,
}

/// The data that the relay acknowledged to the players as stored.
#[derive(Clone, Copy, Default)]
struct Told {
    plies: usize,
    /// A draw, over the last of them.
    offered: bool,
    resigned: bool,
}

impl Planned {
    fn plies(&self) -> usize {
        split(&self.line).len()
    }

    /// Nothing that was acknowledged is missing.
    fn assert_kept(&self, state: &GameState, told: Told) {
        let now = &state.current;
        assert!(now.plies >= told.plies, "{} < {}", now.plies, told.plies);
        assert_eq!(now.moves.0, first(&self.line, now.plies));
        let is_said = told.resigned || (told.offered && now.plies == told.plies);
        assert!(!is_said || now.said.len() == 1, "the last word is lost");
    }

    /// Connects to a relay and enters the room; `None` if it is dead or can't read the game.
    async fn enter(&self, url: &str) -> Option<(Client, GameState)> {
        let (socket, _) = connect_async(url).await.ok()?;
        let mut client = Client { socket };
        match self.ask(&mut client, &self.game.enter()).await? {
            Answer::Game(state) => Some((client, *state)),
            _ => None,
        }
    }

    /// The answer; `None` if the relay is dead or the store fails.
    async fn ask(&self, client: &mut Client, request: &Request) -> Option<Answer> {
        if !client.try_send(request).await {
            return None;
        }
        loop {
            match client.try_next().await.ok()? {
                // the stream repeats others' messages, and this player's own earlier one
                Answer::People(_) | Answer::Chain { .. } | Answer::Played { .. } => {}
                Answer::Error { code, .. } if ["store", "gateway"].contains(&code.as_str()) => {
                    return None;
                }
                answer => return Some(answer),
            }
        }
    }

    /// Continues from a relay's state. True at the game's end, false if the relay or the store
    /// died.
    async fn play_on(&self, url: &str, told: &Mutex<Told>) -> bool {
        let Some((mut client, state)) = self.enter(url).await else {
            return false;
        };
        self.assert_kept(&state, *told.lock().unwrap());
        for ply in state.current.plies + 1..=self.plies() {
            let so_far = first(&self.line, ply);
            let mut said = vec![self.game.last_move(so_far)];
            if ply % 5 == 0 && ply < self.plies() {
                said.push(self.game.says(last_mover(so_far), Action::Draw, so_far));
            }
            for (offered, message) in [false, true].into_iter().zip(said) {
                let plies = match self.ask(&mut client, &message).await {
                    None => return false,
                    Some(Answer::Kept { plies, .. }) => plies,
                    // a relay had kept it when it died
                    Some(Answer::Game(state)) if state.current.plies >= ply => ply,
                    Some(other) => panic!("{other:?}"),
                };
                let told = &mut *told.lock().unwrap();
                (told.plies, told.offered) = (plies, offered);
            }
        }
        let resigns = self.game.says(self.resigns, Action::Resign, &self.line);
        match self.ask(&mut client, &resigns).await {
            None => return false,
            Some(Answer::Kept { .. } | Answer::Game(_)) => {}
            // it was kept before, and is paid already
            Some(Answer::Error { code, .. }) => assert_eq!(code, "over"),
            Some(other) => panic!("{other:?}"),
        }
        told.lock().unwrap().resigned = true;
        true
    }
}

/// A number out of the environment.
fn number(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |text| text.parse().expect(name))
}

async fn killed_again_and_again(games: usize, kills: usize, relays: usize, nats: Option<Nats>) {
    let table = Table::start();
    let mut rng = Rng::with_seed(16);
    let planned: Vec<_> = (1..=games as u32)
        .map(|id| {
            let line = random_game(id.into(), rng.usize(10..40));
            // the last ply may end the game on the board
            let line = first(&line, split(&line).len() - 1).to_vec();
            let resigns = *rng.choice(&[Color::White, Color::Black]).unwrap();
            let game = table.game(id, None);
            let planned = Planned {
                game,
                line,
                resigns,
            };
            (Arc::new(planned), Arc::<Mutex<Told>>::default())
        })
        .collect();
    let before = table.balances();
    let fees = [WHITE, BLACK].map(|player| table.fees(player));
    let mut fleet = block_in_place(|| Fleet::start(relays, nats, table.settled(&[])));

    let seats = Arc::new(Semaphore::new(AT_ONCE));
    let mut playing = JoinSet::new();
    for (number, (planned, told)) in planned.iter().cloned().enumerate() {
        let (urls, seats) = (fleet.urls.clone(), seats.clone());
        playing.spawn(async move {
            let _seat = seats.acquire_owned().await.unwrap();
            let mut tried = number;
            loop {
                let url = {
                    let urls = urls.lock().unwrap();
                    urls[tried % urls.len()].clone()
                };
                if planned.play_on(&url, &told).await {
                    return;
                }
                tried += 1;
                tokio::time::sleep(PAUSE).await;
            }
        });
    }
    let all: usize = planned.iter().map(|(planned, _)| planned.plies()).sum();
    let told = || -> usize {
        let told = planned.iter().map(|(_, told)| told.lock().unwrap().plies);
        told.sum()
    };
    for kill in 0..kills {
        // at no particular moment, all over the games
        let some = all * (kill + 1) / (kills + 1);
        while told() < some {
            tokio::time::sleep(Duration::from_millis(rng.u64(1..10))).await;
        }
        assert!(!playing.is_empty());
        block_in_place(|| fleet.kill_one(kill));
    }
    while let Some(played) = playing.join_next().await {
        played.unwrap();
    }

    let mut won = [0u64; 2];
    for (id, (planned, told)) in (1..).zip(&planned) {
        // one by one: each may take any time while it makes progress
        let (mut start, mut sent) = (Instant::now(), 0);
        while table.standing(id).0 == 0 {
            if table.sent() > sent {
                (start, sent) = (Instant::now(), table.sent());
            }
            assert!(start.elapsed() < LONG, "{}", fleet.log_of(id));
            tokio::time::sleep(PAUSE).await;
        }
        let winner = planned.resigns.other();
        let (state, _, reason, plies) = table.standing(id);
        assert_eq!((state, reason), ([1, 2][winner as usize], 2));
        assert_eq!(usize::from(plies), planned.plies());
        won[winner as usize] += 1;
        let url = fleet.urls.lock().unwrap()[id as usize % relays].clone();
        // a relay whose server has come back may not have found it yet
        let entered = async || planned.enter(&url).await.ok_or("no answer".to_string());
        let (_, kept) = patiently(entered).await;
        planned.assert_kept(&kept, *told.lock().unwrap());
        assert_eq!(kept.current.moves.0, planned.line);
    }
    table.chain.generate_blocks(3);
    assert_eq!(table.paid(), vec!["play"; games]);
    assert_eq!(table.held(), 0u32.into());
    assert_eq!([WHITE, BLACK].map(|player| table.fees(player)), fees);
    let won = won.map(|games| 2 * games);
    assert_eq!(table.balances(), gains(&before, won));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_relay_killed_again_and_again_loses_nothing_and_settles_once() {
    killed_again_and_again(number("GAMES", 16), number("KILLS", 3), 1, None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_relays_and_their_server_killed_again_and_again_lose_nothing_and_settle_once() {
    let nats = Some(Nats::start());
    killed_again_and_again(number("GAMES", 16), number("KILLS", 3), 2, nats).await;
}
