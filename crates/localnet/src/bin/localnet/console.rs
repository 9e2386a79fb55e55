//! The output in the terminal for people.

use std::{fmt::Write, net::SocketAddr};

use localnet::{Blocks, Chain, Event, Narrator, Record, address, egld, plain_value};

/// Calls that are nested deeper are shown as deep as this.
const MAX_INDENT: usize = 10;

/// The greeting: the gateway's address, and wallets to use.
pub fn greeting(chain: &Chain, at: SocketAddr) -> String {
    let config = chain.config();
    let blocks = match chain.blocks() {
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

/// The report of an executed transaction: a line, and under it the events that ABIs describe and
/// the payouts of contracts. With `detail` also the calls of contracts by contracts, and all events.
pub fn lines(narrator: &Narrator, record: &Record, detail: bool) -> Vec<String> {
    let mut under = vec![];
    if detail {
        let nested = narrator.nested(record);
        under.extend(nested.into_iter().map(|(depth, call)| {
            let indent = "  ".repeat(depth.clamp(1, MAX_INDENT) - 1);
            format!("{indent}calls {call}")
        }));
        let results = record.results.iter().flat_map(|result| &result.events);
        for event in record.events.iter().chain(results) {
            let words = narrator.event(event);
            under.push(words.unwrap_or_else(|| plain_event(narrator, event)));
        }
    } else {
        under.extend(narrator.events(record));
    }
    under.extend(narrator.payouts(record));
    let under = under
        .iter()
        .map(|text| visible(&format!("          {text}")));
    std::iter::once(line(narrator, record))
        .chain(under)
        .collect()
}

fn plain_event(narrator: &Narrator, event: &Event) -> String {
    let topics: Vec<String> = event
        .topic_bytes()
        .iter()
        .map(|topic| {
            let is_text = topic.iter().all(|byte| (0x20..0x7f).contains(byte));
            match std::str::from_utf8(topic) {
                Ok(text) if is_text && !topic.is_empty() => text.to_string(),
                _ => plain_value(topic),
            }
        })
        .collect();
    let from = narrator.name(&event.address);
    format!("{from} {}({})", event.identifier, topics.join(", "))
}

/// One line for an executed transaction.
fn line(narrator: &Narrator, record: &Record) -> String {
    let name = |address: &str| narrator.name(address);
    let tx = &record.transaction;
    let what = narrator.what(record);
    let value = if tx.value == "0" {
        String::new()
    } else {
        format!(" with {} EGLD", egld(&tx.value))
    };
    let target = record.new_contract.as_deref().unwrap_or(&tx.receiver);
    let result = narrator.outcome(record);
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
        // The second range has the characters that change the direction of writing.
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
    fn numbers_for_people() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
