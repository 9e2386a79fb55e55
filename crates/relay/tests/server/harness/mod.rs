//! The tests' world: games, clients, chains, gateways and the program itself.

pub mod chess;
pub mod client;
pub mod evening;
pub mod gateway;
pub mod nats;
pub mod program;
pub mod real_games;
pub mod table;
