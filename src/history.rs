//! A game's moves: canonical chess binary (crate `game-moves`), one after the other.
//!
//! The last moves stand in the game itself, which a move writes anyway. They are written to
//! a block of their own in steps of eight moves, because every new byte costs 10,000 gas.

use chess_rules::{Board, Move, Position, RepetitionCounter, Square};
use game_moves::chess as canonical;
use multiversx_sc::imports::*;

use crate::game::StoredGame;

#[multiversx_sc::module]
pub trait HistoryModule: crate::storage::StorageModule {
    /// A game's moves in blocks, counted from 0; no move is split between two. The last block may
    /// be behind the game's own last moves.
    #[storage_mapper("moves")]
    fn moves_block(&self, game_id: usize, block: usize) -> SingleValueMapper<ManagedBuffer>;

    /// Appends a move to a game's history, and gives its bytes.
    fn record_move(
        &self,
        game_id: usize,
        game: &mut StoredGame<Self::Api>,
        m: Move,
    ) -> ManagedBuffer {
        let encoded = canonical::Move::of_legal(m).encode();
        if let Some(block) = game.push_move(encoded.as_bytes()) {
            self.moves_block(game_id, block).set(game.tail());
        }
        ManagedBuffer::new_from_bytes(encoded.as_bytes())
    }

    /// Whether the position on the board has occurred so many times. `game` holds the moves that
    /// led there.
    fn has_occurred(
        &self,
        times: u32,
        game_id: usize,
        game: &StoredGame<Self::Api>,
        position: &Position<&mut Board>,
    ) -> bool {
        let mut counter = RepetitionCounter::of(position);
        let mut block = game.blocks();
        let mut moves = game.tail();
        // eight moves at a time come into memory; none of those taken back promotes, so each
        // is two bytes
        let mut bytes = [0; 16];
        let mut ahead = moves.len();
        let mut here = 0;
        while counter.is_open(times) {
            if here == 0 {
                if ahead == 0 {
                    block -= 1;
                    moves = self.moves_block(game_id, block).get();
                    ahead = moves.len();
                }
                here = ahead.min(bytes.len());
                ahead -= here;
                moves.append_bytes(&[0; 16]); // so that there are as many to load
                moves.load_slice(ahead, &mut bytes);
            }
            here -= 2;
            let m = |at: usize| from_canonical(bytes[at & 15]);
            counter.take_back(m(here), m(here + 1));
        }
        counter.occurrences() >= times
    }
}

/// Document 004 counts squares from a1, the contract from a8.
fn from_canonical(square: u8) -> Square {
    Square::from_low_bits(square ^ 56)
}
