//! Games between an honest client and an adversary, by signature and on the chain.
//!
//! The [`honest`] one does only what the rules of signed play tell players to do. The
//! [`opponent`] does anything that the chain lets them: old states, second thoughts, moves on
//! chain against their own signature, silence, asks at bad times, draws long past, a pause by a
//! friend, and calls that overtake the honest one's within a block. However the game goes, the
//! honest one gets at least what the longest game that both signed gives them.

mod ground;
mod honest;
mod opponent;

use cozy_chess::Color;
use ed25519_dalek::SigningKey;
use fastrand::Rng;
use num_bigint::BigUint;

pub use ground::{Ground, ModelAlone};

use crate::chain::{Account, Call, Clock, DAY, Game, Reason, Refusal, Stake, State, Token};
use crate::rules::{Move, Position};
use crate::signing::{Action, Table, secret};
use honest::Honest;
use opponent::Opponent;

const HONEST: Account = Account::Alice;
const STAKE: u32 = 1_000;
/// The rounds in which the honest one, when there, sees what has come to the chain.
const ATTENTIVE_ROUNDS: u64 = 7;
/// How often one call in a row is overtaken.
const OVERTAKEN: usize = 2;

/// A message that one player has sent to the other.
#[derive(Clone)]
struct Message {
    action: Action,
    moves: Vec<Move>,
    signed: Vec<u8>,
}

/// How many games of a campaign ended how.
#[derive(Default, Debug)]
pub struct Tally {
    pub games: u64,
    pub calls: u64,
    pub ends: std::collections::BTreeMap<(State, Option<Reason>), u64>,
}

/// A game that went wrong.
#[derive(Debug)]
pub struct Wronged {
    pub seed: u64,
    pub what: String,
    /// The calls that the chain took, in order.
    pub calls: Vec<String>,
}

/// Plays so many games, each with a seed of its own from `seed` on.
///
/// # Errors
/// The first in which the honest one was wronged.
pub fn campaign<G: Ground>(seed: u64, games: u64, ground: &mut G) -> Result<Tally, Box<Wronged>> {
    let mut tally = Tally::default();
    for seed in seed..seed + games {
        let mut board = Board::new(seed, ground);
        let played = board.play();
        tally.games += 1;
        tally.calls += board.log.len() as u64;
        played.map_err(|what| {
            Box::new(Wronged {
                seed,
                what,
                calls: std::mem::take(&mut board.log),
            })
        })?;
        let game = board.game();
        *tally.ends.entry((game.state, game.reason)).or_default() += 1;
    }
    Ok(tally)
}

/// A game under way: the chain, both players, and what they have sent each other.
struct Board<'a, G> {
    ground: &'a mut G,
    rng: Rng,
    id: u32,
    /// Who plays the honest one; mostly a person, now and then a contract.
    adversary: Account,
    stake: Stake,
    /// What the honest one had before the stake was paid.
    funds: BigUint,
    honest_color: Color,
    honest: Honest,
    opponent: Opponent,
    owner_is_a_friend: bool,
    /// Milliseconds that the honest one may still be away, once.
    away_ms: u64,
    log: Vec<String>,
}

impl<'a, G: Ground> Board<'a, G> {
    fn new(seed: u64, ground: &'a mut G) -> Self {
        let mut rng = Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ seed);
        let round_ms = if rng.bool() { 600 } else { 6_000 };
        ground.begin(rng.bool(), round_ms);
        let stake = Stake {
            token: Token::FUNGIBLE[rng.usize(..3)],
            amount: STAKE.into(),
        };
        let adversary = [Account::Bob, Account::Machine, Account::Mute][match rng.u8(..4) {
            0 => rng.usize(1..3),
            _ => 0,
        }];
        let secrets: [SigningKey; 2] = [secret(&mut rng), secret(&mut rng)];
        let keys = [&secrets[0], &secrets[1]].map(|key| key.verifying_key().to_bytes());
        let clock = (rng.u8(..4) > 0).then(|| Clock {
            base: [30, 60, 180, 900, 3 * 86_400][rng.usize(..5)],
            increment: [0, 2, 30][rng.usize(..3)],
        });
        let honest_color = if rng.bool() {
            Color::White
        } else {
            Color::Black
        };
        let funds = ground.chain().balance(HONEST, stake.token);
        let mut take = |by, call: Call, payments: &[Stake]| {
            let taken = ground.call(by, &call, payments);
            assert!(matches!(taken, Ok(Ok(()))), "{call:?}: {taken:?}");
        };
        let wager = Call::SetWager(Some(Token::Egld), 5u32.into());
        take(Account::Owner, wager, &[]);
        take(Account::Owner, Call::Unpause, &[]);
        let paid = std::slice::from_ref(&stake);
        let challenge = Call::Challenge {
            opponent: Some(adversary),
            side: honest_color as u8,
            clock,
            key: Some(keys[honest_color as usize].to_vec()),
        };
        take(HONEST, challenge, paid);
        let accept = Call::Accept {
            game: 1,
            key: Some(keys[!honest_color as usize].to_vec()),
        };
        take(adversary, accept, paid);
        let table = Table {
            contract: ground.chain().address,
            game: 1,
            keys,
        };
        let base_ms = clock.map_or(DAY, |clock| u64::from(clock.base) * 1_000);
        let away_ms = match clock {
            None => DAY / 2,
            Some(_) => base_ms.clamp(180_000, DAY) - (ATTENTIVE_ROUNDS + 5) * round_ms,
        };
        let [white, black] = secrets;
        let (own, theirs) = match honest_color {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        Board {
            honest: Honest::new(honest_color, own, table.clone(), rng.u64(..)),
            opponent: Opponent::new(!honest_color, theirs, table, rng.u64(..)),
            owner_is_a_friend: rng.u8(..4) == 0,
            ground,
            adversary,
            stake,
            funds,
            id: 1,
            honest_color,
            away_ms,
            log: vec![],
            rng,
        }
    }

