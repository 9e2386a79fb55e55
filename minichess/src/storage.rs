//! What is kept: each game as one blob, and a search that goes on as another.

use minichess_engine::{Game, MAX_GAME_BYTES};
use multiversx_sc::imports::*;

use crate::errors::ERR_NO_GAME;

/// Address and depth before the engine's own bytes of the game.
const PLAYER: usize = 32;
const HEADER: usize = PLAYER + 1;

/// A stored game.
pub struct Entry<M: ManagedTypeApi> {
    pub player: ManagedAddress<M>,
    pub depth: u8,
    pub game: Game,
}

#[multiversx_sc::module]
pub trait Storage {
    fn load_game(&self, id: u32) -> Entry<Self::Api> {
        let stored = self.game(id).get();
        require!(!stored.is_empty(), ERR_NO_GAME);
        let mut bytes = [0; HEADER + MAX_GAME_BYTES];
        let bytes = stored.load_to_byte_array(&mut bytes);
        let (header, game) = bytes.split_at(HEADER);
        let mut player = [0; PLAYER];
        player.copy_from_slice(&header[..PLAYER]);
        match Game::decode(game) {
            Ok(game) => Entry {
                player: ManagedAddress::new_from_bytes(&player),
                depth: header[PLAYER],
                game,
            },
            Err(error) => sc_panic!(error.message()),
        }
    }

    fn store_game(&self, id: u32, player: &ManagedAddress, depth: u8, game: &Game) {
        let mut bytes = [0; MAX_GAME_BYTES];
        let len = game.encode(&mut bytes);
        let mut blob = player.as_managed_buffer().clone();
        blob.append_bytes(&[depth]);
        blob.append_bytes(&bytes[..len]);
        self.game(id).set(blob);
    }

    /// The id of the newest game.
    #[view(getLastGameId)]
    #[label("view")]
    #[storage_mapper("lastId")]
    fn last_id(&self) -> SingleValueMapper<u32>;

    /// Player (32 bytes), depth, then the engine's encoding of the game.
    #[storage_mapper("game")]
    fn game(&self, id: u32) -> SingleValueMapper<ManagedBuffer>;

    /// The state of the search for the engine's next move; empty when none is under way.
    #[storage_mapper("search")]
    fn search(&self, id: u32) -> SingleValueMapper<ManagedBuffer>;

    /// The ids of a player's games, oldest first.
    #[storage_mapper("ownGames")]
    fn own_games(&self, player: &ManagedAddress) -> VecMapper<u32>;
}
