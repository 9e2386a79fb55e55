//! The whole contract in plain Rust: queue, games, clocks, pause, payouts, credits, scores.
//!
//! Written from the README and the Laws, not from the contract's code, and with nothing of the
//! contract's encodings: lists, maps and numbers without bounds.

use std::collections::{BTreeMap, BTreeSet};

use cozy_chess::Color;
use num_bigint::BigUint;

use crate::cast::{Account, Token};
use crate::rules::{self, Key, Move, Position};
use crate::step::{Call, Step};

/// An outcome that isn't success: the status's number on the network, and the words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    pub status: u64,
    pub message: String,
}

/// The contract's own refusal.
const USER_ERROR: u64 = 4;
/// The machine's.
const EXECUTION_FAILED: u64 = 10;

fn refuse<T>(message: &str) -> Result<T, Refusal> {
    Err(Refusal {
        status: USER_ERROR,
        message: message.into(),
    })
}

fn fail<T>(message: &str) -> Result<T, Refusal> {
    Err(Refusal {
        status: EXECUTION_FAILED,
        message: message.into(),
    })
}

fn require(holds: bool, message: &str) -> Result<(), Refusal> {
    if holds { Ok(()) } else { refuse(message) }
}

/// Why a game ended, in the contract's numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reason {
    None,
    Checkmate,
    Resignation,
    Inactivity,
    IllegalMove,
    Stalemate,
    DeadPosition,
    FivefoldRepetition,
    SeventyFiveMoves,
    ThreefoldRepetition,
    FiftyMoves,
    Agreement,
    Pause,
}

impl Reason {
    /// Every way in which a game can end.
    pub const ENDS: [Reason; 12] = [
        Reason::Checkmate,
        Reason::Resignation,
        Reason::Inactivity,
        Reason::IllegalMove,
        Reason::Stalemate,
        Reason::DeadPosition,
        Reason::FivefoldRepetition,
        Reason::SeventyFiveMoves,
        Reason::ThreefoldRepetition,
        Reason::FiftyMoves,
        Reason::Agreement,
        Reason::Pause,
    ];
}

/// A game.
#[derive(Clone)]
pub struct Game {
    pub players: [Account; 2],
    pub position: Position,
    /// Every position since the start, the last included.
    pub seen: Vec<Key>,
    pub moves: Vec<Move>,
    pub last_move_epoch: u64,
    /// How many epochs had gone by without a pause when the player to move began to think.
    pub last_move_running: u64,
    /// Who won, `None` for nobody.
    pub winner: Option<Color>,
    pub reason: Reason,
    pub offer: Option<Color>,
}

impl Game {
    pub fn is_ongoing(&self) -> bool {
        self.reason == Reason::None
    }

    /// 0 ongoing, 1 White won, 2 Black won, 3 drawn.
    pub fn state(&self) -> u8 {
        match (self.is_ongoing(), self.winner) {
            (true, _) => 0,
            (_, Some(Color::White)) => 1,
            (_, Some(Color::Black)) => 2,
            (_, None) => 3,
        }
    }

    pub fn player(&self, color: Color) -> Account {
        self.players[color as usize]
    }

    pub fn on_move(&self) -> Account {
        self.player(self.position.turn)
    }

    /// How often the position on the board has occurred.
    pub fn occurrences(&self) -> usize {
        let now = self.position.key();
        self.seen.iter().filter(|&key| *key == now).count()
    }

    /// Whether a draw can be claimed: FIDE 9.2, 9.3.
    pub fn claim(&self) -> Option<Reason> {
        if self.position.half_moves >= 100 {
            Some(Reason::FiftyMoves)
        } else {
            (self.occurrences() >= 3).then_some(Reason::ThreefoldRepetition)
        }
    }

    /// The moves in canonical binary: two or three bytes each (document 004).
    pub fn canonical(&self) -> Vec<u8> {
        self.moves.iter().flat_map(canonical).collect()
    }
}

fn canonical(m: &Move) -> Vec<u8> {
    let mut bytes = vec![m.from as u8, m.to as u8];
    if let Some(piece) = m.promotion {
        bytes[1] |= 0x40;
        bytes.push(rules::piece_number(piece) - 1);
    }
    bytes
}

