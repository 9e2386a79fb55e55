//! Games and matches between an honest client and an adversary, by signature and on the chain.
//!
//! The [`honest`] one does only what the rules of signed play require. The [`opponent`] does
//! anything that the chain allows: old states of any round, second signatures, moves on chain
//! against their own signature, silence, asks at bad times, old draws, rounds begun and taken back,
//! wrong points, castling in another program's bytes, a pause by a friend, a token paused by its
//! manager, and calls that overtake the honest one's within a block. The honest one always gets at
//! least what the longest game that both signed gives them.

mod choice;
mod client;
mod deal;
mod ground;
mod honest;
mod opponent;
pub mod page;
mod player;
mod scene;
mod signatures;

pub use choice::choose;
pub use client::Client;
pub use ground::{Ground, ModelAlone};
pub use honest::Honest;
pub use player::{Message, Player};

use crate::chain::{Account, Call, DAY};
use scene::Scene;

/// The rounds within which an honest player who is there sees a change of the chain.
const ATTENTIVE_ROUNDS: u64 = 7;
/// How often in a row a call is overtaken.
const OVERTAKEN: usize = 2;
/// The epochs of a pause after which the contract opens.
const LONG_PAUSE: u64 = 31;

/// The number of games of a campaign, and how they ended.
#[derive(Default, Debug)]
pub struct Tally {
    pub games: u64,
    pub calls: u64,
    pub ends: std::collections::BTreeMap<String, u64>,
}

/// A game that went wrong.
#[derive(Debug)]
pub struct Wronged {
    pub seed: u64,
    pub what: String,
    /// The calls that the chain took, in order.
    pub calls: Vec<String>,
}

/// Plays a number of games, each with its own seed, starting with `seed`.
///
/// # Errors
/// The first in which the honest one was wronged.
pub fn campaign<G: Ground>(seed: u64, games: u64, ground: &mut G) -> Result<Tally, Box<Wronged>> {
    campaign_of(seed, games, ground, Honest::new)
}

/// Plays a number of games of another client, which `sits` makes for an account and a player, with
/// or without pieces that mostly go back and forth, and with a seed.
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
        tally.calls += board.scene.noted();
        played.map_err(|what| board.scene.wronged(seed, what))?;
        let game = board.scene.game();
        let end = format!("{:?}: {:?}", game.state, game.reason);
        *tally.ends.entry(end).or_default() += 1;
    }
    Ok(tally)
}

/// A running game: the chain, both players, and what they have sent each other.
struct Board<'a, G, C> {
    scene: Scene<'a, G>,
    honest: C,
    /// Milliseconds that the honest one may still be away, once.
    away_ms: u64,
    /// Whether the honest one had nothing to do or say when they looked last.
    is_idle: bool,
}

impl<'a, G: Ground, C: Client> Board<'a, G, C> {
    fn new(seed: u64, ground: &'a mut G, sits: impl Fn(Account, Player, bool, u64) -> C) -> Self {
        let mut scene = Scene::new(seed, ground, C::PLAYS_WITHOUT_CLOCK, true);
        let away_ms = match scene.deal.clock {
            None => DAY / 2,
            Some(clock) => {
                let base_ms = u64::from(clock.base) * 1_000;
                let round_ms = scene.ground.chain().time.round_ms;
                base_ms.clamp(180_000, DAY) - (ATTENTIVE_ROUNDS + 5) * round_ms
            }
        };
        let (own, seed) = (scene.deal.players[0].clone(), scene.rng.u64(..));
        Board {
            honest: sits(scene.deal.account, own, scene.shuffles, seed),
            scene,
            away_ms,
            is_idle: false,
        }
    }

