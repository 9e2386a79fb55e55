//! Why a call is refused.

/// A refusal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Refusal {
    NotTheOwner,
    Paused,
    AlreadyPaused,
    NotPaused,
    /// Four full epochs lie between the end of a pause and the next.
    PausedLately,
    WagerSet,
    WagerNotSet,
    BadToken,
    BadWager,
    WrongPayment,
    /// A payment that a match's rounds don't divide.
    UnevenPayment,
    AlreadyWaiting,
    NotWaiting,
    BadKey,
    OwnChallenge,
    NotYourChallenge,
    NotAChallenge,
    ContractCannotDraw,
    BadClock,
    BadRounds,
    MatchWithoutKey,
    NoSuchGame,
    NotStarted,
    GameOver,
    NotAPlayer,
    NotYourTurn,
    TimeIsOver,
    TimeIsLeft,
    EndIsOpen,
    NoSuchSquare,
    NoPieceThere,
    CannotGoThere,
    NothingPromotes,
    KingAttacked,
    KingNotAttacked,
    AlreadyOffered,
    /// In a game with keys a draw is offered by who isn't on move.
    OfferOnMove,
    /// In a match calls by account can't name the round that they are meant for.
    BySignatureOnly,
    ClaimAfterTheMove,
    NothingToClaim,
    NoLongPause,
    NothingOwed,
    NotDelivered,
    // signed play
    WithoutKeys,
    BadMessage,
    /// A single game can't be left.
    NotAMatch,
    /// An earlier round, or one that the match doesn't have.
    WrongRound,
    /// Points that the rounds before can't have come to.
    WrongPoints,
    BadTranscript,
    TooLong,
    AfterTheEnd,
    NotLonger,
    NotLongEnough,
    /// In the round nothing undoes an open resignation.
    Resigned,
    MessageMissing,
    BadSignature,
    BothAct,
    NoEffect,
    CannotAsk,
}

impl Refusal {
    /// The contract's words to the player.
    pub fn words(self) -> &'static str {
        match self {
            Refusal::NotTheOwner => "Endpoint can only be called by owner",
            Refusal::Paused => "the contract is paused",
            Refusal::AlreadyPaused => "already paused",
            Refusal::NotPaused => "not paused",
            Refusal::PausedLately => "four full epochs must lie between two pauses",
            Refusal::WagerSet => "the wager is already set",
            Refusal::WagerNotSet => "set the wager first",
            Refusal::BadToken => "not a token identifier",
            Refusal::BadWager => "not a possible wager",
            Refusal::WrongPayment => "pay exactly the stake",
            Refusal::UnevenPayment => "pay the same for each round",
            Refusal::AlreadyWaiting => "you are already waiting",
            Refusal::NotWaiting => "you are not waiting",
            Refusal::BadKey => "not a key of your own",
            Refusal::OwnChallenge => "you can't play yourself",
            Refusal::NotYourChallenge => "the challenge isn't yours",
            Refusal::NotAChallenge => "not an open challenge",
            Refusal::ContractCannotDraw => "a contract can't draw sides",
            Refusal::BadClock => "30 s to 30 days, increment up to 1 day",
            Refusal::BadRounds => "1 to 100 rounds",
            Refusal::MatchWithoutKey => "a match needs a key",
            Refusal::NoSuchGame => "no such game",
            Refusal::NotStarted => "the game hasn't started",
            Refusal::GameOver => "the game is over",
            Refusal::NotAPlayer => "you don't play this game",
            Refusal::NotYourTurn => "not your turn",
            Refusal::TimeIsOver => "your time is over",
            Refusal::TimeIsLeft => "the time isn't over",
            Refusal::EndIsOpen => "an end is open",
            Refusal::NoSuchSquare => "squares go from 0 (a8) to 63 (h1)",
            Refusal::NoPieceThere => "no piece of yours on that square",
            Refusal::CannotGoThere => "that piece can't go there",
            Refusal::NothingPromotes => "nothing promotes there",
            Refusal::KingAttacked => "your king would be attacked",
            Refusal::KingNotAttacked => "your opponent's king is not attacked",
            Refusal::AlreadyOffered => "you have already offered a draw",
            Refusal::OfferOnMove => "offer a draw after your own move",
            Refusal::BySignatureOnly => "in a match, play by signature",
            Refusal::ClaimAfterTheMove => "with keys, claim before your move",
            Refusal::NothingToClaim => "neither a threefold repetition nor 50 moves",
            Refusal::NoLongPause => "only when pauses took more than 30 epochs",
            Refusal::NothingOwed => "nothing is owed to you",
            Refusal::NotDelivered => "it could not be delivered",
            Refusal::WithoutKeys => "the players haven't both named a key",
            Refusal::BadMessage => "not a message",
            Refusal::NotAMatch => "only a match can be left",
            Refusal::WrongRound => "the chain is not before that round",
            Refusal::WrongPoints => "these can't be the points",
            Refusal::BadTranscript => "not canonical moves",
            Refusal::TooLong => "signed play ends at ply 1000",
            Refusal::AfterTheEnd => "a move after the end",
            Refusal::NotLonger => "the chain knows as much",
            Refusal::NotLongEnough => "two more plies undo this end",
            Refusal::Resigned => "only a later round undoes a resignation",
            Refusal::MessageMissing => "a signature is missing",
            // the machine checks signatures
            Refusal::BadSignature => "ed25519 verify error",
            Refusal::BothAct => "only one player may act",
            Refusal::NoEffect => "it has no effect",
            Refusal::CannotAsk => "you can't ask now",
        }
    }
}

/// Refuses where something doesn't hold.
pub(super) fn require(holds: bool, refusal: Refusal) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(refusal) }
}
