//! Where everything is kept. No key is a prefix of another.

use multiversx_sc::imports::*;

use chess_rules::Board;

use crate::errors::*;
use crate::game::StoredGame;

#[multiversx_sc::module]
pub trait StorageModule {
    /// Every game, by its id: 1 for the first. The blobs of [`StoredGame`].
    #[storage_mapper("games")]
    fn games(&self) -> VecMapper<ManagedBuffer>;

    /// One of `games`, without the list's length, which a move needn't read.
    #[storage_mapper("games.item")]
    fn game_blob(&self, game_id: usize) -> SingleValueMapper<ManagedBuffer>;

    /// The board of a game, `[u8; 64]`: piece codes, a8 first.
    #[storage_mapper("board")]
    fn board(&self, game_id: usize) -> SingleValueMapper<ManagedByteArray<Self::Api, 64>>;

    /// The same board for a move, which works on its bytes in place.
    #[storage_mapper("board")]
    fn board_blob(&self, game_id: usize) -> SingleValueMapper<ManagedBuffer>;

    /// A player's last game, from which seats lead to all others.
    #[storage_mapper("lastGame")]
    fn last_game(&self, player: &ManagedAddress) -> SingleValueMapper<u32>;

    /// A player's score: a win counts 2, a draw 1.
    #[storage_mapper("score")]
    fn score(&self, player: &ManagedAddress) -> SingleValueMapper<u64>;

    /// What could not be delivered to a player, in the wager's token.
    #[storage_mapper("credit")]
    fn credit(&self, player: &ManagedAddress) -> SingleValueMapper<BigUint>;

    fn game(&self, game_id: usize) -> StoredGame<Self::Api> {
        match StoredGame::from_blob(self.game_blob(game_id).get()) {
            Some(game) => game,
            None => sc_panic!(NO_GAME),
        }
    }

    fn store_game(&self, game_id: usize, game: &mut StoredGame<Self::Api>) {
        self.game_blob(game_id).set(game.blob());
    }

    /// Puts the pieces of a game on a board.
    fn load_board(&self, game_id: usize, board: &mut Board) {
        self.board_blob(game_id).get().load_slice(0, board);
    }

    fn store_board(&self, game_id: usize, board: &Board) {
        self.board_blob(game_id)
            .set(ManagedBuffer::new_from_bytes(board));
    }
}
