//! Who plays against the adversary.

use super::honest::Honest;
use super::player::Message;
use crate::chain::{Call, Chain};

/// A player by the rules of signed play, as the adversary's games need one.
pub trait Client {
    /// Whether it plays games without a clock, too.
    const PLAYS_WITHOUT_CLOCK: bool = true;

    /// Takes a message of the opponent's, which may be anything.
    fn hear(&mut self, message: &Message, chain: &Chain);

    /// What was signed since this was asked last.
    fn take_sent(&mut self) -> Vec<Message>;

    /// Looks at the chain: the call to make, if any.
    ///
    /// # Errors
    /// The chain shows what can't be.
    fn look(&mut self, chain: &Chain) -> Result<Option<Call>, String>;

    /// Whether they have lost a single game: it is the winner's to bring.
    fn has_lost(&self) -> bool;

    /// How they were wronged, where the chain has paid.
    fn wrong(&self, chain: &Chain) -> Option<String>;
}

impl Client for Honest {
    fn hear(&mut self, message: &Message, chain: &Chain) {
        Honest::hear(self, message, chain);
    }
    fn take_sent(&mut self) -> Vec<Message> {
        Honest::take_sent(self)
    }
    fn look(&mut self, chain: &Chain) -> Result<Option<Call>, String> {
        Honest::look(self, chain)
    }
    fn has_lost(&self) -> bool {
        Honest::has_lost(self)
    }
    fn wrong(&self, chain: &Chain) -> Option<String> {
        Honest::wrong(self, chain)
    }
}
