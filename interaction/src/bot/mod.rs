//! A player that is a program: many games at once, by signature, through one relay.
//!
//! [`Bot`] opens challenges, accepts those that fit and finds its games again on the chain; each
//! game has a thread, which is a [`seat`]. A seat's [`table`] has the state of the game and finds the
//! next message, and [`brain`] chooses the moves.

mod brain;
mod jobs;
mod offers;
mod seat;
mod table;
mod tournaments;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use chess_record::GameState;
use multiversx_sc_scenario::imports::*;
use multiversx_sc_snippets::sdk::wallet::Wallet;
use onchain_chess::chess_proxy::{Challenge, Side, TimeControl};
use signed_play::KEY_LEN;

pub use brain::Brain;
use jobs::Jobs;
use offers::Offers;
use seat::Seat;
use table::{Due, Table};
pub use tournaments::Enters;
use tournaments::Hall;

use crate::amount::Amount;
use crate::calls::proxy;
use crate::challenge::Terms;
use crate::chess_table::GameView;
use crate::network::Failure;
use crate::network::client::Client;
use crate::signed::{KeyFolder, SignedGame, Signer};
use crate::time_control::now_millis;
use crate::views::stake;

/// The time between two looks at the chain for the bot's games.
const ROUND: Duration = Duration::from_secs(1);

/// The time between two looks for opponents.
const LOOKS_FOR_OPPONENTS: Duration = Duration::from_secs(2);

/// How long it opens no challenges after it has taken some back, or failed to open one. Otherwise each
/// accepted game could make it open and close all of them, and pay for that.
const CLOSED_FOR: Duration = Duration::from_secs(60);

/// The most games of one opponent that it accepts at the same time, so that others find a seat.
const MOST_OF_ONE: usize = 2;

/// How long it waits before it tries again to get a game's key that another program has.
const HELD_BACK_FOR: Duration = Duration::from_secs(20);

/// How long a bot leaves the first word on the next round to its opponent by default.
pub const BEGINS_AFTER: Duration = Duration::from_secs(60);

/// The number of the newest games that it searches for challenges, and of its own newest games that it
/// searches for running ones.
const LOOKED_THROUGH: usize = 200;

/// The terms that a bot offers and accepts.
#[derive(Clone)]
pub struct Options {
    /// The gateway of the chain.
    pub gateway: String,
    /// The relay, `ws://127.0.0.1:8090/play`.
    pub relay: String,
    /// The clocks of its own open challenges, one each, and of the challenges that it accepts.
    pub clocks: Vec<TimeControl>,
    /// Each player's stake for a round, in its own challenges and in those that it accepts; `None` for
    /// none.
    pub stake: Option<Amount>,
    /// The rounds of its own challenges, and the most rounds of those that it accepts.
    pub rounds: u16,
    /// Whether its own challenges let both players use a chess program.
    pub engines: bool,
    /// The most games at the same time.
    pub games: usize,
    /// How long it leaves the first word on the next round to its opponent, if it could have it itself.
    pub begins_after: Duration,
    /// The tournaments that it enters, `None` for none.
    pub tournaments: Option<Enters>,
}

/// A bot.
pub struct Bot {
    client: Client,
    wallet: Wallet,
    keys: KeyFolder,
    brain: Arc<Mutex<Brain>>,
    options: Options,
    /// Other bots, whose open challenges it leaves to people; `None`: the relay hasn't named them yet.
    bots: Option<Vec<Address>>,
    /// The games that it plays, with their opponents.
    playing: HashMap<usize, Address>,
    /// The games that it can't play by signature: a key is missing, or is stored elsewhere.
    foreign: HashSet<usize>,
    /// The games whose key it couldn't get and the challenges that it couldn't accept, with the time and
    /// the reason. It tries again later.
    held_back: HashMap<usize, (Instant, String)>,
    /// A key that no game has. The contract refused the call that named it; or the call failed otherwise
    /// with this nonce: then the key is free only while the account still has the nonce, since the
    /// network executes one of two calls with the same nonce.
    unused_key: Option<([u8; KEY_LEN], Option<u64>)>,
    /// Its own open challenges.
    offers: Offers,
    hall: Hall,
    /// Whether it has looked through all of its games once.
    has_looked_back: bool,
    jobs: Jobs,
    /// When it last looked for opponents.
    looked: Option<Instant>,
    /// When it last took challenges back, or failed to open one.
    closed: Option<Instant>,
    log: Arc<dyn Fn(&str) + Send + Sync>,
}

