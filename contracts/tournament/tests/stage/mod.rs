//! Both contracts on a chain in this process.
#![allow(dead_code)] // each test file uses its own part

use chess_tournament::tournament_proxy::{BoardState, ChessTournamentProxy, Format, Phase, Terms};
use multiversx_sc_scenario::imports::*;
use onchain_chess::chess_proxy::{ChessProxy, Side, TimeControl};

pub const DEBUGGER: ExecutorConfig = ExecutorConfig::Debugger;
pub const COMPILED: ExecutorConfig = ExecutorConfig::Custom(localnet::vm::executor);

pub const CHESS_CODE: MxscPath = MxscPath::new("../../../output/onchain-chess.mxsc.json");
pub const CODE: MxscPath = MxscPath::new("../output/chess-tournament.mxsc.json");
pub const CHESS: TestSCAddress = TestSCAddress::new("chess");
pub const TOURNAMENT: TestSCAddress = TestSCAddress::new("tournament");
pub const OWNER: TestAddress = TestAddress::new("owner");
pub const PLAYERS: [TestAddress; 5] = [
    TestAddress::new("anna"),
    TestAddress::new("boris"),
    TestAddress::new("clara"),
    TestAddress::new("david"),
    TestAddress::new("elena"),
];
pub const TOKEN: TestTokenIdentifier = TestTokenIdentifier::new("CHESS-123456");
pub const FEE: u64 = 1_000;
pub const GAS: u64 = 100_000_000;
pub const START: u64 = 1_000_000;
/// Four times the base of a minute, and ten minutes
pub const WINDOW: u64 = 14 * 60_000;
pub const NO_KEY: OptionalValue<ManagedBuffer<StaticApi>> = OptionalValue::None;

/// A call of the tournament contract, with its payment and outcome.
macro_rules! send {
    ($stage:expr, $from:expr, $name:ident($($argument:expr),*) $($more:tt)*) => {
        $stage.world.tx().from($from).to(TOURNAMENT).gas(GAS).typed(ChessTournamentProxy)
            .$name($($argument),*)$($more)*.run()
    };
}

/// A call of the tournament contract that succeeds.
macro_rules! call {
    ($stage:expr, $from:expr, tokens $pay:expr, $name:ident $arguments:tt) => {
        send!($stage, $from, $name $arguments.payment(tokens($pay)))
    };
    ($stage:expr, $from:expr, $pay:expr, $name:ident $arguments:tt) => {
        send!($stage, $from, $name $arguments.payment(egld($pay)))
    };
    ($stage:expr, $from:expr, $name:ident $arguments:tt) => {
        send!($stage, $from, $name $arguments)
    };
}

/// A call that is refused with these words.
#[allow(unused_macros)]
macro_rules! refused {
    ($words:expr, $stage:expr, $from:expr, tokens $pay:expr, $name:ident $arguments:tt) => {
        send!($stage, $from, $name $arguments.payment(tokens($pay)).with_result(ExpectError(4, $words)))
    };
    ($words:expr, $stage:expr, $from:expr, $pay:expr, $name:ident $arguments:tt) => {
        send!($stage, $from, $name $arguments.payment(egld($pay)).with_result(ExpectError(4, $words)))
    };
    ($words:expr, $stage:expr, $from:expr, $name:ident $arguments:tt) => {
        send!($stage, $from, $name $arguments.with_result(ExpectError(4, $words)))
    };
}

/// The answer of one of its views.
macro_rules! ask {
    ($stage:expr, $name:ident($($argument:expr),*)) => {
        $stage.world.query().to(TOURNAMENT).typed(ChessTournamentProxy)
            .$name($($argument),*).returns(ReturnsResult).run()
    };
}

/// Each story in the debugger and with the compiled contracts.
#[allow(unused_macros)]
macro_rules! stories {
    ($($story:ident),*) => {$(
        mod $story {
            #[test]
            fn in_the_debugger() {
                super::$story(super::DEBUGGER);
            }

            #[test]
            fn as_compiled_wasm() {
                super::$story(super::COMPILED);
            }
        }
    )*};
}

