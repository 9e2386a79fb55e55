//! The records of the game contract: games, and whether it is paused.

use chess_record::{
    DAY_MILLIS, GameClock, GameRecord, GameState, PauseTimes, StateRecord, VERSION, flags,
};
use multiversx_sc::imports::*;
use zerocopy::{FromZeros, IntoBytes};

use crate::storage::{BLACK, Board, WHITE};
use crate::terms::Terms;

/// A game of the game contract.
pub struct Game {
    /// Its record.
    pub record: GameRecord,
    /// Its clock, zeros if it has none.
    pub clock: GameClock,
}

impl Game {
    /// The challenger, as in [`Board::seen`].
    pub fn challenger(&self) -> u8 {
        [WHITE, BLACK][self.record.head.challengers_side() as usize]
    }

    /// Whether the challenge was accepted at `end` or later: in milliseconds that count for clocks.
    pub fn is_late(&self, end: u64) -> bool {
        self.clock.start_millis.get() >= end
    }

    /// The points of White and Black, if the game has a result.
    pub fn points(&self) -> Option<(u8, u8)> {
        match self.record.head.state() {
            GameState::WhiteWon => Some((2, 0)),
            GameState::BlackWon => Some((0, 2)),
            GameState::Stalemate => Some((1, 1)),
            _ => None,
        }
    }
}

#[multiversx_sc::module]
pub trait GameContractModule: crate::storage::StorageModule {
    /// The game contract's state.
    #[storage_mapper_from_address("state")]
    fn chess_state(
        &self,
        chess: ManagedAddress,
    ) -> SingleValueMapper<ManagedBuffer, ManagedAddress>;

    /// The record of a game.
    #[storage_mapper_from_address("games.item")]
    fn chess_game(
        &self,
        chess: ManagedAddress,
        game: u32,
    ) -> SingleValueMapper<ManagedBuffer, ManagedAddress>;

    /// The number of games.
    #[storage_mapper_from_address("games.len")]
    fn chess_games(&self, chess: ManagedAddress) -> SingleValueMapper<u32, ManagedAddress>;

    /// The id of the game contract's last game.
    fn last_game(&self) -> u32 {
        self.chess_games(self.game_contract().get()).get()
    }

    /// The game contract's last pause; zeros if there was none. Refuses while it is paused.
    fn last_pause(&self) -> PauseTimes {
        let Some((record, pause)) = self.pauses() else {
            sc_panic!("the game contract cannot be read");
        };
        require!(!record.is_paused(), "the game contract is paused");
        pause
    }

    /// When the window of the running round began: at its pairing, or at the end of a later pause of
    /// the game contract; while it is paused, as if the pause ended now. For views.
    fn window_begin(&self, paired: u64) -> u64 {
        let resumed = match self.pauses() {
            Some((record, _)) if record.is_paused() => self.now() + DAY_MILLIS,
            Some((_, pause)) => pause.resume_millis.get(),
            None => 0,
        };
        paired.max(resumed)
    }

    /// Whether no result can be expected: the game contract has been paused for more than 30 epochs,
    /// or its records have another form since an upgrade.
    fn is_out_of_service(&self) -> bool {
        let epoch = self.blockchain().get_block_epoch() as u32;
        let pauses = self.pauses();
        pauses.is_none_or(|(record, _)| record.is_long_pause(epoch))
    }

    /// The game contract's pauses, unless its records have another form.
    fn pauses(&self) -> Option<(StateRecord, PauseTimes)> {
        let bytes = self.chess_state(self.game_contract().get()).get();
        let mut record = StateRecord::new_zeroed();
        let mut pause = PauseTimes::new_zeroed();
        if bytes.len() < size_of::<StateRecord>() + size_of::<PauseTimes>() {
            return None;
        }
        bytes.load_slice(0, record.as_mut_bytes());
        bytes.load_slice(size_of::<StateRecord>(), pause.as_mut_bytes());
        (record.version == VERSION).then_some((record, pause))
    }

    /// A game of the game contract, unless its record has another form.
    fn game(&self, id: u32) -> Option<Game> {
        let bytes = self.chess_game(self.game_contract().get(), id).get();
        let mut game = Game {
            record: GameRecord::new_zeroed(),
            clock: GameClock::new_zeroed(),
        };
        if bytes.len() < size_of::<GameRecord>() {
            return None;
        }
        bytes.load_slice(0, game.record.as_mut_bytes());
        if game.record.head.version != VERSION {
            return None;
        }
        if game.record.head.has(flags::CLOCK) {
            bytes.load_slice(size_of::<GameRecord>(), game.clock.as_mut_bytes());
        }
        Some(game)
    }

    /// Refuses a game that is not one of this board.
    fn require_fits(&self, id: u32, terms: &Terms<Self::Api>, board: &Board, game: &Game) {
        let entrants = self.entrants(id).get();
        let address = |seed: u8| entrants.get(seed as usize).player.to_byte_array();
        let (white, black) = (address(board.white), address(board.black));
        let (first, second) = (&game.record.first.address, &game.record.second.address);
        require!(
            !(*first == black && *second == white),
            "the game's colours are the wrong way round"
        );
        require!(
            *first == white && *second == black,
            "the game's players are not this board's"
        );
        let head = &game.record.head;
        let is_by_lot = head.is_offer() && head.has(flags::DRAWN_SIDE);
        require!(!is_by_lot, "the game's colours are drawn by lot");
        let is_clock = head.has(flags::CLOCK)
            && game.clock.base.get() == terms.base
            && game.clock.increment.get() == terms.increment;
        require!(is_clock, "the game's clock is not the tournament's");
        require!(
            head.has(flags::ENGINES) == terms.engines,
            "the game's engines value is not the tournament's"
        );
        require!(head.rounds == 1, "the game has more than one round");
        require!(
            head.has(flags::CHALLENGE) && !head.has(flags::STAKE),
            "the game has a stake"
        );
    }
}