/// An event: its name and other topics, and its data.
pub type Event = (Vec<Vec<u8>>, Vec<u8>);

/// A deliberate fault of the model, to show that it is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A winner gets a unit less.
    Payout,
    /// A move lets the opponent's draw offer stand.
    Offer,
    /// Clocks run on while the contract is paused.
    Clock,
    /// Anybody may call an illegal move, at any time.
    Anybody,
}

impl Fault {
    pub const ALL: [Fault; 4] = [Fault::Payout, Fault::Offer, Fault::Clock, Fault::Anybody];
}

/// The contract and everybody's money.
#[derive(Clone)]
pub struct Model {
    pub epoch: u64,
    pub deployed: bool,
    pub rejects: bool,
    pub paused_since: Option<u64>,
    pub paused_epochs: u64,
    pub wager: Option<(Token, BigUint)>,
    pub waiting: Option<Account>,
    pub games: Vec<Game>,
    pub scores: BTreeMap<Account, u64>,
    pub credits: BTreeMap<Account, BigUint>,
    pub balances: BTreeMap<(Account, Token), BigUint>,
    pub frozen: BTreeSet<Account>,
    /// How each account is written as 32 bytes.
    pub addresses: BTreeMap<Account, Vec<u8>>,
    pub fault: Option<Fault>,
    events: Vec<Event>,
}

impl Model {
    /// A world without the contract, in which every account but it has so much of each token.
    pub fn new(addresses: BTreeMap<Account, Vec<u8>>, funds: &BigUint) -> Self {
        let mut balances = BTreeMap::new();
        for account in Account::CALLERS {
            for token in Token::ALL {
                balances.insert((account, token), funds.clone());
            }
        }
        Model {
            epoch: 1_000,
            deployed: false,
            rejects: false,
            paused_since: None,
            paused_epochs: 0,
            wager: None,
            waiting: None,
            games: vec![],
            scores: BTreeMap::new(),
            credits: BTreeMap::new(),
            balances,
            frozen: BTreeSet::new(),
            addresses,
            fault: None,
            events: vec![],
        }
    }

    /// Takes a step. A refused step changes nothing.
    ///
    /// # Errors
    /// The refusal that the step must meet.
    pub fn take(&mut self, step: &Step) -> Result<Vec<Event>, Refusal> {
        // money moves before all is checked, the rest only after
        let (balances, credits) = (self.balances.clone(), self.credits.clone());
        self.events.clear();
        let taken = match step {
            Step::Epochs(epochs) => {
                self.epoch += epochs;
                Ok(())
            }
            Step::Freeze(account, true) => {
                self.frozen.insert(*account);
                Ok(())
            }
            Step::Freeze(account, false) => {
                self.frozen.remove(account);
                Ok(())
            }
            Step::Upgrade(_) => Ok(()),
            Step::Deploy(arguments) => self.deploy(arguments),
            Step::Call(call) => self.call(call),
        };
        if let Err(refusal) = taken {
            (self.balances, self.credits) = (balances, credits);
            return Err(refusal);
        }
        Ok(std::mem::take(&mut self.events))
    }

    fn deploy(&mut self, arguments: &[Vec<u8>]) -> Result<(), Refusal> {
        let rule = match arguments.first() {
            Some(bytes) => number(bytes, 8, "rule")?,
            None => 0,
        };
        require(arguments.len() <= 1, "too many arguments")?;
        require(rule <= 1, "argument decode error (rule): invalid value")?;
        self.deployed = true;
        self.rejects = rule == 1;
        self.paused_since = Some(self.epoch);
        Ok(())
    }

