//! The accounts and the tokens.

use std::fmt;

use num_bigint::BigUint;

/// An account. Three shards have some each; the contract is in shard 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Account {
    Owner,
    Alice,
    Bob,
    Carol,
    /// Rarely pays the stake.
    Stranger,
    /// A contract of another shard that anyone may pay.
    Machine,
    /// A contract of another shard that nobody may pay.
    Remote,
    /// A contract that may be paid only by answering its own call.
    Mute,
    /// A contract that makes several calls in one transaction.
    Hostile,
    /// The contract itself.
    Chess,
    /// A contract of tournaments of its games.
    Tournament,
}

impl Account {
    /// The accounts that make calls, the most active players first.
    pub const CALLERS: [Account; 9] = [
        Account::Alice,
        Account::Bob,
        Account::Machine,
        Account::Mute,
        Account::Carol,
        Account::Remote,
        Account::Hostile,
        Account::Owner,
        Account::Stranger,
    ];

    /// The account in scenario files, with its shard.
    pub fn expression(self) -> &'static str {
        match self {
            Account::Owner => "address:owner#01",
            Account::Alice => "address:alice#01",
            Account::Bob => "address:bob#00",
            Account::Carol => "address:carol#02",
            Account::Stranger => "address:stranger#01",
            Account::Machine => "sc:machine#00",
            Account::Remote => "sc:remote#02",
            Account::Mute => "sc:mute#01",
            Account::Hostile => "sc:hostile#01",
            Account::Chess => "sc:chess#01",
            Account::Tournament => "sc:tournament#01",
        }
    }

    /// Whether the account is in another shard than the contract.
    pub fn is_elsewhere(self) -> bool {
        !self.expression().ends_with("#01")
    }

    pub fn is_contract(self) -> bool {
        self.expression().starts_with("sc:")
    }

    /// The code metadata of the contracts that play: upgradeable and readable, the machine and the
    /// hostile one also payable.
    pub fn code_metadata(self) -> Option<[u8; 2]> {
        match self {
            Account::Machine | Account::Hostile => Some([5, 2]),
            Account::Mute | Account::Remote => Some([5, 0]),
            _ => None,
        }
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, name) = self.expression().split_once(':').unwrap_or_default();
        f.write_str(name.split_once('#').map_or(name, |(name, _)| name))
    }
}

/// A token that accounts hold; all but the last are fungible.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Token {
    Egld,
    Chess,
    Other,
    /// No stake: a token that isn't fungible.
    Collectible,
}

impl Token {
    pub const ALL: [Token; 4] = [Token::Egld, Token::Chess, Token::Other, Token::Collectible];
    pub const FUNGIBLE: [Token; 3] = [Token::Egld, Token::Chess, Token::Other];

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

/// An amount of a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stake {
    pub token: Token,
    pub amount: BigUint,
}
