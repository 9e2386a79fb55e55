//! A game's moves: canonical chess binary (crate `game-moves`), concatenated.
//!
//! The game's record holds the moves of the current block. A full block is copied to
//! `moves(game, block)` when the next move comes, and the record begins the next one.

use chess_record::BLOCK_LEN;
use chess_rules::{Board, BoardCopy, Move, Position, RepetitionCounter, Square};
use game_moves::chess as canonical;
use multiversx_sc::imports::*;

use crate::stored::StoredGame;

#[multiversx_sc::module]
pub trait HistoryModule: crate::stored::StorageModule {
    /// A game's full blocks of moves, counted from 0: at most 64 bytes each. No move is split
    /// between two.
    #[storage_mapper("moves")]
    fn full_block(&self, game_id: usize, block: usize) -> SingleValueMapper<ManagedBuffer>;

    /// All moves of a game's round.
    fn all_moves(&self, game: &StoredGame<Self::Api>) -> ManagedBuffer {
        self.last_moves(game, usize::MAX)
    }

    /// The last moves of a game's round: at least `len` bytes, or all moves.
    fn last_moves(&self, game: &StoredGame<Self::Api>, len: usize) -> ManagedBuffer {
        let mut moves = game.current_block();
        let mut block = game.full_blocks();
        while block > 0 && moves.len() < len {
            block -= 1;
            let mut earlier = self.full_block(game.id, block).get();
            earlier.append(&moves);
            moves = earlier;
        }
        moves
    }

    /// Appends a move to a game's history, and returns it as it is stored.
    fn record_move(&self, game: &mut StoredGame<Self::Api>, m: Move) -> canonical::Encoded {
        if game.is_current_block_full() {
            self.full_block(game.id, game.full_blocks())
                .set(game.current_block());
            game.next_block();
        }
        let encoded = canonical::Move::of_legal(m).encode();
        game.push_move(encoded.as_bytes());
        encoded
    }

    /// Whether the position has occurred `times` times in a game. The game's record holds the moves
    /// that led to it.
    fn has_occurred(
        &self,
        times: u32,
        game: &StoredGame<Self::Api>,
        position: &Position<&mut Board>,
    ) -> bool {
        // each move that can be taken back has two bytes
        let len = 2 * position.reversible_plies() as usize;
        let moves = self.last_moves(game, len);
        has_occurred_in(times, &moves, position)
    }
}

/// Whether the position has occurred `times` times. `moves`: all moves that led to it, or at least
/// those that can be taken back.
pub fn has_occurred_in<M: ManagedTypeApi>(
    times: u32,
    moves: &ManagedBuffer<M>,
    position: &Position<&mut Board>,
) -> bool {
    let mut repetitions = RepetitionCounter::of(position);
    let mut loaded = BoardCopy::start(); // 64 bytes; clearing them would be a call of `memset`
    let bytes = loaded.board_mut();
    let mut ahead = moves.len();
    let mut here = 0;
    while repetitions.is_open(times) {
        if here == 0 {
            here = ahead.min(BLOCK_LEN);
            ahead -= here;
            moves.load_slice(ahead, &mut bytes[..here]);
        }
        // A promotion can't be taken back, so each move that can has exactly 2 bytes.
        here -= 2;
        let square = |at: usize| from_canonical(bytes[at & 63]);
        repetitions.take_back(square(here), square(here + 1));
    }
    repetitions.occurrences() >= times
}

/// Canonical moves count squares from a1, the contract from a8.
pub fn from_canonical(square: u8) -> Square {
    Square::from_low_bits(square ^ 56)
}
