//! The messages of refused calls, in a player's words.

use multiversx_sc::api::ErrorApiImpl;
use multiversx_sc::imports::*;

/// Refuses the call with this message unless the condition is true. The framework's `require!` takes
/// 267 bytes more of code.
pub fn check<M: ManagedTypeApi>(condition: bool, message: &'static str) {
    if !condition {
        refuse::<M>(message);
    }
}

/// Refuses the call with this message.
pub fn refuse<M: ManagedTypeApi>(message: &'static str) -> ! {
    M::error_api_impl().signal_error(message.as_bytes())
}

macro_rules! check {
    ($condition:expr, $message:expr $(,)?) => {
        $crate::errors::check::<Self::Api>($condition, $message)
    };
}

macro_rules! refuse {
    ($message:expr) => {
        $crate::errors::refuse::<Self::Api>($message)
    };
}

pub const ERROR_PAUSED: &str = "the contract is paused";
pub const ERROR_ALREADY_PAUSED: &str = "already paused";
pub const ERROR_NOT_PAUSED: &str = "not paused";
pub const ERROR_PAUSED_LATELY: &str = "four full epochs must lie between two pauses";
pub const ERROR_NO_LONG_PAUSE: &str = "only when pauses took more than 30 epochs";

pub const ERROR_WAGER_ALREADY_SET: &str = "the wager is already set";
pub const ERROR_INVALID_TOKEN: &str = "not a token identifier";
pub const ERROR_INVALID_AMOUNT: &str = "not a possible wager";
pub const ERROR_WAGER_NOT_SET: &str = "set the wager first";
pub const ERROR_WRONG_PAYMENT: &str = "pay exactly the stake";
pub const ERROR_UNEVEN_PAYMENT: &str = "pay the same for each round";

pub const ERROR_ALREADY_WAITING: &str = "you are already waiting";
pub const ERROR_NOT_WAITING: &str = "you are not waiting";
pub const ERROR_NOTHING_OWED: &str = "nothing is owed to you";
pub const ERROR_NOT_DELIVERED: &str = "it could not be delivered";

pub const ERROR_GAME_NOT_FOUND: &str = "no such game";
pub const ERROR_NOT_STARTED: &str = "the game hasn't started";
pub const ERROR_GAME_OVER: &str = "the game is over";
pub const ERROR_NOT_A_PLAYER: &str = "you don't play this game";
pub const ERROR_NOT_YOUR_TURN: &str = "not your turn";
pub const ERROR_TOO_LATE: &str = "your time is over";
pub const ERROR_STILL_IN_TIME: &str = "the time isn't over";
pub const ERROR_END_IS_OPEN: &str = "an end is open";

pub const ERROR_INVALID_SQUARE: &str = "squares go from 0 (a8) to 63 (h1)";
pub const ERROR_NOT_YOUR_PIECE: &str = "no piece of yours on that square";
pub const ERROR_PIECE_CANNOT_GO_THERE: &str = "that piece can't go there";
pub const ERROR_NOT_A_PROMOTION: &str = "nothing promotes there";
pub const ERROR_OWN_KING_ATTACKED: &str = "your king would be attacked";
pub const ERROR_KING_NOT_ATTACKED: &str = "your opponent's king is not attacked";

pub const ERROR_DRAW_ALREADY_OFFERED: &str = "you have already offered a draw";
pub const ERROR_OFFER_AFTER_YOUR_MOVE: &str = "offer a draw after your own move";
pub const ERROR_CLAIM_BEFORE_YOUR_MOVE: &str = "with keys, claim before your move";
pub const ERROR_DRAW_NOT_CLAIMABLE: &str = "neither a threefold repetition nor 50 moves";

pub const ERROR_OWN_CHALLENGE: &str = "you can't play yourself";
pub const ERROR_NOT_YOUR_CHALLENGE: &str = "the challenge isn't yours";
pub const ERROR_NOT_A_CHALLENGE: &str = "not an open challenge";
pub const ERROR_CONTRACT_CANNOT_DRAW: &str = "a contract can't draw sides";
pub const ERROR_INVALID_CLOCK: &str = "30 s to 30 days, increment up to 1 day";
pub const ERROR_INVALID_KEY: &str = "not a key of your own";

pub const ERROR_INVALID_ROUNDS: &str = "1 to 100 rounds";
pub const ERROR_MATCH_NEEDS_KEY: &str = "a match needs a key";
pub const ERROR_IN_A_MATCH: &str = "in a match, play by signature";
pub const ERROR_NOT_A_MATCH: &str = "only a match can be left";
pub const ERROR_WRONG_ROUND: &str = "the chain is not before that round";
pub const ERROR_WRONG_POINTS: &str = "these can't be the points";
pub const ERROR_RESIGNED: &str = "only a later round undoes a resignation";

pub const ERROR_NO_KEYS: &str = "the players haven't both named a key";
pub const ERROR_INVALID_MESSAGE: &str = "not a message";
pub const ERROR_INVALID_MOVES: &str = "not canonical moves";
pub const ERROR_TOO_MANY_PLIES: &str = "signed play ends at ply 1000";
pub const ERROR_AFTER_THE_END: &str = "a move after the end";
pub const ERROR_NOT_LONGER: &str = "the chain knows as much";
pub const ERROR_NOT_LONG_ENOUGH: &str = "two more plies undo this end";
pub const ERROR_SIGNATURE_MISSING: &str = "a signature is missing";
pub const ERROR_BOTH_ACT: &str = "only one player may act";
pub const ERROR_NO_EFFECT: &str = "it has no effect";
pub const ERROR_CANNOT_ASK: &str = "you can't ask now";
