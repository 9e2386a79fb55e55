//! One event for every change.

use crate::numbers::Number;
use crate::types::{EndReason, GameEnd};

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
    );

    /// A challenge waits for its second player; `opponent` is 32 zero bytes where anyone may accept.
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

    /// The game ends for this reason, if no longer game undoes it in time.
    #[event("endOpened")]
    fn end_opened_event(&self, #[indexed] game_id: Number, reason: EndReason);

    #[event("drawOffered")]
    fn draw_offered_event(&self, #[indexed] game_id: Number, #[indexed] player: &ManagedAddress);

    #[event("gameEnded")]
    fn game_ended_event(
        &self,
        #[indexed] game_id: Number,
        #[indexed] white: &ManagedAddress,
        #[indexed] black: &ManagedAddress,
        end: GameEnd,
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
