//! Both contracts under the network's rules: in three shards, with contracts that refuse payments, and
//! tokens that their managers freeze or pause.

use chess_model::chain::{Account, Token};
use chess_model::step::{Step, argument, ready};
use chess_soak::world::{Builds, World};
use chess_tournament::tournament_proxy::{Board, Entrant, Round, Standing, Terms, Tournament};
use multiversx_sc_scenario::imports::*;
use multiversx_sc_scenario::multiversx_sc::codec::TopDecodeMulti;

/// The balance of each account in each token at first.
pub const BALANCE: u64 = 1_000_000_000;

/// Four times the base of a minute, and ten minutes.
pub const WINDOW: u64 = 14 * 60_000;

/// Both contracts, deployed.
pub struct Hall {
    world: World,
    games: usize,
    /// The players by seed.
    pub players: Vec<Account>,
}

impl Hall {
    pub fn new() -> Self {
        let mut world = World::new(Builds::read().expect("make build"), &BALANCE.into());
        for step in ready(false, Token::Egld, argument(1)) {
            world.take(&step).expect("the chess contract");
        }
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/output/chess-tournament.wasm");
        let code = std::fs::read(file).expect("make build");
        let chess = world.address(Account::Chess).to_vec();
        let at = world.address(Account::Tournament).clone();
        let deployed = world.deploy(at, code, vec![chess]);
        assert!(deployed.result_status.is_success(), "{deployed}");
        Hall {
            world,
            games: 0,
            players: vec![],
        }
    }

    /// Milliseconds of block time, and the epoch.
    pub fn at(&mut self, now: u64, epoch: u64) {
        self.world.begin_at(now, epoch, 6_000);
    }

    /// Takes a step of a history.
    pub fn take(&mut self, step: &Step) {
        self.world.take(step).expect("no call");
    }

    /// Everything between shards arrives: payouts, and those that are sent back.
    pub fn arrive(&mut self) {
        for _ in 0..3 {
            self.take(&Step::Arrive);
        }
    }

    /// Calls a contract.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn call(
        &mut self,
        from: Account,
        to: Account,
        function: &str,
        arguments: Vec<Vec<u8>>,
        payment: Option<(Token, u64)>,
    ) -> Result<Vec<Vec<u8>>, String> {
        let payment = payment.map(|(token, amount)| (token, amount.into()));
        let payment = payment.as_slice();
        let done = self.world.call_of(from, to, function, arguments, payment);
        match done.result_status.is_success() {
            true => Ok(done.result_values),
            false => Err(done.result_message),
        }
    }

    /// Calls the chess contract.
    pub fn chess(
        &mut self,
        from: Account,
        function: &str,
        numbers: &[u64],
    ) -> Result<Vec<Vec<u8>>, String> {
        let numbers = numbers.iter().map(|&number| argument(number)).collect();
        self.call(from, Account::Chess, function, numbers, None)
    }

    /// Calls the contract of tournaments.
    pub fn tournament(
        &mut self,
        from: Account,
        function: &str,
        numbers: &[u64],
        payment: Option<(Token, u64)>,
    ) -> Result<Vec<Vec<u8>>, String> {
        let numbers = numbers.iter().map(|&number| argument(number)).collect();
        self.call(from, Account::Tournament, function, numbers, payment)
    }

    /// Opens a tournament.
    pub fn open(&mut self, by: Account, terms: &Terms<StaticApi>) {
        let mut bytes = vec![];
        terms.top_encode(&mut bytes).expect("terms");
        let opened = self.call(by, Account::Tournament, "open", vec![bytes], None);
        opened.expect("a tournament");
    }

    /// A challenge between two seeds in the chess contract: its game, unless it is refused.
    /// `side`: 0 White, 1 Black, 2 drawn by lot, which contracts may not ask for.
    pub fn challenge(&mut self, [from, to]: [usize; 2], side: u64, base: u32) -> Option<usize> {
        let opponent = self.world.address(self.players[to]).as_bytes();
        let opponent = [&[1], opponent].concat();
        let clock = [&[1], &base.to_be_bytes()[..], &[0; 4]].concat();
        let terms = vec![opponent, argument(side), clock, argument(1), vec![]];
        let from = self.players[from];
        let made = self.call(from, Account::Chess, "challenge", terms, None);
        self.games += usize::from(made.is_ok());
        made.is_ok().then_some(self.games)
    }

    fn view<T: TopDecodeMulti>(&mut self, view: &str, arguments: Vec<Vec<u8>>) -> T {
        let contract = self.world.address(Account::Tournament).clone();
        let mut asked = self.world.query_of(contract, view, arguments);
        assert!(asked.result_status.is_success(), "{view}: {asked}");
        T::multi_decode(&mut asked.result_values).expect("as in the ABI")
    }

    pub fn show(&mut self, id: u64) -> Tournament<StaticApi> {
        self.view("getTournament", vec![argument(id)])
    }

    /// The boards of a round.
    pub fn boards(&mut self, id: u64, round: u8) -> Vec<Board> {
        let of = vec![argument(id), vec![round]];
        let round: Round<StaticApi> = self.view("getRound", of);
        round.boards.iter().map(|board| board.clone()).collect()
    }

    /// The points by seed.
    pub fn points(&mut self, id: u64) -> Vec<u8> {
        type Entrants = MultiValueVec<MultiValue2<Entrant<StaticApi>, Standing>>;
        let entrants: Entrants = self.view("getEntrants", vec![argument(id)]);
        let entrants = entrants.into_vec().into_iter();
        entrants
            .map(|entrant| entrant.into_tuple().1.points)
            .collect()
    }

    /// The amount that an account can claim.
    pub fn claimable(&mut self, id: u64, player: Account) -> u64 {
        let player = self.world.address(player).to_vec();
        self.view("getClaim", vec![argument(id), player])
    }

    pub fn balance(&self, account: Account, token: Token) -> u64 {
        let balance = self.world.balance(account, token);
        balance.try_into().expect("a small amount")
    }
}
