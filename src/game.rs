//! A game: as it is stored, and as the views show it.

use chess_rules::{Board, Castling, Color, Position};
use multiversx_sc::derive_imports::*;
use multiversx_sc::imports::*;

/// How a game stands (document 001).
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
    /// A full epoch without a move, signalled by the opponent.
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
    /// A pause of more than 30 epochs; the wagers went back.
    Pause,
}

/// How and why a game ended, in the event.
#[type_abi]
#[derive(TopEncode, TopDecode, NestedEncode, NestedDecode, Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEnd {
    pub state: GameState,
    pub reason: EndReason,
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

/// A point of time for a game: an epoch, and how many epochs of pauses lay before it.
#[derive(Clone, Copy)]
pub struct Clock {
    pub epoch: u64,
    pub paused_epochs: u64,
}

impl Clock {
    /// The epochs since an earlier time, those of ended pauses left out.
    pub fn running_epochs_since(&self, earlier: Clock) -> u64 {
        let paused = self.paused_epochs.saturating_sub(earlier.paused_epochs);
        self.epoch
            .saturating_sub(earlier.epoch)
            .saturating_sub(paused)
    }
}

/// A game as it is stored: one blob, because reading and writing fields one by one costs a VM
/// hook each. Its length never changes, so that a move pays for no new storage.
///
/// | bytes | field |
/// | --- | --- |
/// | 0–31, 32–63 | White's and Black's address |
/// | 64–71, 72–75 | the [`Clock`] of the last move |
/// | 76, 77 | [`GameState`], [`EndReason`] |
/// | 78 | who offers a draw: 0 nobody, 1 White, 2 Black |
/// | 79, 80 | squares of the kings |
/// | 81 | castling rights, a bit each (see [`Castling`]) |
/// | 82 | en-passant file, 8 for none |
/// | 83, 84 | half-move clock, reversible plies |
/// | 85–86 | plies played |
/// | 87–88 | full blocks of moves (see `history`) |
/// | 89 | bytes of the last moves |
/// | 90–93, 94–97 | White's and Black's previous game, 0 for none |
/// | 98–129 | the last moves |
///
/// Numbers are little-endian.
pub struct StoredGame<M: ManagedTypeApi> {
    blob: ManagedBuffer<M>,
    head: [u8; HEAD_LEN],
}

/// The blob's bytes from 64 to 89, the part that moves change.
const HEAD: usize = 64;
const HEAD_LEN: usize = 26;

// places in the head
const EPOCH: usize = 0;
const PAUSED_EPOCHS: usize = 8;
const STATE: usize = 12;
const END_REASON: usize = 13;
const DRAW_OFFER: usize = 14;
const KINGS: usize = 15;
const CASTLING: usize = 17;
const EN_PASSANT: usize = 18;
const HALF_MOVE_CLOCK: usize = 19;
const REVERSIBLE_PLIES: usize = 20;
const PLY: usize = 21;
const BLOCKS: usize = 23;
const TAIL_LEN: usize = 25;

// places in the blob
const PREVIOUS: usize = HEAD + HEAD_LEN;
const TAIL: usize = PREVIOUS + 8;

/// How many bytes of the last moves a game keeps; more go into a block of their own.
pub const BLOCK_LEN: usize = 32;

impl<M: ManagedTypeApi> StoredGame<M> {
    /// A game about to start; `previous` are the players' last games, White's first.
    pub fn new(
        white: &ManagedAddress<M>,
        black: &ManagedAddress<M>,
        previous: [u32; 2],
        clock: Clock,
    ) -> Self {
        let mut blob = white.as_managed_buffer().clone();
        blob.append(black.as_managed_buffer());
        let mut game = StoredGame {
            blob,
            head: [0; HEAD_LEN],
        };
        game.set_position(&Position::START);
        game.set_clock(clock);
        game.blob.append_bytes(&game.head);
        for id in previous {
            game.blob.append_bytes(&id.to_le_bytes());
        }
        game.blob.append_bytes(&[0; BLOCK_LEN]);
        game
    }

    /// The game of a blob, `None` for one that is empty.
    pub fn from_blob(blob: ManagedBuffer<M>) -> Option<Self> {
        if blob.is_empty() {
            return None;
        }
        let mut head = [0; HEAD_LEN];
        blob.load_slice(HEAD, &mut head);
        Some(StoredGame { blob, head })
    }

    pub fn into_blob(mut self) -> ManagedBuffer<M> {
        let _ = self.blob.set_slice(HEAD, &self.head);
        self.blob
    }

    fn part(&self, start: usize, len: usize) -> ManagedBuffer<M> {
        self.blob.copy_slice(start, len).unwrap_or_default()
    }

    pub fn player(&self, color: Color) -> ManagedAddress<M> {
        let address = self.part(color as usize * 32, 32);
        // the part is 32 bytes long
        unsafe { ManagedAddress::from_handle(address.forget_into_handle()) }
    }

