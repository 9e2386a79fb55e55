//! Where everything is kept. No key is a prefix of another.

use chess_rules::{Board, BoardCopy, Position};
use multiversx_sc::api::StorageMapperApi;
use multiversx_sc::imports::*;
use multiversx_sc::storage::StorageKey;

use crate::errors::*;
use crate::numbers::*;
use crate::stored_game::StoredGame;

#[multiversx_sc::module]
pub trait StorageModule: crate::stored_state::StateModule {
    /// The records of all games by their ids, 1 for the first (see
    /// [`GameRecord`](crate::stored_game::GameRecord)).
    #[storage_mapper("games")]
    fn games(&self) -> VecMapper<ManagedBuffer>;

    /// One of `games`, under the key that the list itself uses. `VecMapper::get` and `set` would
    /// read the list's length too (117,000 gas).
    #[storage_mapper("games.item")]
    fn game_record(&self, game_id: usize) -> SingleValueMapper<ManagedBuffer>;

    /// How many `games` there are, the last one's id, under the key that the list itself uses.
    #[storage_mapper("games.len")]
    fn last_game_id(&self) -> SingleValueMapper<u64>;

    /// The board of a game: 64 piece codes, a8 first. Nothing before the first move.
    #[storage_mapper("board")]
    fn board(&self, game_id: usize) -> SingleValueMapper<ManagedBuffer>;

    /// The id of a player's newest game, the head of the list that `previous_game` links.
    #[storage_mapper("lastGame")]
    fn last_game(&self, player: &ManagedAddress) -> SingleValueMapper<u64>;

    /// A player's score: a win counts 2, a draw 1.
    #[storage_mapper("score")]
    fn score(&self, player: &ManagedAddress) -> SingleValueMapper<u64>;

    /// What could not be delivered to a player of a token.
    #[storage_mapper("amountOwed")]
    fn credit(&self, player: &ManagedAddress, token: &ManagedBuffer) -> SingleValueMapper<BigUint>;

    /// The tokens of which a player has a credit.
    #[storage_mapper("tokensOwed")]
    fn credited_tokens(&self, player: &ManagedAddress) -> VecMapper<ManagedBuffer>;

    /// How many `credited_tokens` a player has, under the key that the list itself uses.
    #[inline(never)]
    fn credited_count(&self, player: &ManagedAddress) -> SingleValueMapper<u64> {
        SingleValueMapper::new(credited_key(player, b".len"))
    }

    /// One of a player's `credited_tokens`, 1 for the first, under the key that the list itself uses.
    #[inline(never)]
    fn credited_token(&self, player: &ManagedAddress, at: u64) -> SingleValueMapper<ManagedBuffer> {
        let mut key = credited_key(player, b".item");
        key.append_item(&(at as usize));
        SingleValueMapper::new(key)
    }

    /// What is owed in a token and not yet paid out, all players together.
    #[storage_mapper("totalOwed")]
    fn credit_total(&self, token: &ManagedBuffer) -> SingleValueMapper<BigUint>;

    /// A challenge's stake: the length of the token identifier, a byte, then it and the amount.
    #[storage_mapper("stake")]
    fn stake(&self, game_id: usize) -> SingleValueMapper<ManagedBuffer>;

    /// The keys of a game that is played by signature: White's 32 bytes, then Black's. Of a
    /// challenge, the challenger's.
    #[storage_mapper("keys")]
    fn keys(&self, game_id: usize) -> SingleValueMapper<ManagedBuffer>;

    /// The contract whose storage the view contract reads, in its own storage.
    #[storage_mapper_from_address("external-view-target-address")]
    fn view_target(
        &self,
        views: ManagedAddress,
    ) -> SingleValueMapper<ManagedAddress, ManagedAddress>;

    fn game(&self, game_id: usize) -> StoredGame<Self::Api> {
        self.load_game(game_id, true)
    }

    /// A game, where users may act.
    fn running_game(&self, game_id: usize) -> StoredGame<Self::Api> {
        self.load_game(game_id, false)
    }

    #[inline(never)]
    fn load_game(&self, game_id: usize, also_paused: bool) -> StoredGame<Self::Api> {
        let contract = self.state();
        check!(also_paused || !contract.is_paused(), ERROR_PAUSED);
        let record = self.game_record(game_id).get();
        check!(!record.is_empty(), ERROR_GAME_NOT_FOUND);
        StoredGame::from_record(record, game_id, contract)
    }

    /// The id of a game about to be stored.
    fn new_game_id(&self) -> usize {
        let last = self.last_game_id();
        let id = last.get() + 1;
        last.set(id);
        id as usize
    }

    /// Makes a game the newest of a player's. Returns the player's entry in its record.
    #[inline(never)] // smaller than a copy at each call
    fn enter_game(&self, game_id: usize, player: &ManagedAddress) -> ManagedBuffer {
        let last_game = self.last_game(player);
        let mut entry = player.as_managed_buffer().clone();
        append32(&mut entry, last_game.get() as u32);
        last_game.set(game_id as u64);
        entry
    }

    /// A game's position. `copy` holds the start, and takes the board if there is one.
    #[inline(never)]
    fn position<'a>(
        &self,
        game: &StoredGame<Self::Api>,
        copy: &'a mut BoardCopy,
    ) -> Position<&'a mut Board> {
        let board = copy.board_mut();
        if get16(&game.head.ply) != 0 {
            self.board(game.id).get().load_slice(0, board);
        }
        game.position(board)
    }

    /// Puts a position into a game, and stores its board.
    #[inline(never)]
    fn store_position(&self, game: &mut StoredGame<Self::Api>, position: &Position<&mut Board>) {
        game.set_context(position.context());
        self.board(game.id)
            .set(ManagedBuffer::new_from_bytes(position.board()));
    }

    fn store_game(&self, game: &mut StoredGame<Self::Api>) {
        self.game_record(game.id).set(game.record());
    }
}

fn credited_key<M: StorageMapperApi>(player: &ManagedAddress<M>, part: &[u8]) -> StorageKey<M> {
    let mut key = StorageKey::new(b"tokensOwed");
    key.append_item(player);
    key.append_bytes(part);
    key
}
