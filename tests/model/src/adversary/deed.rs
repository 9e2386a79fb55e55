//! What an opponent does next, alone or by friends in office.

use fastrand::Rng;

use crate::chain::{Call, Token};

/// Which officers do what the opponent asks for.
pub(super) struct Friends {
    /// The contract's owner, who can pause it.
    pub owner: bool,
    /// The manager of the stake's token, who can pause that.
    pub manager: bool,
}

/// One deed of the opponent or of a friend.
pub(super) enum Deed {
    /// The owner pauses the contract or ends the pause, whether or not that can be done.
    Owner(Call),
    /// The manager pauses the token or lets it go on.
    PauseToken(bool),
    /// The opponent answers with a message.
    Message,
    /// The opponent calls the contract.
    Attack,
}

impl Friends {
    /// What is done next, in a game for this token.
    pub fn deed(&self, token: Token, rng: &mut Rng) -> Deed {
        if self.owner && rng.u8(..20) == 0 {
            return Deed::Owner(match rng.bool() {
                true => Call::Pause,
                false => Call::Unpause,
            });
        }
        if self.manager && token != Token::Egld && rng.u8(..10) == 0 {
            return Deed::PauseToken(rng.bool());
        }
        match rng.u8(..3) {
            0 => Deed::Attack,
            _ => Deed::Message,
        }
    }
}
