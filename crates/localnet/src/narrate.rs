//! Transactions in words for people: calls, events and payouts.

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use multiversx_chain_core::types::Address;
use num_bigint::BigUint;

use crate::{
    abi::{Names, Values},
    address,
    chain::Chain,
    execute::Kind,
    plain::{egld, plain_value},
    transaction::call_data::{self, number},
    transaction::receipt::{ContractResult, Event, Record, Status},
};

/// Describes contracts' calls and events in words, by their ABIs. Texts come as the contract wrote
/// them: the caller must escape control characters.
#[derive(Clone)]
pub struct Narrator {
    chain: Chain,
    names: Names,
}

impl Narrator {
    pub fn new(chain: &Chain) -> Self {
        Self {
            chain: chain.clone(),
            names: Names::of(chain.wallets()),
        }
    }

    /// A wallet's name; of other addresses the beginning and the end.
    pub fn name(&self, address: &str) -> String {
        self.names.name_of_text(address)
    }

    fn with_words<T>(
        &self,
        contract: &Address,
        use_words: impl Fn(Values) -> Option<T>,
    ) -> Option<T> {
        if !contract.is_smart_contract_address() {
            return None;
        }
        let code = self.chain.account(contract).code;
        let abis = self.chain.config().abis.of_code(&code);
        let names = &self.names;
        abis.iter().find_map(|abi| use_words(Values { abi, names }))
    }

    /// The transaction's call. `None` for a payment, and if no ABI has it.
    pub fn call(&self, record: &Record) -> Option<String> {
        let (contract, function, arguments) = called(record)?;
        self.with_words(&contract, |words| words.call(&function, &arguments))
    }

    /// A transaction's request, by its contract's ABI if there is one.
    pub fn what(&self, record: &Record) -> String {
        let words = self.call(record);
        if record.new_contract.is_some() || record.transaction.deploys() {
            words.map_or_else(|| "deploy".to_string(), |init| format!("deploy {init}"))
        } else if record.function.is_empty() {
            "pay".to_string()
        } else {
            let arguments = || called(record).map_or(vec![], |(_, _, arguments)| arguments);
            words.unwrap_or_else(|| plain(&record.function, &arguments()))
        }
    }

    /// The outcome of a transaction, in one line.
    pub fn outcome(&self, record: &Record) -> String {
        match (&record.failure, &record.refused) {
            (Some(failure), _) => format!("FAILED {}: {}", failure.code, failure.message),
            (None, Some(refused)) => {
                format!("ok, but refused in another shard: {}", refused.message)
            }
            (None, None) if record.status == Status::Invalid => {
                format!("INVALID {}", record.receipt)
            }
            (None, None) if record.returned.is_empty() => "ok".to_string(),
            (None, None) => {
                let values = self.results(record).unwrap_or_else(|| {
                    let returned = record.returned_bytes();
                    returned.iter().map(|value| plain_value(value)).collect()
                });
                format!("ok {}", values.join(", "))
            }
        }
    }

    /// The results of a call; `None` without an ABI.
    pub fn results(&self, record: &Record) -> Option<Vec<String>> {
        let contract = address::decode(&record.transaction.receiver).ok()?;
        let values = record.returned_bytes();
        self.with_words(&contract, |words| words.results(&record.function, &values))
    }

    /// An event; `None` if no ABI has it.
    pub fn event(&self, event: &Event) -> Option<String> {
        let contract = address::decode(&event.address).ok()?;
        let data: Vec<Vec<u8>> = event
            .additional_data
            .iter()
            .map(|data| BASE64.decode(data).unwrap_or_default())
            .collect();
        let topics = event.topic_bytes();
        self.with_words(&contract, |words| words.event(&topics, &data))
    }

    /// The events of a transaction, in all shards, that ABIs have.
    pub fn events(&self, record: &Record) -> Vec<String> {
        let results = record.results.iter().flat_map(|result| &result.events);
        let events = record.events.iter().chain(results);
        events.filter_map(|event| self.event(event)).collect()
    }

    /// The payouts of contracts in a transaction: `pays bob 0.02 EGLD`.
    pub fn payouts(&self, record: &Record) -> Vec<String> {
        let paid = record.results.iter().filter(|result| is_sent(result));
        paid.flat_map(|result| {
            let to = self.name(&result.receiver);
            let amounts = amounts(result).into_iter();
            amounts.map(move |amount| format!("pays {to} {amount}"))
        })
        .collect()
    }

