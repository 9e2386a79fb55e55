//! The numbers that control the search's depth. Each board has its own, tuned by games.

/// Margins, limits, reductions and bonuses of a board's search. Margins are in hundredths of a pawn; a [`PLY`] has 4,096 parts. A node
/// *improves* if its evaluation is better than two plies before.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// Reverse futility pruning cuts nodes up to this depth,
    pub reverse_futility_depth: i32,
    /// if they are above beta by this for each ply left,
    pub reverse_futility: i32,
    /// or by this if they improve.
    pub reverse_futility_improving: i32,
    /// Futility pruning skips quiet moves up to this depth,
    pub futility_depth: i32,
    /// if the evaluation and this,
    pub futility: i32,
    /// this for each ply left
    pub futility_ply: i32,
    /// and this in a node that improves are not above alpha.
    pub futility_improving: i32,
    /// Late-move pruning skips quiet moves up to this depth, after a number of moves:
    pub late_depth: i32,
    /// 64 times their number without the following two,
    pub late: i32,
    /// 64 times those more in a node that improves,
    pub late_improving: i32,
    /// and 64 times those more for the square of the depth.
    pub late_ply: i32,
    /// Captures are skipped up to this depth,
    pub losing_depth: i32,
    /// if they lose more than this for each ply left.
    pub losing: i32,
    /// Quiet moves are skipped up to this depth,
    pub losing_quiet_depth: i32,
    /// if they lose more than this for each ply left.
    pub losing_quiet: i32,
    /// A late quiet move is reduced by this number of parts of a ply,
    pub reduced: i32,
    /// and 1,024 times those by the product of the logarithms of depth and number, each of which is 64 times itself;
    pub reduced_late: i32,
    /// by this many more in a node that is expected to be cut,
    pub reduced_in_cut: i32,
    /// by this many more in one that does not improve,
    pub reduced_worse: i32,
    /// by this many less if it may give check,
    pub spared_check: i32,
    /// by this many less if it is a killer move,
    pub spared_killer: i32,
    /// and by a 64th of this less for each point of its history, two plies at most.
    pub spared_history: i32,
    /// A late capture that loses material is reduced by this number of 64ths of the first two together.
    pub reduced_losing: i32,
    /// From this depth on, a node without a table move is searched a ply less deep,
    pub no_table_move_depth: i32,
    /// and from this depth on two.
    pub second_ply_depth: i32,
    /// After a passed move the search is less deep by this number of 64ths of a ply,
    pub null_move: i32,
    /// by this many more for each ply left,
    pub null_move_ply: i32,
    /// and by a ply for each time that the evaluation is this above beta, two at most.
    pub null_move_margin: i32,
    /// At the horizon the network is skipped if the sums are further than this from the window.
    pub lazy: i32,
    /// Quiescence skips a capture if the captured piece and this would not raise the value to alpha.
    pub hopeless: i32,
    /// Half the first aspiration window.
    pub window: i32,
    /// A quiet move that cut off is rewarded in the history with this for the square of the depth,
    pub bonus_square: i32,
    /// with this for each ply of depth,
    pub bonus: i32,
    /// and with this at most.
    pub most_bonus: i32,
    /// A quiet move's order counts a 16th of this for each hundredth of a pawn that its square gains.
    pub square_gain: i32,
}

/// A ply, in the unit of late moves' reductions.
pub(crate) const PLY: i32 = 4_096;

impl Numbers {
    /// The number of moves at a depth after which the remaining quiet moves are pruned.
    pub(crate) fn late_limit(&self, depth: i32, improving: bool) -> i32 {
        (self.late + improving as i32 * self.late_improving + self.late_ply * depth * depth) >> 6
    }

    /// The reduction of a late move, in parts of a [`PLY`].
    pub(crate) fn reduction(&self, depth: i32, number: u32) -> i32 {
        let depth = LN[(depth as usize).min(31)] as i32;
        let number = LN[(number as usize).min(31)] as i32;
        self.reduced + ((depth * number * self.reduced_late) >> 10)
    }

    /// The history's reward of a move that cut off at a depth.
    pub(crate) fn history_bonus(&self, depth: i32) -> i32 {
        (self.bonus_square * depth * depth + self.bonus * depth).min(self.most_bonus)
    }
}

/// 64 times the natural logarithm of 0 (as 0) to 31.
const LN: [u8; 32] = [
    0, 0, 44, 70, 89, 103, 115, 125, 133, 141, 147, 153, 159, 164, 169, 173, 177, 181, 185, 188,
    192, 195, 198, 201, 203, 206, 209, 211, 213, 216, 218, 220,
];
