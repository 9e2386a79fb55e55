//! The 6×6 board's network.

use super::square::BOARD;
use crate::weights::{Rows, Weights, no_rows};

/// Units of a view.
pub const HIDDEN: usize = 64;
/// Inputs of a view: six kinds, own and the other's, 36 squares.
pub const INPUTS: usize = 2 * 6 * 36;
/// Words of a view.
pub(crate) const WORDS: usize = HIDDEN / 4;

/// Learned by commit 3a61b1be.
static BYTES: &[u8; 2 * HIDDEN + INPUTS * HIDDEN] = include_bytes!("network.bin");
static ROWS: Rows<WORDS> = no_rows();

/// The trained weights of the network.
#[derive(Clone, Copy)]
pub struct Learnt;

impl Weights<WORDS> for Learnt {
    const BOARD: u64 = BOARD;

    #[inline(always)] // an address
    fn bytes() -> &'static [u8] {
        BYTES
    }
    #[inline(always)] // an address
    fn rows() -> &'static Rows<WORDS> {
        &ROWS
    }
}
