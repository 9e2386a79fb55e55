//! Faults to put into the model.

/// A deliberate fault of the model, to show that it is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A winner gets a unit less.
    Payout,
    /// A move lets the opponent's draw offer stand.
    Offer,
    /// Clocks run on while the contract is paused.
    Clock,
    /// Anybody may call an illegal move, at any time.
    Anybody,
}

impl Fault {
    pub const ALL: [Fault; 4] = [Fault::Payout, Fault::Offer, Fault::Clock, Fault::Anybody];
}
