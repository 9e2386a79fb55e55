//! Permitted transfers: the value that a call moves, and why the network would refuse it.

use multiversx_chain_vm::{
    blockchain::state::AccountData,
    builtin_functions::BuiltinFunctionContainer,
    host::context::{CallType, TxCache, TxInput, TxLog, TxTokenTransfer},
    system_sc::is_system_sc_address,
    types::{Address, VMCodeMetadata, top_encode_big_uint, top_encode_u64},
};
use num_bigint::BigUint;
use num_traits::Zero;

use crate::{state::token_rules::TokenRules, transaction::call_data::own_arguments};

/// EGLD among the tokens of a multi-transfer.
const EGLD: &[u8] = b"EGLD-000000";

/// The value that a call moves from its sender to its real recipient.
pub struct Transfer {
    pub(super) sender: Address,
    pub(super) recipient: Address,
    pub(super) egld: BigUint,
    pub(super) tokens: Vec<TxTokenTransfer>,
    pub(super) names_function: bool,
    /// The number of arguments that describe the transfer.
    own_arguments: usize,
    /// To the contract that called the sender.
    back: bool,
}

impl Transfer {
    /// Reads a call, even if a token transfer hides its recipient in the arguments.
    pub fn of(input: &TxInput, functions: &BuiltinFunctionContainer) -> Self {
        let info = functions.extract_token_transfers(input);
        let (own_arguments, names_function) = if info.is_empty() {
            (0, !input.func_name.is_empty())
        } else {
            let own = own_arguments(input.func_name.as_str(), &input.args).unwrap_or_default();
            (own, input.args.len() > own)
        };
        Self {
            sender: input.from.clone(),
            back: false,
            names_function,
            own_arguments,
            recipient: info.real_recipient,
            egld: input.egld_value.clone(),
            tokens: info.transfers,
        }
    }

    /// The same transfer, to the contract that called the sender: it may be refused to no one.
    pub fn to_caller(self) -> Self {
        Self { back: true, ..self }
    }

    pub fn has_tokens(&self) -> bool {
        !self.tokens.is_empty()
    }

    pub fn token_count(&self) -> u64 {
        self.tokens.len() as u64
    }

    /// Whether the recipient is a contract whose function is called.
    pub fn runs_code(&self) -> bool {
        self.names_function && self.recipient.is_smart_contract_address()
    }

    /// The function that is called at the recipient, and its arguments.
    pub fn called(&self, input: &TxInput) -> (String, Vec<Vec<u8>>) {
        let rest = input.args.get(self.own_arguments..).unwrap_or_default();
        if self.own_arguments == 0 {
            return (input.func_name.as_str().to_string(), rest.to_vec());
        }
        let Some((name, arguments)) = rest.split_first() else {
            return (String::new(), vec![]);
        };
        let name = String::from_utf8_lossy(name).into_owned();
        (name, arguments.to_vec())
    }

    /// Whether anything is moved.
    pub fn moves(&self) -> bool {
        !self.egld.is_zero() || self.has_tokens()
    }

    /// The reason to refuse it, if there is such a token.
    fn refused(&self, reason: &'static str, is: impl Fn(&[u8]) -> bool) -> Option<&'static str> {
        let is_there = self.tokens.iter().any(|token| is(&token.token_identifier));
        is_there.then_some(reason)
    }

    /// The event of a transfer that leaves the shard, as the built-in functions and the VM log
    /// one that stays; `None` if nothing is moved.
    pub fn log(&self, input: &TxInput) -> Option<TxLog> {
        if !self.moves() {
            return None;
        }
        let mut call_type = input.call_type;
        if call_type == CallType::TransferExecute && !self.names_function {
            call_type = CallType::DirectCall;
        }
        let mut data = vec![call_type.to_log_bytes(), input.func_name.to_bytes()];
        let (endpoint, topics) = if self.has_tokens() {
            data.extend(input.args.iter().take(self.own_arguments).cloned());
            if call_type != CallType::DirectCall {
                data.extend(input.args.get(self.own_arguments).cloned());
            }
            let topics = transfer_topics(&self.tokens, &self.recipient);
            (input.func_name.as_str(), topics)
        } else {
            data.extend(input.args.iter().cloned());
            let topics = vec![top_encode_big_uint(&self.egld), self.recipient.to_vec()];
            ("transferValueOnly", topics)
        };
        Some(TxLog {
            address: self.sender.clone(),
            endpoint: endpoint.into(),
            topics,
            data,
        })
    }

    /// The network's reason to refuse it; `None` if the accounts' own rules allow it (funds are not
    /// checked).
    pub fn refusal(&self, rules: &TokenRules, accounts: &TxCache) -> Option<&'static str> {
        if !self.moves() || is_system_sc_address(&self.recipient) {
            return None;
        }
        let recipient = account(accounts, &self.recipient);
        self.frozen(recipient.as_ref())
            .or_else(|| self.sender_refusal(rules, accounts))
            .or_else(|| {
                let refuses = self.recipient.is_smart_contract_address()
                    && !self.names_function
                    && !self.back
                    && !self.is_payable(recipient.as_ref());
                refuses.then_some("sending value to non payable contract")
            })
    }

    /// The same for the rules of the sender's own account.
    pub fn sender_refusal(&self, rules: &TokenRules, accounts: &TxCache) -> Option<&'static str> {
        let is_forbidden = |token: &[u8]| rules.forbids(token, &self.sender, &self.recipient);
        self.refused("action is not allowed", is_forbidden)
            .or_else(|| self.refused("esdt token is paused", |token| rules.paused.contains(token)))
            .or_else(|| match self.has_tokens() {
                true => self.frozen(account(accounts, &self.sender).as_ref()),
                false => None,
            })
    }

    /// Why an account takes or sends none of these tokens.
    fn frozen(&self, account: Option<&AccountData>) -> Option<&'static str> {
        let account = account?;
        self.refused("account is frozen for this esdt token", |token| {
            let held = account.esdt.get_by_identifier(token);
            token != EGLD && held.is_some_and(|held| held.frozen)
        })
    }

    fn is_payable(&self, recipient: Option<&AccountData>) -> bool {
        let metadata = recipient.map_or(VMCodeMetadata::empty(), |account| account.code_metadata);
        let by_contract = self.sender.is_smart_contract_address();
        metadata.contains(VMCodeMetadata::PAYABLE)
            || by_contract && metadata.contains(VMCodeMetadata::PAYABLE_BY_SC)
    }
}

/// The topics of the event of a token transfer.
pub fn transfer_topics(tokens: &[TxTokenTransfer], recipient: &Address) -> Vec<Vec<u8>> {
    let topics = tokens.iter().flat_map(|token| {
        let nonce = top_encode_u64(token.nonce);
        let value = top_encode_big_uint(&token.value);
        [token.token_identifier.clone(), nonce, value]
    });
    topics.chain([recipient.to_vec()]).collect()
}

fn account(accounts: &TxCache, address: &Address) -> Option<AccountData> {
    accounts.with_account_or_else(address, |account| Some(account.clone()), || None)
}
