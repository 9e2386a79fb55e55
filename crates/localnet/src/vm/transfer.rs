//! Who may be paid: what a call moves, and why the network would refuse it.

use multiversx_chain_vm::{
    blockchain::state::AccountData,
    builtin_functions::BuiltinFunctionContainer,
    host::context::TxInput,
    system_sc::is_system_sc_address,
    types::{Address, VMCodeMetadata},
};
use num_bigint::BigUint;
use num_traits::Zero;

/// EGLD among the tokens of a multi-transfer.
const EGLD: &[u8] = b"EGLD-000000";

/// What a call moves from its sender to its real recipient.
pub struct Transfer {
    sender: Address,
    recipient: Address,
    egld: BigUint,
    tokens: Vec<Vec<u8>>,
    runs_code: bool,
    /// To the contract that called the sender.
    back: bool,
}

impl Transfer {
    /// Reads a call, also where a token transfer hides its recipient in the arguments.
    pub fn of(input: &TxInput, functions: &BuiltinFunctionContainer) -> Self {
        let info = functions.extract_token_transfers(input);
        // The arguments that a token transfer takes before the called function.
        let own_arguments = match input.func_name.as_str() {
            "ESDTTransfer" => 2,
            "ESDTNFTTransfer" => 4,
            _ => 2 + 3 * info.transfers.len(),
        };
        let names_function = if info.is_empty() {
            !input.func_name.is_empty()
        } else {
            input.args.len() > own_arguments
        };
        Self {
            sender: input.from.clone(),
            back: false,
            runs_code: names_function && info.real_recipient.is_smart_contract_address(),
            recipient: info.real_recipient,
            egld: input.egld_value.clone(),
            tokens: info
                .transfers
                .into_iter()
                .map(|transfer| transfer.token_identifier)
                .collect(),
        }
    }

    /// The same transfer, to the contract that called the sender: it may be refused to no one.
    pub fn to_caller(self) -> Self {
        Self { back: true, ..self }
    }

    pub fn recipient(&self) -> &Address {
        &self.recipient
    }

    pub fn has_tokens(&self) -> bool {
        !self.tokens.is_empty()
    }

    pub fn token_count(&self) -> u64 {
        self.tokens.len() as u64
    }

    /// Whether the recipient is a contract of which a function is called.
    pub fn runs_code(&self) -> bool {
        self.runs_code
    }
}

/// The network's reason to refuse a transfer; `None` if it goes through as far as
/// the accounts' own rules are concerned (funds are not looked at).
pub fn refusal(
    transfer: &Transfer,
    account: impl Fn(&Address) -> Option<AccountData>,
) -> Option<&'static str> {
    let moves = !transfer.egld.is_zero() || transfer.has_tokens();
    if !moves || is_system_sc_address(&transfer.recipient) {
        return None;
    }
    let recipient = account(&transfer.recipient);
    let frozen = |account: &Option<AccountData>| {
        account.as_ref().is_some_and(|account| {
            transfer.tokens.iter().any(|token| {
                token != EGLD
                    && account
                        .esdt
                        .get_by_identifier(token)
                        .is_some_and(|held| held.frozen)
            })
        })
    };
    if transfer.has_tokens() && (frozen(&recipient) || frozen(&account(&transfer.sender))) {
        return Some("account is frozen for this esdt token");
    }
    if transfer.recipient.is_smart_contract_address() && !transfer.runs_code && !transfer.back {
        let metadata = recipient.map_or(VMCodeMetadata::empty(), |account| account.code_metadata);
        let by_contract = transfer.sender.is_smart_contract_address();
        let payable = metadata.contains(VMCodeMetadata::PAYABLE)
            || by_contract && metadata.contains(VMCodeMetadata::PAYABLE_BY_SC);
        if !payable {
            return Some("sending value to non payable contract");
        }
    }
    None
}
