//! A game's moves: canonical chess binary (crate `game-moves`), one after the other.
//!
//! The last moves stand in the game itself, which a move writes anyway. Where no more fit, they
//! go into a block of their own. So a move writes no key more, except one in sixteen.

use chess_rules::{Board, Move, Position, Recurrence};
use game_moves::chess as canonical;
use multiversx_sc::imports::*;

use crate::game::{BLOCK_LEN, StoredGame};

#[multiversx_sc::module]
pub trait HistoryModule: crate::storage::StorageModule {
    /// Full blocks of a game's moves, counted from 0; no move is split between two.
    #[storage_mapper("moves")]
    fn moves_block(&self, game_id: usize, block: u16) -> SingleValueMapper<ManagedBuffer>;

    /// Appends a move to a game's history, and gives its bytes.
    fn record_move(
        &self,
        game_id: usize,
        game: &mut StoredGame<Self::Api>,
        m: Move,
    ) -> ManagedBuffer {
        let encoded = canonical::Move::of_legal(m).encode();
        if let Some(block) = game.push_move(encoded.as_bytes()) {
            self.moves_block(game_id, game.blocks() - 1).set(block);
        }
        ManagedBuffer::new_from_bytes(encoded.as_bytes())
    }

    /// How often the position on the board has occurred. `game` holds the moves that led there.
    fn occurrences(
        &self,
        game_id: usize,
        game: &StoredGame<Self::Api>,
        position: &Position<&mut Board>,
    ) -> u8 {
        let mut recurrence = Recurrence::of(position);
        let mut block = game.blocks();
        let mut moves = game.tail();
        loop {
            let mut bytes = [0; BLOCK_LEN];
            // none of the moves taken back promotes, so each is two bytes
            for m in moves.load_to_byte_array(&mut bytes).rchunks_exact(2) {
                if !recurrence.take_back(from_canonical(m[0]), from_canonical(m[1])) {
                    return recurrence.occurrences();
                }
            }
            if block == 0 {
                return recurrence.occurrences();
            }
            block -= 1;
            moves = self.moves_block(game_id, block).get();
        }
    }
}

/// Document 004 counts squares from a1, the contract from a8.
fn from_canonical(square: u8) -> u8 {
    square ^ 56
}
