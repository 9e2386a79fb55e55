//! Calls as the data of transactions and results, `function@argument@…` in hex; token transfers among
//! them, by the names of the functions that make them.

use multiversx_chain_core::types::Address;
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// Writes values behind a function's name.
pub fn join(function: &str, values: &[Vec<u8>]) -> String {
    let values = values
        .iter()
        .map(|value| format!("@{}", hex::encode(value)));
    std::iter::once(function.to_string())
        .chain(values)
        .collect()
}

/// The function named in data, even if its bytes aren't text, and its arguments; `None` if the data
/// doesn't name any.
pub fn split(data: &[u8]) -> Option<(String, Vec<Vec<u8>>)> {
    let mut parts = data.split(|byte| *byte == b'@');
    let function = String::from_utf8_lossy(parts.next()?).into_owned();
    let arguments = parts.map(|part| hex::decode(part).ok());
    Some((function, arguments.collect::<Option<_>>()?))
}

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

/// The number of arguments that a token transfer takes before the function that it calls.
pub fn own_arguments(function: &str, arguments: &[Vec<u8>]) -> Option<usize> {
    match function {
        "ESDTTransfer" => Some(2),
        "ESDTNFTTransfer" => Some(4),
        "MultiESDTNFTTransfer" => {
            let tokens = number(arguments.get(1)?);
            Some(tokens.saturating_mul(3).saturating_add(2))
        }
        _ => None,
    }
}

/// A number in an argument; the largest `usize` if it is larger.
pub fn number(argument: &[u8]) -> usize {
    BigUint::from_bytes_be(argument)
        .to_usize()
        .unwrap_or(usize::MAX)
}
