//! Faults that tests alone can turn on, to see that an exploration finds them.

/// The faults of a player. Only the feature `faults` makes one, so no player that is used has any.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Faults {
    /// Also offers draws by message on this player's turn.
    pub offers_on_move: bool,
    /// Leaves an own old ask open on the chain after an answer off the chain.
    pub leaves_own_asks: bool,
    /// Begins or leaves first, whether or not the other can take the round's end back.
    pub begins_carelessly: bool,
    /// Resigns by account in a match, where that names no round.
    pub resigns_by_account: bool,
}

impl Faults {
    /// No faults: the player that is used.
    pub const NONE: Faults = Faults {
        offers_on_move: false,
        leaves_own_asks: false,
        begins_carelessly: false,
        resigns_by_account: false,
    };
}