    fn call(&mut self, call: &Call) -> Result<(), Refusal> {
        let has_tokens = call.payments.iter().any(|(token, _)| *token != Token::Egld);
        let frozen = |account| self.frozen.contains(&account);
        let pays_wager_token = call
            .payments
            .iter()
            .any(|(token, _)| *token == Token::Chess);
        if pays_wager_token && (frozen(Account::Chess) || frozen(call.from)) {
            return fail("account is frozen for this esdt token");
        }
        for (token, amount) in &call.payments {
            self.transfer(call.from, Account::Chess, *token, amount);
        }
        if call.function != "joinGame" && !call.payments.is_empty() {
            return fail(match has_tokens || call.payments.len() > 1 {
                true => "function does not accept ESDT payment",
                false => "function does not accept EGLD payment",
            });
        }
        if matches!(call.function, "setWager" | "pause" | "unpause") {
            let owner = call.from == Account::Owner;
            require(owner, "Endpoint can only be called by owner")?;
        }
        let wanted = match call.function {
            // one of them is optional, so they are counted as they are read
            "makeMove" => 0..=usize::MAX,
            "setWager" => 2..=2,
            "joinGame" | "leaveQueue" | "withdraw" | "pause" | "unpause" => 0..=0,
            _ => 1..=1,
        };
        require(
            wanted.contains(&call.arguments.len()),
            "wrong number of arguments",
        )?;
        let by = call.from;
        match call.function {
            "setWager" => self.set_wager(&call.arguments[0], &call.arguments[1]),
            "pause" => self.pause(),
            "unpause" => self.unpause(),
            "joinGame" => self.join(by, &call.payments),
            "leaveQueue" => self.leave_queue(by),
            "withdraw" => self.withdraw(by),
            "makeMove" => {
                let [game, from, to, rest @ ..] = &*call.arguments else {
                    return refuse("too few arguments");
                };
                let game = number(game, 32, "game_id")?;
                let from = number(from, 8, "from")? as u8;
                let to = number(to, 8, "to")? as u8;
                let promotion = match rest.first() {
                    Some(bytes) => {
                        let piece = number(bytes, 8, "promotion")? as u8;
                        require(
                            piece == 0 || rules::promotion(piece).is_some(),
                            "argument decode error (promotion): invalid value",
                        )?;
                        (piece > 0).then_some(piece)
                    }
                    None => None,
                };
                require(rest.len() <= 1, "too many arguments")?;
                self.make_move(by, game, from, to, promotion)
            }
            function => {
                let game = number(&call.arguments[0], 32, "game_id")?;
                match function {
                    "draw" => self.draw(by, game),
                    "claimDraw" => self.claim_draw(by, game),
                    "callIllegalMove" => self.call_illegal_move(by, game),
                    "signalInactivity" => self.signal_inactivity(by, game),
                    "resign" => self.resign(by, game),
                    "reclaimWager" => self.reclaim(by, game),
                    _ => Err(Refusal {
                        status: 1,
                        message: "invalid function (not found)".into(),
                    }),
                }
            }
        }
    }

    // ---- the owner

    fn set_wager(&mut self, token: &[u8], amount: &[u8]) -> Result<(), Refusal> {
        require(self.wager.is_none(), "the wager is already set")?;
        require(is_token(token), "not a token identifier")?;
        let amount = BigUint::from_bytes_be(amount);
        let possible = amount > BigUint::ZERO && amount.bits() <= 255 * 8;
        require(possible, "not a possible wager")?;
        // as the network names EGLD among tokens
        let token = match token {
            b"" | b"EGLD" => Token::Egld.identifier().as_bytes(),
            token => token,
        };
        self.event("wagerSet", vec![token.to_vec()], amount.to_bytes_be());
        let token = Token::named(token).expect("histories name tokens that exist");
        self.wager = Some((token, amount));
        Ok(())
    }

    fn pause(&mut self) -> Result<(), Refusal> {
        require(self.paused_since.is_none(), "already paused")?;
        self.paused_since = Some(self.epoch);
        self.event("paused", vec![], vec![]);
        Ok(())
    }

    fn unpause(&mut self) -> Result<(), Refusal> {
        let Some(since) = self.paused_since else {
            return refuse("not paused");
        };
        require(self.wager.is_some(), "set the wager first")?;
        self.paused_since = None;
        if self.fault != Some(Fault::Clock) {
            self.paused_epochs += self.epoch - since;
        }
        self.event("unpaused", vec![], vec![]);
        Ok(())
    }

