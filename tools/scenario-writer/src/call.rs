//! A call of the contract, and the events that it brings about.

use crate::cast::{Address, CHESS};
use crate::json::{Log, Payment, Tx};
use crate::text::{number, short};

/// As much as mainnet takes in one transaction.
pub(crate) const GAS_LIMIT: &str = "600,000,000";

/// A call of the game's contract.
#[derive(Clone)]
pub struct Call {
    pub from: Address,
    pub to: Address,
    pub function: String,
    pub arguments: Vec<String>,
    pub egld: u128,
    pub tokens: Vec<(&'static str, u64, u128)>,
}

/// A call by an account.
pub fn call(from: Address, function: &str, arguments: &[&str]) -> Call {
    Call {
        from,
        to: CHESS,
        function: function.into(),
        arguments: arguments.iter().map(|a| a.to_string()).collect(),
        egld: 0,
        tokens: vec![],
    }
}

impl Call {
    pub fn egld(mut self, amount: u128) -> Self {
        self.egld = amount;
        self
    }

    pub fn token(mut self, identifier: &'static str, nonce: u64, amount: u128) -> Self {
        self.tokens.push((identifier, nonce, amount));
        self
    }

    pub(crate) fn tx(&self) -> Tx {
        let payment = |&(identifier, nonce, amount): &(&str, u64, u128)| Payment {
            token_identifier: format!("str:{identifier}"),
            nonce: (nonce > 0).then(|| nonce.to_string()),
            value: number(amount),
        };
        Tx {
            from: Some(self.from.into()),
            to: Some(self.to.into()),
            egld_value: (self.egld > 0).then(|| number(self.egld)),
            esdt_value: self.tokens.iter().map(payment).collect(),
            function: Some(self.function.clone()),
            arguments: self.arguments.clone(),
            gas_limit: Some(GAS_LIMIT.into()),
            gas_price: Some("0".into()),
            ..Tx::default()
        }
    }
}

/// An event: its name, its other topics, its data.
pub struct Event(pub &'static str, pub Vec<String>, pub String);

pub(crate) fn log(call: &Call, Event(name, topics, data): Event) -> Log {
    let mut all = vec![format!("str:{name}")];
    all.extend(topics);
    Log {
        address: call.to.into(),
        endpoint: format!("str:{}", call.function),
        topics: all,
        data: vec![data],
    }
}

pub(crate) fn call_id(call: &Call) -> String {
    let who = short(call.from);
    let text = format!("{who} {} {}", call.function, call.arguments.join(" "));
    text.trim_end().into()
}
