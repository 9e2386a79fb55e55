//! One event for every change.

use chess_record::EndReason;

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
        #[indexed] game_id: usize,
        #[indexed] white: &ManagedAddress,
        #[indexed] black: &ManagedAddress,
        terms: &GameTerms,
    );

    /// A challenge waits for its second player; `opponent` is 32 zero bytes if anyone may accept.
    #[event("challenged")]
    fn challenged_event(
        &self,
        #[indexed] game_id: usize,
        #[indexed] challenger: &ManagedAddress,
        #[indexed] opponent: &ManagedAddress,
    );

    /// A challenge was taken back or, by the opponent whom it names, declined.
    #[event("challengeCancelled")]
    fn challenge_cancelled_event(
        &self,
        #[indexed] game_id: usize,
        #[indexed] player: &ManagedAddress,
    );

    /// `canonical_move`: two or three bytes (crate `game-moves`); `ply`: the plies before it.
    #[event("moveMade")]
    fn move_made_event(
        &self,
        #[indexed] game_id: usize,
        #[indexed] player: &ManagedAddress,
        #[indexed] ply: u16,
        canonical_move: &ManagedBuffer,
    );

    /// A match has reached a later round. `points`: of White of round 0 in earlier rounds.
    #[event("roundBegun")]
    fn round_begun_event(&self, #[indexed] game_id: usize, #[indexed] round: u8, points: u8);

    /// Moves played by signature replace all moves starting at `first_ply`.
    #[event("movesPlayed")]
    fn moves_played_event(
        &self,
        #[indexed] game_id: usize,
        #[indexed] first_ply: u16,
        canonical_moves: &ManagedBuffer,
    );

    /// `player` asks the player to move for a move on the chain.
    #[event("moveAsked")]
    fn move_asked_event(&self, #[indexed] game_id: usize, #[indexed] player: &ManagedAddress);

    /// The round ends for this reason, if no longer game or later round undoes it in time.
    #[event("endOpened")]
    fn end_opened_event(&self, #[indexed] game_id: usize, reason: EndReason);

    #[event("drawOffered")]
    fn draw_offered_event(&self, #[indexed] game_id: usize, #[indexed] player: &ManagedAddress);

    /// The game, or the whole match, is over.
    #[event("gameEnded")]
    fn game_ended_event(
        &self,
        #[indexed] game_id: usize,
        #[indexed] white: &ManagedAddress,
        #[indexed] black: &ManagedAddress,
        end: &GameEnd,
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
