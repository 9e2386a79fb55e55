//! What the contract says where it refuses a call.

use chess_engine::chess::Refusal;

pub const ERR_LEVEL: &str = "there is no such level: see getLevels";
pub const ERR_SIDE: &str = "the side is 0 (White) or 1 (Black)";
pub const ERR_NO_GAME: &str = "there is no game with this id";
pub const ERR_NOT_YOURS: &str = "this game belongs to another player";
pub const ERR_OVER: &str = Refusal::Over.message();
pub const ERR_THINKING: &str = "the engine moves next: call think or moveNow";
pub const ERR_FROM: &str = "from is no square (a8 = 0, h1 = 63)";
pub const ERR_TO: &str = "to is no square (a8 = 0, h1 = 63)";
pub const ERR_PROMOTION: &str = "the promotion is a number from 1 to 4";
pub const ERR_NODES: &str = "a search needs a node";
pub const ERR_STORED: &str = "not a game";
pub const ERR_FEN: &str = "the position is no FEN of a legal position";
pub const ERR_FEN_OVER: &str = "the game would be over in this position";
