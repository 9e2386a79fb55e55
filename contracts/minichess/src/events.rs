//! The beginning of a game; its moves are in `engine_contract::events`.

#[multiversx_sc::module]
pub trait Events {
    #[event("gameStarted")]
    fn game_started_event(
        &self,
        #[indexed] game_id: u32,
        #[indexed] player: &ManagedAddress,
        depth: u8,
    );
}
