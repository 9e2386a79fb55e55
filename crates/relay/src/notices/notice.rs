//! The notices to players.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::subscriber::{Subscriber, Told};
use crate::address;

/// The event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Someone accepted the challenge.
    Begun,
    /// It is the player's turn.
    Turn,
    /// The opponent has begun the next round of a match, or left.
    Next,
    /// The opponent asks for a move on the chain.
    Ask,
    /// The chain has an end of the game that is open for a while.
    End,
}

impl Kind {
    /// The group of notices that replace each other: a new turn replaces an old one.
    pub fn group(self) -> &'static str {
        match self {
            Kind::Begun | Kind::Turn | Kind::Next => "turn",
            Kind::Ask => "ask",
            Kind::End => "end",
        }
    }

    /// RFC 8030, section 5.3.
    pub fn urgency(self) -> &'static str {
        match self {
            Kind::Turn | Kind::Next => "normal",
            Kind::Begun | Kind::Ask | Kind::End => "high",
        }
    }
}

/// The sender of a notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claimed {
    /// This relay does.
    Own,
    /// Another one is at it. Should it die it is this one's turn, so this one asks again.
    Others,
    /// It has arrived, or nobody wants it any longer.
    Done,
}

/// A message to one browser.
#[derive(Clone)]
pub struct Notice {
    /// The subscriber, with the knowledge that they have once it has arrived.
    pub to: Subscriber,
    pub kind: Kind,
    pub round: u16,
    pub plies: usize,
    /// For how long the push service keeps it for a browser that isn't there.
    pub ttl: Duration,
}

impl Notice {
    /// Whether this is new to a subscriber who has been sent `known`.
    pub fn is_news_to(&self, known: Told) -> bool {
        match self.kind {
            Kind::Begun => !known.begun,
            Kind::Turn | Kind::Next => self.to.told.turn > known.turn,
            Kind::Ask => self.to.told.ask > known.ask,
            Kind::End => self.to.told.end > known.end,
        }
    }

    /// The text for the browser.
    pub fn payload(&self) -> Vec<u8> {
        let mut json = json!({
            "kind": self.kind,
            "contract": address::show(&self.to.player.contract),
            "game": self.to.player.game,
            "plies": self.plies,
        });
        if self.round > 0 {
            json["round"] = self.round.into();
        }
        json.to_string().into_bytes()
    }

    /// RFC 8030, section 5.4: 32 characters at most, and nothing in them for the push service to read.
    pub fn topic(&self) -> String {
        let game = [&self.to.id[..], self.kind.group().as_bytes()].concat();
        URL_SAFE_NO_PAD.encode(&Sha256::digest(game)[..24])
    }
}
