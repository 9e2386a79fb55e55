//! The adversary's opponent.

use super::player::Message;
use crate::chain::{Call, Chain};

/// A player by the rules of signed play, as the adversary's games need one.
pub trait Client {
    /// Whether it also plays games without a clock.
    const PLAYS_WITHOUT_CLOCK: bool = true;

    /// Takes a message of the opponent's, which may be anything.
    fn hear(&mut self, message: &Message, chain: &Chain);

    /// The messages signed since the last call.
    fn take_sent(&mut self) -> Vec<Message>;

    /// Looks at the chain: the call to make, if any.
    ///
    /// # Errors
    /// The chain shows an impossible game.
    fn look(&mut self, chain: &Chain) -> Result<Option<Call>, String>;

    /// Whether it has lost a single game by messages that nobody submitted.
    fn has_lost(&self) -> bool {
        false
    }

    /// The current round, and the points that are won in it, if the client knows more than its own
    /// signatures.
    fn won(&self) -> (u16, u16) {
        (0, 0)
    }
}
