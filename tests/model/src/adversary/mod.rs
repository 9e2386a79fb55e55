//! Games and matches between an honest client and an adversary, by signature and on the chain.
//!
//! The [`honest`] one does only what the rules of signed play tell players to do. The
//! [`opponent`] does anything that the chain lets them: old states of any round, second thoughts,
//! moves on chain against their own signature, silence, asks at bad times, draws long past, rounds
//! begun and taken back, points that lie, castling in another program's bytes, a pause by a friend,
//! a token paused by its manager, and calls that overtake the honest one's within a block. However
//! it goes, the honest one gets at least what the longest game that both signed gives them.

mod claim;
mod client;
mod deal;
mod deed;
mod ground;
mod honest;
mod opponent;
pub mod page;
mod player;

use fastrand::Rng;

pub use client::Client;
pub use ground::{Ground, ModelAlone};
pub use honest::Honest;
pub use player::{Message, Player};

use crate::chain::{Account, Call, DAY, Game, Reason, Refusal, State};
use crate::rules::{Move, Position};
use deal::Deal;
use deed::{Deed, Friends};
use opponent::Opponent;

/// The rounds in which the honest one, when there, sees what has come to the chain.
const ATTENTIVE_ROUNDS: u64 = 7;
/// How often one call in a row is overtaken.
const OVERTAKEN: usize = 2;
/// The epochs of a pause after which the contract opens.
const LONG_PAUSE: u64 = 31;

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
    campaign_of(seed, games, ground, Honest::new)
}