impl Bot {
    /// A bot that plays from a wallet. `keys`: the folder with the keys of its games and the messages that
    /// they have signed. `bots`: other bots; `None`: it asks the relay for them before it looks for
    /// opponents. `log`: receives its actions, in words.
    pub fn new(
        client: Client,
        wallet: Wallet,
        keys: KeyFolder,
        brain: Brain,
        options: Options,
        bots: Option<Vec<Address>>,
        log: Arc<dyn Fn(&str) + Send + Sync>,
    ) -> Self {
        Bot {
            client,
            wallet,
            keys,
            brain: Arc::new(Mutex::new(brain)),
            options,
            bots,
            playing: HashMap::new(),
            foreign: HashSet::new(),
            held_back: HashMap::new(),
            unused_key: None,
            offers: Offers::default(),
            hall: Hall::default(),
            has_looked_back: false,
            jobs: Jobs::default(),
            looked: None,
            closed: None,
            log,
        }
    }

    /// Plays until the program ends. It reports failures and tries again.
    pub fn run(mut self) -> ! {
        let mut last = String::new();
        loop {
            match self.round() {
                // only a round that looked for opponents has tried everything
                Ok(true) => last.clear(),
                Ok(false) => {}
                Err(failure) => {
                    let words = failure.to_string();
                    if words != last {
                        (self.log)(&words);
                        last = words;
                    }
                }
            }
            thread::sleep(ROUND);
        }
    }

    /// Does the current work. Returns whether it has also looked for opponents.
    fn round(&mut self) -> Result<bool, Failure> {
        self.carry_out_all();
        self.sit_down()?;
        let is_time = self
            .looked
            .is_none_or(|at| at.elapsed() >= LOOKS_FOR_OPPONENTS);
        if is_time {
            self.looked = Some(Instant::now());
            let found = self.find_opponents();
            found.and(self.visit_tournaments())?;
        }
        Ok(is_time)
    }

    fn hear_jobs(&mut self) {
        for game in self.jobs.hear() {
            self.playing.remove(&game);
        }
    }

    /// Carries out the games' requests, one for each game.
    fn carry_out_all(&mut self) {
        self.hear_jobs();
        for game in self.jobs.games() {
            // the call before may have taken long
            self.hear_jobs();
            if let Some(due) = self.jobs.take(game) {
                self.carry_out(game, due);
            }
        }
    }

    fn carry_out(&mut self, game: usize, due: Due) {
        let signal = proxy().signal_inactivity(game).data;
        let played = due
            .play
            .map(|call| self.client.play(&self.wallet, game, &call));
        let called = match played {
            None | Some(Err(Failure::Refused { .. })) if due.signal => {
                self.client.call(&self.wallet, signal)
            }
            Some(played) => played,
            None => return,
        };
        match called {
            Ok(receipt) => (self.log)(&format!("submitted: {}", receipt.hash)),
            // the relay was first, or it isn't time yet
            Err(Failure::Refused { .. }) => {}
            Err(failure) => (self.log)(&failure.to_string()),
        }
    }

    /// Plays the running games. The first time it looks through all of its games: some may be older than
    /// the newest ones.
    fn sit_down(&mut self) -> Result<(), Failure> {
        if !self.has_looked_back {
            self.look_back()?;
        }
        let own = ManagedAddress::<StaticApi>::from(&self.wallet.to_address());
        let call = proxy().ongoing_games(own, 0usize, LOOKED_THROUGH).data;
        let (_, games) = self.client.page(call)?;
        for game in games {
            self.sit_down_if_new(&game)?;
        }
        Ok(())
    }

    fn look_back(&mut self) -> Result<(), Failure> {
        for game in self.client.all_games_of(&self.wallet.to_address())? {
            if game.state == GameState::Open {
                let id = game.game_id as usize;
                let challenge = self.client.snapshot(id, 0)?.challenge;
                if challenge.as_ref().is_none_or(|it| it.opponent.is_none()) {
                    let clock = challenge.and_then(|challenge| challenge.clock);
                    self.offers.add(id, clock);
                }
            }
            self.sit_down_if_new(&game)?;
        }
        self.has_looked_back = true;
        Ok(())
    }

