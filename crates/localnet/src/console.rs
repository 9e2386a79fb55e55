//! What a person sees in the terminal.

use std::{fmt::Write, net::SocketAddr};

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use localnet::{Blocks, Chain, Record, Status, address};

/// The greeting: where to connect, and wallets to use.
pub fn greeting(chain: &Chain, at: SocketAddr) -> String {
    let config = chain.config();
    let blocks = match config.blocks {
        Blocks::Every(time) => format!("every {} ms", time.as_millis()),
        Blocks::OnArrival => "one for each transaction".to_string(),
        Blocks::OnDemand => "only when asked for".to_string(),
    };
    let state = config.state_file.as_ref().map_or_else(
        || "in memory, gone when this ends".to_string(),
        |path| path.display().to_string(),
    );
    let mut text = format!(
        "local chain  http://{at}  (chain id {})\nblocks       {blocks}, {} in an epoch; now block {}, epoch {}\nstate        {state}\n\nwallets (public test keys: never use them on another network)\n",
        localnet::CHAIN_ID,
        config.epoch_length,
        chain.block().nonce,
        chain.block().epoch,
    );
    for wallet in chain.wallets() {
        let _ = writeln!(
            text,
            "  {:<6} {}  shard {}  {} EGLD\n         key {}",
            wallet.name,
            address::encode(&wallet.address),
            chain.shard_of(&wallet.address),
            egld(&chain.account(&wallet.address).balance.to_string()),
            wallet.secret_hex(),
        );
    }
    text
}

/// One line for an executed transaction.
pub fn line(chain_names: &[(String, String)], record: &Record) -> String {
    let name = |address: &str| {
        chain_names
            .iter()
            .find(|(_, known)| known == address)
            .map_or_else(|| short(address), |(name, _)| name.clone())
    };
    let tx = &record.transaction;
    let what = if record.new_contract.is_some() || tx.receiver == address::encode(&[0; 32].into()) {
        "deploy".to_string()
    } else if record.function.is_empty() {
        "pay".to_string()
    } else {
        format!("{}({})", record.function, arguments(record).join(", "))
    };
    let value = if tx.value == "0" {
        String::new()
    } else {
        format!(" with {} EGLD", egld(&tx.value))
    };
    let target = record.new_contract.as_deref().unwrap_or(&tx.receiver);
    let result = match (&record.failure, record.status) {
        (Some(failure), _) => format!("FAILED {}: {}", failure.code, failure.message),
        (None, _) if record.refused.is_some() => {
            let refused = record
                .refused
                .as_ref()
                .map_or("", |refused| &refused.message);
            format!("ok, but refused in another shard: {refused}")
        }
        (None, Status::Invalid) => format!("INVALID {}", record.receipt),
        (None, _) if record.returned.is_empty() => "ok".to_string(),
        (None, _) => {
            let values: Vec<String> = record.returned.iter().map(|hex| shown(hex)).collect();
            format!("ok {}", values.join(", "))
        }
    };
    let line = format!(
        "#{:<6} {} -> {}  {what}{value}  {result}  gas {} of {}  {}",
        record.block.nonce,
        name(&tx.sender),
        if record.new_contract.is_some() {
            target.to_string()
        } else {
            name(target)
        },
        grouped(record.gas_used),
        grouped(tx.gas_limit),
        &record.hash[..12.min(record.hash.len())],
    );
    visible(&line)
}

/// The text without the control characters that a contract's message may have: a terminal
/// would obey them.
fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        // The second range has what turns the direction of writing.
        if c.is_control()
            || ('\u{200e}'..='\u{206f}').contains(&c) && !('\u{2010}'..='\u{2027}').contains(&c)
        {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// The called function's arguments, behind those of a token transfer.
fn arguments(record: &Record) -> Vec<String> {
    let data = BASE64.decode(&record.transaction.data).unwrap_or_default();
    let text = String::from_utf8_lossy(&data).into_owned();
    let parts: Vec<&str> = text.split('@').collect();
    let function = hex_of(&record.function);
    let start = parts
        .iter()
        .position(|part| *part == function)
        .map_or(1, |index| index + 1);
    parts.iter().skip(start).map(|hex| shown(hex)).collect()
}

fn hex_of(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

/// A value as a number where it is short, as hex where it is long.
fn shown(hex: &str) -> String {
    match hex.len() {
        0 => "0".to_string(),
        1..=16 => u64::from_str_radix(hex, 16).map_or_else(|_| hex.to_string(), |n| n.to_string()),
        17..=64 => format!("0x{hex}"),
        _ => format!("0x{}… ({} bytes)", &hex[..32], hex.len() / 2),
    }
}

fn short(address: &str) -> String {
    match (
        address.get(..8),
        address.get(address.len().saturating_sub(5)..),
    ) {
        (Some(head), Some(tail)) => format!("{head}…{tail}"),
        _ => address.to_string(),
    }
}

/// An amount in EGLD, without zeros at the end.
fn egld(amount: &str) -> String {
    let digits = format!("{amount:0>19}");
    let (whole, fraction) = digits.split_at(digits.len() - 18);
    let fraction = fraction.trim_end_matches('0');
    if fraction.is_empty() {
        whole.to_string()
    } else {
        format!("{whole}.{fraction}")
    }
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        assert_eq!(visible("\u{1b}[2J\u{7}ok\n"), "\\u{1b}[2J\\u{7}ok\\n");
        assert_eq!(visible("\u{9b}2J\u{202e}x"), "\\u{9b}2J\\u{202e}x");
        assert_eq!(visible("é – … 😀"), "é – … 😀");
    }

    #[test]
    fn amounts_and_numbers_for_people() {
        assert_eq!(egld("0"), "0");
        assert_eq!(egld("1000000000000000000"), "1");
        assert_eq!(egld("50000000000000"), "0.00005");
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(shown("0100"), "256");
    }
}
