//! What the contract says where it refuses a call.

use minichess_engine::Refusal;

pub const ERR_DEPTH: &str = "the depth is a number from 3 to 20";
pub const ERR_NO_GAME: &str = "there is no game with this id";
pub const ERR_NOT_YOURS: &str = "this game belongs to another player";
pub const ERR_OVER: &str = Refusal::Over.message();
pub const ERR_THINKING: &str =
    "the engine is to move: call think, or moveNow for its best move so far";
pub const ERR_FROM: &str =
    "from is not a square of the 6x6 board (document 002's index: a1 = 14, f6 = 49)";
pub const ERR_TO: &str =
    "to is not a square of the 6x6 board (document 002's index: a1 = 14, f6 = 49)";
pub const ERR_PROMOTION: &str = "the promotion is 1 queen, 2 rook, 3 bishop or 4 knight";
pub const ERR_NODES: &str = "a search needs at least one node";
pub const ERR_STATE: &str = "this state does not belong to a search of this position";
pub const ERR_STORED: &str = "the stored game cannot be read";
