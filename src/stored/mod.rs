//! Where everything is kept, and the records in memory. No key is a prefix of another. What the
//! bytes of the records mean is in the crate `chess-record`.

use chess_rules::{Board, BoardCopy, Position};
use multiversx_sc::api::StorageMapperApi;
use multiversx_sc::imports::*;
use multiversx_sc::storage::StorageKey;

pub mod buffers;
mod count;
mod game;
mod stake;
mod state;

pub use count::Count;
pub use game::StoredGame;
pub use stake::Stake;
pub use state::{ContractState, Waiting, first_state};

use crate::errors::*;
use buffers::append_u32;

/// While the contract is paused, who may act.
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
    /// The contract's state, a [`StateRecord`](chess_record::StateRecord) and what follows it.
    #[storage_mapper("state")]
    fn state_record(&self) -> SingleValueMapper<ManagedBuffer>;

    /// The records of all games by their ids, 1 for the first (see
    /// [`GameRecord`](chess_record::GameRecord)).
    #[storage_mapper("games")]
    fn games(&self) -> VecMapper<ManagedBuffer>;

    /// One of `games`, under the key that the list itself uses. `VecMapper::get` and `set` would
    /// read the list's length too (117,000 gas).
    #[storage_mapper("games.item")]
    fn game_record(&self, game_id: usize) -> SingleValueMapper<ManagedBuffer>;

    /// How many `games` there are, the last one's id, under the key that the list itself uses.
    #[storage_mapper("games.len")]
    fn last_game_id(&self) -> SingleValueMapper<Count>;

    /// A game's board: 64 piece codes, a8 first. It is stored from the first move on.
    #[storage_mapper("board")]
    fn board(&self, game_id: usize) -> SingleValueMapper<ManagedBuffer>;

    /// The id of a player's newest game, the head of the list that `previous_game` links.
    #[storage_mapper("lastGame")]
    fn last_game(&self, player: &ManagedAddress) -> SingleValueMapper<Count>;

    /// A player's score: a win counts 2, a draw 1.
    #[storage_mapper("score")]
    fn score(&self, player: &ManagedAddress) -> SingleValueMapper<Count>;

    /// What could not be delivered to a player of a token.
    fn credit(&self, player: &ManagedAddress, token: &ManagedBuffer) -> SingleValueMapper<BigUint> {
        let mut key = StorageKey::new(b"amountOwed");
        key.append_item(player);
        append_token(&mut key, token);
        SingleValueMapper::new(key)
    }

    /// The tokens of which a player has a credit.
    #[storage_mapper("tokensOwed")]
    fn credited_tokens(&self, player: &ManagedAddress) -> VecMapper<ManagedBuffer>;

    /// How many `credited_tokens` a player has, under the key that the list itself uses. The list's
    /// own functions take 186 bytes more of code.
    fn credited_count(&self, player: &ManagedAddress) -> SingleValueMapper<Count> {
        SingleValueMapper::new(credited_key(player, b".len"))
    }

    /// One of a player's `credited_tokens`, 1 for the first, under the key that the list itself
    /// uses.
    fn credited_token(
        &self,
        player: &ManagedAddress,
        at: usize,
    ) -> SingleValueMapper<ManagedBuffer> {
        let mut key = credited_key(player, b".item");
        key.append_item(&at);
        SingleValueMapper::new(key)
    }

    /// What is owed in a token and not yet paid out, all players together.
    fn credit_total(&self, token: &ManagedBuffer) -> SingleValueMapper<BigUint> {
        let mut key = StorageKey::new(b"totalOwed");
        append_token(&mut key, token);
        SingleValueMapper::new(key)
    }

    /// The contract's roles for a token, where the network keeps them: a list of names.
    fn own_roles(&self, token: &ManagedBuffer) -> SingleValueMapper<ManagedBuffer> {
        let mut key = StorageKey::new(b"ELRONDroleesdt");
        key.append_managed_buffer(token);
        SingleValueMapper::new(key)
    }

    /// What each player of a challenge pays for a round: a [`Stake`].
    #[storage_mapper("stake")]
    fn stake(&self, game_id: usize) -> SingleValueMapper<ManagedBuffer>;

    /// The keys of a game that is played by signature, 32 bytes each: that of White in round 0, then
    /// Black's. Of a challenge, the challenger's.
    #[storage_mapper("keys")]
    fn keys(&self, game_id: usize) -> SingleValueMapper<ManagedBuffer>;

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
        check!(!record.is_empty(), ERROR_GAME_NOT_FOUND);
        StoredGame::from_record(record, game_id, contract)
    }

    /// The id of a game about to be stored.
    fn new_game_id(&self) -> usize {
        let last = self.last_game_id();
        let id = last.get().0 + 1;
        last.set(Count(id));
        id
    }

    /// Makes a game the newest of a player's. Returns the player's entry in its record.
    fn enter_game(&self, game_id: usize, player: &ManagedAddress) -> ManagedBuffer {
        let last_game = self.last_game(player);
        let mut entry = player.as_managed_buffer().clone();
        append_u32(&mut entry, last_game.get().0 as u32);
        last_game.set(Count(game_id));
        entry
    }

    /// A game's position. `copy` holds the start, and takes the board if there is one.
    fn position<'a>(
        &self,
        game: &StoredGame<Self::Api>,
        copy: &'a mut BoardCopy,
    ) -> Position<&'a mut Board> {
        let board = copy.board_mut();
        if game.head.ply.get() != 0 {
            self.board(game.id).get().load_slice(0, board);
        }
        game.head.position(board)
    }

    /// Puts a position into a game, and stores its board.
    fn store_position(&self, game: &mut StoredGame<Self::Api>, position: &Position<&mut Board>) {
        game.head.set_context(position.context());
        let board = ManagedBuffer::new_from_bytes(position.board());
        self.board(game.id).set(board);
    }

    fn store_game(&self, game: &mut StoredGame<Self::Api>) {
        self.game_record(game.id).set(game.record());
    }
}

/// Appends a token as the framework would, its length first, by less code.
fn append_token<M: StorageMapperApi>(key: &mut StorageKey<M>, token: &ManagedBuffer<M>) {
    key.append_item(&token.len());
    key.append_managed_buffer(token);
}

fn credited_key<M: StorageMapperApi>(player: &ManagedAddress<M>, part: &[u8]) -> StorageKey<M> {
    let mut key = StorageKey::new(b"tokensOwed");
    key.append_item(player);
    key.append_bytes(part);
    key
}
