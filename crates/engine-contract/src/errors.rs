//! The errors of both contracts.

pub const ERR_NO_GAME: &str = "there is no game with this id";
pub const ERR_NOT_YOURS: &str = "this game belongs to another player";
pub const ERR_OVER: &str = "the game is over";
pub const ERR_THINKING: &str = "the engine moves next: call think or moveNow";
pub const ERR_PROMOTION: &str = "the promotion is a number from 1 to 4";
pub const ERR_NODES: &str = "a search needs a node";
pub const ERR_STORED: &str = "not a game";
/// A state belongs to another search.
pub const ERR_STATE: &str = "this state belongs to another search";
/// The gas left in the call can't pay for storing the search.
pub const ERR_GAS: &str = "too little gas to keep the search: give the call more";
