//! Random tournaments of honest players and adversaries, with pauses by the chess contract's owner, and
//! a stranger who calls `next` at every moment. No honest player gets less than the rules give, each
//! prize is what the rules give, and what the players and sponsors claim is the pot, to the unit.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

#[macro_use]
mod stage;
mod table;

use chess_tournament::tournament_proxy::{ChessTournamentProxy, Format, Phase, Terms};
use multiversx_sc_scenario::imports::*;
use onchain_chess::chess_proxy::ChessProxy;
use stage::*;
use table::{Clock, Table};

/// A new chain after this many, as accounts' storage only grows.
const A_CHAIN: u64 = 50;

/// The balance of each player at first.
const BALANCE: u64 = 10_000_000;

/// The number of steps in a window. Each is longer than a player's clock.
const STEPS: u64 = 12;

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
    epoch: u64,
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

    /// Plays a round until it is closed. False: the tournament is cancelled, because the owner of the
    /// chess contract has paused it for more than 30 epochs.
    fn round(&mut self, round: u8, honest: &[bool]) -> bool {
        let boards = self.stage.boards_of(self.id, round);
        let mut tables: Vec<Table> = (1..)
            .zip(boards)
            .map(|(number, (white, black, ..))| {
                let honest = [honest[white], honest[black]];
                Table::new(self.id, number, [white, black], honest)
            })
            .collect();
        let (mut begin, mut step) = (self.begin(), 0);
        loop {
            self.pass(begin + step * WINDOW / STEPS);
            for table in &mut tables {
                let (now, random) = (self.now, &mut self.random);
                table.step(&mut self.stage, random, Clock { now, begin, round });
            }
            if self.moves_on() {
                for table in &tables {
                    table.check(&mut self.stage, round);
                }
                return true;
            }
            step += 1;
            assert!(step <= 2 * STEPS, "a round ends after two windows");
            if step < STEPS && self.random.u8(..100) == 0 {
                if self.pause() {
                    return false;
                }
                (begin, step) = (self.begin(), 0);
            }
        }
    }

    /// The chess contract's owner pauses it. True: the pause was long enough to cancel the tournament.
    fn pause(&mut self) -> bool {
        self.epoch += 6;
        self.stage.world.current_block().block_epoch(self.epoch);
        chess!(self.stage, OWNER, pause());
        let is_long = self.random.u8(..4) == 0;
        if is_long {
            self.epoch += 31;
            self.stage.world.current_block().block_epoch(self.epoch);
        }
        assert_eq!(self.moves_on(), is_long);
        chess!(self.stage, OWNER, unpause());
        is_long
    }

    /// When the running round's window began.
    fn begin(&mut self) -> u64 {
        let query = self.stage.world.query().to(TOURNAMENT);
        let query = query.typed(ChessTournamentProxy).get_tournament(self.id);
        query.returns(ReturnsResult).run().progress.paired
    }

    /// A stranger's `next`, which holds only when it is due.
    fn moves_on(&mut self) -> bool {
        let tx = self.stage.world.tx().from(OWNER).to(TOURNAMENT).gas(GAS);
        let call = tx.typed(ChessTournamentProxy).next(self.id);
        call.returns(ReturnsStatus).run() == 0
    }

    fn pass(&mut self, now: u64) {
        self.now = now;
        self.stage.at(now);
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
        self.stage.names = paid.clone();
        let honest: Vec<bool> = paid.iter().map(|_| self.random.u8(..3) > 0).collect();
        let mut is_played = paid.len() >= 3;
        for round in 1..=rounds {
            if is_played {
                self.sponsor(&mut pot);
                is_played = self.round(round, &honest);
            }
        }
        self.stage.world.check_account(TOURNAMENT).balance(pot);
        let points = self.stage.points(self.id);
        let over = "the tournament has ended";
        refused!(over, self.stage, PLAYERS[0], 1, sponsor(self.id));
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
        let executor = [DEBUGGER, COMPILED][seed as usize % 2].clone();
        let mut stage = Stage::with_balances(executor, BALANCE, 0);
        stage.at(1_000);
        let random = fastrand::Rng::with_seed(seed);
        let mut run = Random {
            stage,
            random,
            now: 1_000,
            epoch: 0,
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
