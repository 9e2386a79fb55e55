//! A day in small: many games at once, White at one of two relays with a wallet and Black at the
//! other, some players silent, some cheating. Everyone is paid what the rules say. `GAMES` says how
//! many.

use std::sync::Arc;

use fastrand::Rng;
use tokio::sync::Mutex;

use crate::day_game::DayGame;
use crate::day_plan::{Cheat, KINDS, Kind, Plan};
use crate::nats::Nats;
use crate::program::Program;
use crate::real_games::real_games;
use crate::table::{BLACK, STAKE, Table, WHITE};

/// Base and increment of each game's clock, in seconds.
const CLOCK: (u32, u32) = (600, 2);

/// More blocks than an ask and the window of an end take by that clock.
const LONG: u64 = 2_000;

/// So many games are played at once.
const AT_ONCE: usize = 50;

#[tokio::test(flavor = "multi_thread")]
async fn everyone_is_paid_what_the_rules_say() {
    let games = std::env::var("GAMES").map_or(200, |games| games.parse().expect("GAMES, a number"));
    let table = Arc::new(Table::start());
    let friends = Arc::new(table.another());
    let mut rng = Rng::with_seed(7);
    let real = real_games();
    // one of each kind at least
    let kinds = KINDS.into_iter().map(Some).chain(std::iter::repeat(None));
    let mut plans: Vec<(Arc<Table>, u32, Plan)> = vec![];
    for (id, kind) in (1..=games as u32).zip(kinds) {
        let kind = kind.unwrap_or_else(|| Kind::of(&mut rng));
        plans.push((table.clone(), id, Plan::new(kind, &real, &mut rng)));
    }
    // a contract can be paused once in several days: that of a cheat's friend has one game
    let pause = Plan::new(Kind::Cheat(Cheat::Pause), &real, &mut rng);
    plans.push((friends.clone(), 1, pause));
    for (table, id, _) in &plans {
        table.game(*id, Some(CLOCK));
    }
    let before = table.balances();
    let fees_before = [WHITE, BLACK].map(|player| table.fees(player));
    let nats = Nats::start();
    let mut options = table.settled();
    options.extend(["--contract".into(), friends.contract()]);
    // all games are of the same two players
    for limit in ["day", "player", "ask-day"] {
        options.extend([format!("--max-{limit}-fees"), "1000".into()]);
    }
    options.extend(["--max-rate", "100000"].map(String::from));
    options.extend(["--nats".into(), nats.url()]);
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let relays = [(); 2].map(|()| Program::start_with(&options));

    let calls = Arc::<Mutex<()>>::default();
    let seats = Arc::new(tokio::sync::Semaphore::new(AT_ONCE));
    let mut playing = tokio::task::JoinSet::new();
    for (table, id, plan) in plans.clone() {
        let mut urls = [relays[0].url.clone(), relays[1].url.clone()];
        urls.rotate_left(id as usize % 2);
        let seats = seats.clone();
        let game = DayGame {
            table,
            calls: calls.clone(),
            urls,
            id,
            plan,
        };
        playing.spawn(async move {
            let _seat = seats.acquire_owned().await.unwrap();
            game.play().await;
        });
    }
    while let Some(played) = playing.join_next().await {
        played.unwrap();
    }
    // what needs time gets it once it waits for it on the chain, unless other games' blocks gave it
    for (table, id, plan) in &plans {
        if let Some(awaited) = plan.waits_for() {
            let waits = |(state, awaits, ..): (u8, u8, u8, u16)| state != 0 || awaits == awaited;
            table.until(*id, waits).await;
        }
    }
    table.chain.generate_blocks(LONG);
    let mut shares = [0, 0];
    for (table, id, plan) in &plans {
        table.until(*id, |standing| standing.0 != 0).await;
        let (state, _, reason, plies) = table.standing(*id);
        let (expected_state, expected_reason, stakes) = plan.expected();
        let expected = (expected_state, expected_reason);
        assert_eq!((state, reason), expected, "game {id}, {:?}", plan.kind);
        if plan.kind != Kind::Cheat(Cheat::ResignOnChain) {
            assert_eq!(usize::from(plies), plan.plies(), "game {id}");
        }
        shares = [shares[0] + stakes[0], shares[1] + stakes[1]];
    }
    table.chain.generate_blocks(3);
    for table in [&table, &friends] {
        assert_eq!(table.held(), 0u32.into());
    }
    // only who has cheated has paid fees
    for (place, player) in [WHITE, BLACK].into_iter().enumerate() {
        let fees = table.fees(player) - &fees_before[place];
        let expected = &before[place] + shares[place] * STAKE - fees;
        assert_eq!(table.balance(player), expected);
    }
    let expected: usize = plans.iter().map(|(.., plan)| plan.transactions()).sum();
    assert_eq!(table.paid().len(), expected);
}
