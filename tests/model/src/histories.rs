//! Random calls of everybody, right and wrong, with time and pauses in between: after each call
//! the contract has to the unit what it owes.

use std::collections::BTreeMap;

use ed25519_dalek::SigningKey;
use fastrand::Rng;

use crate::chain::{Account, Call, Chain, Clock, DAY, Game, Refusal, Stake, State, Token};
use crate::rules::{Move, Position, number, piece_number};
use crate::signing::{Action, secret};
use crate::transcript;

/// What the histories came to: how often which call was taken, and how often refused for what.
#[derive(Default, Debug)]
pub struct Counts {
    pub taken: BTreeMap<&'static str, u64>,
    pub refused: BTreeMap<Refusal, u64>,
}

/// Runs so many histories of so many steps.
///
/// # Errors
/// The money invariant doesn't hold: the history's seed, and the call.
pub fn campaign(seed: u64, histories: u64, steps: usize) -> Result<Counts, String> {
    let mut counts = Counts::default();
    for seed in seed..seed + histories {
        let mut history = History::new(seed);
        for _ in 0..steps {
            history.step(&mut counts)?;
        }
    }
    Ok(counts)
}

struct History {
    seed: u64,
    rng: Rng,
    chain: Chain,
    /// The keys that have been named.
    secrets: Vec<SigningKey>,
}

impl History {
    fn new(seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        let mut chain = Chain::new(rng.bool(), [600, 6_000][rng.usize(..2)], 1 << 100);
        chain.coin = rng.bool();
        let token = Token::ALL[rng.usize(..3)];
        for call in [Call::SetWager(token, 10), Call::Unpause] {
            let ready = chain.call(Account::Owner, &call, None);
            assert_eq!(ready, Ok(()), "{call:?}");
        }
        let secrets: Vec<SigningKey> = (0..3).map(|_| secret(&mut rng)).collect();
        let wager = chain.wager;
        // a game with keys to begin with
        for (by, secret) in [Account::Alice, Account::Bob].into_iter().zip(&secrets) {
            let key = Some(secret.verifying_key().to_bytes());
            let joined = chain.call(by, &Call::Join { key }, wager);
            assert_eq!(joined, Ok(()), "{by:?}");
        }
        History {
            seed,
            secrets,
            rng,
            chain,
        }
    }

    fn step(&mut self, counts: &mut Counts) -> Result<(), String> {
        if self.rng.u8(..6) == 0 {
            let ms = [1_000, 60_000, 400_000, DAY, 3 * DAY, 35 * DAY];
            let most = ms[self.rng.usize(..6)];
            self.chain.time.now_ms += self.rng.u64(..most);
        }
        if self.rng.u8(..20) == 0 {
            let who = (self.account(), Token::ALL[self.rng.usize(..3)]);
            if !self.chain.unpayable.remove(&who) {
                self.chain.unpayable.insert(who);
            }
        }
        let (by, call, payment) = self.any_call();
        match self.chain.call(by, &call, payment) {
            Ok(()) => *counts.taken.entry(name(&call)).or_default() += 1,
            Err(refusal) => *counts.refused.entry(refusal).or_default() += 1,
        }
        let owed = self.chain.owed();
        for token in Token::ALL {
            let of = |money: &BTreeMap<Token, u128>| money.get(&token).copied().unwrap_or(0);
            let (has, owes) = (of(&self.chain.purse), of(&owed));
            if has != owes {
                let seed = self.seed;
                return Err(format!(
                    "history {seed}, {call:?}: the contract has {has} of {token:?}, owes {owes}"
                ));
            }
        }
        Ok(())
    }

    fn account(&mut self) -> Account {
        Account::ALL[self.rng.usize(..Account::ALL.len())]
    }

    fn key(&mut self) -> Option<[u8; 32]> {
        match self.rng.u8(..8) {
            0 => None,
            1 => Some([0; 32]),
            _ => Some(self.secrets[self.rng.usize(..3)].verifying_key().to_bytes()),
        }
    }

