//! A game as storage holds it.

use chess_rules::{Board, Castling, Color, Context, Position, Square};
use core::mem::offset_of;
use multiversx_sc::imports::*;
use crate::numbers::get16;
use zerocopy::big_endian::{U16, U32, U64};
use zerocopy::{FromBytes, FromZeros, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::parts::{address_at, part, rest};
use crate::stored_state::ContractState;
use crate::types::{Awaits, EndReason, GameEnd, GameState};

/// The version of [`GameRecord`]. Edition 1 had no version; at the same place its records hold
/// the game's state, 0 to 3.
pub const VERSION: u8 = 0xE2;

/// A game's record: everything about a game but the moves in full blocks.
///
/// One value, because reading and writing fields one by one would cost a VM hook each, and a
/// write of the same length pays for no new storage. Numbers are big-endian. After these bytes
/// follow the [`GameClock`], where the game has one, and from the first move on the board (64 piece
/// codes, a8 first) and the moves of the current block, perhaps with room for more.
///
/// While a game is an open challenge, the challenger is `white`, or `black` where that is the
/// colour that they want; the other entry names who may accept, 32 zero bytes for anyone.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct GameRecord {
    pub white: PlayerEntry,
    pub black: PlayerEntry,
    pub head: GameHead,
}

/// A player of a game, linked to the game that the player started before it, so that every
/// player's games form a list, newest first.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct PlayerEntry {
    pub address: [u8; 32],
    /// The id of the player's previous game, 0 for none.
    pub previous_game: U32,
}

/// The part of a record that moves change.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct GameHead {
    /// The epoch in which the game began to await what it awaits, most often a move.
    pub wait_epoch: U32,
    /// The same in epochs that count: what pauses take is left out.
    pub wait_counted_epoch: U32,
    /// [`VERSION`]
    pub version: u8,
    /// An [`Awaits`].
    pub awaits: u8,
    /// Bits: see [`traits`].
    pub traits: u8,
    /// A [`GameState`].
    pub state: u8,
    /// An [`EndReason`], also of an open end.
    pub end_reason: u8,
    /// Who offers a draw: 0 nobody, 1 White, 2 Black.
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
    /// Plies played.
    pub ply: U16,
    /// Full blocks of moves (see `history`).
    pub full_blocks: U16,
    /// Bytes of the moves in the current block.
    pub block_len: u8,
}

/// What kind of game it is, a bit each.
pub mod traits {
    /// It has a [`GameClock`](super::GameClock).
    pub const CLOCK: u8 = 1;
    /// It began as a challenge: its stake, if any, is stored by itself.
    pub const CHALLENGE: u8 = 2;
    /// Its challenge has a stake.
    pub const STAKE: u8 = 4;
    /// Both players have named a key, so that it can be played by signature.
    pub const KEYS: u8 = 8;
    /// The challenger is `black`.
    pub const CHALLENGER_IS_BLACK: u8 = 16;
    /// The colours are drawn by lot when the challenge is accepted.
    pub const DRAWN_SIDE: u8 = 32;
}

/// A game's Fischer clock. Times are in milliseconds of block time, without what pauses take.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct GameClock {
    /// Each player's time at the start, in seconds.
    pub base: U32,
    /// What each move adds, in seconds.
    pub increment: U32,
    /// What White has used.
    pub white_used: U64,
    /// What Black has used.
    pub black_used: U64,
    /// When the game began to await what it awaits.
    pub wait_millis: U64,
}

/// The last ply of play by signature: replaying longer games would take too much gas.
pub const LAST_SIGNED_PLY: u16 = 1_000;

const START_CONTEXT: Context = Position::START.context();

/// The numbers of two squares, as a record holds them.
const fn squares([white, black]: [Square; 2]) -> [u8; 2] {
    [white.index_from_a8(), black.index_from_a8()]
}

/// The head of a game about to start.
pub const START: GameHead = GameHead {
    wait_epoch: U32::ZERO,
    wait_counted_epoch: U32::ZERO,
    version: VERSION,
    awaits: Awaits::Move as u8,
    traits: 0,
    state: GameState::Ongoing as u8,
    end_reason: EndReason::None as u8,
    draw_offer: 0,
    kings: squares(START_CONTEXT.kings),
    castling: START_CONTEXT.castling.bits(),
    en_passant: START_CONTEXT.en_passant,
    half_move_clock: 0,
    reversible_plies: 0,
    ply: U16::ZERO,
    full_blocks: U16::ZERO,
    block_len: 0,
};

