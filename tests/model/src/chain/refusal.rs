//! Why a call is refused.

/// A refusal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Refusal {
    NotPayable,
    NotTheOwner,
    Paused,
    AlreadyPaused,
    NotPaused,
    /// Four full epochs lie between the end of a pause and the next.
    TooSoonToPause,
    WagerSet,
    WagerNotSet,
    BadWager,
    WrongPayment,
    AlreadyWaiting,
    NotWaiting,
    BadKey,
    BadOpponent,
    BadSide,
    BadClock,
    NoSuchGame,
    NotAChallenge,
    NotChallenged,
    NotOngoing,
    NotAPlayer,
    NotYourTurn,
    TimeIsOver,
    TimeIsLeft,
    EndIsOpen,
    WindowIsOver,
    NoSuchSquare,
    NoPieceThere,
    CannotGoThere,
    NothingPromotes,
    BadPromotion,
    KingAttacked,
    KingNotAttacked,
    AlreadyOffered,
    NothingToClaim,
    NoLongPause,
    NothingOwed,
    NotDelivered,
    // signed play
    WithoutKeys,
    BadTranscript,
    TooLong,
    NotLonger,
    SameLengthOtherMoves,
    NoEffect,
    BadMessage,
    BadSignature,
    MessageMissing,
    BothAct,
    IllegalMove,
    AfterTheEnd,
    CannotAsk,
    AskIsOpen,
    NoDraw,
}

/// Refuses where something doesn't hold.
pub(super) fn require(holds: bool, refusal: Refusal) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(refusal) }
}