    /// The calls of contracts by contracts, each with how deep it is nested.
    pub fn nested(&self, record: &Record) -> Vec<(usize, String)> {
        let inner = record.nested.iter().map(|call| {
            let to = self.names.name(&call.to);
            let told = |words: Values| words.call(&call.function, &call.arguments);
            let words = self.with_words(&call.to, told);
            let what = words.unwrap_or_else(|| plain(&call.function, &call.arguments));
            let failed = if call.failed { "  FAILED" } else { "" };
            (call.depth, format!("{to}.{what}{failed}"))
        });
        let sent = record.results.iter().filter(|result| is_sent(result));
        let sent = sent.filter_map(|result| Some((1, self.sent(result)?)));
        inner.chain(sent).collect()
    }

    /// The call in a value that a contract sends.
    fn sent(&self, result: &ContractResult) -> Option<String> {
        let to = address::decode(&result.receiver).ok()?;
        let (function, arguments) = call_data::split(result.data.as_bytes())?;
        let (name, arguments) = match carried(&function, &arguments) {
            0 => (function, &arguments[..]),
            own => {
                let (called, rest) = arguments.get(own..)?.split_first()?;
                (String::from_utf8(called.clone()).ok()?, rest)
            }
        };
        if name.is_empty() || !to.is_smart_contract_address() {
            return None;
        }
        let words = self.with_words(&to, |words| words.call(&name, arguments));
        let what = words.unwrap_or_else(|| plain(&name, arguments));
        Some(format!("{}.{what}", self.names.name(&to)))
    }
}

/// A transaction's call: the contract, which with tokens may be named in the arguments, the function
/// and its arguments.
fn called(record: &Record) -> Option<(Address, String, Vec<Vec<u8>>)> {
    let tx = record.transaction.check().ok()?;
    let kind = Kind::of(&tx);
    if let Kind::Deploy { args, .. } = kind {
        let contract = address::decode(record.new_contract.as_ref()?).ok()?;
        return Some((contract, "init".to_string(), args));
    }
    let (function, arguments) = match kind.call_after_transfer() {
        Some((function, arguments)) => (function, arguments.to_vec()),
        None => tx.function_call()?,
    };
    Some((kind.recipient(&tx), function, arguments))
}

fn plain(function: &str, arguments: &[Vec<u8>]) -> String {
    let shown: Vec<String> = arguments.iter().map(|value| plain_value(value)).collect();
    format!("{function}({})", shown.join(", "))
}

/// Whether a result is something sent, not the answer to a call.
fn is_sent(result: &ContractResult) -> bool {
    !result.data.starts_with('@') && result.return_message.is_empty()
}

/// The number of a result's arguments that belong to a token transfer.
fn carried(function: &str, arguments: &[Vec<u8>]) -> usize {
    match function {
        "ESDTTransfer" => 2,
        "MultiESDTNFTTransfer" => {
            let count = arguments.first().map_or(0, |count| number(count));
            count.saturating_mul(3).saturating_add(1)
        }
        "ESDTNFTTransfer" => 4,
        _ => 0,
    }
}

/// The amounts of a result.
fn amounts(result: &ContractResult) -> Vec<String> {
    let mut amounts = vec![];
    if result.value != "0" {
        amounts.push(format!("{} EGLD", egld(&result.value)));
    }
    let (function, arguments) = call_data::split(result.data.as_bytes()).unwrap_or_default();
    let own = carried(&function, &arguments).min(arguments.len());
    let transfers = match function.as_str() {
        "ESDTTransfer" => arguments[..own].chunks_exact(2),
        "MultiESDTNFTTransfer" => arguments[own.min(1)..own].chunks_exact(3),
        _ => [].chunks_exact(1),
    };
    for transfer in transfers {
        let amount = BigUint::from_bytes_be(&transfer[transfer.len() - 1]).to_string();
        match transfer[0].as_slice() {
            b"EGLD-000000" => amounts.push(format!("{} EGLD", egld(&amount))),
            token => amounts.push(format!("{amount} {}", String::from_utf8_lossy(token))),
        }
    }
    amounts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_described_with_its_tokens() {
        let result = |data: &str| ContractResult {
            value: "7".to_string(),
            data: data.to_string(),
            ..ContractResult::default()
        };
        let egld = hex::encode("EGLD-000000");
        let token = hex::encode("GOLD-abcdef");
        for (data, expected) in [
            ("", vec![]),
            (&*format!("ESDTTransfer@{token}@0a"), vec!["10 GOLD-abcdef"]),
            (
                &*format!("MultiESDTNFTTransfer@02@{egld}@00@0de0b6b3a7640000@{token}@00@05@66"),
                vec!["1 EGLD", "5 GOLD-abcdef"],
            ),
            ("MultiESDTNFTTransfer", vec![]),
            ("MultiESDTNFTTransfer@ffffffffffffffffffff@00", vec![]),
            ("ESDTTransfer@00", vec![]),
        ] {
            let mut whole = vec!["0.000000000000000007 EGLD"];
            whole.extend(expected);
            assert_eq!(amounts(&result(data)), whole, "{data}");
        }
    }
}