/// Where the head begins in a record.
pub const HEAD: usize = offset_of!(GameRecord, head);
const CLOCK: usize = size_of::<GameRecord>();

/// How many bytes of moves a block holds at most.
pub const BLOCK_LEN: usize = 64;

/// How many bytes a move takes at most.
pub const LONGEST_MOVE: usize = 3;

/// Whether a block of so many bytes of moves has no room for another move.
pub fn is_block_full(len: usize) -> bool {
    len + LONGEST_MOVE > BLOCK_LEN
}

/// A game's record in memory.
pub struct StoredGame<M: ManagedTypeApi> {
    pub id: usize,
    /// What holds for all games.
    pub contract: ContractState<M>,
    record: ManagedBuffer<M>,
    /// As in the record; [`StoredGame::record`] writes it back.
    pub head: GameHead,
}

impl<M: ManagedTypeApi> StoredGame<M> {
    /// A game about to start: no moves, the position of the start. `white` and `black`: a
    /// [`PlayerEntry`] each.
    pub fn new(id: usize, contract: ContractState<M>, white: ManagedBuffer<M>, black: &ManagedBuffer<M>) -> Self {
        let mut game = StoredGame {
            id,
            contract,
            record: white,
            head: START,
        };
        game.record.append(black);
        game.record.append_bytes(START.as_bytes());
        game
    }

    /// Reads a record. The caller compares the head's version with [`VERSION`]: of another version
    /// nothing else of the head holds.
    pub fn from_record(record: ManagedBuffer<M>, id: usize, contract: ContractState<M>) -> Self {
        let mut head = GameHead::new_zeroed();
        record.load_slice(HEAD, head.as_mut_bytes());
        StoredGame {
            record,
            head,
            id,
            contract,
        }
    }

    /// The record, with all changes.
    pub fn record(&mut self) -> &ManagedBuffer<M> {
        self.record.set_slice(HEAD, self.head.as_bytes()).ok();
        &self.record
    }

    pub fn player(&self, color: Color) -> ManagedAddress<M> {
        address_at(&self.record, color as usize * size_of::<PlayerEntry>())
    }

    /// A colour's [`PlayerEntry`].
    pub fn entry(&self, color: Color) -> ManagedBuffer<M> {
        let size = size_of::<PlayerEntry>();
        part(&self.record, color as usize * size, size)
    }

    /// Puts other players into a game, a [`PlayerEntry`] each.
    pub fn set_entries(&mut self, white: ManagedBuffer<M>, black: &ManagedBuffer<M>) {
        let rest = rest(&self.record, HEAD);
        self.record = white;
        self.record.append(black);
        self.record.append(&rest);
    }

    /// The id of the game that this player started before this one, 0 for none.
    pub fn previous_game(&self, player: &ManagedAddress<M>) -> usize {
        let mut previous = U32::ZERO;
        for color in [Color::White, Color::Black] {
            if self.player(color) == *player {
                let entry = color as usize * size_of::<PlayerEntry>();
                let at = entry + offset_of!(PlayerEntry, previous_game);
                self.record.load_slice(at, previous.as_mut_bytes());
            }
        }
        previous.get() as usize
    }

    // ---- time

    /// The game's clock, if it has one.
    #[inline(always)]
    pub fn clock(&self) -> Option<GameClock> {
        let mut clock = GameClock::new_zeroed();
        self.load_clock(&mut clock).then_some(clock)
    }

    /// Whether the game has a clock, and then loads it. (Returned by value it would be copied.)
    #[inline(never)]
    pub fn load_clock(&self, clock: &mut GameClock) -> bool {
        let has_clock = self.has(traits::CLOCK);
        if has_clock {
            self.record.load_slice(CLOCK, clock.as_mut_bytes());
        }
        has_clock
    }

    /// Gives a game that has no moves yet a clock.
    pub fn add_clock(&mut self, clock: &GameClock) {
        self.head.traits |= traits::CLOCK;
        self.record.append_bytes(clock.as_bytes());
    }

    pub fn set_clock(&mut self, clock: &GameClock) {
        self.record.set_slice(CLOCK, clock.as_bytes()).ok();
    }

    /// Whether the game can be played by signature at this ply.
    pub fn is_signed_play(&self) -> bool {
        self.has(traits::KEYS) && get16(&self.head.ply) < LAST_SIGNED_PLY
    }

    /// Whether the game awaits this.
    pub fn awaits(&self, what: Awaits) -> bool {
        self.head.awaits == what as u8
    }

    /// Whether the game has this of [`traits`].
    pub fn has(&self, part: u8) -> bool {
        self.head.traits & part != 0
    }