    fn require_running(&self) -> Result<(), Refusal> {
        require(self.paused_since.is_none(), "the contract is paused")
    }

    pub fn is_long_pause(&self) -> bool {
        self.paused_since
            .is_some_and(|since| self.epoch - since > 30)
    }

    // ---- the queue

    fn join(&mut self, by: Account, payments: &[(Token, BigUint)]) -> Result<(), Refusal> {
        self.require_running()?;
        let wager = self.wager.clone().expect("it runs");
        require(*payments == [wager], "pay exactly the wager")?;
        let Some(white) = self.waiting else {
            self.waiting = Some(by);
            self.event("queueJoined", vec![self.address(by)], vec![]);
            return Ok(());
        };
        require(white != by, "you are already waiting")?;
        self.waiting = None;
        let position = Position::start();
        self.games.push(Game {
            players: [white, by],
            seen: vec![position.key()],
            position,
            moves: vec![],
            last_move_epoch: self.epoch,
            last_move_running: self.running(),
            winner: None,
            reason: Reason::None,
            offer: None,
        });
        let topics = vec![id(self.games.len()), self.address(white), self.address(by)];
        self.event("gameStarted", topics, vec![]);
        Ok(())
    }

    fn leave_queue(&mut self, by: Account) -> Result<(), Refusal> {
        if !self.is_long_pause() {
            self.require_running()?;
        }
        require(self.waiting == Some(by), "you are not waiting")?;
        self.waiting = None;
        self.event("queueLeft", vec![self.address(by)], vec![]);
        self.pay(by, 1, by);
        Ok(())
    }

    fn withdraw(&mut self, by: Account) -> Result<(), Refusal> {
        if !self.is_long_pause() {
            self.require_running()?;
        }
        let Some(amount) = self.credits.remove(&by) else {
            return refuse("nothing is owed to you");
        };
        require(self.deliver(by, &amount, by), "it could not be delivered")?;
        self.event("withdrawn", vec![self.address(by)], amount.to_bytes_be());
        Ok(())
    }

    // ---- the game

    /// Epochs that have gone by outside of pauses.
    fn running(&self) -> u64 {
        self.epoch - self.paused_epochs
    }

    pub fn is_late(&self, game: &Game) -> bool {
        self.running() - game.last_move_running > 1
    }

    fn ongoing(&self, game: u64) -> Result<usize, Refusal> {
        let index = game.wrapping_sub(1) as usize;
        let Some(game) = self.games.get(index) else {
            return refuse("no such game");
        };
        require(game.is_ongoing(), "the game is over")?;
        Ok(index)
    }

    fn color(&self, index: usize, by: Account) -> Result<Color, Refusal> {
        let game = &self.games[index];
        match game.players.iter().position(|&player| player == by) {
            Some(0) => Ok(Color::White),
            Some(_) => Ok(Color::Black),
            None => refuse("you don't play this game"),
        }
    }

    fn on_move(&self, by: Account, game: u64) -> Result<usize, Refusal> {
        let index = self.ongoing(game)?;
        let color = self.color(index, by)?;
        let game = &self.games[index];
        require(color == game.position.turn, "not your turn")?;
        require(!self.is_late(game), "your time is over")?;
        Ok(index)
    }

