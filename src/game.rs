//! A game: as it is stored, and as the views show it.

use chess_rules::{Board, BoardCopy, Castling, Color, Context, Position, Square};
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

/// A point of time: an epoch, and how many epochs until then the contract was not paused.
#[derive(Clone, Copy)]
pub struct Clock {
    pub epoch: u32,
    pub running: u32,
}

/// A player's place in a game: their address, and the game that they started before, which
/// leads to all others (little-endian, 0 for none).
pub struct Seat<M: ManagedTypeApi>(pub ManagedBuffer<M>);

/// 32 bytes of address and 4 of the previous game.
pub const SEAT_LEN: usize = 36;

impl<M: ManagedTypeApi> Seat<M> {
    /// Appends a seat to a buffer.
    pub fn push(buffer: &mut ManagedBuffer<M>, player: &ManagedAddress<M>, previous_game: u32) {
        buffer.append(player.as_managed_buffer());
        buffer.append_bytes(&previous_game.to_le_bytes());
    }

    pub fn player(&self) -> ManagedAddress<M> {
        address(&self.0, 0)
    }
}

/// The address that stands in a buffer; it must be there.
fn address<M: ManagedTypeApi>(buffer: &ManagedBuffer<M>, at: usize) -> ManagedAddress<M> {
    let address = buffer.copy_slice(at, 32).unwrap_or_default();
    // the slice is 32 bytes long
    unsafe { ManagedAddress::from_handle(address.forget_into_handle()) }
}

/// A game as it is stored: one blob, because reading and writing fields one by one costs a VM
/// hook each, and because a write of the same length pays for no new storage. Before the first
/// move it ends with the clock.
///
/// | bytes | field |
/// | --- | --- |
/// | 0–35, 36–71 | White's and Black's [`Seat`] |
/// | 72–75, 76–79 | the [`Clock`] of the last move |
/// | 80, 81 | [`GameState`], [`EndReason`] |
/// | 82 | who offers a draw: 0 nobody, 1 White, 2 Black |
/// | 83, 84 | squares of the kings |
/// | 85 | castling rights, a bit each (see [`Castling`]) |
/// | 86 | en-passant file, 8 for none |
/// | 87, 88 | half-move clock, reversible plies |
/// | 89–90 | plies played |
/// | 91–92 | full blocks of moves (see `history`) |
/// | 93 | bytes of the last moves |
/// | 94–… | the last moves, in room for 0, 8, … or 64 bytes |
///
/// Numbers are little-endian.
pub struct StoredGame<M: ManagedTypeApi> {
    blob: ManagedBuffer<M>,
    head: [u8; HEAD_LEN],
}

/// The blob's bytes from 72 to 93, the part that moves change.
const HEAD: usize = 2 * SEAT_LEN;
const HEAD_LEN: usize = 22;
const TAIL: usize = HEAD + HEAD_LEN;

// places in the head
const EPOCH: usize = 0;
const RUNNING: usize = 4;
const STATE: usize = 8;
const END_REASON: usize = 9;
const DRAW_OFFER: usize = 10;
const KINGS: usize = 11;
const CASTLING: usize = 13;
const EN_PASSANT: usize = 14;
const HALF_MOVE_CLOCK: usize = 15;
const REVERSIBLE_PLIES: usize = 16;
const PLY: usize = 17;
const BLOCKS: usize = 19;
const TAIL_LEN: usize = 21;

/// The bytes before the position's, which are all that is stored before the first move.
const START_LEN: usize = HEAD + STATE;

/// The rest of the head before the first move: ongoing, no offer, the start's position, no moves.
const START: [u8; HEAD_LEN - STATE] = {
    let Context {
        kings: [white, black],
        castling,
        en_passant: none,
        ..
    } = Position::START.context();
    let [white, black] = [white.index_from_a8(), black.index_from_a8()];
    let castling = castling.bits();
    [0, 0, 0, white, black, castling, none, 0, 0, 0, 0, 0, 0, 0]
};

/// How many bytes of the last moves a game keeps, and a block holds, at most.
pub const BLOCK_LEN: usize = 64;

/// A block is written again whenever so many bytes were added: every new byte costs 10,000 gas.
const BLOCK_STEP: usize = 16;

/// By how much the room for the last moves grows, until it is a block's.
const ROOM_STEP: usize = 8;

