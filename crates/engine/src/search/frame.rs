//! A node on the stack.

use crate::mv::{Move, NO_MOVE};
use crate::position::Undo;
use crate::sum::Sum;

/// The stage of a node's moves.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Stage {
    /// The table's move comes next, if it is a quiet one.
    TableMove,
    /// Captures come next.
    Captures,
    /// Captures that don't lose material are taken.
    GoodCaptures,
    FirstKiller,
    SecondKiller,
    /// Quiet moves come next.
    Quiets,
    /// All moves have been generated.
    Rest,
}

impl Stage {
    pub(crate) fn from_number(number: u8) -> Self {
        match number {
            0 => Self::TableMove,
            1 => Self::Captures,
            2 => Self::GoodCaptures,
            3 => Self::FirstKiller,
            4 => Self::SecondKiller,
            5 => Self::Quiets,
            _ => Self::Rest,
        }
    }
}

/// The search of the current move.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Pass {
    /// With the node's full window.
    Full,
    /// To its full depth, with a null window.
    Null,
    /// To a reduced depth, with a null window.
    Reduced,
    /// Not a move: the side passes.
    Skipped,
}

impl Pass {
    pub(crate) fn from_number(number: u8) -> Self {
        match number {
            0 => Self::Full,
            1 => Self::Null,
            2 => Self::Reduced,
            _ => Self::Skipped,
        }
    }
}

/// One node.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) best: i32,
    /// Plies left; 0 if a check is evaded before quiescence.
    pub(crate) depth: i32,
    /// The static evaluation; none in check.
    pub(crate) eval: i32,
    /// The move that raised alpha last.
    pub(crate) best_move: Move,
    /// The move of the table.
    pub(crate) table_move: Move,
    /// The current move.
    pub(crate) mv: Move,
    /// The piece that it moves.
    pub(crate) code: u8,
    pub(crate) pass: Pass,
    /// Plies that the current move is reduced by.
    pub(crate) reduction: i32,
    /// Plies left after the current move, unreduced.
    pub(crate) next_depth: i32,
    /// Legal moves considered so far.
    pub(crate) considered: u32,
    pub(crate) stage: Stage,
    /// The side to move is in check.
    pub(crate) check: bool,
    /// A node of the principal variation: its window is not a null window.
    pub(crate) pv: bool,
    /// A node that is expected to be above its window, so that one move is enough.
    pub(crate) cut: bool,
    /// Moves may be pruned here.
    pub(crate) selective: bool,
    /// The evaluation is better than two plies before.
    pub(crate) improving: bool,
    /// The quiet moves that are left are not searched.
    pub(crate) skip_quiets: bool,
    /// This node's part of the move list, from the end of the parent's: the moves taken so far, then the
    /// moves left.
    pub(crate) start: u32,
    pub(crate) next: u32,
    pub(crate) end: u32,
    // Derived from the position:
    pub(crate) sum: Sum,
    /// The network's share of the sums' packed values; 0 in check.
    pub(crate) correction: i32,
    pub(crate) pinned: u64,
    pub(crate) discoverers: u64,
    /// The position before `mv`.
    pub(crate) undo: Undo,
}

impl Frame {
    pub(crate) const EMPTY: Self = Self {
        alpha: 0,
        beta: 0,
        best: 0,
        depth: 0,
        eval: 0,
        best_move: NO_MOVE,
        table_move: NO_MOVE,
        mv: NO_MOVE,
        code: 0,
        pass: Pass::Full,
        reduction: 0,
        next_depth: 0,
        considered: 0,
        stage: Stage::TableMove,
        check: false,
        pv: false,
        cut: false,
        selective: false,
        improving: false,
        skip_quiets: false,
        start: 0,
        next: 0,
        end: 0,
        sum: Sum::NONE,
        correction: 0,
        pinned: 0,
        discoverers: 0,
        undo: Undo::NONE,
    };
}
