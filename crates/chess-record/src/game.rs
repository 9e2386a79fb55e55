//! A game's record.

use chess_rules::{Board, Castling, Color, Context, Position, Square};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, TryFromBytes, Unaligned};

use crate::kinds::{Awaits, EndReason, GameState};
use crate::number::{U16, U32, U64};

/// The version of [`GameRecord`], so that a reader can tell it from a later form.
pub const VERSION: u8 = 0xE3;

/// A game's record: everything about a game but its board and the moves in full blocks.
///
/// One value, because reading and writing fields one by one would cost a VM hook each, and a
/// write of the same length pays for no new storage. Numbers are big-endian. After these bytes
/// follow the [`GameClock`], if the game has one, and the moves of the current block, perhaps with
/// room for more.
///
/// While a game is an open challenge, the challenger is `first`, or `second` if they want Black;
/// the other entry names the player who may accept, 32 zero bytes for anyone.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned, Clone, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct GameRecord {
    /// White of round 0. Colours change with every round.
    pub first: PlayerEntry,
    /// Black of round 0.
    pub second: PlayerEntry,
    /// The part that moves change.
    pub head: GameHead,
}

/// A player of a game, linked to the game that the player started before it, so that every
/// player's games form a list, newest first.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned, Clone, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct PlayerEntry {
    /// The player's account.
    pub address: [u8; 32],
    /// The id of the player's previous game, 0 for none.
    pub previous_game: U32,
}

/// The part of a record that moves change. It has at most 32 bytes, which the compiler copies and
/// clears without a call.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned, Clone, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct GameHead {
    /// The epoch in which the current wait began, usually for a move.
    pub wait_epoch: U32,
    /// The same in epochs that count: without pauses.
    pub wait_counted_epoch: U32,
    /// [`VERSION`]
    pub version: u8,
    /// An [`Awaits`].
    pub awaits: u8,
    /// Bits: see [`flags`].
    pub flags: u8,
    /// A [`GameState`].
    pub state: u8,
    /// An [`EndReason`], also of an open end.
    pub end_reason: u8,
    /// The winner by the open end: 0 nobody, 1 White, 2 Black.
    pub open_winner: u8,
    /// The player who offers a draw: 0 nobody, 1 White, 2 Black.
    pub draw_offer: u8,
    /// The squares of the kings, White's first.
    pub kings: [u8; 2],
    /// Castling rights, a bit each (see [`Castling`]).
    pub castling: u8,
    /// The file of a pawn that can be captured en passant, 8 for none.
    pub en_passant: u8,
    /// Plies since the last capture or pawn move.
    pub half_move_clock: u8,
    /// Plies since the last one that can't be taken back.
    pub reversible_plies: u8,
    /// Plies played in this round.
    pub ply: U16,
    /// Full blocks of moves.
    pub full_blocks: U16,
    /// Bytes of the moves in the current block.
    pub block_len: u8,
    /// Rounds agreed on: 1, and up to 100 in a match.
    pub rounds: u8,
    /// The round that the chain knows, 0 for the first.
    pub round: u8,
    /// Points of `first` in earlier rounds, a win 2 and a draw 1; once the game is over, in all.
    pub points: u8,
    /// The number of rounds played; 0 until the game is over.
    pub played: u8,
}

/// The kind of game, a bit each.
pub mod flags {
    /// It has a [`GameClock`](super::GameClock).
    pub const CLOCK: u8 = 1;
    /// It began as a challenge: its stake, if any, is stored separately.
    pub const CHALLENGE: u8 = 2;
    /// Its challenge has a stake.
    pub const STAKE: u8 = 4;
    /// Both players have named a key, so that it can be played by signature.
    pub const KEYS: u8 = 8;
    /// The challenger is `second`.
    pub const CHALLENGER_IS_SECOND: u8 = 16;
    /// The colours are drawn by lot when the challenge is accepted.
    pub const DRAWN_SIDE: u8 = 32;
    /// Both players may use a chess program.
    pub const ENGINES: u8 = 64;
}

/// A game's Fischer clock. Times are in milliseconds of block time, without pauses.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned, Clone, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct GameClock {
    /// Each player's time at the start, in seconds.
    pub base: U32,
    /// The increment of each move, in seconds.
    pub increment: U32,
    /// The time that White has used in this round.
    pub white_used: U64,
    /// The time that Black has used in this round.
    pub black_used: U64,
    /// When the current wait began.
    pub wait_millis: U64,
    /// When the game began; 0 while it is an open challenge.
    pub start_millis: U64,
}

/// The most bytes of moves in a block.
pub const BLOCK_LEN: usize = 64;

/// The most bytes of a move.
pub const LONGEST_MOVE: usize = 3;

/// Whether a block with this number of bytes of moves has no room for another move.
pub fn is_block_full(len: usize) -> bool {
    len + LONGEST_MOVE > BLOCK_LEN
}

const START_CONTEXT: Context = Position::START.context();

/// The numbers of two squares, as a record holds them.
const fn squares([white, black]: [Square; 2]) -> [u8; 2] {
    [white.index_from_a8(), black.index_from_a8()]
}

impl GameRecord {
    /// A game about to start, of nobody yet.
    pub const START: GameRecord = GameRecord {
        first: PlayerEntry::NOBODY,
        second: PlayerEntry::NOBODY,
        head: GameHead::START,
    };
}

impl PlayerEntry {
    const NOBODY: PlayerEntry = PlayerEntry {
        address: [0; 32],
        previous_game: U32::ZERO,
    };
}

