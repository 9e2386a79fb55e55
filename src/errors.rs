//! What the contract says when it refuses, in a player's words.

use multiversx_sc::api::ErrorApiImpl;
use multiversx_sc::imports::*;

/// Refuses the call unless this holds. One function, as a call is smaller than a branch.
#[inline(never)]
pub fn check<M: ManagedTypeApi>(holds: bool, refusal: Refusal) {
    if !holds {
        refuse::<M>(refusal);
    }
}

/// Refuses the call.
#[inline(never)]
pub fn refuse<M: ManagedTypeApi>(refusal: Refusal) -> ! {
    let number = refusal as usize;
    let start: usize = (0..number).map(|n| LENGTHS[n] as usize).sum();
    let end = start + LENGTHS[number] as usize;
    // SAFETY: the lengths are those of the texts.
    let text = unsafe { TEXTS.as_bytes().get_unchecked(start..end) };
    M::error_api_impl().signal_error(text)
}

macro_rules! check {
    ($holds:expr, $refusal:expr $(,)?) => {
        $crate::errors::check::<Self::Api>($holds, $refusal)
    };
}

macro_rules! refuse {
    ($refusal:expr) => {
        $crate::errors::refuse::<Self::Api>($refusal)
    };
}

macro_rules! refusals {
    ($($name:ident = $text:literal;)*) => {
        /// Why a call is refused. Its number takes less code at each use than its text's address
        /// and length.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy)]
        pub enum Refusal { $($name),* }

        pub use Refusal::*;

        /// All texts, one after the other.
        const TEXTS: &str = concat!($($text),*);

        const LENGTHS: &[u8] = &[$($text.len() as u8),*];
    };
}

refusals! {
    ERROR_INVALID_ARGUMENT = "not such an argument";

    ERROR_PAUSED = "the contract is paused";
    ERROR_ALREADY_PAUSED = "already paused";
    ERROR_NOT_PAUSED = "not paused";
    ERROR_PAUSED_LATELY = "four full epochs must lie between two pauses";
    ERROR_NO_LONG_PAUSE = "only when pauses took more than 30 epochs";

    ERROR_WAGER_ALREADY_SET = "the wager is already set";
    ERROR_INVALID_TOKEN = "not a token identifier";
    ERROR_INVALID_AMOUNT = "not a possible wager";
    ERROR_WAGER_NOT_SET = "set the wager first";
    ERROR_WRONG_PAYMENT = "pay exactly the stake";
    ERROR_UNEVEN_PAYMENT = "pay the same for each round";

    ERROR_ALREADY_WAITING = "you are already waiting";
    ERROR_NOT_WAITING = "you are not waiting";
    ERROR_NOTHING_OWED = "nothing is owed to you";
    ERROR_NOT_DELIVERED = "it could not be delivered";

    ERROR_GAME_NOT_FOUND = "no such game";
    ERROR_NOT_STARTED = "the game hasn't started";
    ERROR_GAME_OVER = "the game is over";
    ERROR_NOT_A_PLAYER = "you don't play this game";
    ERROR_NOT_YOUR_TURN = "not your turn";
    ERROR_TOO_LATE = "your time is over";
    ERROR_STILL_IN_TIME = "the time isn't over";
    ERROR_END_IS_OPEN = "an end is open";

    ERROR_INVALID_SQUARE = "squares go from 0 (a8) to 63 (h1)";
    ERROR_NOT_YOUR_PIECE = "no piece of yours on that square";
    ERROR_PIECE_CANNOT_GO_THERE = "that piece can't go there";
    ERROR_NOT_A_PROMOTION = "nothing promotes there";
    ERROR_OWN_KING_ATTACKED = "your king would be attacked";
    ERROR_KING_NOT_ATTACKED = "your opponent's king is not attacked";

    ERROR_DRAW_ALREADY_OFFERED = "you have already offered a draw";
    ERROR_OFFER_AFTER_YOUR_MOVE = "offer a draw after your own move";
    ERROR_CLAIM_BEFORE_YOUR_MOVE = "with keys, claim before your move";
    ERROR_DRAW_NOT_CLAIMABLE = "neither a threefold repetition nor 50 moves";

    ERROR_OWN_CHALLENGE = "you can't play yourself";
    ERROR_NOT_YOUR_CHALLENGE = "the challenge isn't yours";
    ERROR_NOT_A_CHALLENGE = "not an open challenge";
    ERROR_CONTRACT_CANNOT_DRAW = "a contract can't draw sides";
    ERROR_INVALID_CLOCK = "30 s to 30 days, increment up to 1 day";
    ERROR_INVALID_KEY = "not a key of your own";

    ERROR_INVALID_ROUNDS = "1 to 100 rounds";
    ERROR_MATCH_NEEDS_KEY = "a match needs a key";
    ERROR_IN_A_MATCH = "in a match, play by signature";
    ERROR_NOT_A_MATCH = "only a match can be left";
    ERROR_WRONG_ROUND = "the chain is not before that round";
    ERROR_WRONG_POINTS = "these can't be the points";
    ERROR_RESIGNED = "only a later round undoes a resignation";

    ERROR_NO_KEYS = "the players haven't both named a key";
    ERROR_INVALID_MESSAGE = "not a message";
    ERROR_INVALID_MOVES = "not canonical moves";
    ERROR_TOO_MANY_PLIES = "signed play ends at ply 1000";
    ERROR_AFTER_THE_END = "a move after the end";
    ERROR_NOT_LONGER = "the chain knows as much";
    ERROR_NOT_LONG_ENOUGH = "two more plies undo this end";
    ERROR_SIGNATURE_MISSING = "a signature is missing";
    ERROR_BOTH_ACT = "only one player may act";
    ERROR_NO_EFFECT = "it has no effect";
    ERROR_CANNOT_ASK = "you can't ask now";
}
