//! The restrictions of tokens' owners on all transfers.

use std::collections::{HashMap, HashSet};

use multiversx_chain_vm::types::Address;

/// Tokens that don't move freely, by their identifiers.
#[derive(Clone, Debug, Default)]
pub struct TokenRules {
    /// Tokens that nobody may send.
    pub paused: HashSet<Vec<u8>>,
    /// Tokens that move from or to these accounts alone, which have the transfer role.
    pub limited: HashMap<Vec<u8>, HashSet<Address>>,
}

impl TokenRules {
    /// Whether a limited token can't move, as neither sender nor recipient has the role.
    pub fn forbids(&self, token: &[u8], sender: &Address, recipient: &Address) -> bool {
        let with_role = self.limited.get(token);
        with_role.is_some_and(|role| !role.contains(sender) && !role.contains(recipient))
    }
}