    fn game(&self) -> &Game {
        &self.ground.chain().games[self.id as usize - 1]
    }

    fn is_over(&self) -> bool {
        self.game().state != State::Ongoing
    }

    /// # Errors
    /// The contract differs from the model.
    fn call(&mut self, by: Account, call: &Call) -> Result<Result<(), Refusal>, String> {
        let taken = self.ground.call(by, call, &[])?;
        if taken.is_ok() {
            let now = self.ground.chain().time.now_ms;
            let shown = match call {
                Call::Play {
                    moves,
                    white,
                    black,
                    ..
                } => format!(
                    "play {} bytes of moves, white {:?}, black {:?}",
                    moves.len(),
                    white.first(),
                    black.first()
                ),
                call => format!("{call:?}"),
            };
            self.log.push(format!("{now} {by:?} {shown}"));
            self.ground.chain().check_money()?;
        }
        Ok(taken)
    }

    /// The whole game.
    ///
    /// # Errors
    /// How the honest one was wronged.
    fn play(&mut self) -> Result<(), String> {
        let active = self.rng.usize(5..60);
        for step in 0..400 {
            if self.is_over() {
                break;
            }
            let overtakes = if step < active {
                self.opponents_turn()?
            } else {
                0
            };
            self.honest_turn(overtakes)?;
            self.pass_time(step >= active)?;
        }
        if !self.is_over() {
            return Err("the game doesn't end".into());
        }
        self.judge()
    }

    /// Time goes by: mostly a few rounds, once in a game as long as one may be away.
    fn pass_time(&mut self, opponent_is_gone: bool) -> Result<(), String> {
        let round = self.ground.chain().time.round_ms;
        let rounds = self.rng.u64(1..=ATTENTIVE_ROUNDS);
        let nothing_to_see = opponent_is_gone && self.waits_for_the_opponent();
        let mut ms = rounds * round;
        if nothing_to_see {
            ms = ms.max(self.rng.u64(..2 * DAY));
        } else if self.game().clock.is_none() && self.rng.bool() {
            ms = self.rng.u64(..DAY / 2);
        } else if self.away_ms > 0 && self.rng.u8(..12) == 0 {
            ms = ms.max(self.rng.u64(..self.away_ms));
            self.away_ms = 0;
        }
        if self.is_paused() && self.rng.bool() {
            ms = self.rng.u64(..8 * DAY);
        }
        self.ground.pass(ms)?;
        if self.is_paused() && (opponent_is_gone || self.rng.bool()) {
            // refused only where the pause is over already
            let _ = self.call(Account::Owner, &Call::Unpause)?;
        }
        Ok(())
    }

    fn is_paused(&self) -> bool {
        self.ground.chain().time.is_paused()
    }

    /// Whether it is the opponent whose time runs, or nobody's.
    fn waits_for_the_opponent(&self) -> bool {
        let game = self.game();
        game.is_asked && game.turn() != self.honest_color
            || game.open_end.is_some() && game.moves == self.honest.line()
    }

    /// The opponent does this and that; how many calls they hold back to overtake.
    fn opponents_turn(&mut self) -> Result<usize, String> {
        for _ in 0..self.rng.usize(..4) {
            self.opponent_does()?;
        }
        Ok(match self.rng.u8(..4) {
            0 => self.rng.usize(..=OVERTAKEN),
            _ => 0,
        })
    }

