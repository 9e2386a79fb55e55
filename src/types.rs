//! The ABI's types: arguments, results and event data.

use chess_record::{Awaits, EndReason, GameClock, GameState};
use multiversx_sc::abi::{TypeAbi, TypeAbiFrom, TypeName};
use multiversx_sc::codec::{EncodeErrorHandler, TopEncode, TopEncodeOutput};
use multiversx_sc::derive_imports::*;
use multiversx_sc::imports::*;

/// A game, with everything that the Laws of Chess need.
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
    /// The reason of the game's end or, while an end is open, of that end.
    pub end_reason: EndReason,
    /// The first epoch in which the game's time has expired, if no pause comes in between; 0 if
    /// epochs don't count.
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
    /// The event that the ongoing game awaits.
    pub awaits: Awaits,
    /// The block time in milliseconds after which the game's time has expired, if no pause comes in
    /// between; 0 if no clock runs.
    pub deadline_millis: u64,
    /// The number of rounds agreed on: 1, or more in a match.
    pub rounds: u16,
    /// The round that the chain knows, 0 for the first. Colours change with every round.
    pub round: u16,
    /// Points of White of round 0 in earlier rounds; in all rounds once the game is over. A win
    /// counts 2, a draw 1.
    pub points: u16,
    /// Whether both players may use a chess program.
    pub engines: bool,
    /// The number of rounds played; 0 until the game is over.
    pub played: u16,
}

/// How and why a game, or a match, ended, in the event.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedDecode, Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEnd {
    pub state: GameState,
    pub reason: EndReason,
    /// The number of rounds played; 0 if there is no result.
    pub rounds: u16,
    /// Points of White of round 0 in all of them: a win 2, a draw 1.
    pub points: u16,
}

/// The terms of a game, in the event of its start.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedDecode, Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameTerms {
    /// 1, or more in a match.
    pub rounds: u16,
    /// Whether both players may use a chess program.
    pub engines: bool,
    /// The clock; a base of 0 for none.
    pub clock: TimeControl,
}

/// The piece that a pawn becomes on the last rank (FIDE 3.7.3.3).
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum PromotionPiece {
    /// The same as no argument.
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
    /// The time that each move adds, in seconds: 0 to 86,400 (1 day).
    pub increment: u32,
}

impl TimeControl {
    /// The terms of a game's clock.
    pub fn of(clock: &GameClock) -> Self {
        TimeControl {
            base: clock.base.get(),
            increment: clock.increment.get(),
        }
    }
}

/// A challenge that waits for its second player.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, PartialEq, Eq, Debug)]
pub struct Challenge<M: ManagedTypeApi> {
    pub game_id: u64,
    pub challenger: ManagedAddress<M>,
    /// The player who may accept, `None` for anyone.
    pub opponent: Option<ManagedAddress<M>>,
    /// The challenger's colour.
    pub side: Side,
    /// The stake's token, empty for no stake.
    pub token: ManagedBuffer<M>,
    /// The payment of each player for a round, in the token's smallest unit.
    pub stake: BigUint<M>,
    pub clock: Option<TimeControl>,
    /// The challenger's key for play by signature, empty for none.
    pub key: ManagedBuffer<M>,
    /// The number of rounds: 1, or more in a match.
    pub rounds: u16,
    /// Whether both players may use a chess program.
    pub engines: bool,
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

/// Everything that a page shows of a game.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, PartialEq, Eq, Debug)]
pub struct Snapshot<M: ManagedTypeApi> {
    pub game: Game<M>,
    /// Set while the game is a challenge.
    pub challenge: Option<Challenge<M>>,
    /// The stake's token, empty for no stake.
    pub token: ManagedBuffer<M>,
    /// The payment of each player for a round, in the token's smallest unit.
    pub stake: BigUint<M>,
    pub clocks: Option<Clocks>,
    /// White's and Black's key in this round, concatenated; empty unless both have one.
    pub keys: ManagedBuffer<M>,
    /// 0 nobody, 1 White, 2 Black.
    pub draw_offer: u8,
    pub claims: Claims,
    /// The number of plies before `moves`.
    pub known_plies: u16,
    /// The canonical moves after these plies.
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

/// The claims that are possible now, if the contract isn't paused.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claims {
    /// By the player to move: threefold repetition or 50 moves.
    pub draw: bool,
    /// By the player to move: the opponent left their king attacked.
    pub illegal_move: bool,
    /// By anyone: the game's time has expired.
    pub inactivity: bool,
}

/// Text: for a buffer the ABI would say bytes.
pub struct Text<M: ManagedTypeApi>(pub ManagedBuffer<M>);

impl<M: ManagedTypeApi> TopEncode for Text<M> {
    fn top_encode_or_handle_err<O, H>(&self, output: O, h: H) -> Result<(), H::HandledErr>
    where
        O: TopEncodeOutput,
        H: EncodeErrorHandler,
    {
        self.0.top_encode_or_handle_err(output, h)
    }
}

impl<M: ManagedTypeApi> TypeAbiFrom<Self> for Text<M> {}

impl<M: ManagedTypeApi> TypeAbi for Text<M> {
    type Unmanaged = Self;

    fn type_name() -> TypeName {
        "utf-8 string".into()
    }

    fn type_name_rust() -> TypeName {
        ManagedBuffer::<M>::type_name_rust()
    }
}