impl GameHead {
    /// The head of a game about to start: one round, no moves.
    pub const START: GameHead = GameHead {
        wait_epoch: U32::ZERO,
        wait_counted_epoch: U32::ZERO,
        version: VERSION,
        awaits: Awaits::Move as u8,
        flags: 0,
        state: GameState::Ongoing as u8,
        end_reason: EndReason::None as u8,
        open_winner: 0,
        draw_offer: 0,
        kings: squares(START_CONTEXT.kings),
        castling: START_CONTEXT.castling.bits(),
        en_passant: START_CONTEXT.en_passant,
        half_move_clock: 0,
        reversible_plies: 0,
        ply: U16::ZERO,
        full_blocks: U16::ZERO,
        block_len: 0,
        rounds: 1,
        round: 0,
        points: 0,
        played: 0,
    };

    // ---- what kind of game it is

    /// Whether the game has this one of [`flags`].
    pub fn has(&self, flag: u8) -> bool {
        self.has_any(flag)
    }

    /// Whether the game has one of these of [`flags`] at least.
    pub fn has_any(&self, flags: u8) -> bool {
        self.flags & flags != 0
    }

    /// Whether it has more than one round.
    pub fn is_match(&self) -> bool {
        self.rounds > 1
    }

    /// Whether no round comes after this one.
    pub fn is_last_round(&self) -> bool {
        self.round + 1 == self.rounds
    }

    /// Whether the game can be played by signature at this ply. A match always can; a single game
    /// continues by `makeMove` once it has [`signed_play::MAX_PLIES`].
    pub fn is_signed_play(&self) -> bool {
        let may_go_on = (self.ply.get() as usize) < signed_play::MAX_PLIES;
        self.has(flags::KEYS) && (may_go_on || self.is_match())
    }

    // ---- its state

    /// Whether the game awaits this.
    pub fn awaits(&self, what: Awaits) -> bool {
        self.awaits == what as u8
    }

    /// The act that an ongoing game awaits.
    pub fn awaited(&self) -> Awaits {
        match self.awaits {
            0 => Awaits::Move,
            1 => Awaits::Answer,
            _ => Awaits::LongerGame,
        }
    }

    /// Whether the game is being played.
    pub fn is_ongoing(&self) -> bool {
        self.state == GameState::Ongoing as u8
    }

    /// Whether the game waits for its second player.
    pub fn is_challenge(&self) -> bool {
        self.state == GameState::Open as u8
    }

    /// Whether it is a challenge that the opponent declined.
    pub fn is_declined(&self) -> bool {
        self.end_reason() == EndReason::Declined
    }

    /// Whether it is a challenge that is open, or was until the opponent declined it.
    pub fn is_offer(&self) -> bool {
        self.is_challenge() || self.is_declined()
    }

    /// The challenger's side: White if they are `first`.
    pub fn challengers_side(&self) -> Color {
        match self.has(flags::CHALLENGER_IS_SECOND) {
            true => Color::Black,
            false => Color::White,
        }
    }

    /// The state; a number without a state counts as no result.
    pub fn state(&self) -> GameState {
        match self.state {
            0 => GameState::Ongoing,
            1 => GameState::WhiteWon,
            2 => GameState::BlackWon,
            3 => GameState::Stalemate,
            4 => GameState::Open,
            _ => GameState::NoResult,
        }
    }

    /// The reason that ended the game, or would end it while an end is open.
    pub fn end_reason(&self) -> EndReason {
        EndReason::try_read_from_bytes(&[self.end_reason]).unwrap_or(EndReason::None)
    }

    /// The winner by the open end, if anyone.
    pub fn open_winner(&self) -> Option<Color> {
        color_of(self.open_winner)
    }

    /// The player who offers a draw, if anyone.
    pub fn draw_offered_by(&self) -> Option<Color> {
        color_of(self.draw_offer)
    }

    // ---- colours

    /// The player to move.
    pub fn turn(&self) -> Color {
        match self.ply.get() & 1 {
            0 => Color::White,
            _ => Color::Black,
        }
    }

    /// The colour that `first` has in this round: White in even ones.
    pub fn first_color(&self) -> Color {
        signed_play::points::first_color(self.round.into())
    }

    /// Which of the two [`PlayerEntry`]s a colour has in this round: 0 `first`, 1 `second`.
    pub fn entry_of(&self, color: Color) -> usize {
        (color as usize + self.round as usize) & 1
    }

    // ---- the position

    /// The parts of the position other than its board, as [`GameHead::set_context`] took it over.
    #[inline]
    pub fn context(&self) -> Context {
        let [white, black] = self.kings;
        Context {
            turn: self.turn(),
            kings: [Square::of_stored(white), Square::of_stored(black)],
            castling: Castling::of_stored(self.castling),
            en_passant: self.en_passant,
            half_move_clock: self.half_move_clock,
            reversible_plies: self.reversible_plies,
            ply: self.ply.get(),
        }
    }

    /// Takes over the parts that [`GameHead::context`] returns.
    #[inline]
    pub fn set_context(&mut self, context: Context) {
        self.kings = squares(context.kings);
        self.castling = context.castling.bits();
        self.en_passant = context.en_passant;
        self.half_move_clock = context.half_move_clock;
        self.reversible_plies = context.reversible_plies;
        self.ply.set(context.ply);
    }

    /// Puts the pieces back to the start of a game, without moves.
    pub fn go_to_start(&mut self) {
        self.set_context(START_CONTEXT);
        self.full_blocks = U16::ZERO;
        self.block_len = 0;
    }

    /// The position on this board, which must be the game's.
    #[inline]
    pub fn position<'a>(&self, board: &'a mut Board) -> Position<&'a mut Board> {
        Position::from_parts(board, self.context())
    }
}

/// The colour behind a record's number: 0 nobody, 1 White, 2 Black.
fn color_of(number: u8) -> Option<Color> {
    match number {
        0 => None,
        1 => Some(Color::White),
        _ => Some(Color::Black),
    }
}
