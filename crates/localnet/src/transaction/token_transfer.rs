//! Token transfers, by the names of the functions that make them.

use multiversx_chain_core::types::Address;

/// Whether a function moves tokens.
pub fn is_token_transfer(function: &str) -> bool {
    ["ESDTTransfer", "ESDTNFTTransfer", "MultiESDTNFTTransfer"].contains(&function)
}

/// The receiver that a token transfer names in its arguments.
pub fn named_recipient(function: &str, arguments: &[Vec<u8>]) -> Option<Address> {
    let index = match function {
        "ESDTNFTTransfer" => 3,
        "MultiESDTNFTTransfer" => 0,
        _ => return None,
    };
    let bytes: [u8; 32] = arguments.get(index)?.as_slice().try_into().ok()?;
    Some(bytes.into())
}
