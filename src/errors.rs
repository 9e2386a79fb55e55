//! What the contract says when it refuses, in a player's words.

pub const ERROR_PAUSED: &str = "the contract is paused";
pub const ERROR_ALREADY_PAUSED: &str = "already paused";
pub const ERROR_NOT_PAUSED: &str = "not paused";
pub const ERROR_NO_LONG_PAUSE: &str = "only when a pause has outlasted 30 epochs";

pub const ERROR_OTHER_EDITION: &str = "edition 1 data";

pub const ERROR_WAGER_ALREADY_SET: &str = "the wager is already set";
pub const ERROR_INVALID_TOKEN: &str = "not a token identifier";
pub const ERROR_INVALID_AMOUNT: &str = "not a possible wager";
pub const ERROR_WAGER_NOT_SET: &str = "set the wager first";
pub const ERROR_WRONG_PAYMENT: &str = "pay exactly the wager";

pub const ERROR_ALREADY_WAITING: &str = "you are already waiting";
pub const ERROR_NOT_WAITING: &str = "you are not waiting";
pub const ERROR_NOTHING_OWED: &str = "nothing is owed to you";
pub const ERROR_NOT_DELIVERED: &str = "it could not be delivered";

pub const ERROR_GAME_NOT_FOUND: &str = "no such game";
pub const ERROR_GAME_OVER: &str = "the game is over";
pub const ERROR_NOT_A_PLAYER: &str = "you don't play this game";
pub const ERROR_NOT_YOUR_TURN: &str = "not your turn";
pub const ERROR_YOUR_OWN_TURN: &str = "it is your own turn";
pub const ERROR_TOO_LATE: &str = "your time is over";
pub const ERROR_STILL_IN_TIME: &str = "your opponent still has time";

pub const ERROR_INVALID_SQUARE: &str = "squares go from 0 (a8) to 63 (h1)";
pub const ERROR_NOT_YOUR_PIECE: &str = "no piece of yours on that square";
pub const ERROR_PIECE_CANNOT_GO_THERE: &str = "that piece can't go there";
pub const ERROR_NOT_A_PROMOTION: &str = "nothing promotes there";
pub const ERROR_OWN_KING_ATTACKED: &str = "your king would be attacked";
pub const ERROR_KING_NOT_ATTACKED: &str = "your opponent's king is not attacked";

pub const ERROR_DRAW_ALREADY_OFFERED: &str = "you have already offered a draw";
pub const ERROR_DRAW_NOT_CLAIMABLE: &str = "neither a threefold repetition nor 50 moves";