    fn make_move(
        &mut self,
        by: Account,
        game: u64,
        from: u8,
        to: u8,
        promotion: Option<u8>,
    ) -> Result<(), Refusal> {
        self.require_running()?;
        let index = self.on_move(by, game)?;
        let position = self.games[index].position.clone();
        let (Some(from), Some(to)) = (rules::square(from), rules::square(to)) else {
            return refuse("squares go from 0 (a8) to 63 (h1)");
        };
        let mover = position.turn;
        let own = position.at(from).is_some_and(|(_, color)| color == mover);
        require(own, "no piece of yours on that square")?;
        require(position.reach(from).has(to), "that piece can't go there")?;
        let piece = match (position.promotes(from, to), promotion) {
            (false, None) => None,
            (false, Some(_)) => return refuse("nothing promotes there"),
            (true, None) => rules::promotion(1),
            (true, Some(number)) => rules::promotion(number),
        };
        let m = Move {
            from,
            to,
            promotion: piece,
        };
        let next = position.after(m);
        let leaves_king = next.in_check(mover);
        require(
            !(leaves_king && self.rejects),
            "your king would be attacked",
        )?;

        let (epoch, running, fault) = (self.epoch, self.running(), self.fault);
        let game = &mut self.games[index];
        game.seen.push(next.key());
        game.position = next;
        game.moves.push(m);
        game.last_move_epoch = epoch;
        game.last_move_running = running;
        if game.offer == Some(!mover) && fault != Some(Fault::Offer) {
            game.offer = None;
        }
        let topics = vec![id(index + 1), self.address(by)];
        self.event("moveMade", topics, canonical(&m));
        if leaves_king {
            return Ok(());
        }
        let game = &self.games[index];
        let position = &game.position;
        let (winner, reason) = if position.legal_pairs().is_empty() {
            match position.in_check(position.turn) {
                true => (Some(mover), Reason::Checkmate),
                false => (None, Reason::Stalemate),
            }
        } else if position.is_dead() {
            (None, Reason::DeadPosition)
        } else if position.half_moves >= 150 {
            (None, Reason::SeventyFiveMoves)
        } else if game.occurrences() >= 5 {
            (None, Reason::FivefoldRepetition)
        } else {
            return Ok(());
        };
        self.end(index, winner, reason, by);
        Ok(())
    }

    fn draw(&mut self, by: Account, game: u64) -> Result<(), Refusal> {
        self.require_running()?;
        let index = self.ongoing(game)?;
        let color = self.color(index, by)?;
        if self.games[index].offer == Some(!color) {
            self.end(index, None, Reason::Agreement, by);
            return Ok(());
        }
        let offered = self.games[index].offer == Some(color);
        require(!offered, "you have already offered a draw")?;
        self.games[index].offer = Some(color);
        self.event("drawOffered", vec![id(index + 1), self.address(by)], vec![]);
        Ok(())
    }

    fn claim_draw(&mut self, by: Account, game: u64) -> Result<(), Refusal> {
        self.require_running()?;
        let index = self.on_move(by, game)?;
        let Some(reason) = self.games[index].claim() else {
            return refuse("neither a threefold repetition nor 50 moves");
        };
        self.end(index, None, reason, by);
        Ok(())
    }

    fn call_illegal_move(&mut self, by: Account, game: u64) -> Result<(), Refusal> {
        self.require_running()?;
        let index = match self.fault {
            Some(Fault::Anybody) => self.ongoing(game)?,
            _ => self.on_move(by, game)?,
        };
        let position = &self.games[index].position;
        let caller = position.turn;
        require(
            position.in_check(!caller),
            "your opponent's king is not attacked",
        )?;
        self.end(index, Some(caller), Reason::IllegalMove, by);
        Ok(())
    }

    fn signal_inactivity(&mut self, by: Account, game: u64) -> Result<(), Refusal> {
        self.require_running()?;
        let index = self.ongoing(game)?;
        let color = self.color(index, by)?;
        let game = &self.games[index];
        require(game.position.turn != color, "it is your own turn")?;
        require(self.is_late(game), "your opponent still has time")?;
        let winner = (!game.position.has_bare_king(color)).then_some(color);
        self.end(index, winner, Reason::Inactivity, by);
        Ok(())
    }

    fn resign(&mut self, by: Account, game: u64) -> Result<(), Refusal> {
        self.require_running()?;
        let index = self.ongoing(game)?;
        let color = self.color(index, by)?;
        self.end(index, Some(!color), Reason::Resignation, by);
        Ok(())
    }

    fn reclaim(&mut self, by: Account, game: u64) -> Result<(), Refusal> {
        let long = self.is_long_pause();
        require(long, "only when a pause has outlasted 30 epochs")?;
        let index = self.ongoing(game)?;
        self.color(index, by)?;
        self.end(index, None, Reason::Pause, by);
        Ok(())
    }

