//! The contract's storage, and its records in memory. No key is a prefix of another. The crate
//! `chess-record` defines the bytes of the records.

use chess_rules::{Board, BoardCopy, Position};
use multiversx_sc::imports::*;
use multiversx_sc::storage::StorageKey;

pub mod buffers;
pub mod bytes;
mod game;
mod stake;
mod state;

pub use bytes::{GameBytes, Keys, Stake, StateBytes};
pub use game::StoredGame;
pub use state::{ContractState, Waiting, first_state};

use crate::errors::*;
use buffers::append_u32;

/// The users who may act while the contract is paused.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Paused {
    /// Everyone.
    Open,
    /// Everyone, once the pause has lasted more than 30 epochs: too long to hold players' money.
    OpenIfLong,
    /// Nobody.
    Closed,
}

#[multiversx_sc::module]
pub trait StorageModule {
    /// The contract's state.
    #[storage_mapper("state")]
    fn state_record(&self) -> SingleValueMapper<StateBytes<Self::Api>>;

    /// The records of all games by their ids, 1 for the first.
    #[storage_mapper("games")]
    fn games(&self) -> VecMapper<GameBytes<Self::Api>>;

    /// One of `games`, under the list's own key. `VecMapper::get` and `set` would also read the
    /// list's length, which costs 117,000 gas at every move.
    #[storage_mapper("games.item")]
    fn game_record(&self, game_id: usize) -> SingleValueMapper<GameBytes<Self::Api>>;

    /// The number of `games`, which is the last one's id, under the list's own key.
    #[storage_mapper("games.len")]
    fn last_game_id(&self) -> SingleValueMapper<usize>;

    /// A game's board: 64 piece codes, a8 first. It is stored at the first move.
    #[storage_mapper("board")]
    fn board(&self, game_id: usize) -> SingleValueMapper<ManagedByteArray<Self::Api, 64>>;

    /// The id of a player's newest game, the head of the list that `previous_game` links.
    #[storage_mapper("lastGame")]
    fn last_game(&self, player: &ManagedAddress) -> SingleValueMapper<usize>;

    /// A player's score: a win counts 2, a draw 1.
    #[storage_mapper("score")]
    fn score(&self, player: &ManagedAddress) -> SingleValueMapper<usize>;

    /// The amount of a token that could not be delivered to a player.
    #[storage_mapper("amountOwed")]
    fn credit(&self, player: &ManagedAddress, token: &ManagedBuffer) -> SingleValueMapper<BigUint>;

    /// The tokens in which a player has a credit.
    #[storage_mapper("tokensOwed")]
    fn credited_tokens(&self, player: &ManagedAddress) -> VecMapper<ManagedBuffer>;

    /// The sum of all players' credits in a token.
    #[storage_mapper("totalOwed")]
    fn credit_total(&self, token: &ManagedBuffer) -> SingleValueMapper<BigUint>;

    /// The contract's roles for a token, under the network's own key: a list of names.
    fn own_roles(&self, token: &ManagedBuffer) -> SingleValueMapper<ManagedBuffer> {
        let mut key = StorageKey::new(b"ELRONDroleesdt");
        key.append_managed_buffer(token);
        SingleValueMapper::new(key)
    }

    /// The stake of each player of a challenge for a round.
    #[storage_mapper("stake")]
    fn stake(&self, game_id: usize) -> SingleValueMapper<Stake<Self::Api>>;

    /// The players' keys in a game that is played by signature.
    #[storage_mapper("keys")]
    fn keys(&self, game_id: usize) -> SingleValueMapper<Keys<Self::Api>>;

    /// The contract whose storage the view contract reads, in its own storage.
    #[storage_mapper_from_address("external-view-target-address")]
    fn view_target(
        &self,
        views: ManagedAddress,
    ) -> SingleValueMapper<ManagedAddress, ManagedAddress>;

    // ---- the state

    fn state(&self) -> ContractState<Self::Api> {
        ContractState::from_record(self.state_record().get())
    }

    fn store_state(&self, state: &mut ContractState<Self::Api>) {
        self.state_record().set(state.record());
    }

    /// The state, if users may act now.
    fn open_state(&self, paused: Paused) -> ContractState<Self::Api> {
        let state = self.state();
        let is_open = !state.head.is_paused()
            || match paused {
                Paused::Open => true,
                Paused::OpenIfLong => state.head.is_long_pause(self.epoch()),
                Paused::Closed => false,
            };
        check!(is_open, ERROR_PAUSED);
        state
    }

    /// The current epoch; 2³² of them are millions of years.
    fn epoch(&self) -> u32 {
        self.blockchain().get_block_epoch() as u32
    }

    /// The block's time in milliseconds. (The hook for seconds answers in milliseconds after the
    /// network's upgrade to shorter rounds.)
    fn millis(&self) -> u64 {
        self.blockchain()
            .get_block_timestamp_millis()
            .as_u64_millis()
    }

    // ---- games

    /// A game, also while the contract is paused.
    fn game(&self, game_id: usize) -> StoredGame<Self::Api> {
        self.open_game(game_id, Paused::Open)
    }

    /// A game, if users may act now.
    fn open_game(&self, game_id: usize, paused: Paused) -> StoredGame<Self::Api> {
        let contract = self.open_state(paused);
        let record = self.game_record(game_id).get();
        check!(!record.0.is_empty(), ERROR_GAME_NOT_FOUND);
        StoredGame::from_record(record, game_id, contract)
    }

    /// The id of a game about to be stored.
    fn new_game_id(&self) -> usize {
        let last = self.last_game_id();
        let id = last.get() + 1;
        last.set(id);
        id
    }

    /// Makes a game the newest of a player's. Returns the player's entry in its record.
    fn enter_game(&self, game_id: usize, player: &ManagedAddress) -> ManagedBuffer {
        let last_game = self.last_game(player);
        let mut entry = player.as_managed_buffer().clone();
        append_u32(&mut entry, last_game.get() as u32);
        last_game.set(game_id);
        entry
    }

    /// A game's position, on `copy`: the start, unless a board is stored.
    fn position<'a>(
        &self,
        game: &StoredGame<Self::Api>,
        copy: &'a mut BoardCopy,
    ) -> Position<&'a mut Board> {
        let board = copy.board_mut();
        if game.head.ply.get() != 0 {
            let stored = self.board(game.id).get();
            stored.as_managed_buffer().load_slice(0, board);
        }
        game.head.position(board)
    }

    /// Puts a position into a game, and stores its board.
    fn store_position(&self, game: &mut StoredGame<Self::Api>, position: &Position<&mut Board>) {
        game.head.set_context(position.context());
        let board = ManagedByteArray::new_from_bytes(position.board());
        self.board(game.id).set(board);
    }

    fn store_game(&self, game: &mut StoredGame<Self::Api>) {
        self.game_record(game.id).set(game.record());
    }
}