/// Plays so many games of another client, which `sits` down as an account and a player; it gets
/// whether its pieces shall mostly go back and forth, and a seed.
///
/// # Errors
/// The first in which the client was wronged.
pub fn campaign_of<G: Ground, C: Client>(
    seed: u64,
    games: u64,
    ground: &mut G,
    sits: impl Fn(Account, Player, bool, u64) -> C,
) -> Result<Tally, Box<Wronged>> {
    let mut tally = Tally::default();
    for seed in seed..seed + games {
        let mut board = Board::new(seed, ground, &sits);
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
struct Board<'a, G, C> {
    ground: &'a mut G,
    rng: Rng,
    deal: Deal,
    honest: C,
    opponent: Opponent,
    friends: Friends,
    /// Milliseconds that the honest one may still be away, once.
    away_ms: u64,
    /// Whether the honest one had nothing to do or say when they looked last.
    is_idle: bool,
    log: Vec<String>,
}

impl<'a, G: Ground, C: Client> Board<'a, G, C> {
    fn new(seed: u64, ground: &'a mut G, sits: impl Fn(Account, Player, bool, u64) -> C) -> Self {
        let mut rng = Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ seed);
        let deal = Deal::new(&mut rng, ground, C::PLAYS_WITHOUT_CLOCK);
        let away_ms = match deal.clock {
            None => DAY / 2,
            Some(clock) => {
                let base_ms = u64::from(clock.base) * 1_000;
                let round_ms = ground.chain().time.round_ms;
                base_ms.clamp(180_000, DAY) - (ATTENTIVE_ROUNDS + 5) * round_ms
            }
        };
        let [own, other] = deal.players.clone();
        let shuffles = rng.u8(..5) == 0;
        Board {
            honest: sits(deal.account, own, shuffles, rng.u64(..)),
            opponent: Opponent::new(other, shuffles, rng.u64(..)),
            friends: Friends {
                owner: rng.u8(..4) == 0,
                manager: rng.u8(..6) == 0,
            },
            ground,
            deal,
            away_ms,
            is_idle: false,
            log: vec![],
            rng,
        }
    }

    fn game(&self) -> &Game {
        &self.ground.chain().games[0]
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
            self.log.push(format!("{now} {by:?} {}", shown(call)));
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
        match (self.is_over(), self.honest.has_lost()) {
            (true, _) => self.judge(),
            // what the winner doesn't care to fetch nobody brings
            (false, true) => Ok(()),
            (false, false) => Err("the game doesn't end".into()),
        }
    }

    /// Time goes by: mostly a few rounds, once in a game as long as one may be away.
    fn pass_time(&mut self, opponent_is_gone: bool) -> Result<(), String> {
        let round = self.ground.chain().time.round_ms;
        let rounds = self.rng.u64(1..=ATTENTIVE_ROUNDS);
        let nothing_to_see = opponent_is_gone && self.is_idle;
        let mut ms = rounds * round;
        if nothing_to_see {
            ms = ms.max(self.rng.u64(..2 * DAY));
        } else if self.game().clock.is_none() && self.rng.bool() {
            ms = self.rng.u64(..DAY / 2);
        } else if self.is_idle && self.away_ms > 0 && self.rng.u8(..12) == 0 {
            // who has just answered looks once more at what that makes due
            ms = ms.max(self.rng.u64(..self.away_ms));
            self.away_ms = 0;
        }
        if self.is_paused() {
            ms = self.pass_a_pause(ms, opponent_is_gone);
        }
        self.ground.pass(ms)?;
        if self.rng.bool() {
            self.ground.messages_arrive()?;
        }
        let ends = opponent_is_gone && self.rng.u8(..4) == 0 || self.rng.u8(..4) == 0;
        if self.is_paused() && ends {
            // refused only where the pause is over already
            let _ = self.call(Account::Owner, &Call::Unpause)?;
        }
        Ok(())
    }

    /// How long a pause goes on: any time, but the honest one looks at the chain when it has got
    /// so long that the contract opens.
    fn pass_a_pause(&mut self, ms: u64, opponent_is_gone: bool) -> u64 {
        let time = &self.ground.chain().time;
        let epochs = time.paused_epochs();
        let days = match (opponent_is_gone, self.rng.u8(..4)) {
            (true, _) | (_, 0) => 40,
            (_, 1) => return ms,
            _ => 8,
        };
        let opens = (time.now_ms / DAY + LONG_PAUSE.saturating_sub(epochs)) * DAY;
        let ms = self.rng.u64(..days * DAY);
        match epochs < LONG_PAUSE {
            true => ms.min(opens - time.now_ms),
            false => ms.min(DAY / 2),
        }
    }

    fn is_paused(&self) -> bool {
        self.ground.chain().time.is_paused()
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
        let token = self.deal.stake.token;
        match self.friends.deed(token, &mut self.rng) {
            Deed::Owner(call) => {
                // most are refused, as most attempts below
                let _ = self.call(Account::Owner, &call)?;
            }
            Deed::PauseToken(paused) => self.ground.pause_token(token, paused)?,
            Deed::Message => {
                if let Some(message) = self.opponent.reply() {
                    self.honest.hear(&message, self.ground.chain());
                    for message in self.honest.take_sent() {
                        self.opponent.hear(message);
                    }
                }
            }
            Deed::Attack => {
                let game = self.game().clone();
                for call in self.opponent.attack(&game) {
                    let _ = self.call(self.deal.adversary, &call)?;
                }
            }
        }
        Ok(())
    }

    /// The honest one looks at the chain and does what is to be done, though others' calls may
    /// come first.
    fn honest_turn(&mut self, overtakes: usize) -> Result<(), String> {
        for attempt in 0..=overtakes {
            let game = self.game().clone();
            if game.state != State::Ongoing {
                return Ok(());
            }
            let call = self.honest.look(self.ground.chain())?;
            let sent = self.honest.take_sent();
            self.is_idle = call.is_none() && sent.is_empty();
            for message in sent {
                self.opponent.hear(message);
            }
            let Some(call) = call else {
                return Ok(());
            };
            if attempt < overtakes {
                self.opponent_does()?;
            }
            let before = self.game().clone();
            match self.call(self.deal.account, &call)? {
                Ok(()) => return Ok(()),
                Err(refusal) => {
                    let overtaken = before.moves != game.moves
                        || before.state != game.state
                        || before.open_end != game.open_end
                        || before.is_asked != game.is_asked
                        || before.round != game.round
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

    /// Whether the honest one got at least what is theirs, in their account.
    fn judge(&mut self) -> Result<(), String> {
        if let Some(wrong) = self.honest.wrong(self.ground.chain()) {
            return Err(wrong);
        }
        self.deal.is_paid(self.ground)
    }
}

/// A call in a few words.
fn shown(call: &Call) -> String {
    match call {
        Call::Play {
            round,
            points,
            moves,
            white,
            black,
            ..
        } => format!(
            "play in round {round} with {points} points, {} bytes of moves, white {:?}, black {:?}",
            moves.len(),
            white.first(),
            black.first()
        ),
        call => format!("{call:?}"),
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

/// The moves that lead to a position of before, or that could be taken back.
fn back_and_forth(positions: &[Position], moves: &[Move]) -> Vec<Move> {
    let Some(last) = positions.last() else {
        return vec![];
    };
    let known = |m: &&Move| {
        let next = last.after(**m);
        let since = positions.len().saturating_sub(next.half_moves as usize);
        let key = next.key();
        positions[since..]
            .iter()
            .any(|position| position.key() == key)
    };
    let repeats: Vec<Move> = moves.iter().filter(known).copied().collect();
    if !repeats.is_empty() {
        return repeats;
    }
    let is_quiet = |m: &&Move| last.after(**m).half_moves > 0;
    moves.iter().filter(is_quiet).copied().collect()
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
