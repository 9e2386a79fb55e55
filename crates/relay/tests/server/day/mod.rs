//! A day in small: many games at the same time, White at one of two relays with a wallet and Black
//! at the other, some players silent, some cheating, some of them contracts. Everyone is paid by
//! the rules. `GAMES` is their number.

mod game;
mod plan;

use std::sync::Arc;

use base64::{Engine, prelude::BASE64_STANDARD};
use fastrand::Rng;
use localnet::{Address, BigUint};
use serde_json::Value;

use crate::harness::gateway::{Gateway, Hold};
use crate::harness::nats::Nats;
use crate::harness::program::Program;
use crate::harness::real_games::real_games;
use crate::harness::table::{BLACK, Caller, STAKE, Table, WHITE};
use game::{DayGame, Overtaking};
use plan::{Cheat, KINDS, Kind, Plan};

/// Base and increment of each game's clock, in seconds.
const CLOCK: (u32, u32) = (600, 2);

/// More blocks than an ask and the window of an end take by that clock.
const LONG: u64 = 2_000;

/// The number of games played at the same time.
const AT_ONCE: usize = 50;

/// The player of Black: the account itself in most games, or one of two contracts.
fn black(id: u32, contracts: &[Address; 2]) -> Caller {
    let place = [5, 7].into_iter().position(|place| id % 10 == place);
    Caller {
        player: BLACK,
        through: place.map(|place| contracts[place].clone()),
    }
}