impl<M: ManagedTypeApi> StoredGame<M> {
    /// The blob of a game about to start: without what [`START`] says.
    pub fn start_blob(
        white: Seat<M>,
        black: &ManagedAddress<M>,
        black_previous_game: u32,
        clock: Clock,
    ) -> ManagedBuffer<M> {
        let mut blob = white.0;
        Seat::push(&mut blob, black, black_previous_game);
        blob.append_bytes(&clock.epoch.to_le_bytes());
        blob.append_bytes(&clock.running.to_le_bytes());
        blob
    }

    /// The game of a blob, `None` for one that is empty.
    pub fn from_blob(mut blob: ManagedBuffer<M>) -> Option<Self> {
        match blob.len() {
            0 => return None,
            START_LEN => blob.append_bytes(&START),
            _ => {}
        }
        let mut head = [0; HEAD_LEN];
        blob.load_slice(HEAD, &mut head);
        Some(StoredGame { blob, head })
    }

    /// The blob, with all changes.
    pub fn blob(&mut self) -> &ManagedBuffer<M> {
        let _ = self.blob.set_slice(HEAD, &self.head);
        &self.blob
    }

    pub fn player(&self, color: Color) -> ManagedAddress<M> {
        address(&self.blob, color as usize * SEAT_LEN)
    }

    /// When the player to move began to think.
    pub fn clock(&self) -> Clock {
        Clock {
            epoch: u32::from_le_bytes(self.take(EPOCH)),
            running: u32::from_le_bytes(self.take(RUNNING)),
        }
    }

    pub fn set_clock(&mut self, clock: Clock) {
        self.put(EPOCH, clock.epoch.to_le_bytes());
        self.put(RUNNING, clock.running.to_le_bytes());
    }

    /// Whether a full epoch went by since the last move, those of pauses left out.
    pub fn is_late(&self, now: Clock) -> bool {
        now.running - self.clock().running > 1
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
                    .load_slice(color as usize * SEAT_LEN + 32, &mut previous);
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

    /// The position on the game's board.
    pub fn position<'a>(&self, board: &'a mut BoardCopy) -> Position<&'a mut Board> {
        let [white, black] = self.take(KINGS);
        let context = Context {
            turn: self.turn(),
            kings: [Square::from_low_bits(white), Square::from_low_bits(black)],
            castling: Castling::from_low_bits(self.head[CASTLING]),
            en_passant: self.head[EN_PASSANT],
            half_move_clock: self.head[HALF_MOVE_CLOCK],
            reversible_plies: self.head[REVERSIBLE_PLIES],
            ply: u16::from_le_bytes(self.take(PLY)),
        };
        Position::from_parts(board.board_mut(), context)
    }

    /// Keeps of a position what isn't on the board.
    #[inline]
    pub fn set_position<B>(&mut self, position: &Position<B>) {
        let context = position.context();
        let [white, black] = context.kings;
        self.put(KINGS, [white.index_from_a8(), black.index_from_a8()]);
        self.head[CASTLING] = context.castling.bits();
        self.head[EN_PASSANT] = context.en_passant;
        self.head[HALF_MOVE_CLOCK] = context.half_move_clock;
        self.head[REVERSIBLE_PLIES] = context.reversible_plies;
        self.put(PLY, context.ply.to_le_bytes());
    }

    /// How many blocks of moves there are before the last moves.
    pub fn blocks(&self) -> usize {
        u16::from_le_bytes(self.take(BLOCKS)) as usize
    }

    /// The bytes of the last moves.
    pub fn tail(&self) -> ManagedBuffer<M> {
        let len = self.head[TAIL_LEN] as usize;
        self.blob.copy_slice(TAIL, len).unwrap_or_default()
    }

    /// Appends the two or three bytes of a move. Gives the number of the block to which the
    /// last moves are to be written, if they are.
    pub fn push_move(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut len = self.head[TAIL_LEN] as usize;
        if len + 3 > BLOCK_LEN {
            // that block has been written
            self.put(BLOCKS, (self.blocks() as u16 + 1).to_le_bytes());
            len = 0;
        }
        if self.blob.set_slice(TAIL + len, bytes).is_err() {
            self.blob.append_bytes(&[0; ROOM_STEP]);
            let _ = self.blob.set_slice(TAIL + len, bytes);
        }
        let after = len + bytes.len();
        self.head[TAIL_LEN] = after as u8;
        let due = after / BLOCK_STEP > len / BLOCK_STEP || after + 3 > BLOCK_LEN;
        due.then_some(self.blocks())
    }
}
