//! What is kept: each game as one blob, and a search that goes on as another.

use chess_engine::{Game, MAX_GAME_BYTES};
use multiversx_sc::imports::*;

use crate::errors::{ERR_NO_GAME, ERR_STORED};

/// Address and depth before the engine's own bytes of the game.
const PLAYER: usize = 32;
const HEADER: usize = PLAYER + 1;

/// Whose game it is.
pub struct Owner<M: ManagedTypeApi> {
    /// Who plays White.
    pub player: ManagedAddress<M>,
    /// How deep the engine searches.
    pub depth: u8,
}

#[multiversx_sc::module]
pub trait Storage {
    /// Reads a game into an empty one.
    #[inline(never)]
    fn load_game(&self, id: u32, game: &mut Game) -> Owner<Self::Api> {
        let stored = self.game(id).get();
        require!(!stored.is_empty(), ERR_NO_GAME);
        let mut bytes = [0; HEADER + MAX_GAME_BYTES];
        let bytes = stored.load_to_byte_array(&mut bytes);
        let Some((player, [depth, encoded @ ..])) = bytes.split_first_chunk::<PLAYER>() else {
            sc_panic!(ERR_STORED)
        };
        require!(game.read(encoded).is_ok(), ERR_STORED);
        Owner {
            player: ManagedAddress::new_from_bytes(player),
            depth: *depth,
        }
    }

    fn store_game(&self, id: u32, owner: &Owner<Self::Api>, game: &Game) {
        let mut bytes = [0; MAX_GAME_BYTES];
        let len = game.encode(&mut bytes);
        self.store_bytes(id, owner, &bytes[..len]);
    }

    /// Stores the encoding of a game.
    fn store_bytes(&self, id: u32, owner: &Owner<Self::Api>, game: &[u8]) {
        let mut blob = owner.player.as_managed_buffer().clone();
        blob.append_bytes(&[owner.depth]);
        blob.append_bytes(game);
        self.game(id).set(blob);
    }

    /// Player (32 bytes), depth, then the engine's encoding of the game.
    #[storage_mapper("game")]
    fn game(&self, id: u32) -> SingleValueMapper<ManagedBuffer>;

    /// The state of the search for the engine's next move; empty when none is under way.
    #[storage_mapper("search")]
    fn search(&self, id: u32) -> SingleValueMapper<ManagedBuffer>;
}