    fn end(&mut self, index: usize, winner: Option<Color>, reason: Reason, by: Account) {
        let game = &mut self.games[index];
        game.winner = winner;
        game.reason = reason;
        game.offer = None;
        let data = vec![game.state(), reason as u8];
        let players = game.players;
        let topics = vec![
            id(index + 1),
            self.address(players[0]),
            self.address(players[1]),
        ];
        self.event("gameEnded", topics, data);
        for (color, player) in Color::ALL.into_iter().zip(players) {
            let share = match winner {
                Some(winner) => 2 * (winner == color) as u32,
                None => 1,
            };
            if share > 0 {
                *self.scores.entry(player).or_default() += u64::from(share);
                self.pay(player, share, by);
            }
        }
    }

    // ---- money

    /// Pays wagers out, or credits them.
    fn pay(&mut self, to: Account, wagers: u32, caller: Account) {
        let (_, wager) = self.wager.clone().expect("somebody has paid it");
        let mut amount = wager * wagers;
        if self.fault == Some(Fault::Payout) && wagers == 2 {
            amount -= 1u32;
        }
        if !self.deliver(to, &amount, caller) {
            *self.credits.entry(to).or_default() += &amount;
            self.event("credited", vec![self.address(to)], amount.to_bytes_be());
        }
    }

    /// A transfer out of the contract, if the network lets it through.
    fn deliver(&mut self, to: Account, amount: &BigUint, caller: Account) -> bool {
        let (token, _) = self.wager.clone().expect("somebody has paid it");
        let frozen = |account| token == Token::Chess && self.frozen.contains(&account);
        if frozen(to) || frozen(Account::Chess) || to == Account::Mute && caller != to {
            return false;
        }
        self.transfer(Account::Chess, to, token, amount);
        true
    }

    fn transfer(&mut self, from: Account, to: Account, token: Token, amount: &BigUint) {
        let account = self.balances.entry((from, token)).or_default();
        assert!(*account >= *amount, "{from} has too little {token:?}");
        *account -= amount;
        *self.balances.entry((to, token)).or_default() += amount;
    }

    pub fn balance(&self, account: Account, token: Token) -> BigUint {
        self.balances
            .get(&(account, token))
            .cloned()
            .unwrap_or_default()
    }

    /// What the contract must have: the waiting wager, two for each ongoing game, all credits.
    pub fn held(&self) -> BigUint {
        let Some((_, wager)) = &self.wager else {
            return BigUint::ZERO;
        };
        let ongoing = self.games.iter().filter(|game| game.is_ongoing()).count();
        let wagers = 2 * ongoing + self.waiting.is_some() as usize;
        wager * wagers + self.credits.values().sum::<BigUint>()
    }

    pub fn address(&self, account: Account) -> Vec<u8> {
        self.addresses[&account].clone()
    }

    fn event(&mut self, name: &str, topics: Vec<Vec<u8>>, data: Vec<u8>) {
        let mut all = vec![name.as_bytes().to_vec()];
        all.extend(topics);
        self.events.push((all, data));
    }
}

fn id(game: usize) -> Vec<u8> {
    crate::step::argument(game as u64)
}

/// A number of so many bits, as the framework takes it: big-endian, at most eight bytes.
fn number(bytes: &[u8], bits: u32, name: &str) -> Result<u64, Refusal> {
    let value = BigUint::from_bytes_be(bytes);
    let Ok(value) = u64::try_from(value) else {
        return fail("argument out of range");
    };
    if value >> bits > 0 {
        return refuse(&format!("argument decode error ({name}): input too long"));
    }
    Ok(value)
}

/// Whether this names EGLD (no name at all does, to the framework) or an ESDT: a ticker of 3 to 10 capitals and digits, a hyphen and six
/// characters from 0 to 9 and a to f.
fn is_token(name: &[u8]) -> bool {
    if matches!(name, b"" | b"EGLD") {
        return true;
    }
    let Some(hyphen) = name.len().checked_sub(7) else {
        return false;
    };
    let (ticker, random) = (&name[..hyphen], &name[hyphen..]);
    let capital = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    let hexadecimal = |byte: &u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte);
    (3..=10).contains(&ticker.len())
        && ticker.iter().all(capital)
        && random[0] == b'-'
        && random[1..].iter().all(hexadecimal)
}
