//! Requests, texts and bytes that nobody sends on purpose.

use std::{
    io::{Read, Write},
    net::TcpStream,
    time::Duration,
};

use fastrand::Rng;
use localnet::{Address, address};

use super::life::Life;

/// Routes with places for something: `A` an address, `N` a number, `H` a hash, `T` a text.
const GET: [&str; 44] = [
    "/",
    "/page.json",
    "/network/config",
    "/network/status/N",
    "/network/economics",
    "/network/esdts",
    "/network/esdt/supply/T",
    "/address/A",
    "/address/A/balance",
    "/address/A/keys",
    "/address/A/key/H",
    "/address/A/esdt",
    "/address/A/esdt/T",
    "/address/A/esdts/roles",
    "/address/A/esdts-with-role/T",
    "/address/A/nft/T/nonce/N",
    "/address/A/guardian-data",
    "/address/A/code-hash",
    "/transaction/H",
    "/transaction/H?withResults=T",
    "/transaction/H/status",
    "/transaction/H/process-status",
    "/transaction/pool",
    "/block/N/by-nonce/N",
    "/block/N/by-hash/H",
    "/blocks/by-round/N",
    "/hyperblock/by-nonce/N",
    "/hyperblock/by-hash/H",
    "/accounts/A",
    "/accounts/A/tokens",
    "/accounts/A/tokens/T",
    "/accounts/A/transactions?from=N&size=N",
    "/transactions?from=N&size=N",
    "/transactions?hashes=H,T&sender=A",
    "/transactions/H",
    "/transactions/count",
    "/transactions/ppu/N",
    "/tokens",
    "/tokens/T",
    "/websocket/config",
    "/dapp/config",
    "/stats",
    "/simulator/initial-wallets",
    "/T/N/T",
];

const POST: [&str; 19] = [
    "/transaction/send",
    "/transaction/send-multiple",
    "/transaction/simulate",
    "/transaction/cost",
    "/transactions",
    "/transaction/send-user-funds",
    "/vm-values/query",
    "/vm-values/hex",
    "/vm-values/string",
    "/vm-values/int",
    "/query",
    "/simulator/set-state",
    "/simulator/address/A/set-state",
    "/simulator/revert/T",
    "/simulator/load-state",
    "/simulator/increase-time/T",
    "/simulator/next-block-time/T",
    "/simulator/block-time/T",
    "/simulator/generate-blocks-until-transaction-processed/H?maxNumBlocks=N",
];

/// Sends a request that may be wrong in any way; there must be an answer.
pub fn request(rng: &mut Rng, life: &Life, contracts: &[Address]) {
    let posts = rng.bool();
    let route = if posts {
        POST[rng.usize(..POST.len())]
    } else {
        GET[rng.usize(..GET.len())]
    };
    let mut path = String::new();
    for c in route.chars() {
        match c {
            'A' => path.push_str(&some_address(rng, contracts)),
            'N' => path.push_str(&number(rng)),
            'H' => (0..32).for_each(|_| path.push_str(&format!("{:02x}", rng.u8(..)))),
            'T' => path.push_str(&word(rng)),
            c => path.push(c),
        }
    }
    let body = posts.then(|| {
        // A whole transaction would be a request that the faucet fulfils, off the books.
        let kind = loop {
            let kind = rng.u8(..KINDS);
            if kind != TRANSACTION || !route.ends_with("send-user-funds") {
                break kind;
            }
        };
        body(rng, contracts, kind)
    });
    let (status, text) = life.ask(&path, body.as_deref()).unwrap();
    assert!(
        status < 600 && (status == 404 || !text.is_empty()),
        "{path}: {status}"
    );
}

fn some_address(rng: &mut Rng, contracts: &[Address]) -> String {
    let whole = match contracts {
        [_, ..] if rng.bool() => address::encode(&contracts[rng.usize(..contracts.len())]),
        _ => address::encode(&Address::from(std::array::from_fn(|_| rng.u8(..)))),
    };
    if rng.u8(..4) == 0 {
        whole[..rng.usize(..whole.len())].to_string()
    } else {
        whole
    }
}

fn number(rng: &mut Rng) -> String {
    match rng.u8(..6) {
        0 => u64::MAX.to_string(),
        1 => "-1".to_string(),
        2 => "9".repeat(rng.usize(1..100)),
        3 => "1e9".to_string(),
        _ => rng.u8(..).to_string(),
    }
}

