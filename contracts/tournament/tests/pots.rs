//! Random tournaments of honest players and adversaries, with pauses by the chess contract's owner, and
//! a stranger who calls `next` at every moment. No honest player gets fewer points than the rules give,
//! each prize is right, and the claims of players and sponsors add up to the pot, to the unit. Some
//! claim while they cannot be paid, which holds nobody else up and costs them nothing.

#![allow(clippy::too_many_lines, reason = "a test tells its story in one piece")]

mod hall;
mod table;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use chess_model::chain::{Account, Token};
use chess_model::step::Step;
use chess_tournament::tournament_proxy::{Format, Phase, Terms};
use hall::{BALANCE, Hall, WINDOW};
use multiversx_sc_scenario::imports::{StaticApi, TokenId};
use table::{Clock, Table};

/// A new chain after this many, as accounts' storage only grows.
const A_CHAIN: u64 = 50;

/// The number of steps in a window. Each is longer than a player's clock.
const STEPS: u64 = 12;

/// The number of tournaments that a run of all tests plays.
const TOURNAMENTS: u64 = 200;

/// The most players of a tournament.
const MOST: usize = 5;

/// Of three shards.
const PLAYERS: [Account; 7] = [
    Account::Alice,
    Account::Bob,
    Account::Carol,
    Account::Stranger,
    Account::Machine,
    Account::Mute,
    NEVER_PAID,
];

/// A contract of another shard that refuses every payment.
const NEVER_PAID: Account = Account::Remote;

/// Amounts by account.
type Amounts = BTreeMap<Account, u64>;

/// The outcome of a claim.
#[derive(Clone, Copy, PartialEq)]
enum Claim {
    Paid,
    Refused,
    /// By the account's shard.
    SentBack,
}

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
    hall: Hall,
    random: fastrand::Rng,
    now: u64,
    epoch: u64,
    id: u64,
    /// Of the tournament's fee and prizes.
    token: Token,
    balances: BTreeMap<(Account, Token), u64>,
    /// The contract's debts to [`NEVER_PAID`].
    kept: BTreeMap<Token, u64>,
}

impl Random {
    fn new(random: fastrand::Rng) -> Self {
        let balances =
            PLAYERS.map(|player| Token::FUNGIBLE.map(|token| ((player, token), BALANCE)));
        Random {
            hall: Hall::new(),
            random,
            now: 1_000,
            epoch: 0,
            id: 0,
            token: Token::Egld,
            balances: balances.into_iter().flatten().collect(),
            kept: BTreeMap::new(),
        }
    }

    fn balance(&mut self, player: Account) -> &mut u64 {
        self.balances.entry((player, self.token)).or_default()
    }

    /// Pays into the pot.
    fn pay(&mut self, from: Account, function: &str, amount: u64, paid: &mut Amounts) {
        let payment = (amount > 0).then_some((self.token, amount));
        let done = self.hall.tournament(from, function, &[self.id], payment);
        done.expect("a payment");
        *self.balance(from) -= amount;
        *paid.entry(from).or_default() += amount;
    }

    /// Pays a random contribution, perhaps.
    fn sponsor(&mut self, paid: &mut Amounts) {
        if self.random.bool() {
            let from = PLAYERS[self.random.usize(..PLAYERS.len())];
            let amount = self.random.u64(1..1_000);
            self.pay(from, "sponsor", amount, paid);
        }
    }

