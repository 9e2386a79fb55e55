//! One event for every change.

use chess_record::EndReason;
use multiversx_sc::abi::{TypeAbi, TypeAbiFrom, TypeName};
use multiversx_sc::codec::{EncodeErrorHandler, TopEncode, TopEncodeOutput};

use crate::abi_values::Encoded;
use crate::types::{GameEnd, GameTerms};

#[multiversx_sc::module]
pub trait EventsModule {
    #[event("wagerSet")]
    fn wager_set_event(&self, #[indexed] token: &TokenId, amount: &BigUint);

    #[event("paused")]
    fn paused_event(&self);

    #[event("unpaused")]
    fn unpaused_event(&self);

    #[event("queueJoined")]
    fn queue_joined_event(&self, #[indexed] player: &ManagedAddress);

    #[event("queueLeft")]
    fn queue_left_event(&self, #[indexed] player: &ManagedAddress);

    #[event("gameStarted")]
    fn game_started_event(
        &self,
        #[indexed] game_id: Number,
        #[indexed] white: &ManagedAddress,
        #[indexed] black: &ManagedAddress,
        terms: Encoded<Self::Api, GameTerms>,
    );

    /// A challenge waits for its second player; `opponent` is 32 zero bytes if anyone may accept.
    #[event("challenged")]
    fn challenged_event(
        &self,
        #[indexed] game_id: Number,
        #[indexed] challenger: &ManagedAddress,
        #[indexed] opponent: &ManagedAddress,
    );

    /// A challenge was taken back or, by the opponent whom it names, declined.
    #[event("challengeCancelled")]
    fn challenge_cancelled_event(
        &self,
        #[indexed] game_id: Number,
        #[indexed] player: &ManagedAddress,
    );

    /// `canonical_move`: two or three bytes (crate `game-moves`); `ply`: how many plies came before.
    #[event("moveMade")]
    fn move_made_event(
        &self,
        #[indexed] game_id: Number,
        #[indexed] player: &ManagedAddress,
        #[indexed] ply: Number,
        canonical_move: &ManagedBuffer,
    );

    /// A match has reached a later round. `points`: of White of round 0 in the rounds before.
    #[event("roundBegun")]
    fn round_begun_event(
        &self,
        #[indexed] game_id: Number,
        #[indexed] round: Number,
        points: Number,
    );

    /// Moves that were played by signature take the place of all from `first_ply` on.
    #[event("movesPlayed")]
    fn moves_played_event(
        &self,
        #[indexed] game_id: Number,
        #[indexed] first_ply: Number,
        canonical_moves: &ManagedBuffer,
    );

    /// `player` asks the player to move for a move on the chain.
    #[event("moveAsked")]
    fn move_asked_event(&self, #[indexed] game_id: Number, #[indexed] player: &ManagedAddress);

    /// The round ends for this reason, if no longer game or later round undoes it in time.
    #[event("endOpened")]
    fn end_opened_event(&self, #[indexed] game_id: Number, reason: Encoded<Self::Api, EndReason>);

    #[event("drawOffered")]
    fn draw_offered_event(&self, #[indexed] game_id: Number, #[indexed] player: &ManagedAddress);

    /// The game, or the whole match, is over.
    #[event("gameEnded")]
    fn game_ended_event(
        &self,
        #[indexed] game_id: Number,
        #[indexed] white: &ManagedAddress,
        #[indexed] black: &ManagedAddress,
        end: Encoded<Self::Api, GameEnd>,
    );

    /// A payout that could not be delivered and can be withdrawn.
    #[event("credited")]
    fn credited_event(
        &self,
        #[indexed] player: &ManagedAddress,
        #[indexed] token: &ManagedBuffer,
        amount: &BigUint,
    );

    #[event("withdrawn")]
    fn withdrawn_event(
        &self,
        #[indexed] player: &ManagedAddress,
        #[indexed] token: &ManagedBuffer,
        amount: &BigUint,
    );
}

/// A number in an event: its bytes from the first that isn't 0 on. The framework's code for this
/// knows numbers of eight bytes and signs.
pub struct Number(u32);

impl From<usize> for Number {
    fn from(number: usize) -> Self {
        Number(number as u32)
    }
}

impl From<u8> for Number {
    fn from(number: u8) -> Self {
        Number(number.into())
    }
}

impl From<u16> for Number {
    fn from(number: u16) -> Self {
        Number(number.into())
    }
}

impl TopEncode for Number {
    fn top_encode_or_handle_err<O, H>(&self, output: O, _: H) -> Result<(), H::HandledErr>
    where
        O: TopEncodeOutput,
        H: EncodeErrorHandler,
    {
        let bytes = self.0.to_be_bytes();
        let zeros = self.0.leading_zeros() as usize / 8;
        output.set_slice_u8(bytes.get(zeros..).unwrap_or_default());
        Ok(())
    }
}

impl TypeAbiFrom<Self> for Number {}

impl TypeAbi for Number {
    type Unmanaged = Self;

    fn type_name() -> TypeName {
        u32::type_name()
    }
}
