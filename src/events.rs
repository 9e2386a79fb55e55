//! One event for every change.

use crate::types::GameEnd;

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
        #[indexed] game_id: usize,
        #[indexed] white: &ManagedAddress,
        #[indexed] black: &ManagedAddress,
    );

    /// `canonical_move`: two or three bytes (crate `game-moves`).
    #[event("moveMade")]
    fn move_made_event(
        &self,
        #[indexed] game_id: usize,
        #[indexed] player: &ManagedAddress,
        canonical_move: &ManagedBuffer,
    );

    #[event("drawOffered")]
    fn draw_offered_event(&self, #[indexed] game_id: usize, #[indexed] player: &ManagedAddress);

    #[event("gameEnded")]
    fn game_ended_event(
        &self,
        #[indexed] game_id: usize,
        #[indexed] white: &ManagedAddress,
        #[indexed] black: &ManagedAddress,
        end: GameEnd,
    );

    /// A payout that could not be delivered and can be withdrawn.
    #[event("credited")]
    fn credited_event(&self, #[indexed] player: &ManagedAddress, amount: &BigUint);

    #[event("withdrawn")]
    fn withdrawn_event(&self, #[indexed] player: &ManagedAddress, amount: &BigUint);
}
