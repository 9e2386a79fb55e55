//! What the ABI shows: arguments, results and event data.

use multiversx_sc::codec::{EncodeErrorHandler, TopEncodeOutput};
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
    pub end_reason: EndReason,
    /// From this epoch on the opponent of the player to move can signal inactivity, if no pause
    /// comes in between.
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
}

/// What ended a game.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, Copy, PartialEq, Eq, Debug)]
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
    /// Pauses took more than 30 epochs; the wagers went back.
    Pause,
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

/// A legal move.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, Copy, PartialEq, Eq, Debug)]
pub struct LegalMove {
    /// 0 (a8) to 63 (h1).
    pub from: u8,
    /// 0 (a8) to 63 (h1).
    pub to: u8,
    /// 0 none, 1 queen, 2 rook, 3 bishop, 4 knight.
    pub promotion: u8,
}

/// What could be claimed in a game now, were the contract not paused.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claims {
    /// By the player to move: threefold repetition or 50 moves.
    pub draw: bool,
    /// By the player to move: the opponent left their king attacked.
    pub illegal_move: bool,
    /// By the opponent of the player to move, whose time is over.
    pub inactivity: bool,
}