    fn opponent_does(&mut self) -> Result<(), String> {
        if self.owner_is_a_friend && self.rng.u8(..20) == 0 {
            let call = if self.rng.bool() {
                Call::Pause
            } else {
                Call::Unpause
            };
            // tried whether or not it can be
            let _ = self.call(Account::Owner, &call)?;
            return Ok(());
        }
        if self.rng.u8(..3) > 0 {
            let reply = self.opponent.reply();
            let asks = self.game().is_asked && self.game().turn() != self.honest_color;
            // an ask on the chain is answered on the chain
            if let Some(message) = reply.filter(|_| !asks) {
                self.honest.hear(&message);
            }
            return Ok(());
        }
        let game = self.game().clone();
        for call in self.opponent.attack(&game) {
            // most attempts are refused
            let _ = self.call(self.adversary, &call)?;
        }
        Ok(())
    }

    /// The honest one looks at the chain and does what is to be done, though others' calls may
    /// come first.
    fn honest_turn(&mut self, overtakes: usize) -> Result<(), String> {
        for attempt in 0..=overtakes {
            let game = self.game().clone();
            if game.state != State::Ongoing || self.is_paused() {
                return Ok(());
            }
            let late = game.open_end.is_none() && self.ground.chain().is_late(&game);
            let over = self.ground.chain().is_window_over(&game);
            let call = self.honest.look(&game, late, over)?;
            for message in self.honest.take_sent() {
                self.opponent.hear(message);
            }
            let Some(call) = call else {
                return Ok(());
            };
            if attempt < overtakes {
                self.opponent_does()?;
            }
            let before = self.game().clone();
            match self.call(HONEST, &call)? {
                Ok(()) => return Ok(()),
                Err(refusal) => {
                    let overtaken = before.moves != game.moves
                        || before.state != game.state
                        || before.open_end != game.open_end
                        || before.is_asked != game.is_asked
                        || self.is_paused();
                    if !overtaken {
                        return Err(format!("{call:?} was refused: {refusal:?}"));
                    }
                }
            }
            let round = self.ground.chain().time.round_ms;
            self.ground.pass(round)?;
        }
        Ok(())
    }

    /// Whether the honest one got at least what is theirs.
    fn judge(&self) -> Result<(), String> {
        let game = self.game();
        let line = self.honest.line();
        let shown = game.moves == line;
        let own = match self.honest_color {
            Color::White => State::WhiteWon,
            Color::Black => State::BlackWon,
        };
        let fair = match (game.state, game.reason) {
            (state, _) if state == own => true,
            (State::NoResult, _) => line.len() < 2,
            (State::Drawn, Some(Reason::Pause)) => true,
            (State::Drawn, Some(Reason::Inactivity)) => {
                !game.position().can_mate(self.honest_color)
            }
            (State::Drawn, _) => shown,
            (_, Some(Reason::Checkmate)) => shown,
            _ => false,
        };
        if fair {
            return self.check_payout(match game.state {
                state if state == own => 2,
                State::Drawn | State::NoResult => 1,
                _ => 0,
            });
        }
        Err(format!(
            "{:?} played honestly: {:?} by {:?} after {} plies on chain, {} signed by both",
            self.honest_color,
            game.state,
            game.reason,
            game.plies(),
            line.len()
        ))
    }
}

impl<G: Ground> Board<'_, G> {
    /// Whether so many stakes have come back to the honest one, who has paid one.
    fn check_payout(&self, stakes: u32) -> Result<(), String> {
        let has = self.ground.chain().balance(HONEST, self.stake.token) + &self.stake.amount;
        let should = &self.funds + &self.stake.amount * stakes;
        match has == should {
            true => Ok(()),
            false => Err(format!("the honest one was paid to {has}, not to {should}")),
        }
    }
}

/// The legal moves of a position, promotions to a queen alone.
fn legal_moves(position: &Position) -> Vec<Move> {
    let pairs = position.legal_pairs().into_iter();
    pairs
        .map(|(from, to)| Move {
            from,
            to,
            promotion: position
                .promotes(from, to)
                .then_some(cozy_chess::Piece::Queen),
        })
        .collect()
}

/// The positions of a game, the start's first; `None` where a move isn't legal.
fn positions_of(moves: &[Move]) -> Option<Vec<Position>> {
    let mut positions = vec![Position::start()];
    for m in moves {
        let position = &positions[positions.len() - 1];
        if !crate::chain::is_legal(position, m) {
            return None;
        }
        positions.push(position.after(*m));
    }
    Some(positions)
}