    // ---- how it stands

    pub fn is_ongoing(&self) -> bool {
        self.head.state == GameState::Ongoing as u8
    }

    pub fn is_challenge(&self) -> bool {
        self.head.state == GameState::Open as u8
    }

    pub fn state(&self) -> GameState {
        match self.head.state {
            0 => GameState::Ongoing,
            1 => GameState::WhiteWon,
            2 => GameState::BlackWon,
            3 => GameState::Stalemate,
            4 => GameState::Open,
            _ => GameState::NoResult,
        }
    }

    pub fn end_reason(&self) -> EndReason {
        let reason = EndReason::ALL.get(self.head.end_reason as usize);
        reason.copied().unwrap_or(EndReason::None)
    }

    pub fn end(&mut self, end: GameEnd) {
        self.head.state = end.state as u8;
        self.head.end_reason = end.reason as u8;
        self.head.awaits = Awaits::Move as u8;
        self.head.draw_offer = 0;
    }

    // ---- draw offers

    /// Whether this player's draw offer stands.
    pub fn is_draw_offered_by(&self, player: Color) -> bool {
        self.head.draw_offer == player as u8 + 1
    }

    pub fn offer_draw(&mut self, player: Color) {
        self.head.draw_offer = player as u8 + 1;
    }

    pub fn withdraw_offer_of(&mut self, player: Color) {
        if self.is_draw_offered_by(player) {
            self.head.draw_offer = 0;
        }
    }

    // ---- the position

    pub fn turn(&self) -> Color {
        if self.head.ply.as_bytes()[1] & 1 == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// The game's position on its board.
    pub fn position<'a>(&self, board: &'a mut Board) -> Position<&'a mut Board> {
        let head = &self.head;
        let [white, black] = head.kings;
        let context = Context {
            turn: self.turn(),
            kings: [Square::of_stored(white), Square::of_stored(black)],
            castling: Castling::of_stored(head.castling),
            en_passant: head.en_passant,
            half_move_clock: head.half_move_clock,
            reversible_plies: head.reversible_plies,
            ply: get16(&head.ply),
        };
        Position::from_parts(board, context)
    }

    #[inline]
    pub fn set_context(&mut self, context: Context) {
        let head = &mut self.head;
        head.kings = squares(context.kings);
        head.castling = context.castling.bits();
        head.en_passant = context.en_passant;
        head.half_move_clock = context.half_move_clock;
        head.reversible_plies = context.reversible_plies;
        head.ply.set(context.ply);
    }

    // ---- the moves of the current block

    /// How many blocks of moves are full.
    pub fn full_blocks(&self) -> usize {
        get16(&self.head.full_blocks) as usize
    }

    /// The moves of the current block.
    pub fn current_block(&self) -> ManagedBuffer<M> {
        let len = self.head.block_len as usize;
        part(&self.record, self.moves_start(), len)
    }

    fn moves_start(&self) -> usize {
        match self.has(traits::CLOCK) {
            true => CLOCK + size_of::<GameClock>(),
            false => CLOCK,
        }
    }

    /// Goes back to the position of the start, without moves.
    pub fn go_to_start(&mut self) {
        self.set_context(START_CONTEXT);
        self.head.full_blocks = U16::ZERO;
        self.head.block_len = 0;
    }

    /// Whether the current block has no room for another move.
    pub fn is_current_block_full(&self) -> bool {
        is_block_full(self.head.block_len as usize)
    }

    /// Begins the next block.
    pub fn next_block(&mut self) {
        self.head.full_blocks += 1;
        self.head.block_len = 0;
    }

    /// Appends a move of two or three bytes to the current block, which isn't full. The position
    /// after a move must have been set.
    pub fn push_move(&mut self, bytes: &[u8]) {
        let at = self.moves_start() + self.head.block_len as usize;
        if self.record.set_slice(at, bytes).is_err() {
            // Room for the whole block: growing several times would cost more.
            self.record.append_bytes(&[0; BLOCK_LEN]);
            self.record.set_slice(at, bytes).ok();
        }
        self.head.block_len += bytes.len() as u8;
    }

    /// Makes these moves the current block, in place of the one before; so many blocks are full.
    /// The position after a move must have been set.
    pub fn set_current_block(&mut self, full_blocks: usize, moves: &ManagedBuffer<M>) {
        self.head.full_blocks.set(full_blocks as u16);
        self.record = part(&self.record, 0, self.moves_start());
        self.record.append(moves);
        self.head.block_len = moves.len() as u8;
    }
}
