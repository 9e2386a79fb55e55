//! Who takes part in a history, and what is paid with.

use std::fmt;

/// An account of the histories.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Account {
    Owner,
    Alice,
    Bob,
    Carol,
    /// Seldom pays the wager.
    Stranger,
    /// A contract that anyone may pay.
    Machine,
    /// A contract that may be paid only by answering its own call.
    Mute,
    /// The contract itself.
    Chess,
}

impl Account {
    pub const ALL: [Account; 8] = [
        Account::Owner,
        Account::Alice,
        Account::Bob,
        Account::Carol,
        Account::Stranger,
        Account::Machine,
        Account::Mute,
        Account::Chess,
    ];
    /// Those that call, the eager players first.
    pub const CALLERS: [Account; 7] = [
        Account::Alice,
        Account::Bob,
        Account::Machine,
        Account::Mute,
        Account::Carol,
        Account::Owner,
        Account::Stranger,
    ];

    /// The account in scenario files.
    pub fn expression(self) -> &'static str {
        match self {
            Account::Owner => "address:owner",
            Account::Alice => "address:alice",
            Account::Bob => "address:bob",
            Account::Carol => "address:carol",
            Account::Stranger => "address:stranger",
            Account::Machine => "sc:machine",
            Account::Mute => "sc:mute",
            Account::Chess => "sc:chess",
        }
    }

    /// The code metadata of the contracts that play: upgradeable and readable, the machine payable.
    pub fn code_metadata(self) -> Option<[u8; 2]> {
        match self {
            Account::Machine => Some([5, 2]),
            Account::Mute => Some([5, 0]),
            _ => None,
        }
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, name) = self.expression().split_once(':').unwrap_or_default();
        f.write_str(name)
    }
}

/// A token that accounts hold; all but the last are fungible.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Token {
    Egld,
    /// The wager, where it isn't EGLD.
    Chess,
    Other,
    /// The wager's own identifier would never have a nonce: a token that isn't fungible.
    Collectible,
}

impl Token {
    pub const ALL: [Token; 4] = [Token::Egld, Token::Chess, Token::Other, Token::Collectible];

    pub fn identifier(self) -> &'static str {
        match self {
            Token::Egld => "EGLD-000000",
            Token::Chess => "CHESS-123456",
            Token::Other => "OTHER-abcdef",
            Token::Collectible => "BOARD-0a0b0c",
        }
    }

    pub fn nonce(self) -> u64 {
        (self == Token::Collectible) as u64
    }

    pub fn named(identifier: &[u8]) -> Option<Token> {
        Token::ALL
            .into_iter()
            .find(|token| token.identifier().as_bytes() == identifier)
    }
}
