//! The relay's program over real sockets.

mod bad_input;
mod chain;
mod chess;
mod client;
mod day;
mod games;
mod gateway;
mod kill;
mod kills;
mod limits;
mod longest;
mod matches;
mod nats;
mod notices;
mod program;
mod real_games;
mod says;
mod settle;
mod several;
mod standings;
mod stuck;
mod table;
