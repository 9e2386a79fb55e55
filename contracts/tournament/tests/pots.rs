//! Random tournaments: what the players and sponsors claim is the pot, to the unit, and each prize is
//! what the rules give. The contract runs natively, beside the chess contract.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

#[macro_use]
mod stage;

use chess_tournament::tournament_proxy::{ChessTournamentProxy, Format, Phase, Terms};
use multiversx_sc_scenario::imports::*;
use onchain_chess::chess_proxy::Side;
use stage::*;

/// A new chain after this many, as accounts' storage only grows.
const A_CHAIN: u64 = 50;

/// The balance of each player at first.
const BALANCE: u64 = 10_000_000;

/// How many tournaments a run of all tests plays.
const TOURNAMENTS: u64 = 200;

/// Shares that add up to 10,000 and don't increase.
fn prizes(random: &mut fastrand::Rng) -> Vec<u16> {
    let places = random.usize(1..=8);
    let mut left = 10_000u16;
    let mut shares: Vec<u16> = vec![];
    for place in 0..places {
        let after = (places - place) as u16;
        let most = shares.last().copied().unwrap_or(10_000).min(left);
        let least = left.div_ceil(after);
        let share = match after {
            1 => left,
            _ => random.u16(least..=most),
        };
        if share == 0 {
            break;
        }
        shares.push(share);
        left -= share;
    }
    shares
}

/// The prizes by the rules, by seed: places with equal points share their prizes equally, shares without
/// a player go to all in proportion, and the first place has the rest.
fn rules(pot: u64, shares: &[u16], points: &[u8]) -> Vec<u64> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by_key(|&seed| (u8::MAX - points[seed], seed));
    let share = |place: usize| shares.get(place).copied().map_or(0, u64::from);
    let given: u64 = (0..points.len()).map(share).sum();
    let mut prizes = vec![0; points.len()];
    for &seed in &order {
        let equal = (0..order.len()).filter(|&place| points[order[place]] == points[seed]);
        let together: u64 = equal.clone().map(share).sum();
        prizes[seed] = pot * together / (given * equal.count() as u64);
    }
    prizes[order[0]] += pot - prizes.iter().sum::<u64>();
    prizes
}

struct Random {
    stage: Stage,
    random: fastrand::Rng,
    now: u64,
    id: u32,
    /// The balance of each player.
    balances: [u64; PLAYERS.len()],
}

impl Random {
    /// Pays a random contribution into the pot, perhaps.
    fn sponsor(&mut self, pot: &mut u64) {
        let amount = self.random.u64(1..1_000);
        if self.random.bool() {
            let from = self.random.usize(..PLAYERS.len());
            call!(self.stage, PLAYERS[from], amount, sponsor(self.id));
            self.balances[from] -= amount;
            *pot += amount;
        }
    }

    /// A round in which some players open a challenge, which is all that is played.
    fn round(&mut self, round: u8) {
        for (at, (white, black, ..)) in self.stage.boards_of(self.id, round).into_iter().enumerate()
        {
            if self.random.u8(..3) > 0 {
                let game = self.stage.challenge(white, black, Side::White, 60, false) as u32;
                call!(self.stage, OWNER, report(self.id, at as u8 + 1, game));
            }
        }
        self.now += WINDOW;
        self.stage.at(self.now);
    }

    fn tournament(&mut self) {
        self.id += 1;
        let before = self.balances;
        let (fee, rounds) = (self.random.u64(0..1_000), self.random.u8(2..=3));
        let shares = prizes(&mut self.random);
        self.now += 2_000;
        let start = self.now;
        let terms = Terms {
            format: Format::Swiss,
            rounds,
            fee: fee.into(),
            start,
            prizes: shares.iter().copied().collect(),
            ..terms()
        };
        self.stage.at(start - 1_000);
        call!(self.stage, PLAYERS[4], open(terms));
        let (mut pot, mut paid) = (0, vec![]);
        self.sponsor(&mut pot);
        let entrants = self.random.usize(0..=PLAYERS.len());
        for (player, account) in PLAYERS.into_iter().enumerate().take(entrants) {
            self.enter(player, fee);
            if self.random.u8(..8) == 0 {
                call!(self.stage, account, leave(self.id));
            } else {
                self.balances[player] -= fee;
                paid.push(player);
                pot += fee;
            }
        }
        self.stage.at(start);
        call!(self.stage, OWNER, next(self.id));
        let is_played = paid.len() >= 3;
        for round in 1..=if is_played { rounds } else { 0 } {
            self.sponsor(&mut pot);
            self.stage.names = paid.clone();
            self.round(round);
            call!(self.stage, OWNER, next(self.id));
        }
        self.stage.world.check_account(TOURNAMENT).balance(pot);
        let points = self.stage.points(self.id);
        for player in PLAYERS {
            if self.stage.claimable(self.id, player) > 0 {
                call!(self.stage, player, claim(self.id));
            }
        }
        self.stage.world.check_account(TOURNAMENT).balance(0u64);
        match is_played {
            true => {
                for (&player, prize) in paid.iter().zip(rules(pot, &shares, &points)) {
                    self.balances[player] += prize;
                }
            }
            false => self.balances = before,
        }
        for (player, balance) in PLAYERS.into_iter().zip(self.balances) {
            self.stage.world.check_account(player).balance(balance);
        }
        let phase = self.stage.phase_of(self.id);
        let expected = if is_played {
            Phase::Ended
        } else {
            Phase::Cancelled
        };
        assert_eq!(phase, expected);
    }

    fn enter(&mut self, player: usize, fee: u64) {
        let rating = OptionalValue::<u16>::None;
        match fee {
            0 => {
                call!(self.stage, PLAYERS[player], enter(self.id, rating));
            }
            fee => {
                call!(self.stage, PLAYERS[player], fee, enter(self.id, rating));
            }
        }
    }
}

/// `TOURNAMENTS=20000 cargo test -p chess-tournament --test pots` plays more.
#[test]
fn the_claims_are_the_pot() {
    let count = std::env::var("TOURNAMENTS").ok();
    let count = count.map_or(TOURNAMENTS, |count| count.parse().expect("a number"));
    let (mut played, mut seed) = (0, 0);
    while played < count {
        seed += 1;
        let mut stage = Stage::with_balances(DEBUGGER, BALANCE, 0);
        stage.at(1_000);
        let random = fastrand::Rng::with_seed(seed);
        let mut run = Random {
            stage,
            random,
            now: 1_000,
            id: 0,
            balances: [BALANCE; PLAYERS.len()],
        };
        for _ in 0..A_CHAIN.min(count - played) {
            run.tournament();
            played += 1;
        }
    }
    println!("{played} tournaments");
}