    fn sit_down_if_new(&mut self, game: &GameView) -> Result<(), Failure> {
        let id = game.game_id as usize;
        let is_new = !self.playing.contains_key(&id) && !self.foreign.contains(&id);
        let is_new = is_new && !self.is_held_back(id);
        match game.state == GameState::Ongoing && is_new {
            true => self.sit_down_at(id),
            false => Ok(()),
        }
    }

    fn is_held_back(&self, id: usize) -> bool {
        let held_back = self.held_back.get(&id);
        held_back.is_some_and(|(at, _)| at.elapsed() < HELD_BACK_FOR)
    }

    /// Its key of a game. A missing key is no network failure: other games continue.
    fn key_of(&mut self, id: usize, of_chain: &SignedGame, is_white: bool) -> Option<Signer> {
        let [white, black] = &of_chain.keys;
        let words = match self.keys.find(if is_white { white } else { black }) {
            Ok(Some(signer)) => {
                self.held_back.remove(&id);
                return Some(signer);
            }
            Ok(None) => {
                self.foreign.insert(id);
                "its key isn't kept here".to_owned()
            }
            Err(words) => words,
        };
        let before = self.held_back.insert(id, (Instant::now(), words.clone()));
        if before.is_none_or(|(_, before)| before != words) {
            (self.log)(&format!("game {id} can't be played: {words}"));
        }
        None
    }

    fn sit_down_at(&mut self, id: usize) -> Result<(), Failure> {
        let snapshot = self.client.snapshot(id, 0)?;
        // the node is behind: the bot finds the game again
        if snapshot.game.state != GameState::Ongoing {
            return Ok(());
        }
        let of_chain = SignedGame::of_chain(&self.client.contracts.chess, id as u32, &snapshot);
        let Some(of_chain) = of_chain else {
            (self.log)(&format!("game {id} can't be played: it has no keys"));
            self.foreign.insert(id);
            return Ok(());
        };
        let [white, black] = [&snapshot.game.white_player, &snapshot.game.black_player];
        let is_white = white.to_address() == self.wallet.to_address();
        let opponent = if is_white { black } else { white }.to_address();
        let Some(signer) = self.key_of(id, &of_chain, is_white) else {
            return Ok(());
        };
        let first = of_chain.in_round(0, 0);
        let seat = Seat {
            id,
            table: Table::new(first, snapshot.game.rounds, signer, now_millis()),
            brain: self.brain.clone(),
            options: self.options.clone(),
            contracts: self.client.contracts.clone(),
            chain: relay::Chain::new(&self.options.gateway, vec![]),
            looks_every: seat::LOOKS_EVERY,
            jobs: self.jobs.sender(),
            log: self.log.clone(),
        };
        thread::Builder::new()
            .name(format!("game {id}"))
            .spawn(move || seat.run())
            .map_err(|error| Failure::Network(error.to_string()))?;
        (self.log)(&format!("plays game {id}"));
        self.playing.insert(id, opponent);
        Ok(())
    }

    /// Accepts challenges that fit, and keeps one of its own open for each clock. With its most games
    /// it takes its challenges back. It leaves a challenge to others if its maker could have accepted the
    /// bot's instead.
    fn find_opponents(&mut self) -> Result<(), Failure> {
        if self.bots.is_none() {
            self.bots = Some(bots_of(&self.options.relay)?);
        }
        let call = proxy().open_challenges(0usize, LOOKED_THROUGH).data;
        let (_, challenges) = self.client.page::<Challenge<StaticApi>>(call)?;
        let own = self.wallet.to_address();
        let shown: Vec<_> = challenges.iter().map(|it| it.game_id as usize).collect();
        self.offers.forget_others(&shown);
        self.accept_fitting(&challenges, &own)?;
        let client = &self.client;
        self.offers
            .retain::<Failure>(|id| match shown.contains(&id) {
                true => Ok(true),
                false => Ok(client.snapshot(id, 0)?.game.state == GameState::Open),
            })?;
        if self.playing.len() < self.options.games {
            if self.closed.is_some_and(|at| at.elapsed() < CLOSED_FOR) {
                return Ok(());
            }
            let mut missing = self.offers.missing(&self.options.clocks).into_iter();
            let opened = missing.try_for_each(|clock| self.challenge(clock));
            if opened.is_err() {
                self.closed = Some(Instant::now());
            }
            return opened;
        }
        let open = self.offers.ids();
        if !open.is_empty() {
            self.closed = Some(Instant::now());
        }
        open.into_iter().try_for_each(|id| self.take_back(id))
    }

