//! A game's chain, and the opponent with their friends: the owner and the token's manager.

use fastrand::Rng;

use super::deal::Deal;
use super::opponent::Opponent;
use super::player::Message;
use super::signatures::Signatures;
use super::{Ground, Wronged, shown};
use crate::chain::{Account, Call, Game, Refusal, State, Token};
use crate::step::Step;

pub(super) struct Scene<'a, G> {
    pub ground: &'a mut G,
    pub rng: Rng,
    pub deal: Deal,
    pub opponent: Opponent,
    /// Everything that the honest one has signed and heard.
    pub signatures: Signatures,
    /// Whether pieces mostly go back and forth, so that positions repeat.
    pub shuffles: bool,
    /// Counts the changes of the game on the chain.
    pub version: u64,
    /// Whether the contract's owner pauses it for the opponent.
    has_owner: bool,
    /// Whether the manager of the stake's token pauses it for them.
    has_manager: bool,
    log: Vec<String>,
}

impl<'a, G: Ground> Scene<'a, G> {
    pub fn new(seed: u64, ground: &'a mut G, without_clock: bool, with_pauses: bool) -> Self {
        let mut rng = Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ seed);
        let deal = Deal::new(&mut rng, ground, without_clock);
        let [own, other] = deal.players.clone();
        let shuffles = rng.u8(..5) == 0;
        Scene {
            opponent: Opponent::new(other, shuffles, rng.u64(..)),
            signatures: Signatures::new(own),
            has_owner: with_pauses && rng.u8(..4) == 0,
            has_manager: rng.u8(..6) == 0,
            ground,
            deal,
            shuffles,
            version: 0,
            log: vec![],
            rng,
        }
    }

    pub fn game(&self) -> &Game {
        &self.ground.chain().games[0]
    }

    pub fn is_over(&self) -> bool {
        self.game().state != State::Ongoing
    }

    pub fn is_paused(&self) -> bool {
        self.ground.chain().time.is_paused()
    }

    pub fn note(&mut self, what: &str) {
        let line = format!("{} {what}", self.ground.chain().time.now_ms);
        if std::env::var_os("LOG").is_some() {
            eprintln!("{line}");
        }
        self.log.push(line);
    }

    /// The number of lines that were noted.
    pub fn noted(&self) -> u64 {
        self.log.len() as u64
    }

    pub fn wronged(&mut self, seed: u64, what: String) -> Box<Wronged> {
        let calls = std::mem::take(&mut self.log);
        Box::new(Wronged { seed, what, calls })
    }

    /// # Errors
    /// The contract differs from the model, or the money is no longer right.
    pub fn call(&mut self, by: Account, call: &Call) -> Result<Result<(), Refusal>, String> {
        let before = self.game().clone();
        let taken = self.ground.call(by, call, &[])?;
        if taken.is_ok() {
            self.ground.chain().check_money()?;
            let game = self.game();
            let is_new = before.moves != game.moves
                || before.state != game.state
                || before.open_end != game.open_end
                || before.is_asked != game.is_asked
                || before.offer != game.offer
                || before.round != game.round;
            self.version += u64::from(is_new);
            self.note(&format!("{by:?} {}", shown(call)));
        }
        Ok(taken)
    }

    /// The opponent or a friend acts: by a message, or by calls, most of which are refused.
    ///
    /// # Errors
    /// As [`Scene::call`].
    pub fn opponent_does(&mut self) -> Result<Option<Message>, String> {
        let token = self.deal.stake.token;
        if self.has_owner && self.rng.u8(..20) == 0 {
            let call = match self.rng.bool() {
                true => Call::Pause,
                false => Call::Unpause,
            };
            let _ = self.call(Account::Owner, &call)?;
        } else if self.has_manager && token != Token::Egld && self.rng.u8(..10) == 0 {
            self.ground
                .take(&Step::PauseToken(token, self.rng.bool()))?;
        } else if self.rng.u8(..3) > 0 {
            return Ok(self.opponent.reply());
        } else {
            let game = self.game().clone();
            for call in self.opponent.attack(&game) {
                let _ = self.call(self.deal.adversary, &call)?;
            }
        }
        Ok(None)
    }

    pub fn end_pause(&mut self) -> Result<(), String> {
        if self.is_paused() {
            // refused only if the pause has already ended
            let _ = self.call(Account::Owner, &Call::Unpause)?;
        }
        Ok(())
    }

    /// The opponent gets what the honest one has signed.
    ///
    /// # Errors
    /// A rule that it breaks.
    pub fn sent(&mut self, message: Message) -> Result<(), String> {
        let chain = self.ground.chain();
        let game = &chain.games[0];
        // a player can play on before they see that the game is over, or that a round comes too late
        let is_void =
            game.state != State::Ongoing || message.round > game.round && chain.is_late(game);
        self.signatures.add(&message, game, !is_void)?;
        self.opponent.hear(message);
        Ok(())
    }

    /// Whether the honest one got at least what is theirs, in their account. `won`: as
    /// [`Signatures::wrong`] has it. `has_lost`: they have lost a single game.
    ///
    /// # Errors
    /// How they were wronged.
    pub fn judge(&mut self, won: (u16, u16), has_lost: bool) -> Result<(), String> {
        let has_lost = has_lost || self.signatures.has_lost(self.game());
        match (self.is_over(), has_lost) {
            (true, _) => match self.signatures.wrong(self.game(), won) {
                None => self.deal.is_paid(self.ground),
                Some(wrong) => Err(wrong),
            },
            // nobody submits a win that the winner doesn't
            (false, true) => Ok(()),
            (false, false) => Err("the game doesn't end".into()),
        }
    }
}
