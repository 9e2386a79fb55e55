//! The stored values: each game as one blob, an unfinished search as another, and for some boards the game's moves and
//! the memory of its last search.

use chess_engine::{BoardGame, MAX_GAME_BYTES};
use multiversx_sc::imports::*;

use crate::engine::Engine;
use crate::errors::{ERR_NO_GAME, ERR_STORED};

/// The player's address.
const PLAYER: usize = 32;
/// The length of the longest terms.
const MAX_TERMS: usize = 2;

/// A game's owner and terms.
pub struct Owner<M: ManagedTypeApi, E: Engine> {
    pub player: ManagedAddress<M>,
    pub terms: E::Terms,
}

#[multiversx_sc::module]
pub trait Storage {
    /// Reads a game into an empty one.
    #[inline(never)] // many callers
    fn load_game<E: Engine>(&self, id: u32, game: &mut E::Game) -> Owner<Self::Api, E> {
        let stored = self.game(id).get();
        require!(!stored.is_empty(), ERR_NO_GAME);
        let mut bytes = [0; PLAYER + MAX_TERMS + MAX_GAME_BYTES];
        let bytes = stored.load_to_byte_array(&mut bytes);
        let Some((player, rest)) = bytes.split_first_chunk::<PLAYER>() else {
            sc_panic!(ERR_STORED)
        };
        let Some((terms, encoded)) = rest.split_at_checked(size_of::<E::Terms>()) else {
            sc_panic!(ERR_STORED)
        };
        let Ok(terms) = E::Terms::try_from(terms) else {
            sc_panic!(ERR_STORED)
        };
        require!(game.read(encoded).is_ok(), ERR_STORED);
        Owner {
            player: ManagedAddress::new_from_bytes(player),
            terms,
        }
    }

    fn store_game<E: Engine>(&self, id: u32, owner: &Owner<Self::Api, E>, game: &E::Game) {
        let mut bytes = [0; MAX_GAME_BYTES];
        let len = game.encode(&mut bytes);
        self.store_bytes(id, owner, &bytes[..len]);
    }

    /// Stores the encoding of a game.
    fn store_bytes<E: Engine>(&self, id: u32, owner: &Owner<Self::Api, E>, game: &[u8]) {
        let mut blob = owner.player.as_managed_buffer().clone();
        blob.append_bytes(owner.terms.as_ref());
        blob.append_bytes(game);
        self.game(id).set(blob);
    }

    /// Player (32 bytes), terms, then the engine's encoding of the game.
    #[storage_mapper("game")]
    fn game(&self, id: u32) -> SingleValueMapper<ManagedBuffer>;

    /// The game's moves in canonical binary (crate `game-moves`).
    #[storage_mapper("moves")]
    fn moves(&self, id: u32) -> SingleValueMapper<ManagedBuffer>;

    /// The state of the search for the engine's next move; useless for any other position.
    #[storage_mapper("search")]
    fn search(&self, id: u32) -> SingleValueMapper<ManagedBuffer>;

    /// The memory of the search for the engine's last move.
    #[storage_mapper("memory")]
    fn memory(&self, id: u32) -> SingleValueMapper<ManagedBuffer>;
}
