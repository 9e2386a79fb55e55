//! A gateway's estimate for a transaction that would fail.

/// The return codes before the contract's own words in an estimate's message.
const RETURN_CODES: [&str; 3] = ["user error: ", "function not found: ", "execution failed: "];

/// The words before the network's reason why it would take the fee and execute nothing.
const INVALID: &str = "failed transaction, gas consumed: ";

/// The network's words for a contract that lacks a function.
pub(crate) const NO_FUNCTION: &str = "invalid function (not found)";

/// The network's words for transactions that it doesn't execute, or not to the end.
const NETWORKS_WORDS: [&str; 5] = [
    "insufficient funds",
    "not enough gas",
    "invalid contract code (not found)",
    NO_FUNCTION,
    "sending value to non payable contract",
];

/// Why an estimate says that a transaction would fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refusal<'a> {
    /// The contract refuses it, with these words.
    ByContract(&'a str),
    /// The network refuses it, with these words.
    ByNetwork(&'a str),
}

/// The reason in an estimate's message why the transaction would fail; `None` if the message is about
/// the estimate itself.
pub(super) fn refusal(message: &str) -> Option<Refusal<'_>> {
    if let Some(reason) = message.strip_prefix(INVALID) {
        return Some(Refusal::ByNetwork(reason));
    }
    if NETWORKS_WORDS.contains(&message) {
        return Some(Refusal::ByNetwork(message));
    }
    let mut codes = RETURN_CODES.iter();
    let reason = codes.find_map(|code| message.strip_prefix(code))?;
    Some(if NETWORKS_WORDS.contains(&reason) {
        Refusal::ByNetwork(reason)
    } else {
        Refusal::ByContract(reason)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimates_refusal_is_the_contracts_or_the_networks() {
        let by_contract = Some(Refusal::ByContract("no such game"));
        assert_eq!(refusal("user error: no such game"), by_contract);
        let by_network = |reason| Some(Refusal::ByNetwork(reason));
        let gas = by_network("not enough gas");
        assert_eq!(refusal("user error: not enough gas"), gas);
        let funds = by_network("insufficient funds");
        let fails = "failed transaction, gas consumed: insufficient funds";
        assert_eq!(refusal(fails), funds);
        assert_eq!(refusal("insufficient funds"), funds);
        for of_estimate in ["cannot compute cost of the relayed transaction", ""] {
            assert_eq!(refusal(of_estimate), None);
        }
    }
}
