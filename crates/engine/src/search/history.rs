//! The success of quiet moves in cutting off, by the moving piece and its new square.

use crate::mv::Move;

/// The greatest absolute value of an entry.
const MOST: i32 = 16_384;

/// The table.
pub(crate) struct History {
    pub(crate) entries: [[i16; 64]; 16],
    /// The entries that are or were not 0.
    pub(crate) used: u32,
}

impl History {
    pub(crate) const EMPTY: Self = Self {
        entries: [[0; 64]; 16],
        used: 0,
    };

    /// From -16,384 to 16,384.
    #[inline(always)] // a load
    pub(crate) fn of(&self, code: u8, mv: Move) -> i32 {
        self.entries[(code & 15) as usize][mv.target() as usize & 63] as i32
    }

    /// Rewards a move, or punishes it if `bonus` is below 0. An entry moves towards its bound by a share of the
    /// distance.
    #[inline(never)] // two callers
    pub(crate) fn reward(&mut self, code: u8, mv: Move, bonus: i32) {
        let entry = &mut self.entries[(code & 15) as usize][mv.target() as usize & 63];
        self.used += (*entry == 0) as u32;
        let now = *entry as i32;
        *entry = (now + bonus - now * bonus.abs() / MOST) as i16;
    }
}