    /// Plays a round until it is closed. False: the tournament is cancelled, because the owner of the
    /// chess contract has paused it for more than 30 epochs.
    fn round(&mut self, round: u8, honest: &[bool]) -> bool {
        let boards = self.hall.boards(self.id, round);
        let mut tables: Vec<Table> = (1..)
            .zip(boards)
            .map(|(number, board)| {
                let seats = [board.white, board.black].map(usize::from);
                Table::new(self.id, number, seats, seats.map(|seat| honest[seat]))
            })
            .collect();
        let (mut begin, mut step) = (self.begin(), 0);
        loop {
            self.pass(begin + step * WINDOW / STEPS);
            for table in &mut tables {
                let (now, random) = (self.now, &mut self.random);
                table.step(&mut self.hall, random, Clock { now, begin, round });
            }
            if self.moves_on() {
                for table in &tables {
                    table.check(&mut self.hall, round);
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
        self.pass(self.now);
        let pause = self.hall.chess(Account::Owner, "pause", &[]);
        pause.expect("a pause");
        let is_long = self.random.u8(..4) == 0;
        if is_long {
            self.epoch += 31;
            self.pass(self.now);
        }
        assert_eq!(self.moves_on(), is_long);
        let end = self.hall.chess(Account::Owner, "unpause", &[]);
        end.expect("its end");
        is_long
    }

    /// When the running round's window began.
    fn begin(&mut self) -> u64 {
        self.hall.show(self.id).progress.paired
    }

    /// A stranger's `next`, which succeeds only when it is due.
    fn moves_on(&mut self) -> bool {
        let next = [self.id];
        let next = self.hall.tournament(Account::Owner, "next", &next, None);
        next.is_ok()
    }

    fn pass(&mut self, now: u64) {
        self.now = now;
        self.hall.at(now, self.epoch);
    }

    fn tournament(&mut self) {
        self.id += 1;
        self.token = [Token::Egld, Token::Chess][self.random.usize(..2)];
        let (fee, rounds) = (self.random.u64(0..1_000), self.random.u8(2..=3));
        let shares = prizes(&mut self.random);
        let start = self.now + 2_000;
        let mut players = PLAYERS;
        self.random.shuffle(&mut players);
        let terms: Terms<StaticApi> = Terms {
            format: Format::Swiss,
            players: MOST as u8,
            rounds,
            token: TokenId::from(self.token.identifier()),
            fee: fee.into(),
            base: 60,
            increment: 0,
            engines: false,
            start,
            window: WINDOW,
            prizes: shares.iter().copied().collect(),
        };
        self.pass(start - 1_000);
        self.hall.open(players[0], &terms);
        let (mut paid, mut sent_back) = (Amounts::new(), 0);
        self.sponsor(&mut paid);
        let entrants = self.random.usize(0..=MOST);
        self.hall.players.clear();
        for player in players.into_iter().take(entrants) {
            self.pay(player, "enter", fee, &mut paid);
            if self.random.u8(..8) > 0 {
                self.hall.players.push(player);
                continue;
            }
            let left = self.hall.tournament(player, "leave", &[self.id], None);
            left.expect("an entrant");
            self.hall.arrive();
            *paid.entry(player).or_default() -= fee;
            match player {
                NEVER_PAID => sent_back = fee,
                _ => *self.balance(player) += fee,
            }
        }
        self.pass(start);
        assert!(self.moves_on(), "a start");
        let players = self.hall.players.clone();
        let honest: Vec<bool> = players.iter().map(|_| self.random.u8(..3) > 0).collect();
        let mut is_played = players.len() >= 3;
        for round in 1..=rounds {
            if is_played {
                self.sponsor(&mut paid);
                is_played = self.round(round, &honest);
            }
        }
        let (over, one) = ("the tournament has ended", Some((self.token, 1)));
        let sponsor = [self.id];
        let late = self
            .hall
            .tournament(Account::Owner, "sponsor", &sponsor, one);
        assert_eq!(late, Err(over.into()));
        let points = self.hall.points(self.id);
        let mut due = match is_played {
            true => {
                let pot = paid.values().sum();
                players
                    .into_iter()
                    .zip(rules(pot, &shares, &points))
                    .collect()
            }
            false => paid,
        };
        *due.entry(NEVER_PAID).or_default() += sent_back;
        self.all_claim(due);
        let phase = self.hall.show(self.id).progress.phase;
        let phases = [Phase::Cancelled, Phase::Ended];
        assert_eq!(phase, phases[usize::from(is_played)]);
    }

    /// Everyone claims, some while their token is frozen or paused, perhaps only once their payout is
    /// in flight to another shard; then everyone claims again.
    fn all_claim(&mut self, mut due: Amounts) {
        let token = self.token;
        let has_manager = token != Token::Egld;
        let is_paused = has_manager && self.random.u8(..4) == 0;
        let is_paused_late = has_manager && self.random.u8(..4) == 0;
        let mut frozen = PLAYERS.to_vec();
        frozen.retain(|_| has_manager && self.random.u8(..4) == 0);
        for &player in &frozen {
            self.hall.take(&Step::Freeze(player, token, true));
        }
        self.claim(&mut due, [is_paused, is_paused_late], &frozen);
        for &player in &frozen {
            self.hall.take(&Step::Freeze(player, token, false));
        }
        self.claim(&mut due, [false, false], &[]);
        *self.kept.entry(token).or_default() += due.remove(&NEVER_PAID).unwrap_or_default();
        assert!(due.is_empty(), "not paid: {due:?}");
    }

    /// Everyone claims, and is paid if they can be. `paused`: whether the token is, when they claim,
    /// and when payouts arrive in other shards.
    fn claim(&mut self, due: &mut Amounts, paused: [bool; 2], frozen: &[Account]) {
        let (id, token) = (self.id, self.token);
        let [is_paused, is_paused_late] = paused;
        self.hall.take(&Step::PauseToken(token, is_paused));
        due.retain(|_, amount| *amount > 0);
        let mut players = PLAYERS;
        self.random.shuffle(&mut players);
        for player in players {
            let amount = due.get(&player).copied().unwrap_or_default();
            assert_eq!(self.hall.claimable(id, player), amount, "of {player}");
            let (is_frozen, is_there) = (frozen.contains(&player), player.is_elsewhere());
            let expected = match () {
                () if amount == 0 || is_paused || is_frozen && !is_there => Claim::Refused,
                () if player == NEVER_PAID || is_frozen => Claim::SentBack,
                () if is_paused_late && is_there => Claim::SentBack,
                () => Claim::Paid,
            };
            let claim = self.hall.tournament(player, "claim", &[id], None);
            assert_eq!(
                claim.is_ok(),
                expected != Claim::Refused,
                "{player}: {claim:?}"
            );
            if expected == Claim::Paid {
                due.remove(&player);
                *self.balance(player) += amount;
            }
        }
        self.hall.take(&Step::PauseToken(token, is_paused_late));
        self.hall.arrive();
        self.hall.take(&Step::PauseToken(token, false));
        for player in PLAYERS {
            let left = due.get(&player).copied().unwrap_or_default();
            assert_eq!(self.hall.claimable(id, player), left, "of {player}");
            assert_eq!(
                self.hall.balance(player, token),
                *self.balance(player),
                "of {player}"
            );
        }
        let kept = self.kept.get(&token).copied().unwrap_or_default();
        let held = self.hall.balance(Account::Tournament, token);
        assert_eq!(held, kept + due.values().sum::<u64>());
    }
}

/// `make soak` plays more: `TOURNAMENTS` of them, with a `SEED`, and no further chain after `MINUTES`.
#[test]
fn the_claims_are_the_pot() {
    let number = |name: &str| -> Option<u64> {
        let text = std::env::var(name).ok().filter(|text| !text.is_empty());
        text.map(|text| text.parse().expect("a number"))
    };
    let count = number("TOURNAMENTS").unwrap_or(TOURNAMENTS);
    let seed = number("SEED").unwrap_or(1);
    let most = number("MINUTES").map(|minutes| Duration::from_secs(60 * minutes));
    let (start, mut played) = (Instant::now(), 0);
    for chain in 0u64.. {
        if played == count || most.is_some_and(|most| start.elapsed() >= most) {
            break;
        }
        println!("chain {chain} of seed {seed}");
        StaticApi::reset();
        let mut run = Random::new(fastrand::Rng::with_seed(seed ^ chain << 20));
        for _ in 0..A_CHAIN.min(count - played) {
            run.tournament();
            played += 1;
        }
    }
    let seconds = start.elapsed().as_secs();
    println!("{played} tournaments with seed {seed}, {seconds} s");
}
