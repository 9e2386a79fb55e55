//! Names of addresses.

use multiversx_chain_core::types::Address;

use crate::{address, wallet::Wallet};

/// The names of a chain's wallets.
#[derive(Clone, Debug, Default)]
pub struct Names(Vec<(Address, String)>);

impl Names {
    pub fn of(wallets: &[Wallet]) -> Self {
        let named = |wallet: &Wallet| (wallet.address.clone(), wallet.name.clone());
        Self(wallets.iter().map(named).collect())
    }

    /// A wallet's name; of other addresses the beginning and the end.
    pub fn name(&self, address: &Address) -> String {
        match self.0.iter().find(|(known, _)| known == address) {
            Some((_, name)) => name.clone(),
            None => short(&address::encode(address)),
        }
    }

    /// The same for an address in its bech32 form.
    pub fn name_of_text(&self, text: &str) -> String {
        address::decode(text).map_or_else(|_| short(text), |address| self.name(&address))
    }
}

fn short(address: &str) -> String {
    let tail = address.len().saturating_sub(5);
    match (address.get(..8), address.get(tail..)) {
        (Some(head), Some(tail)) if address.len() > 13 => format!("{head}…{tail}"),
        _ => address.to_string(),
    }
}
