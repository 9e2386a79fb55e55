//! The records' numbers of one byte, as enums. With the feature `abi` these enums are also the
//! ABI's.

#[cfg(feature = "abi")]
use multiversx_sc::derive_imports::*;
use zerocopy::TryFromBytes;

/// The state of a game.
#[cfg_attr(feature = "abi", type_abi)]
#[cfg_attr(
    feature = "abi",
    derive(TopEncode, TopDecode, NestedEncode, NestedDecode)
)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum GameState {
    /// It is being played.
    Ongoing,
    /// White has won.
    WhiteWon,
    /// Black has won.
    BlackWon,
    /// Every draw, not only stalemate.
    Stalemate,
    /// A challenge that waits for its second player.
    Open,
    /// Cancelled or aborted.
    NoResult,
}

/// The event that an ongoing game awaits.
#[cfg_attr(feature = "abi", type_abi)]
#[cfg_attr(
    feature = "abi",
    derive(TopEncode, TopDecode, NestedEncode, NestedDecode)
)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Awaits {
    /// A move. In a game that is played by signature no time runs.
    Move,
    /// The move that the opponent has asked for on the chain.
    Answer,
    /// A longer game, or a later round, that undoes its open end.
    LongerGame,
}

/// The reason of a game's end.
#[cfg_attr(feature = "abi", type_abi)]
#[cfg_attr(
    feature = "abi",
    derive(TopEncode, TopDecode, NestedEncode, NestedDecode)
)]
#[derive(TryFromBytes, Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum EndReason {
    /// It continues.
    None,
    /// FIDE 5.1.1.
    Checkmate,
    /// FIDE 5.1.2.
    Resignation,
    /// The player to move ran out of time.
    Inactivity,
    /// A king left attacked, called by the opponent.
    IllegalMove,
    /// FIDE 5.2.1.
    Stalemate,
    /// Too little material on both sides for any checkmate.
    DeadPosition,
    /// FIDE 9.6.1.
    FivefoldRepetition,
    /// FIDE 9.6.2.
    SeventyFiveMoves,
    /// Claimed (FIDE 9.2).
    ThreefoldRepetition,
    /// Claimed (FIDE 9.3).
    FiftyMoves,
    /// FIDE 9.1.
    Agreement,
    /// Pauses took more than 30 epochs of a move's time: a draw.
    Pause,
    /// A challenge that its challenger took back.
    Cancelled,
    /// Time expired before both players had made a move: no result.
    Aborted,
    /// Both players have left the match.
    Left,
    /// A round of a match reached ply 1,000: a draw.
    PlyLimit,
    /// A challenge that the named opponent declined.
    Declined,
}

impl EndReason {
    /// All of them, by number.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..).map_while(|number: u8| EndReason::try_read_from_bytes(&[number]).ok())
    }

    /// Whether a challenge ended for this reason: no game was played.
    pub fn is_of_challenge(self) -> bool {
        matches!(self, EndReason::Cancelled | EndReason::Declined)
    }

    /// Whether the position on the board ends a game for this reason, rather than a player's
    /// decision.
    pub fn is_on_board(self) -> bool {
        matches!(
            self,
            EndReason::Checkmate
                | EndReason::Stalemate
                | EndReason::DeadPosition
                | EndReason::FivefoldRepetition
                | EndReason::SeventyFiveMoves
                | EndReason::PlyLimit
        )
    }
}

/// The rule for a move that leaves the mover's own king attacked.
#[cfg_attr(feature = "abi", type_abi)]
#[cfg_attr(
    feature = "abi",
    derive(TopEncode, TopDecode, NestedEncode, NestedDecode)
)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum IllegalMoveRule {
    /// It stands, and the opponent may call it before moving.
    Forfeit,
    /// It is refused.
    Reject,
}

/// Whether users may act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum PauseState {
    /// They may.
    Running,
    /// The owner has paused the contract.
    Paused,
    /// Just deployed. The first `unpause` isn't the end of a pause: the day after it counts.
    NotStarted,
}
