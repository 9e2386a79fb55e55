//! What the ABI shows: arguments, results and event data.

use core::marker::PhantomData;
use multiversx_sc::abi::{TypeAbi, TypeAbiFrom, TypeDescriptionContainer, TypeName};
use multiversx_sc::codec::{
    DecodeErrorHandler, EncodeErrorHandler, TopDecode, TopDecodeInput, TopDecodeMulti,
    TopDecodeMultiInput, TopEncodeOutput,
};
use multiversx_sc::derive_imports::*;
use multiversx_sc::imports::*;

/// A game, as document 001 describes it, and what the Laws need besides.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, PartialEq, Eq, Debug)]
pub struct Game<M: ManagedTypeApi> {
    /// 1 for the first.
    pub game_id: u64,
    pub white_player: ManagedAddress<M>,
    pub black_player: ManagedAddress<M>,
    /// 0 White, 1 Black.
    pub player_turn: u8,
    pub last_move_epoch: u64,
    pub state: GameState,
    /// What ended the game or, while an end is open, would end it.
    pub end_reason: EndReason,
    /// The first epoch in which the time is over of what the game awaits, if no pause comes in
    /// between; 0 where epochs don't count.
    pub deadline_epoch: u64,
    /// Square, 0 (a8) to 63 (h1).
    pub white_king: u8,
    /// Square, 0 (a8) to 63 (h1).
    pub black_king: u8,
    /// Bits: 1 White short, 2 White long, 4 Black short, 8 Black long.
    pub castling: u8,
    /// The file of a pawn that can be captured en passant, 0 (a) to 7 (h), 8 for none.
    pub en_passant: u8,
    /// Plies since the last capture or pawn move.
    pub half_move_clock: u8,
    /// Plies played.
    pub plies: u16,
    /// What the game awaits while it is ongoing.
    pub awaits: Awaits,
    /// The block time in milliseconds after which the time is over of what the game awaits, if no
    /// pause comes in between; 0 where no clock runs.
    pub deadline_millis: u64,
}

/// What an ongoing game awaits.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Awaits {
    /// A move. In a game that is played by signature no time runs.
    Move,
    /// The move that the opponent has asked for on the chain.
    Answer,
    /// A longer game that undoes its open end.
    LongerGame,
}

/// The state of a game (document 001).
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum GameState {
    Ongoing,
    WhiteWon,
    BlackWon,
    /// Every draw, not only stalemate.
    Stalemate,
    /// A challenge that waits for its second player.
    Open,
    /// Cancelled or aborted.
    NoResult,
}

/// What ended a game.
#[type_abi]
#[derive(TopDecode, NestedEncode, NestedDecode, Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum EndReason {
    /// It goes on.
    None,
    Checkmate,
    Resignation,
    /// The player to move ran out of time.
    Inactivity,
    /// A king left attacked, called by the opponent.
    IllegalMove,
    Stalemate,
    /// Too little material on both sides for any checkmate.
    DeadPosition,
    FivefoldRepetition,
    SeventyFiveMoves,
    /// Claimed.
    ThreefoldRepetition,
    /// Claimed.
    FiftyMoves,
    Agreement,
    /// Pauses took more than 30 epochs of a move's time; the stakes went back.
    Pause,
    /// A challenge that was taken back or declined.
    Cancelled,
    /// Time was over before both players had made a move; the stakes went back.
    Aborted,
}

impl EndReason {
    /// All of them, each at its number.
    pub const ALL: [EndReason; 15] = [
        EndReason::None,
        EndReason::Checkmate,
        EndReason::Resignation,
        EndReason::Inactivity,
        EndReason::IllegalMove,
        EndReason::Stalemate,
        EndReason::DeadPosition,
        EndReason::FivefoldRepetition,
        EndReason::SeventyFiveMoves,
        EndReason::ThreefoldRepetition,
        EndReason::FiftyMoves,
        EndReason::Agreement,
        EndReason::Pause,
        EndReason::Cancelled,
        EndReason::Aborted,
    ];
}

/// The byte alone: an end that is open has a reason, and so not the 0 that would be left out.
impl TopEncode for EndReason {
    fn top_encode_or_handle_err<O, H>(&self, output: O, _: H) -> Result<(), H::HandledErr>
    where
        O: TopEncodeOutput,
        H: EncodeErrorHandler,
    {
        output.set_slice_u8(&[*self as u8]);
        Ok(())
    }
}

/// How and why a game ended, in the event.
#[type_abi]
#[derive(TopDecode, NestedEncode, NestedDecode, Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEnd {
    pub state: GameState,
    pub reason: EndReason,
}

/// The two bytes at once: the derived code looks each one up in a table of its own.
impl TopEncode for GameEnd {
    fn top_encode_or_handle_err<O, H>(&self, output: O, _: H) -> Result<(), H::HandledErr>
    where
        O: TopEncodeOutput,
        H: EncodeErrorHandler,
    {
        output.set_slice_u8(&[self.state as u8, self.reason as u8]);
        Ok(())
    }
}

/// What becomes of a move that leaves the mover's own king attacked.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum IllegalMoveRule {
    /// It stands, and the opponent may call it before moving.
    Forfeit,
    /// It is refused.
    Reject,
}

/// What a pawn becomes on the last rank (FIDE 3.7.3.3).
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum PromotionPiece {
    /// As if it were left out.
    None,
    Queen,
    Rook,
    Bishop,
    Knight,
}

