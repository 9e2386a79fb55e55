//! A game's moves: canonical chess binary (crate `game-moves`), one after the other.
//!
//! The game's record holds the moves of the current block. A full block is copied to
//! `moves(game, block)` when the next move comes, and the record begins the next one.

use chess_rules::{Board, BoardCopy, Move, Position, RepetitionCounter, Square};
use game_moves::chess as canonical;
use multiversx_sc::imports::*;

use crate::stored_game::{BLOCK_LEN, StoredGame};

#[multiversx_sc::module]
pub trait HistoryModule: crate::storage::StorageModule + crate::stored_state::StateModule {
    /// A game's full blocks of moves, counted from 0: at most 64 bytes each. No move is split
    /// between two.
    #[storage_mapper("moves")]
    fn full_block(&self, game_id: usize, block: usize) -> SingleValueMapper<ManagedBuffer>;

    /// All moves of a game.
    fn all_moves(&self, game: &StoredGame<Self::Api>) -> ManagedBuffer {
        let mut moves = ManagedBuffer::new();
        for block in 0..game.full_blocks() {
            moves.append(&self.full_block(game.id, block).get());
        }
        moves.append(&game.current_block());
        moves
    }

    /// Appends a move to a game's history, and returns it as it is stored.
    #[inline(never)] // smaller than a copy at each call
    fn record_move(
        &self,
        game: &mut StoredGame<Self::Api>,
        m: Move,
    ) -> canonical::Encoded {
        if game.is_current_block_full() {
            self.full_block(game.id, game.full_blocks())
                .set(game.current_block());
            game.next_block();
        }
        let encoded = canonical::Move::of_legal(m).encode();
        game.push_move(encoded.as_bytes());
        encoded
    }

    /// Whether the position on the board has occurred so many times. `game` holds the moves that
    /// led there.
    fn has_occurred(
        &self,
        times: u32,
        game: &StoredGame<Self::Api>,
        position: &Position<&mut Board>,
    ) -> bool {
        let mut repetitions = RepetitionCounter::of(position);
        if !repetitions.is_open(times) {
            return false;
        }
        // Promotions are irreversible, so every move that is taken back is exactly 2 bytes.
        let mut block = game.full_blocks();
        let mut loaded = BoardCopy::start(); // 64 bytes, as a block has at most
        let bytes = loaded.board_mut();
        let mut here = load(&game.current_block(), bytes);
        while repetitions.is_open(times) {
            if here == 0 {
                block -= 1;
                here = load(&self.full_block(game.id, block).get(), bytes);
            }
            here -= 2;
            let square = |at: usize| from_canonical(bytes[at & 63]);
            repetitions.take_back(square(here), square(here + 1));
        }
        repetitions.occurrences() >= times
    }
}

/// Loads a block of moves, and returns how many bytes it has.
fn load<M: ManagedTypeApi>(moves: &ManagedBuffer<M>, bytes: &mut [u8; BLOCK_LEN]) -> usize {
    let len = moves.len();
    if let Some(bytes) = bytes.get_mut(..len) {
        moves.load_slice(0, bytes);
    }
    len
}

/// Document 004 counts squares from a1, the contract from a8.
pub fn from_canonical(square: u8) -> Square {
    Square::from_low_bits(square ^ 56)
}
