//! Why a call is refused.

macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident $words:literal,)+) => {
        /// A refusal.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Refusal {
            $($(#[$doc])* $name,)+
        }

        impl Refusal {
            pub const ALL: &[Refusal] = &[$(Refusal::$name,)+];

            /// The contract's words to the player.
            pub fn words(self) -> &'static str {
                match self {
                    $(Refusal::$name => $words,)+
                }
            }
        }

        impl From<Refusal> for &'static str {
            fn from(refusal: Refusal) -> Self {
                refusal.words()
            }
        }
    };
}

refusals! {
    NotTheOwner "Endpoint can only be called by owner",
    Paused "the contract is paused",
    AlreadyPaused "already paused",
    NotPaused "not paused",
    /// Four full epochs lie between the end of a pause and the next.
    PausedLately "four full epochs must lie between two pauses",
    WagerSet "the wager is already set",
    WagerNotSet "set the wager first",
    BadToken "not a token identifier",
    BadWager "not a possible wager",
    WrongPayment "pay exactly the stake",
    /// A payment that a match's rounds don't divide.
    UnevenPayment "pay the same for each round",
    AlreadyWaiting "you are already waiting",
    NotWaiting "you are not waiting",
    BadKey "not a key of your own",
    OwnChallenge "you can't play yourself",
    NotYourChallenge "the challenge isn't yours",
    NotAChallenge "not an open challenge",
    ContractCannotDraw "a contract can't draw sides",
    BadClock "30 s to 30 days, increment up to 1 day",
    BadRounds "1 to 100 rounds",
    MatchWithoutKey "a match needs a key",
    NoSuchGame "no such game",
    NotStarted "the game hasn't started",
    GameOver "the game is over",
    NotAPlayer "you don't play this game",
    NotYourTurn "not your turn",
    TimeIsOver "your time is over",
    TimeIsLeft "the time isn't over",
    EndIsOpen "an end is open",
    NoSuchSquare "squares go from 0 (a8) to 63 (h1)",
    NoPieceThere "no piece of yours on that square",
    CannotGoThere "that piece can't go there",
    NothingPromotes "nothing promotes there",
    KingAttacked "your king would be attacked",
    KingNotAttacked "your opponent's king is not attacked",
    AlreadyOffered "you have already offered a draw",
    /// In a game with keys the player to move can't offer a draw.
    OfferOnMove "offer a draw after your own move",
    /// In a match calls by account can't name the round that they are meant for.
    BySignatureOnly "in a match, play by signature",
    ClaimAfterTheMove "with keys, claim before your move",
    NothingToClaim "neither a threefold repetition nor 50 moves",
    NoLongPause "only when pauses took more than 30 epochs",
    NothingOwed "nothing is owed to you",
    NotDelivered "it could not be delivered",
    WithoutKeys "the players haven't both named a key",
    BadMessage "not a message",
    /// A single game can't be left.
    NotAMatch "only a match can be left",
    /// An earlier round, or one that the match doesn't have.
    WrongRound "the chain is not before that round",
    /// Points that earlier rounds can't have given.
    WrongPoints "these can't be the points",
    BadTranscript "not canonical moves",
    TooLong "signed play ends at ply 1000",
    AfterTheEnd "a move after the end",
    NotLonger "the chain knows as much",
    NotLongEnough "two more plies undo this end",
    /// In the round nothing undoes an open resignation.
    Resigned "only a later round undoes a resignation",
    MessageMissing "a signature is missing",
    // the machine checks signatures
    BadSignature "ed25519 verify error",
    BothAct "only one player may act",
    NoEffect "it has no effect",
    CannotAsk "you can't ask now",
}

/// Refuses unless the condition is true.
pub(super) fn require(holds: bool, refusal: Refusal) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(refusal) }
}