/// A call of the chess contract that succeeds.
#[allow(unused_macros)]
macro_rules! chess {
    ($stage:expr, $from:expr, $name:ident($($argument:expr),*)) => {
        $stage.world.tx().from($from).to(CHESS).gas(GAS).typed(ChessProxy)
            .$name($($argument),*).run()
    };
}

pub fn egld(amount: u64) -> Payment<StaticApi> {
    Payment::try_new(TokenId::from("EGLD-000000"), 0, amount).expect("an amount above zero")
}

/// An amount of [`TOKEN`].
pub fn tokens(amount: u64) -> Payment<StaticApi> {
    Payment::try_new(TOKEN, 0, amount).expect("an amount above zero")
}

/// Both contracts, deployed.
pub struct Stage {
    pub world: ScenarioWorld,
    games: usize,
    /// The players' indices, by seed.
    pub names: Vec<usize>,
}

impl Stage {
    pub fn new(executor: ExecutorConfig) -> Self {
        Self::with_balances(executor, FEE, 0)
    }

    /// With this balance of EGLD for each player, and of [`TOKEN`] for everyone.
    pub fn with_balances(executor: ExecutorConfig, balance: u64, tokens: u64) -> Self {
        let mut world = ScenarioWorld::new().executor_config(executor);
        world.set_current_dir_from_workspace("contracts/tournament/scenarios");
        world.register_contract(CHESS_CODE, onchain_chess::ContractBuilder);
        world.register_contract(CODE, chess_tournament::ContractBuilder);
        world.start_trace();
        for account in [OWNER].into_iter().chain(PLAYERS) {
            let balance = if account == OWNER { 1_000 } else { balance };
            let account = world.account(account).nonce(1).balance(balance);
            if tokens > 0 {
                account.esdt_balance(TOKEN, tokens);
            }
        }
        let names = (0..PLAYERS.len()).collect();
        let mut stage = Stage {
            world,
            games: 0,
            names,
        };
        stage.at(1_000);
        let deploy = stage.world.tx().from(OWNER).gas(GAS).typed(ChessProxy);
        let rule = OptionalValue::<chess_record::IllegalMoveRule>::None;
        deploy.init(rule).code(CHESS_CODE).new_address(CHESS).run();
        chess!(stage, OWNER, set_wager(TokenId::from("EGLD-000000"), 1u64));
        chess!(stage, OWNER, unpause());
        let deploy = stage.world.tx().from(OWNER).gas(GAS);
        let deploy = deploy.typed(ChessTournamentProxy).init(CHESS);
        deploy.code(CODE).new_address(TOURNAMENT).run();
        stage
    }

    pub fn at(&mut self, now: u64) {
        // the production VM's scenario files know seconds
        assert_eq!(now % 1_000, 0);
        let now = TimestampSeconds::new(now / 1_000);
        self.world.current_block().block_timestamp_seconds(now);
    }

    /// Opens tournament 1 with 7 of the owner's, and enters this number of players.
    pub fn with_entrants(executor: ExecutorConfig, entrants: usize) -> Self {
        Self::of(executor, terms(), entrants)
    }

    /// The same with these terms.
    pub fn of(executor: ExecutorConfig, terms: Terms<StaticApi>, entrants: usize) -> Self {
        let mut stage = Stage::new(executor);
        call!(stage, OWNER, 7, open(terms));
        for player in &PLAYERS[..entrants] {
            let rating = OptionalValue::Some(1_500u16);
            call!(stage, *player, FEE, enter(1u32, rating));
        }
        stage
    }

    /// A challenge of one seed to another in the chess contract. Returns its game's id.
    pub fn challenge(
        &mut self,
        from: usize,
        to: usize,
        side: Side,
        base: u32,
        engines: bool,
    ) -> usize {
        let players = [from, to].map(|seed| PLAYERS[self.names[seed]]);
        self.challenge_of(players, side, base, engines)
    }