    fn any_call(&mut self) -> (Account, Call, Option<Stake>) {
        let games = self.chain.games.len() as u32;
        let game = match self.rng.u8(..20) {
            0 => games + 1,
            _ => self.rng.u32(1..=games),
        };
        let by = self.account();
        let kind = match (self.chain.time.is_paused(), self.rng.u8(..30)) {
            (true, 0..12) => 1,
            (_, kind) => kind,
        };
        let wager = self.chain.wager.filter(|_| self.rng.u8(..10) > 0);
        match kind {
            0 => (Account::Owner, Call::Pause, None),
            1 => (Account::Owner, Call::Unpause, None),
            2 => (by, Call::Leave, None),
            3 | 4 => (by, Call::Join { key: self.key() }, wager),
            5 => self.challenge(by),
            6 | 7 => {
                let stake = self.chain.game(game).and_then(|game| game.stake);
                let key = self.key();
                (by, Call::Accept { game, key }, stake)
            }
            8 if self.rng.bool() => (by, Call::CancelChallenge(game), None),
            9 | 10 => (self.player(game, by), Call::Draw(game), None),
            11 => (self.player(game, by), Call::ClaimDraw(game), None),
            12 => (self.player(game, by), Call::CallIllegalMove(game), None),
            13 | 14 => (by, Call::SignalInactivity(game), None),
            15 if self.rng.bool() => (self.player(game, by), Call::Resign(game), None),
            16 => (self.player(game, by), Call::ReclaimWager(game), None),
            17 | 18 => (by, Call::Withdraw, None),
            19..24 => self.make_move(game, by),
            _ => (by, self.play(game), None),
        }
    }

    fn challenge(&mut self, by: Account) -> (Account, Call, Option<Stake>) {
        let stake = (self.rng.u8(..4) > 0).then(|| Stake {
            token: Token::ALL[self.rng.usize(..3)],
            amount: self.rng.u128(1..1_000),
        });
        let clock = self.rng.bool().then(|| Clock {
            base: [29, 30, 300, 30 * 86_400, 30 * 86_400 + 1][self.rng.usize(..5)],
            increment: [0, 5, 86_400, 86_401][self.rng.usize(..4)],
        });
        let call = Call::Challenge {
            opponent: self.rng.bool().then(|| self.account()),
            side: self.rng.u8(..4),
            clock,
            key: self.key(),
        };
        (by, call, stake)
    }

    /// Mostly a player of the game, who is to move.
    fn player(&mut self, game: u32, other: Account) -> Account {
        match self.chain.game(game) {
            Some(game) if game.state != State::Open && self.rng.u8(..5) > 0 => {
                game.players[game.turn() as usize].unwrap_or(other)
            }
            _ => other,
        }
    }

    fn make_move(&mut self, id: u32, other: Account) -> (Account, Call, Option<Stake>) {
        let by = self.player(id, other);
        let chosen = match self.chain.game(id) {
            Some(game) => {
                let position = game.position().clone();
                self.legal_move(&position)
            }
            None => None,
        };
        let (from, to, promotion) = match chosen {
            Some(m) if self.rng.u8(..12) > 0 => {
                (number(m.from), number(m.to), m.promotion.map(piece_number))
            }
            _ => (self.rng.u8(..66), self.rng.u8(..66), None),
        };
        let call = Call::Move {
            game: id,
            from,
            to,
            promotion,
        };
        (by, call, None)
    }

    fn legal_move(&mut self, position: &Position) -> Option<Move> {
        let (from, to) = self.rng.choice(position.legal_pairs())?;
        let promotion = position
            .promotes(from, to)
            .then_some(cozy_chess::Piece::Knight);
        Some(Move {
            from,
            to,
            promotion,
        })
    }