/// The game that a transaction submits to a contract by `play`.
fn game_of(transaction: &[u8], contract: &str) -> Option<u32> {
    let transaction: Value = serde_json::from_slice(transaction).unwrap();
    if transaction["receiver"] != contract {
        return None;
    }
    let data = BASE64_STANDARD
        .decode(transaction["data"].as_str()?)
        .unwrap();
    let data = String::from_utf8(data).unwrap();
    let id = data.strip_prefix("play@")?.split('@').next()?;
    Some(u32::from_str_radix(id, 16).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn everyone_is_paid_by_the_rules() {
    let games = std::env::var("GAMES").map_or(200, |games| games.parse().expect("GAMES, a number"));
    let table = Arc::new(Table::start());
    let friends = Arc::new(table.another());
    let mut rng = Rng::with_seed(7);
    let real = real_games();
    // one of each kind at least
    let kinds = KINDS.into_iter().map(Some).chain(std::iter::repeat(None));
    let contracts = [true, false].map(|is_payable| table.player_contract(is_payable));
    let mut plans: Vec<(Arc<Table>, u32, Plan, Caller)> = vec![];
    for (id, kind) in (1..=games as u32).zip(kinds) {
        let kind = kind.unwrap_or_else(|| Kind::of(&mut rng));
        let plan = Plan::new(kind, &real, &mut rng);
        plans.push((table.clone(), id, plan, black(id, &contracts)));
    }
    // a contract can be paused once in several days: that of a cheat's friend has one game
    let pause = Plan::new(Kind::Cheat(Cheat::Pause), &real, &mut rng);
    plans.push((friends.clone(), 1, pause, BLACK.into()));
    for (table, id, _, black) in &plans {
        table.game_with(black, STAKE, *id, Some(CLOCK));
    }
    let before = table.balances();
    let fees_before = [WHITE, BLACK].map(|player| table.fees(player));
    let nats = Nats::start();
    let calls = Arc::<tokio::sync::Mutex<()>>::default();
    let overtaking = Overtaking::default();
    let gateway = Gateway::start(table.gateway(), Hold::Nothing).await;
    gateway.before_transactions({
        // the gateway lives longer
        let table = Arc::downgrade(&table);
        let (calls, overtaking) = (calls.clone(), overtaking.clone());
        move |transaction| {
            let Some(table) = table.upgrade() else { return };
            let game = game_of(transaction, &table.contract());
            let Some(id) = game else { return };
            let call = overtaking.lock().unwrap().get(&id).cloned();
            if let Some((by, arguments)) = call {
                let _one_at_a_time = calls.blocking_lock();
                table.call(by, 0, "play", &arguments);
                // the folders of a failed day stay
                overtaking.lock().unwrap().remove(&id);
            }
        }
    });
    let mut options = table.settled(&[]);
    options[1] = gateway.url.clone();
    options.extend(["--contract".into(), friends.contract()]);
    // all games are of the same two players
    for limit in ["day", "answer-day", "player", "ask-day", "game"] {
        options.extend([format!("--max-{limit}-fees"), "1000".into()]);
    }
    options.extend(["--max-rate", "100000", "--stake-percent", "100"].map(String::from));
    options.extend(["--nats".into(), nats.url()]);
    let relays = [(); 2].map(|()| Program::start_with(&options));

    let seats = Arc::new(tokio::sync::Semaphore::new(AT_ONCE));
    let mut playing = tokio::task::JoinSet::new();
    for (table, id, plan, black) in plans.clone() {
        let mut urls = [relays[0].url.clone(), relays[1].url.clone()];
        urls.rotate_left(id as usize % 2);
        let seats = seats.clone();
        let game = DayGame {
            table,
            calls: calls.clone(),
            overtaking: overtaking.clone(),
            callers: [WHITE.into(), black],
            urls,
            id,
            plan,
        };
        playing.spawn(async move {
            let _seat = seats.acquire_owned().await.unwrap();
            game.play().await.then_some(id)
        });
    }
    let late: Vec<u32> = playing.join_all().await.into_iter().flatten().collect();
    // a call that needs time gets it once it waits for it on the chain, unless other games' blocks
    // gave it
    for (table, id, plan, _) in &plans {
        if let Some(awaited) = plan.waits_for() {
            let waits = |(state, awaits, ..): (u8, u8, u8, u16)| state != 0 || awaits == awaited;
            table.until(*id, waits).await;
        }
    }
    table.chain.generate_blocks(LONG);
    let mut shares = [0, 0];
    let mut of_contracts = [0, 0];
    for (table, id, plan, black) in &plans {
        table.until(*id, |standing| standing.0 != 0).await;
        let (state, _, reason, plies) = table.standing(*id);
        let (expected_state, expected_reason, stakes) = plan.expected();
        let expected = (expected_state, expected_reason);
        assert_eq!((state, reason), expected, "game {id}, {:?}", plan.kind);
        if plan.kind != Kind::Cheat(Cheat::ResignOnChain) {
            assert_eq!(usize::from(plies), plan.plies(), "game {id}");
        }
        shares[0] += stakes[0];
        let contract = contracts
            .iter()
            .position(|contract| black.through.as_ref() == Some(contract));
        match contract {
            None => shares[1] += stakes[1],
            Some(place) => of_contracts[place] += stakes[1],
        }
    }
    assert!(overtaking.lock().unwrap().is_empty());
    table.chain.generate_blocks(3);
    // only a cheater has paid fees
    for (place, player) in [WHITE, BLACK].into_iter().enumerate() {
        let fees = table.fees(player) - &fees_before[place];
        let expected = &before[place] + BigUint::from(shares[place]) * STAKE - fees;
        assert_eq!(table.balance(player), expected);
    }
    // a payment that fails stays owed, and the contract holds the debts and nothing else
    let [payable, mute] = of_contracts.map(|stakes| BigUint::from(stakes) * STAKE);
    assert_eq!(table.chain.account(&contracts[0]).balance, payable);
    assert_eq!(table.owed(&contracts[1]), mute);
    assert_eq!(table.held(), mute);
    assert_eq!(friends.held(), 0u32.into());
    let expected: usize = plans
        .iter()
        .map(|(_, _, plan, _)| plan.transactions())
        .sum();
    assert_eq!(table.paid_but_unsaid(late).len(), expected);
}
