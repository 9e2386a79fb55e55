//! What the contract says when it refuses, in a player's words.

pub const PAUSED: &str = "the contract is paused";
pub const ALREADY_PAUSED: &str = "already paused";
pub const NOT_PAUSED: &str = "not paused";
pub const NO_LONG_PAUSE: &str = "only when a pause has outlasted 30 epochs";

pub const NO_RULE: &str = "the rule is 0 forfeit or 1 reject";
pub const WAGER_ALREADY_SET: &str = "the wager is already set";
pub const NO_TOKEN: &str = "not a token identifier";
pub const NO_AMOUNT: &str = "not a possible wager";
pub const NO_WAGER: &str = "set the wager first";
pub const WRONG_PAYMENT: &str = "pay exactly the wager";

pub const ALREADY_WAITING: &str = "you are already waiting";
pub const NOT_WAITING: &str = "you are not waiting";
pub const NOTHING_OWED: &str = "nothing is owed to you";
pub const NOT_DELIVERED: &str = "it could not be delivered";

pub const NO_GAME: &str = "no such game";
pub const GAME_OVER: &str = "the game is over";
pub const NOT_A_PLAYER: &str = "you don't play this game";
pub const NOT_YOUR_TURN: &str = "not your turn";
pub const OWN_TURN: &str = "it is your own turn";
pub const TOO_LATE: &str = "your time is over";
pub const NOT_LATE: &str = "your opponent still has time";

pub const NO_SQUARE: &str = "squares go from 0 (a8) to 63 (h1)";
pub const NO_PIECE: &str = "no piece of yours on that square";
pub const CANNOT_GO: &str = "that piece can't go there";
pub const NO_PROMOTION: &str = "nothing promotes there";
pub const BAD_PROMOTION: &str = "promote to 1 queen, 2 rook, 3 bishop or 4 knight";
pub const KING_ATTACKED: &str = "your king would be attacked";
pub const LEGAL_MOVE: &str = "your opponent's king is not attacked";

pub const ALREADY_OFFERED: &str = "you have already offered a draw";
pub const NO_CLAIM: &str = "neither a threefold repetition nor 50 moves";
