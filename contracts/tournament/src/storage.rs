//! The stored values. Tournaments, rounds and boards count from 1, seeds from 0.

use multiversx_sc::{derive_imports::*, imports::*};

use crate::terms::Terms;

/// The phase of a tournament.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Players may enter until its start.
    Entering,
    /// A round is being played.
    Running,
    /// The prizes can be claimed.
    Ended,
    /// Fees and contributions can be claimed: too few had entered, the game contract was paused for
    /// more than 30 epochs, or its records have another form since an upgrade.
    Cancelled,
}

/// The progress of a tournament.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Its phase.
    pub phase: Phase,
    /// The running round, 0 before the first; the last one once it has ended.
    pub round: u8,
    /// When the round was paired: milliseconds of block time.
    pub paired: u64,
    /// The id of the game contract's last game at that time.
    pub last_game: u32,
}

/// A player. An entrant's seed is the place in the list.
#[type_abi]
#[derive(ManagedVecItem, TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, Debug)]
pub struct Entrant<M: ManagedTypeApi> {
    /// The player's account.
    pub player: ManagedAddress<M>,
    /// The rating that the player stated, 0 for none. Nothing depends on it.
    pub rating: u16,
}

/// The results of an entrant.
#[type_abi]
#[derive(
    ManagedVecItem, TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, Default, Debug,
)]
pub struct Standing {
    /// Points: a win counts 2, a draw 1.
    pub points: u8,
    /// The number of rounds in which the player was paired with White.
    pub whites: u8,
    /// The colour of the last pairing: 0 none, 1 White, 2 Black.
    pub last_color: u8,
    /// The number of byes that the player had.
    pub byes: u8,
    /// The opponents so far, a bit for each seed.
    pub met: u32,
}

/// The states of a board.
#[type_abi]
#[derive(
    ManagedVecItem,
    TopEncode,
    TopDecode,
    NestedEncode,
    NestedDecode,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Debug,
)]
pub enum BoardState {
    /// No game.
    Empty,
    /// An open challenge by one of the players.
    Challenge,
    /// A game that is being played.
    Playing,
    /// A result.
    Done,
}

/// White's bit in [`Board::seen`].
pub const WHITE: u8 = 1;
/// Black's bit in [`Board::seen`].
pub const BLACK: u8 = 2;

/// A board of a round.
#[type_abi]
#[derive(ManagedVecItem, TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, Debug)]
pub struct Board {
    /// White's seed.
    pub white: u8,
    /// Black's seed.
    pub black: u8,
    /// Its contents.
    pub state: BoardState,
    /// The players who have been there, proved by a challenge or a game: 1 White, 2 Black, 3 both.
    pub seen: u8,
    /// The game's id in the game contract, 0 for none.
    pub game: u32,
    /// White's points: a win counts 2, a draw 1.
    pub white_points: u8,
    /// Black's points.
    pub black_points: u8,
}

/// A round.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, Debug)]
pub struct Round<M: ManagedTypeApi> {
    /// The seed of the player without an opponent.
    pub bye: Option<u8>,
    /// Its boards.
    pub boards: ManagedVec<M, Board>,
}

#[multiversx_sc::module]
pub trait StorageModule {
    /// The contract whose games count.
    #[view(getGameContract)]
    #[storage_mapper("gameContract")]
    fn game_contract(&self) -> SingleValueMapper<ManagedAddress>;

    /// The number of tournaments, which is the last one's id.
    #[view(getTournamentCount)]
    #[storage_mapper("tournaments")]
    fn tournaments(&self) -> SingleValueMapper<u32>;

    /// A tournament's terms.
    #[storage_mapper("terms")]
    fn terms(&self, id: u32) -> SingleValueMapper<Terms<Self::Api>>;

    /// The progress of a tournament.
    #[storage_mapper("progress")]
    fn progress(&self, id: u32) -> SingleValueMapper<Progress>;

    /// The players, in the order of entering.
    #[storage_mapper("entrants")]
    fn entrants(&self, id: u32) -> SingleValueMapper<ManagedVec<Entrant<Self::Api>>>;

    /// The results of each entrant, by seed.
    #[storage_mapper("standings")]
    fn standings(&self, id: u32) -> SingleValueMapper<ManagedVec<Standing>>;

    /// The rounds that were paired.
    #[storage_mapper("rounds")]
    fn rounds(&self, id: u32, round: u8) -> SingleValueMapper<Round<Self::Api>>;

    /// All fees and contributions.
    #[storage_mapper("pot")]
    fn pot(&self, id: u32) -> SingleValueMapper<BigUint>;

    /// The amount that an account has paid into the pot.
    #[storage_mapper("contribution")]
    fn contribution(&self, id: u32, account: &ManagedAddress) -> SingleValueMapper<BigUint>;

    /// An entrant's prize, until it is claimed.
    #[storage_mapper("prize")]
    fn prize(&self, id: u32, player: &ManagedAddress) -> SingleValueMapper<BigUint>;

    /// The part of a payout that another shard has sent back.
    #[storage_mapper("returned")]
    fn returned(&self, id: u32, account: &ManagedAddress) -> SingleValueMapper<BigUint>;

    /// The block's time in milliseconds.
    fn now(&self) -> u64 {
        self.blockchain()
            .get_block_timestamp_millis()
            .as_u64_millis()
    }

    /// A tournament's terms, if there is such a tournament.
    fn terms_of(&self, id: u32) -> Terms<Self::Api> {
        let terms = self.terms(id);
        require!(!terms.is_empty(), "tournament not found");
        terms.get()
    }
}