    /// Notes which challenges are its own, and accepts those that fit.
    fn accept_fitting(
        &mut self,
        challenges: &[Challenge<StaticApi>],
        own: &Address,
    ) -> Result<(), Failure> {
        let is_own = |it: &&Challenge<StaticApi>| it.challenger.to_address() == *own;
        let (mine, others): (Vec<_>, Vec<_>) = challenges.iter().partition(is_own);
        // a tournament's challenge names its opponent
        for challenge in mine.iter().filter(|it| it.opponent.is_none()) {
            self.offers.add(challenge.game_id as usize, challenge.clock);
        }
        let mut outcome = Ok(());
        for challenge in others {
            let (id, clock) = (challenge.game_id as usize, challenge.clock);
            let is_to_anyone = challenge.opponent.is_none();
            let is_elses = is_to_anyone && self.offers.are_passed_over(id, clock);
            let has_room = self.playing.len() < self.options.games;
            let board = self.hall.board_of(challenge, own);
            let is_wanted = board.is_some() || has_room && !is_elses && self.fits(challenge, own);
            if !is_wanted || self.is_held_back(id) {
                continue;
            }
            // each call takes a while, and a failed one must not stop the others
            self.carry_out_all();
            match self.accept(challenge) {
                Ok(is_accepted) => {
                    if let Some(board) = board.filter(|_| is_accepted) {
                        self.hall.accept(board, id);
                    }
                    // the node is behind and doesn't show the game yet, so the count is too low
                    if is_accepted && !self.playing.contains_key(&id) {
                        break;
                    }
                }
                Err(failure) => {
                    self.held_back
                        .insert(id, (Instant::now(), failure.to_string()));
                    outcome = Err(failure);
                }
            }
        }
        outcome
    }

    fn take_back(&mut self, id: usize) -> Result<(), Failure> {
        let call = proxy().cancel_challenge(id).data;
        match self.client.call(&self.wallet, call) {
            Ok(_) => (self.log)(&format!("takes challenge {id} back")),
            // someone has accepted it in the meantime
            Err(Failure::Refused { .. }) => {}
            Err(failure) => return Err(failure),
        }
        Ok(())
    }

    fn challenge(&mut self, clock: TimeControl) -> Result<(), Failure> {
        let terms = Terms {
            opponent: None,
            side: Side::Drawn,
            clock: Some(clock),
            stake: self.options.stake.clone(),
            rounds: self.options.rounds,
            engines: self.options.engines,
        };
        if let Some(id) = self.open(&terms)? {
            self.offers.add(id, Some(clock));
        }
        Ok(())
    }

    /// Opens a challenge. Returns its game.
    fn open(&mut self, terms: &Terms) -> Result<Option<usize>, Failure> {
        let key = self.new_key()?;
        let opened = self.client.challenge(&self.wallet, terms, Some(&key.0));
        let receipt = opened.inspect_err(|failure| self.keep_unused(key, failure))?;
        let id = receipt.game_id("challenged");
        if let Some(id) = id {
            (self.log)(&format!("opens challenge {id}"));
        }
        Ok(id)
    }

    /// A key for one game, and the nonce of the call that names it.
    fn new_key(&mut self) -> Result<([u8; KEY_LEN], u64), Failure> {
        let nonce = self.client.network.next_nonce(&self.wallet)?;
        let unused = self.unused_key.take();
        match unused.filter(|(_, of)| of.is_none_or(|of| of == nonce)) {
            Some((key, _)) => Ok((key, nonce)),
            None => Ok((self.keys.make().map_err(Failure::Network)?.public(), nonce)),
        }
    }

    /// Stores the key of a failed call. A refused call has left the key unused.
    fn keep_unused(&mut self, (key, nonce): ([u8; KEY_LEN], u64), failure: &Failure) {
        let of = match failure {
            Failure::Refused { .. } => None,
            Failure::Network(_) => Some(nonce),
        };
        self.unused_key = Some((key, of));
    }

