//! The kind of a transaction.

use multiversx_chain_vm::types::{Address, VMCodeMetadata};

use super::built_in::{ON_OWN_ACCOUNT, OWNER_FUNCTIONS, is_built_in};
use crate::transaction::{
    CheckedTransaction,
    call_data::{named_recipient, own_arguments},
};

/// The network's functions that this chain refuses, so that no caller believes them done, as it does
/// the others of tokens.
const NOT_HERE: [&str; 7] = [
    "SetUserName",
    "DeleteUserName",
    "MigrateUserName",
    "SetGuardian",
    "GuardAccount",
    "UnGuardAccount",
    "MigrateDataTrie",
];

fn is_not_here(function: &str) -> bool {
    let of_tokens = function.starts_with("ESDT") && !is_for_users(function);
    of_tokens || NOT_HERE.contains(&function)
}

/// Whether the network executes a function of this name itself, on tokens or on accounts.
pub fn is_protocols(function: &str) -> bool {
    is_built_in(function)
        || function == "SaveKeyValue"
        || OWNER_FUNCTIONS.contains(&function)
        || NOT_HERE.contains(&function)
}

/// The kind of a transaction.
pub enum Kind {
    /// EGLD without a call, to a user or a contract.
    Move,
    Deploy {
        code: Vec<u8>,
        metadata: VMCodeMetadata,
        args: Vec<Vec<u8>>,
    },
    /// A contract's or a built-in function; an empty name pays a contract.
    Call {
        function: String,
        args: Vec<Vec<u8>>,
    },
    /// Pairs of keys and values for an account's own storage.
    SaveKeyValue { args: Vec<Vec<u8>> },
    /// A built-in function that this chain doesn't have.
    NotHere { function: String },
    /// Data at the zero address that deploys nothing.
    Malformed,
}

impl Kind {
    pub fn of(tx: &CheckedTransaction) -> Self {
        if tx.receiver.is_zero() {
            return deployment(tx).unwrap_or(Kind::Malformed);
        }
        let to_contract = tx.receiver.is_smart_contract_address();
        match tx.function_call() {
            Some((function, _)) if is_not_here(&function) => Kind::NotHere { function },
            Some((function, args)) if function == "SaveKeyValue" => Kind::SaveKeyValue { args },
            Some((function, args))
                if to_contract && !function.is_empty() || is_for_users(&function) =>
            {
                Kind::Call { function, args }
            }
            // Includes data that names no function of a contract: such a transaction pays, if
            // anything.
            _ => Kind::Move,
        }
    }

    /// Whether something is executed; a transfer between users pays for its data only.
    pub fn is_executed(&self) -> bool {
        !matches!(self, Self::Move)
    }

    /// The final receiver of the payment or call, including one that a token transfer names in its
    /// arguments. A deployment stays with its sender.
    pub fn recipient(&self, tx: &CheckedTransaction) -> Address {
        let named = match self {
            Kind::Call { function, args } => named_recipient(function, args),
            // These are decided in the sender's shard.
            Kind::Deploy { .. }
            | Kind::Malformed
            | Kind::SaveKeyValue { .. }
            | Kind::NotHere { .. } => return tx.sender.clone(),
            Kind::Move => None,
        };
        named.unwrap_or_else(|| tx.receiver.clone())
    }

    /// The called function's name; empty if none is called.
    pub fn function_name(&self) -> String {
        match self {
            Kind::Call { function, .. } => self
                .call_after_transfer()
                .map_or(function.clone(), |(called, _)| called),
            Kind::SaveKeyValue { .. } => "SaveKeyValue".to_string(),
            Kind::NotHere { function } => function.clone(),
            _ => String::new(),
        }
    }

    /// The function that a token transfer calls, and its arguments: they stand behind the transfer's
    /// own.
    pub fn call_after_transfer(&self) -> Option<(String, &[Vec<u8>])> {
        let Kind::Call { function, args } = self else {
            return None;
        };
        let own = own_arguments(function, args)?;
        let (called, arguments) = args.get(own..)?.split_first()?;
        Some((String::from_utf8(called.clone()).ok()?, arguments))
    }
}

/// Whether users may call this built-in function on themselves; elsewhere the name is the receiver's
/// own.
fn is_for_users(function: &str) -> bool {
    function == "ESDTTransfer" || ON_OWN_ACCOUNT.contains(&function)
}

/// `code@0500@metadata@arguments…`
fn deployment(tx: &CheckedTransaction) -> Option<Kind> {
    let text = std::str::from_utf8(&tx.data).ok()?;
    let mut parts = text.split('@').map(|part| hex::decode(part).ok());
    let code = parts.next()??;
    if parts.next()?? != [5, 0] {
        return None;
    }
    let metadata: [u8; 2] = parts.next()??.try_into().ok()?;
    Some(Kind::Deploy {
        code,
        metadata: VMCodeMetadata::from(metadata),
        args: parts.collect::<Option<Vec<_>>>()?,
    })
}
