//! What is kept: each game as one blob, its moves as another, a search that goes on as a third, what the last one left as a fourth.

use chess_engine::chess::{Game, MAX_GAME_BYTES};
use multiversx_sc::imports::*;

use crate::errors::{ERR_NO_GAME, ERR_STORED};

/// Address, side and level before the engine's own bytes of the game.
const PLAYER: usize = 32;
const HEADER: usize = PLAYER + 2;

/// Whose game it is.
pub struct Owner<M: ManagedTypeApi> {
    pub player: ManagedAddress<M>,
    /// The side the player has: 0 White, 1 Black.
    pub side: u8,
    /// How many nodes the engine searches.
    pub level: u8,
}

impl<M: ManagedTypeApi> Owner<M> {
    pub fn is_white(&self) -> bool {
        self.side == 0
    }
}

#[multiversx_sc::module]
pub trait Storage {
    /// Reads a game into an empty one.
    #[inline(never)] // many callers
    fn load_game(&self, id: u32, game: &mut Game) -> Owner<Self::Api> {
        let stored = self.game(id).get();
        require!(!stored.is_empty(), ERR_NO_GAME);
        let mut bytes = [0; HEADER + MAX_GAME_BYTES];
        let bytes = stored.load_to_byte_array(&mut bytes);
        let Some((player, [side, level, encoded @ ..])) = bytes.split_first_chunk::<PLAYER>()
        else {
            sc_panic!(ERR_STORED)
        };
        require!(game.read(encoded).is_ok(), ERR_STORED);
        Owner {
            player: ManagedAddress::new_from_bytes(player),
            side: *side,
            level: *level,
        }
    }

    fn store_game(&self, id: u32, owner: &Owner<Self::Api>, game: &Game) {
        let mut bytes = [0; MAX_GAME_BYTES];
        let len = game.encode(&mut bytes);
        let mut blob = owner.player.as_managed_buffer().clone();
        blob.append_bytes(&[owner.side, owner.level]);
        blob.append_bytes(&bytes[..len]);
        self.game(id).set(blob);
    }

    /// Player (32 bytes), side, level, then the engine's encoding of the game.
    #[storage_mapper("game")]
    fn game(&self, id: u32) -> SingleValueMapper<ManagedBuffer>;

    /// The game's moves in canonical chess binary (crate `game-moves`).
    #[storage_mapper("moves")]
    fn moves(&self, id: u32) -> SingleValueMapper<ManagedBuffer>;

    /// The FEN that a game began with; empty where that is the start of chess.
    #[storage_mapper("start")]
    fn start(&self, id: u32) -> SingleValueMapper<ManagedBuffer>;

    /// The state of the search for the engine's next move; of no use where it is of another position.
    #[storage_mapper("search")]
    fn search(&self, id: u32) -> SingleValueMapper<ManagedBuffer>;

    /// What the search for the engine's last move left for the next one.
    #[storage_mapper("memory")]
    fn memory(&self, id: u32) -> SingleValueMapper<ManagedBuffer>;
}
