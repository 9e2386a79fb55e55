//! What the contract says where it refuses a call.

use chess_engine::Refusal;

pub const ERR_DEPTH: &str = "the depth is a number from 3 to 20";
pub const ERR_NO_GAME: &str = "there is no game with this id";
pub const ERR_NOT_YOURS: &str = "this game belongs to another player";
pub const ERR_OVER: &str = Refusal::Over.message();
pub const ERR_THINKING: &str = "the engine moves next: call think or moveNow";
pub const ERR_FROM: &str = "from is no square (a1 = 14, f6 = 49)";
pub const ERR_TO: &str = "to is no square (a1 = 14, f6 = 49)";
pub const ERR_PROMOTION: &str = "the promotion is a number from 1 to 4";
pub const ERR_NODES: &str = "a search needs a node";
pub const ERR_STORED: &str = "not a game";
