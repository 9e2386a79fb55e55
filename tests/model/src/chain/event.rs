//! The contract's events: one for every change.

use super::{Account, Chain, Token};

/// An event by its name, with its topics and its data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    pub name: &'static str,
    pub topics: Vec<Topic>,
    pub data: Vec<u8>,
}

/// A topic other than the event's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    Of(Account),
    /// In an account's place.
    Nobody,
    Number(u64),
    Token(Token),
}

impl Chain {
    pub(super) fn tell(&mut self, name: &'static str, topics: &[Topic], data: Vec<u8>) {
        let topics = topics.to_vec();
        self.events.push(Event { name, topics, data });
    }

    /// Emits an event of a game, whose id is the first topic.
    pub(super) fn tell_of(
        &mut self,
        game: u32,
        name: &'static str,
        topics: &[Topic],
        data: Vec<u8>,
    ) {
        let topics = [&[Topic::Number(game.into())], topics].concat();
        self.tell(name, &topics, data);
    }
}

/// A number as an argument: big-endian, no leading zeros.
pub fn argument(number: u64) -> Vec<u8> {
    let bytes = number.to_be_bytes();
    let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
    bytes[zeros..].to_vec()
}
