//! The adversary's opponent.

use super::player::Message;
use crate::chain::{Call, Chain};

/// A player by the rules of signed play, as the adversary's games need one.
pub trait Client {
    /// Whether it plays games without a clock, too.
    const PLAYS_WITHOUT_CLOCK: bool = true;

    /// Takes a message of the opponent's, which may be anything.
    fn hear(&mut self, message: &Message, chain: &Chain);

    /// The messages signed since the last call.
    fn take_sent(&mut self) -> Vec<Message>;

    /// Looks at the chain: the call to make, if any.
    ///
    /// # Errors
    /// The chain shows what can't be.
    fn look(&mut self, chain: &Chain) -> Result<Option<Call>, String>;

    /// Whether it has lost a single game by words that nobody took.
    fn has_lost(&self) -> bool {
        false
    }

    /// The round that is played, and the points that are won in it, where the client knows more than
    /// what it has signed.
    fn won(&self) -> (u16, u16) {
        (0, 0)
    }
}
