//! The relay's program over real sockets.

mod bad_input;
mod chain;
mod chess;
mod client;
mod day;
mod day_game;
mod day_plan;
mod games;
mod kill;
mod kills;
mod limits;
mod nats;
mod notices;
mod program;
mod real_games;
mod says;
mod settle;
mod several;
mod table;