/// The colour that a challenger wants.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Side {
    White,
    Black,
    /// Drawn by lot when the challenge is accepted.
    Drawn,
}

/// A Fischer clock.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Each player's time at the start, in seconds: 30 to 2,592,000 (30 days).
    pub base: u32,
    /// What each move adds, in seconds: 0 to 86,400 (1 day).
    pub increment: u32,
}

/// A challenge that waits for its second player.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, PartialEq, Eq, Debug)]
pub struct Challenge<M: ManagedTypeApi> {
    pub game_id: u64,
    pub challenger: ManagedAddress<M>,
    /// Who may accept, `None` for anyone.
    pub opponent: Option<ManagedAddress<M>>,
    /// The challenger's colour.
    pub side: Side,
    /// The stake's token, empty for no stake.
    pub token: ManagedBuffer<M>,
    /// What each player pays, in the token's smallest unit.
    pub stake: BigUint<M>,
    pub clock: Option<TimeControl>,
    /// The challenger's key for play by signature, empty for none.
    pub key: ManagedBuffer<M>,
}

/// The clocks of a game.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    pub control: TimeControl,
    /// White's time left in milliseconds when the current wait began.
    pub white_millis: u64,
    /// Black's time left in milliseconds when the current wait began.
    pub black_millis: u64,
    /// How long the current wait has lasted, in milliseconds; pauses don't count.
    pub waited_millis: u64,
}

/// All that a page shows of a game.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, PartialEq, Eq, Debug)]
pub struct Snapshot<M: ManagedTypeApi> {
    pub game: Game<M>,
    /// Set while the game is a challenge.
    pub challenge: Option<Challenge<M>>,
    /// The stake's token, empty for no stake.
    pub token: ManagedBuffer<M>,
    /// What each player paid, in the token's smallest unit.
    pub stake: BigUint<M>,
    pub clocks: Option<Clocks>,
    /// White's and Black's key one after the other, empty where not both have one.
    pub keys: ManagedBuffer<M>,
    /// 0 nobody, 1 White, 2 Black.
    pub draw_offer: u8,
    pub claims: Claims,
    /// How many plies come before `moves`.
    pub known_plies: u16,
    /// The canonical moves from there on.
    pub moves: ManagedBuffer<M>,
    pub legal_moves: ManagedVec<M, LegalMove>,
}

/// A legal move.
#[type_abi]
#[derive(
    TopEncode,
    TopDecode,
    NestedEncode,
    NestedDecode,
    ManagedVecItem,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Debug,
)]
pub struct LegalMove {
    /// 0 (a8) to 63 (h1).
    pub from: u8,
    /// 0 (a8) to 63 (h1).
    pub to: u8,
    /// 0 none, 1 queen, 2 rook, 3 bishop, 4 knight.
    pub promotion: u8,
}

/// What could be claimed in a game now, if the contract weren't paused.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claims {
    /// By the player to move: threefold repetition or 50 moves.
    pub draw: bool,
    /// By the player to move: the opponent left their king attacked.
    pub illegal_move: bool,
    /// By anyone: the time is over of what the game awaits.
    pub inactivity: bool,
}

/// A `T` of one byte as it comes: its number, 255 for what is larger.
pub struct Byte<T>(pub u8, PhantomData<T>);

impl<T> TopDecode for Byte<T> {
    fn top_decode_or_handle_err<I, H>(input: I, h: H) -> Result<Self, H::HandledErr>
    where
        I: TopDecodeInput,
        H: DecodeErrorHandler,
    {
        let number = input.into_u64(h)?;
        Ok(Byte(number.min(255) as u8, PhantomData))
    }
}

impl<T> TypeAbiFrom<Self> for Byte<T> {}

impl<T: TypeAbi> TypeAbi for Byte<T> {
    type Unmanaged = Self;

    fn type_name() -> TypeName {
        T::type_name()
    }

    fn type_name_rust() -> TypeName {
        T::type_name_rust()
    }

    fn provide_type_descriptions<A: TypeDescriptionContainer>(accumulator: &mut A) {
        T::provide_type_descriptions(accumulator);
    }
}

/// An optional [`Byte`], 0 where it is left out.
pub struct OptionalByte<T>(pub u8, PhantomData<T>);

impl<T> TopDecodeMulti for OptionalByte<T> {
    const IS_SINGLE_VALUE: bool = false;

    fn multi_decode_or_handle_err<I, H>(input: &mut I, h: H) -> Result<Self, H::HandledErr>
    where
        I: TopDecodeMultiInput,
        H: DecodeErrorHandler,
    {
        let byte = match input.has_next() {
            true => Byte::<T>::multi_decode_or_handle_err(input, h)?.0,
            false => 0,
        };
        Ok(OptionalByte(byte, PhantomData))
    }
}

impl<T> TypeAbiFrom<Self> for OptionalByte<T> {}

impl<T: TypeAbi> TypeAbi for OptionalByte<T> {
    type Unmanaged = Self;

    fn type_name() -> TypeName {
        OptionalValue::<T>::type_name()
    }

    fn type_name_rust() -> TypeName {
        OptionalValue::<T>::type_name_rust()
    }

    fn is_variadic() -> bool {
        true
    }

    fn provide_type_descriptions<A: TypeDescriptionContainer>(accumulator: &mut A) {
        T::provide_type_descriptions(accumulator);
    }
}
