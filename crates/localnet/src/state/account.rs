//! Accounts as others see and change them.

use multiversx_chain_core::types::Address;
use num_bigint::BigUint;

/// An account as others see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub address: Address,
    pub nonce: u64,
    /// In 10⁻¹⁸ EGLD.
    pub balance: BigUint,
    /// Contract code; empty for users.
    pub code: Vec<u8>,
    /// Two bytes; empty for users.
    pub code_metadata: Vec<u8>,
    pub owner: Option<Address>,
    /// In 10⁻¹⁸ EGLD.
    pub developer_reward: BigUint,
    /// Token identifier, nonce and balance; sorted.
    pub tokens: Vec<(String, u64, BigUint)>,
    /// The identifiers of those that are frozen here.
    pub frozen: Vec<String>,
    /// Token identifier and the roles that the account has for it; sorted.
    pub roles: Vec<(String, Vec<String>)>,
}

/// A change of an account by `set-state`; a field that is `None` stays unchanged.
#[derive(Clone, Debug)]
pub struct SetAccount {
    pub address: Address,
    pub nonce: Option<u64>,
    pub balance: Option<BigUint>,
    pub code: Option<Vec<u8>>,
    pub code_metadata: Option<[u8; 2]>,
    pub owner: Option<Address>,
    pub developer_reward: Option<BigUint>,
    pub storage: Vec<(Vec<u8>, Vec<u8>)>,
    /// Tokens and the roles for them.
    pub roles: Vec<(Vec<u8>, Vec<Vec<u8>>)>,
    /// Balances of fungible tokens, issued or not.
    pub tokens: Vec<(Vec<u8>, BigUint)>,
    /// Make the account empty first.
    pub overwrite: bool,
}

impl SetAccount {
    /// A change that changes nothing yet.
    pub fn new(address: Address) -> Self {
        Self {
            address,
            nonce: None,
            balance: None,
            code: None,
            code_metadata: None,
            owner: None,
            developer_reward: None,
            storage: vec![],
            roles: vec![],
            tokens: vec![],
            overwrite: false,
        }
    }
}
