//! Requests, texts and bytes that nobody sends on purpose.

use std::{
    io::{Read, Write},
    net::TcpStream,
    sync::LazyLock,
    time::Duration,
};

use fastrand::Rng;
use localnet::{Address, address};

use super::life::Life;

/// The sources that declare the routes for pages.
const SOURCES: [&str; 7] = [
    include_str!("../../../src/http/gateway/address.rs"),
    include_str!("../../../src/http/gateway/block.rs"),
    include_str!("../../../src/http/gateway/network.rs"),
    include_str!("../../../src/http/gateway/transaction.rs"),
    include_str!("../../../src/http/gateway/vm_values.rs"),
    include_str!("../../../src/http/api.rs"),
    include_str!("../../../src/http/sdk_dapp.rs"),
];

/// Routes of the simulator that can't do anything that the books don't know.
const SIMULATOR: [&str; 8] = [
    "/simulator/set-state",
    "/simulator/address/{address}/set-state",
    "/simulator/revert/{text}",
    "/simulator/load-state",
    "/simulator/increase-time/{text}",
    "/simulator/next-block-time/{text}",
    "/simulator/block-time/{text}",
    "/simulator/generate-blocks-until-transaction-processed/{hash}",
];

static ROUTES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let declared = SOURCES.iter().flat_map(|it| it.split(".route(").skip(1));
    let declared = declared.filter_map(|it| it.split('"').nth(1));
    let routes: Vec<&str> = declared.chain(SIMULATOR).collect();
    assert!(routes.len() > 60, "{} routes", routes.len());
    routes
});

/// Sends a request that may be wrong in any way; there must be an answer.
pub fn request(rng: &mut Rng, life: &Life, contracts: &[Address]) {
    let posts = rng.bool();
    let route = ROUTES[rng.usize(..ROUTES.len())];
    let parts = route.split('/').map(|part| match part {
        "{address}" => some_address(rng, contracts),
        "{hash}" | "{key}" => hash(rng),
        "{token}" | "{text}" => word(rng),
        number_of if number_of.starts_with('{') => number(rng),
        name => name.into(),
    });
    let mut path = parts.collect::<Vec<_>>().join("/");
    if rng.u8(..4) == 0 {
        let (sender, hashes) = (some_address(rng, contracts), hash(rng));
        let [from, size] = [(); 2].map(|()| number(rng));
        let results = word(rng);
        path += &format!(
            "?from={from}&size={size}&sender={sender}&hashes={hashes},{results}&withResults={results}"
        );
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

fn hash(rng: &mut Rng) -> String {
    hex::encode(std::array::from_fn::<u8, 32, _>(|_| rng.u8(..)))
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

/// The number of kinds of bodies, and the place of a transaction among them.
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
    let host = life.url().strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let sent: Vec<u8> = match rng.u8(..5) {
        0 => (0..rng.usize(..2_000)).map(|_| rng.u8(..)).collect(),
        1 => format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: {}\r\n", "x".repeat(rng.usize(..100_000))).into_bytes(),
        2 => format!("POST /transaction/send HTTP/1.1\r\nHost: {host}\r\nContent-Length: 999999999\r\n\r\n{{").into_bytes(),
        3 => format!("POST /query HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n").into_bytes(),
        _ => format!("GET /events?after=0 HTTP/1.1\r\nHost: {host}\r\n\r\n").into_bytes(),
    };
    // It may be closed immediately.
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
