//! The steps that a history is made of. Each stands for itself, so that any of them can be left
//! out and the rest is a history still.

use std::fmt;

use num_bigint::BigUint;

use crate::cast::{Account, Token};

/// One step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// The owner deploys the contract; the first that succeeds counts, later ones aren't tried.
    Deploy(Vec<Vec<u8>>),
    Call(Call),
    /// So many epochs go by.
    Epochs(u64),
    /// The token's manager freezes or frees an account's wager tokens.
    Freeze(Account, bool),
    /// The owner upgrades the contract, to the same code or to a later build.
    Upgrade(Build),
}

/// Which build of the contract.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Build {
    This,
    /// The same source with the views in it.
    Later,
}

impl Build {
    pub const ALL: [Build; 2] = [Build::This, Build::Later];
}

/// A call of the contract.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    pub from: Account,
    pub function: &'static str,
    pub arguments: Vec<Vec<u8>>,
    /// EGLD alone, or any number of tokens.
    pub payments: Vec<(Token, BigUint)>,
}

impl Call {
    pub fn new(from: Account, function: &'static str, arguments: Vec<Vec<u8>>) -> Self {
        Call {
            from,
            function,
            arguments,
            payments: vec![],
        }
    }

    pub fn paying(mut self, token: Token, amount: BigUint) -> Self {
        self.payments.push((token, amount));
        self
    }
}

/// A number as an argument: big-endian, no leading zeros.
pub fn argument(number: u64) -> Vec<u8> {
    let bytes = number.to_be_bytes();
    let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
    bytes[zeros..].to_vec()
}

/// Bytes as scenario files have them.
pub fn hexadecimal(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return String::new();
    }
    format!("0x{}", hex::encode(bytes))
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed = |bytes: &[Vec<u8>]| {
            let shown: Vec<String> = bytes.iter().map(|bytes| hexadecimal(bytes)).collect();
            shown.join(", ")
        };
        match self {
            Step::Deploy(arguments) => write!(f, "deploy({})", listed(arguments)),
            Step::Epochs(epochs) => write!(f, "{epochs} epochs"),
            Step::Freeze(account, true) => write!(f, "freeze {account}"),
            Step::Freeze(account, false) => write!(f, "free {account}"),
            Step::Upgrade(build) => write!(f, "upgrade to {build:?}"),
            Step::Call(call) => {
                write!(
                    f,
                    "{} {}({})",
                    call.from,
                    call.function,
                    listed(&call.arguments)
                )?;
                for (token, amount) in &call.payments {
                    write!(f, " paying {amount} {}", token.identifier())?;
                }
                Ok(())
            }
        }
    }
}