    pub fn challenge_of(
        &mut self,
        [from, to]: [TestAddress; 2],
        side: Side,
        base: u32,
        engines: bool,
    ) -> usize {
        let (to, clock) = (Some(to.to_managed_address()), clock(base));
        chess!(
            self,
            from,
            challenge(to, side, clock, 1u16, engines, NO_KEY)
        );
        self.games += 1;
        self.games
    }

    /// The boards of a round: White, Black, state and points of each.
    pub fn boards(&mut self, round: u8) -> Vec<(usize, usize, BoardState, (u8, u8))> {
        let mut boards = vec![];
        for board in ask!(self, get_round(1u32, round)).boards.iter() {
            let points = (board.white_points, board.black_points);
            boards.push((board.white.into(), board.black.into(), board.state, points));
        }
        boards
    }

    /// The points by seed.
    pub fn points(&mut self, id: u32) -> Vec<u8> {
        let entrants = ask!(self, get_entrants(id)).into_iter();
        let points = entrants.map(|entrant| entrant.into_tuple().1.points);
        points.collect()
    }

    /// The player with the bye of a round.
    pub fn bye(&mut self, round: u8) -> Option<u8> {
        ask!(self, get_round(1u32, round)).bye
    }

    pub fn phase(&mut self) -> Phase {
        ask!(self, get_tournament(1u32)).progress.phase
    }

    /// A player's claim in a tournament.
    pub fn claimable(&mut self, id: u32, player: TestAddress) -> u64 {
        let claim = ask!(self, get_claim(id, player));
        claim.to_u64().expect("a small amount")
    }

    /// Writes the story's scenario file, or compares it with the existing one.
    pub fn ends(mut self, name: &str) {
        let scenarios = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
        let path = format!("{scenarios}/{name}.scen.json");
        // the story runs twice in this process, at the same time
        let (process, thread) = (std::process::id(), std::thread::current().id());
        let new = std::env::temp_dir().join(format!("{name}-{process}-{thread:?}.scen.json"));
        self.world.write_scenario_trace(&new);
        let mut written = std::fs::read_to_string(&new).expect("a trace");
        // the machine in this process counts no gas, and checks only the named accounts
        for (old, new) in [
            (r#""status": "0""#, r#""status": "0", "refund": "*""#),
            (
                "\"checkState\",\n            \"accounts\": {",
                "\"checkState\",\n            \"accounts\": { \"+\": \"\",",
            ),
            (
                "{\n                    \"balance\"",
                "{ \"nonce\": \"*\", \"storage\": \"*\", \"code\": \"*\",\n                    \"balance\"",
            ),
            (
                "\"sc:tournament\": { \"nonce\"",
                "\"sc:tournament\": { \"owner\": \"address:owner\", \"nonce\"",
            ),
            (
                "\"sc:hostile\": { \"nonce\"",
                "\"sc:hostile\": { \"owner\": \"address:owner\", \"nonce\"",
            ),
        ] {
            written = written.replace(old, new);
        }
        let _ = std::fs::remove_file(new);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::create_dir_all(scenarios).expect("a folder");
            std::fs::write(&path, &written).expect("a file");
        }
        let old = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(old == written, "{path}: UPDATE=1 cargo test writes it");
    }
}

/// A clock without an increment.
pub fn clock(base: u32) -> Option<TimeControl> {
    Some(TimeControl { base, increment: 0 })
}

pub fn terms() -> Terms<StaticApi> {
    Terms {
        format: Format::RoundRobin,
        players: 5,
        rounds: 1,
        token: TokenId::from("EGLD-000000"),
        fee: FEE.into(),
        base: 60,
        increment: 0,
        engines: false,
        start: START,
        window: WINDOW,
        prizes: [6_000u16, 3_000, 1_000].into_iter().collect(),
    }
}
