//! All accounts at first.

use chess_model::chain::{Account, Token};
use multiversx_chain_vm::blockchain::state::{AccountData, EsdtInstanceMetadata};
use multiversx_chain_vm::types::{Address, VMCodeMetadata};
use num_bigint::BigUint;

/// An account that has these funds in each token.
pub(super) fn of(account: Account, address: &Address, funds: &BigUint) -> AccountData {
    let mut data = AccountData::new_empty(address.clone());
    data.egld_balance = funds.clone();
    for token in [Token::Chess, Token::Other, Token::Collectible] {
        data.esdt.increase_balance(
            token.identifier().into(),
            token.nonce(),
            funds,
            EsdtInstanceMetadata::default(),
        );
    }
    if let Some(metadata) = account.code_metadata() {
        data.code_metadata = VMCodeMetadata::from(metadata);
        data.contract_path = Some(b"code".to_vec());
    }
    data
}