    /// The whole game.
    ///
    /// # Errors
    /// How the honest one was wronged.
    fn play(&mut self) -> Result<(), String> {
        let active = self.scene.rng.usize(5..60);
        for step in 0..400 {
            if self.scene.is_over() {
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
        self.scene.judge(self.honest.won(), self.honest.has_lost())
    }

    /// Time passes: mostly a few rounds, once in a game as long as a player may be away.
    fn pass_time(&mut self, opponent_is_gone: bool) -> Result<(), String> {
        let round = self.scene.ground.chain().time.round_ms;
        let rounds = self.scene.rng.u64(1..=ATTENTIVE_ROUNDS);
        let nothing_to_see = opponent_is_gone && self.is_idle;
        let mut ms = rounds * round;
        if nothing_to_see {
            ms = ms.max(self.scene.rng.u64(..2 * DAY));
        } else if self.scene.game().clock.is_none() && self.scene.rng.bool() {
            ms = self.scene.rng.u64(..DAY / 2);
        } else if self.is_idle && self.away_ms > 0 && self.scene.rng.u8(..12) == 0 {
            // a player who has just answered looks once more at what that makes due
            ms = ms.max(self.scene.rng.u64(..self.away_ms));
            self.away_ms = 0;
        }
        if self.scene.is_paused() {
            ms = self.pass_a_pause(ms, opponent_is_gone);
        }
        self.scene.ground.pass(ms)?;
        if self.scene.rng.bool() {
            self.scene.ground.messages_arrive()?;
        }
        match opponent_is_gone && self.scene.rng.u8(..4) == 0 || self.scene.rng.u8(..4) == 0 {
            true => self.scene.end_pause(),
            false => Ok(()),
        }
    }

    /// How long a pause continues: any time, but the honest one looks at the chain once it is long
    /// enough for the contract to open.
    fn pass_a_pause(&mut self, ms: u64, opponent_is_gone: bool) -> u64 {
        let time = &self.scene.ground.chain().time;
        let epochs = time.paused_epochs();
        let days = match (opponent_is_gone, self.scene.rng.u8(..4)) {
            (true, _) | (_, 0) => 40,
            (_, 1) => return ms,
            _ => 8,
        };
        let opens = (time.now_ms / DAY + LONG_PAUSE.saturating_sub(epochs)) * DAY;
        let ms = self.scene.rng.u64(..days * DAY);
        match epochs < LONG_PAUSE {
            true => ms.min(opens - time.now_ms),
            false => ms.min(DAY / 2),
        }
    }

    /// The opponent acts. Returns the number of calls that they hold back to overtake.
    fn opponents_turn(&mut self) -> Result<usize, String> {
        for _ in 0..self.scene.rng.usize(..4) {
            self.opponent_does()?;
        }
        Ok(match self.scene.rng.u8(..4) {
            0 => self.scene.rng.usize(..=OVERTAKEN),
            _ => 0,
        })
    }

    fn opponent_does(&mut self) -> Result<(), String> {
        if let Some(message) = self.scene.opponent_does()? {
            self.honest.hear(&message, self.scene.ground.chain());
            self.scene.signatures.told.push(message);
            self.take_sent()?;
        }
        Ok(())
    }

    /// Passes on the honest one's new messages. Returns whether there are any.
    ///
    /// # Errors
    /// A rule that it breaks.
    fn take_sent(&mut self) -> Result<bool, String> {
        let sent = self.honest.take_sent();
        let has_sent = !sent.is_empty();
        sent.into_iter()
            .try_for_each(|message| self.scene.sent(message))?;
        Ok(has_sent)
    }

    /// The honest one looks at the chain and does what must be done, though others' calls may
    /// come first.
    fn honest_turn(&mut self, overtakes: usize) -> Result<(), String> {
        for attempt in 0..=overtakes {
            if self.scene.is_over() {
                return Ok(());
            }
            let seen = self.scene.version;
            let call = self.honest.look(self.scene.ground.chain())?;
            let has_sent = self.take_sent()?;
            self.is_idle = call.is_none() && !has_sent;
            let Some(call) = call else {
                return Ok(());
            };
            if attempt < overtakes {
                self.opponent_does()?;
            }
            let is_overtaken = seen != self.scene.version || self.scene.is_paused();
            match self.scene.call(self.scene.deal.account, &call)? {
                Ok(()) => return Ok(()),
                Err(_) if is_overtaken => {}
                Err(refusal) => return Err(format!("{call:?} was refused: {refusal:?}")),
            }
            let round = self.scene.ground.chain().time.round_ms;
            self.scene.ground.pass(round)?;
        }
        Ok(())
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