/// A piece of a path.
fn word(rng: &mut Rng) -> String {
    const WORDS: [&str; 8] = [
        "EGLD-000000",
        "true",
        "%ff",
        "%00",
        "..",
        "GOLD-abcdef",
        "x",
        "%e2%80%ae",
    ];
    WORDS[rng.usize(..WORDS.len())].to_string()
}

/// How many kinds of bodies there are, and which of them is a transaction.
const KINDS: u8 = 9;
const TRANSACTION: u8 = 2;

fn body(rng: &mut Rng, contracts: &[Address], kind: u8) -> Vec<u8> {
    let address = some_address(rng, contracts);
    let (number, other) = (number(rng), number(rng));
    let text = match kind {
        0 => return (0..rng.usize(..500)).map(|_| rng.u8(..)).collect(),
        1 => "[".repeat(rng.usize(..100_000)),
        TRANSACTION => format!(
            "{{\"nonce\":{number},\"value\":\"{other}\",\"receiver\":\"{address}\",\"sender\":\"{address}\",\"gasPrice\":1000000000,\"gasLimit\":{other},\"data\":\"QQ==\",\"chainID\":\"chain\",\"version\":2,\"signature\":\"00\"}}"
        ),
        3 => format!(
            "{{\"scAddress\":\"{address}\",\"funcName\":\"{number}\",\"args\":[\"{other}\"],\"value\":\"{number}\"}}"
        ),
        4 => format!("{{\"receiver\":\"{address}x\",\"value\":\"{number}\"}}"),
        5 => format!("[{{\"address\":\"{address}\",\"code\":\"{number}\",\"nonce\":{other}}}]"),
        6 => format!("{{\"{number}\":\"{other}\"}}"),
        7 => format!("00000000 {{\"format\":2,\"block\":{{\"nonce\":{number}}}}}\n"),
        _ => "null".to_string(),
    };
    let mut bytes = text.into_bytes();
    if !bytes.is_empty() && rng.u8(..3) == 0 {
        let at = rng.usize(..bytes.len());
        bytes[at] = rng.u8(..);
    }
    bytes
}

/// A connection that isn't HTTP, or stops in the middle.
pub fn bytes(rng: &mut Rng, life: &Life) {
    let host = life.url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let sent: Vec<u8> = match rng.u8(..5) {
        0 => (0..rng.usize(..2_000)).map(|_| rng.u8(..)).collect(),
        1 => format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: {}\r\n", "x".repeat(rng.usize(..100_000))).into_bytes(),
        2 => format!("POST /transaction/send HTTP/1.1\r\nHost: {host}\r\nContent-Length: 999999999\r\n\r\n{{").into_bytes(),
        3 => format!("POST /query HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n").into_bytes(),
        _ => format!("GET /events?after=0 HTTP/1.1\r\nHost: {host}\r\n\r\n").into_bytes(),
    };
    // It may be closed at once.
    let _ = stream.write_all(&sent);
    if rng.bool() {
        life.leave_open(stream);
    } else {
        let _ = stream.set_read_timeout(Some(Duration::from_millis(5)));
        let _ = stream.read(&mut [0; 1_000]);
    }
}

/// Data of a payment.
pub fn text(rng: &mut Rng) -> String {
    match rng.u8(..6) {
        0 => "\u{1b}[2J\u{202e}".to_string(),
        1 => "@".repeat(rng.usize(..20)),
        2 => "ESDTTransfer@@".to_string(),
        3 => "x".repeat(rng.usize(..2_000)),
        4 => "relayedTx@00".to_string(),
        _ => String::new(),
    }
}

pub fn small(rng: &mut Rng) -> Vec<u8> {
    (0..rng.usize(..9)).map(|_| rng.u8(..)).collect()
}

/// Arguments of a call.
pub fn arguments(rng: &mut Rng, contracts: &[Address]) -> Vec<Vec<u8>> {
    (0..rng.usize(..5))
        .map(|_| match rng.u8(..5) {
            0 if !contracts.is_empty() => contracts[rng.usize(..contracts.len())].to_vec(),
            1 => b"EGLD-000000".to_vec(),
            2 => vec![rng.u8(..); rng.usize(..200)],
            _ => small(rng),
        })
        .collect()
}