    /// Whether it accepts a challenge: one on its terms to the bot itself or, unless it is another bot's,
    /// to anyone.
    fn fits(&self, challenge: &Challenge<StaticApi>, own: &Address) -> bool {
        let options = &self.options;
        let challenger = challenge.challenger.to_address();
        let is_for_it = match &challenge.opponent {
            Some(opponent) => opponent.to_address() == *own,
            None => !self.bots.iter().flatten().any(|bot| *bot == challenger),
        };
        let staked = stake(&challenge.token, &challenge.stake);
        let stake_fits = staked == options.stake && (staked.is_none() || challenge.engines);
        let of_this_one = self.playing.values().filter(|other| **other == challenger);
        is_for_it
            && of_this_one.count() < MOST_OF_ONE
            && !challenge.key.is_empty()
            && challenge
                .clock
                .is_some_and(|clock| options.clocks.contains(&clock))
            && stake_fits
            && challenge.rounds <= options.rounds
    }

    /// Accepts a challenge. Returns false if someone else was first.
    fn accept(&mut self, challenge: &Challenge<StaticApi>) -> Result<bool, Failure> {
        let id = challenge.game_id as usize;
        let stake = stake(&challenge.token, &challenge.stake);
        let payment = stake.map(|stake| stake.times(challenge.rounds.into()));
        let key = self.new_key()?;
        let accepted = self
            .client
            .accept(&self.wallet, id, payment.as_ref(), Some(&key.0));
        match accepted.inspect_err(|failure| self.keep_unused(key, failure)) {
            Ok(_) => {
                (self.log)(&format!("accepts challenge {id}"));
                // the bot finds it among its games later
                if let Err(failure) = self.sit_down_at(id) {
                    (self.log)(&failure.to_string());
                }
                Ok(true)
            }
            // someone else was first
            Err(Failure::Refused { message, .. }) => {
                (self.log)(&format!("game {id}: {message}"));
                Ok(false)
            }
            Err(failure) => Err(failure),
        }
    }
}

/// How long the relay has to name the bots: in the meantime the bot submits nothing.
const NAMES_WITHIN: Duration = Duration::from_secs(5);

/// The bots that a relay names.
///
/// # Errors
/// The relay doesn't say.
pub fn bots_of(relay: &str) -> Result<Vec<Address>, String> {
    let page = relay.replacen("ws", "http", 1);
    let page = page.strip_suffix("/play").unwrap_or(&page);
    let asked = ureq::get(format!("{page}/bots")).config();
    let asked = asked.timeout_global(Some(NAMES_WITHIN)).build().call();
    let unreachable = |error: ureq::Error| format!("cannot reach the relay {relay}: {error}");
    let mut answer = asked.map_err(unreachable)?;
    let named: Vec<relay::BotName> = answer.body_mut().read_json().map_err(unreachable)?;
    let address = |bot: relay::BotName| {
        let address = Bech32Address::try_from_bech32_string(bot.address);
        let address = address.map_err(|error| format!("a bot that {relay} names: {error}"))?;
        Ok(address.into_address())
    };
    named.into_iter().map(address).collect()
}

#[cfg(test)]
mod adversary;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Network;
    use crate::network::client::Contracts;
    use tournaments::tests::{CLOCK, challenge};

    #[test]
    fn a_staked_challenge_fits_only_if_it_allows_programs() {
        let net = localnet::spawn().expect("a chain");
        let [chess, views, other] = [1, 2, 3].map(|byte| Address::from([byte; 32]));
        let client = Client {
            network: Network::connect(&net.url(), false).expect("a network"),
            contracts: Contracts { chess, views },
        };
        let key = net.chain.wallets()[0].secret_hex();
        let wallet = Wallet::from_private_key(&key).expect("a key");
        let own = wallet.to_address();
        let options = Options {
            gateway: net.url(),
            relay: String::new(),
            clocks: vec![CLOCK],
            stake: None,
            rounds: 1,
            engines: true,
            games: 1,
            begins_after: BEGINS_AFTER,
            tournaments: None,
        };
        let keys = KeyFolder::at("keys".into());
        let brain = Brain::new("1", &[], 1).expect("a level");
        let (bots, log) = (Some(vec![]), Arc::new(|_: &str| {}));
        let mut bot = Bot::new(client, wallet, keys, brain, options, bots, log);
        for (stake, fits_without_programs) in [(None, true), (Some(Amount::egld(5u32)), false)] {
            let mut challenge = challenge(&other, &own);
            if let Some(stake) = &stake {
                challenge.token = ManagedBuffer::from(stake.token.as_str());
                challenge.stake = 5u32.into();
            }
            bot.options.stake = stake;
            assert!(bot.fits(&challenge, &own));
            challenge.engines = false;
            assert_eq!(bot.fits(&challenge, &own), fits_without_programs);
        }
    }
}