    /// When the player to move began to think.
    pub fn clock(&self) -> Clock {
        Clock {
            epoch: u64::from_le_bytes(self.take(EPOCH)),
            paused_epochs: u32::from_le_bytes(self.take(PAUSED_EPOCHS)) as u64,
        }
    }

    pub fn set_clock(&mut self, clock: Clock) {
        self.put(EPOCH, clock.epoch.to_le_bytes());
        self.put(PAUSED_EPOCHS, (clock.paused_epochs as u32).to_le_bytes());
    }

    #[inline(always)]
    fn put<const N: usize>(&mut self, at: usize, bytes: [u8; N]) {
        if let Some(place) = self.head[at..].first_chunk_mut() {
            *place = bytes;
        }
    }

    #[inline(always)]
    fn take<const N: usize>(&self, at: usize) -> [u8; N] {
        *self.head[at..].first_chunk().unwrap_or(&[0; N])
    }

    pub fn is_ongoing(&self) -> bool {
        self.head[STATE] == GameState::Ongoing as u8
    }

    pub fn state(&self) -> GameState {
        match self.head[STATE] {
            0 => GameState::Ongoing,
            1 => GameState::WhiteWon,
            2 => GameState::BlackWon,
            _ => GameState::Stalemate,
        }
    }

    pub fn end_reason(&self) -> EndReason {
        let code = ManagedBuffer::<M>::new_from_bytes(&[self.head[END_REASON]]);
        EndReason::top_decode(code).unwrap_or(EndReason::None)
    }

    /// The game that this player started before this one, 0 for none.
    pub fn previous_game(&self, player: &ManagedAddress<M>) -> usize {
        let mut previous = [0; 4];
        for color in [Color::White, Color::Black] {
            if self.player(color) == *player {
                self.blob
                    .load_slice(PREVIOUS + color as usize * 4, &mut previous);
            }
        }
        u32::from_le_bytes(previous) as usize
    }

    pub fn end(&mut self, end: GameEnd) {
        self.head[STATE] = end.state as u8;
        self.head[END_REASON] = end.reason as u8;
        self.head[DRAW_OFFER] = 0;
    }

    pub fn turn(&self) -> Color {
        if self.head[PLY] & 1 == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// Whether this player's draw offer stands.
    pub fn is_draw_offered_by(&self, player: Color) -> bool {
        self.head[DRAW_OFFER] == player as u8 + 1
    }

    pub fn offer_draw(&mut self, player: Color) {
        self.head[DRAW_OFFER] = player as u8 + 1;
    }

    pub fn withdraw_offer_of(&mut self, player: Color) {
        if self.is_draw_offered_by(player) {
            self.head[DRAW_OFFER] = 0;
        }
    }

    /// The position, on the game's board.
    #[inline]
    pub fn position<'a>(&self, board: &'a mut Board) -> Position<&'a mut Board> {
        Position {
            board,
            turn: self.turn(),
            kings: self.take(KINGS),
            castling: Castling(self.head[CASTLING]),
            en_passant: self.head[EN_PASSANT],
            half_move_clock: self.head[HALF_MOVE_CLOCK],
            reversible_plies: self.head[REVERSIBLE_PLIES],
            ply: u16::from_le_bytes(self.take(PLY)),
        }
    }

    /// Keeps of a position what isn't on the board.
    #[inline]
    pub fn set_position<B>(&mut self, position: &Position<B>) {
        self.put(KINGS, position.kings);
        self.head[CASTLING] = position.castling.0;
        self.head[EN_PASSANT] = position.en_passant;
        self.head[HALF_MOVE_CLOCK] = position.half_move_clock;
        self.head[REVERSIBLE_PLIES] = position.reversible_plies;
        self.put(PLY, position.ply.to_le_bytes());
    }

    /// How many full blocks of moves there are.
    pub fn blocks(&self) -> u16 {
        u16::from_le_bytes(self.take(BLOCKS))
    }

    /// The bytes of the last moves, those not in a block.
    pub fn tail(&self) -> ManagedBuffer<M> {
        self.part(TAIL, self.head[TAIL_LEN] as usize)
    }

    /// Appends the two or three bytes of a move. Where they don't fit any more, what was
    /// there is a full block, which is given back to be stored.
    pub fn push_move(&mut self, bytes: &[u8]) -> Option<ManagedBuffer<M>> {
        let mut len = self.head[TAIL_LEN] as usize;
        let mut full = None;
        if len + bytes.len() > BLOCK_LEN {
            full = Some(self.tail());
            self.put(BLOCKS, (self.blocks() + 1).to_le_bytes());
            len = 0;
        }
        let _ = self.blob.set_slice(TAIL + len, bytes);
        self.head[TAIL_LEN] = (len + bytes.len()) as u8;
        full
    }
}