    /// A game by signature that goes on from the chain's, mostly, and is spoiled now and then.
    fn play(&mut self, id: u32) -> Call {
        let call = |moves, [white, black]: [Vec<u8>; 2]| Call::Play {
            game: id,
            moves,
            white,
            black,
        };
        let Some(game) = self.chain.game(id).cloned() else {
            return call(vec![], [vec![], vec![]]);
        };
        let Some(mut table) = game.table(self.chain.address) else {
            return call(vec![0, 16], [vec![0; 65], vec![]]);
        };
        let mut moves = self.moves_from(&game);
        match self.rng.u8(..30) {
            // moves after the end or out of order, another game's, another contract's
            0 if moves.len() > 1 => {
                let (a, b) = (self.rng.usize(..moves.len()), self.rng.usize(..moves.len()));
                moves.swap(a, b);
            }
            1 => moves.extend(moves.last().copied()),
            2 => table.game += 1,
            3 => table.contract[0] ^= 1,
            _ => {}
        }
        let plies = moves.len();
        let acts = self.rng.u8(..6);
        let mut messages = [vec![], vec![]];
        for (color, message) in messages.iter_mut().enumerate() {
            let Some(secret) = self.secret_of(game.keys[color]) else {
                continue;
            };
            let action = match acts {
                0 => Action::Draw,
                1 if self.rng.bool() => Action::ALL[self.rng.usize(..4)],
                _ => Action::Move,
            };
            let made_last = plies > 0 && (plies - 1) % 2 == color;
            let covered = match (action, made_last) {
                (Action::Move, false) => plies.saturating_sub(1),
                _ => plies,
            };
            *message = table.sign(&secret, action, &transcript::encode(&moves[..covered]));
            self.spoil(message);
        }
        if plies <= 1 && acts > 1 {
            messages[1].clear();
        }
        let mut bytes = transcript::encode(&moves);
        self.spoil(&mut bytes);
        call(bytes, messages)
    }

    /// The chain's game or a part of it, and some plies more.
    fn moves_from(&mut self, game: &Game) -> Vec<Move> {
        let kept = match self.rng.u8(..4) {
            0 => self.rng.usize(..=game.plies()),
            _ => game.plies(),
        };
        let mut moves = game.moves[..kept].to_vec();
        let mut position = game.positions[kept].clone();
        for _ in 0..self.rng.usize(..8) {
            let Some(m) = self.legal_move(&position) else {
                break;
            };
            position = position.after(m);
            moves.push(m);
        }
        moves
    }

    fn secret_of(&self, key: Option<[u8; 32]>) -> Option<SigningKey> {
        let names = |secret: &&SigningKey| Some(secret.verifying_key().to_bytes()) == key;
        self.secrets.iter().find(names).cloned()
    }

    /// Something wrong with some bytes, now and then.
    fn spoil(&mut self, bytes: &mut Vec<u8>) {
        match self.rng.u8(..40) {
            0 => bytes.clear(),
            1 => bytes.push(0),
            2 => {
                bytes.pop();
            }
            3 if !bytes.is_empty() => {
                let at = self.rng.usize(..bytes.len());
                bytes[at] ^= 1 << self.rng.u8(..8);
            }
            _ => {}
        }
    }
}

fn name(call: &Call) -> &'static str {
    match call {
        Call::SetWager(..) => "setWager",
        Call::Pause => "pause",
        Call::Unpause => "unpause",
        Call::Join { .. } => "joinGame",
        Call::Leave => "leaveQueue",
        Call::Challenge { .. } => "challenge",
        Call::Accept { .. } => "accept",
        Call::CancelChallenge(_) => "cancelChallenge",
        Call::Move { .. } => "makeMove",
        Call::Draw(_) => "draw",
        Call::ClaimDraw(_) => "claimDraw",
        Call::CallIllegalMove(_) => "callIllegalMove",
        Call::SignalInactivity(_) => "signalInactivity",
        Call::Resign(_) => "resign",
        Call::ReclaimWager(_) => "reclaimWager",
        Call::Play { .. } => "play",
        Call::Withdraw => "withdraw",
    }
}
