//! `/events`: the events that a client gets, and how it continues after a break.

use std::{
    io::{BufRead, BufReader, Write},
    net::TcpStream,
    time::Duration,
};

use serde_json::Value;

use crate::{
    process::{Process, nothing},
    session::Session,
};

/// An event as it came: its number, its kind if it has one, and its data.
type Came = (u64, String, Value);

/// A client of the stream.
struct Client(BufReader<TcpStream>);

impl Client {
    fn connect(url: &str, query: &str, last: Option<u64>) -> Self {
        let host = url.strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        let last = last.map_or(String::new(), |id| format!("Last-Event-ID: {id}\r\n"));
        write!(
            stream,
            "GET /events{query} HTTP/1.1\r\nHost: {host}\r\n{last}\r\n"
        )
        .unwrap();
        let mut client = Self(BufReader::new(stream));
        let head = client.until_empty();
        assert!(head[0].contains("200 OK"), "{head:?}");
        assert!(
            head.iter()
                .any(|line| line == "content-type: text/event-stream"),
            "{head:?}"
        );
        client
    }

    fn until_empty(&mut self) -> Vec<String> {
        let mut lines = vec![];
        loop {
            let mut line = String::new();
            self.0.read_line(&mut line).unwrap();
            let line = line.trim_end().to_string();
            if line.is_empty() {
                return lines;
            }
            lines.push(line);
        }
    }

    /// The next event. (The lines between are the chunks' lengths.)
    fn next(&mut self) -> Came {
        loop {
            let lines = self.until_empty();
            let field = |name: &str| {
                let line = lines.iter().find_map(|line| line.strip_prefix(name));
                line.map(str::to_string)
            };
            if let Some(data) = field("data: ") {
                return (
                    field("id: ").unwrap().parse().unwrap(),
                    field("event: ").unwrap_or_default(),
                    serde_json::from_str(&data).unwrap(),
                );
            }
        }
    }
}

fn names(events: &[Came]) -> Vec<&str> {
    let names = events.iter().map(|(_, _, data)| data["name"].as_str());
    names.map(|name| name.unwrap_or_default()).collect()
}

#[test]
fn events_come_filtered_and_continue_where_a_client_stopped() {
    let dir = tempfile::tempdir().unwrap();
    let state = dir.path().join("state").to_str().unwrap().to_string();
    let abi = crate::common::repo().join("output");
    let abi = abi.to_str().unwrap();
    let arguments = ["--block-time", "0", "--state", &state, "--abi", abi];
    let session = Session::of(Process::start(&arguments));
    let url = session.process.url.clone();
    let contract = session.contract_text();
    let wanted = format!("?address={contract}&name=gameStarted,moveMade,gameEnded");
    let mut live = Client::connect(&url, &wanted, None);
    session.fools_mate();

    let came: Vec<Came> = (0..6).map(|_| live.next()).collect();
    let moves = ["moveMade"; 4];
    let expected = [&["gameStarted"][..], &moves, &["gameEnded"]].concat();
    assert_eq!(names(&came), expected);
    for (id, kind, data) in &came {
        assert_eq!(
            (kind.as_str(), &data["address"]),
            ("", &contract.as_str().into())
        );
        assert_eq!(data["id"], *id);
        assert_eq!(data["shard"], 1);
    }
    assert_eq!(came[1].2["identifier"], "makeMove");
    assert_eq!(
        came[1].2["text"],
        "moveMade(game 1, player bob, ply 0, f2f3)"
    );
    let hash = came[5].2["txHash"].as_str().unwrap();
    assert_eq!(session.process.status(hash), "success");
    assert!(came.windows(2).all(|pair| pair[0].0 < pair[1].0));

    // From a number on, by the header and by the parameter; from the beginning; others' names.
    let third = came[2].0;
    for (query, last) in [
        (wanted.clone(), Some(third)),
        (format!("{wanted}&after={third}"), None),
        (format!("{wanted}&after=0"), Some(third)),
    ] {
        let mut again = Client::connect(&url, &query, last);
        assert_eq!(
            (again.next(), again.next()),
            (came[3].clone(), came[4].clone())
        );
    }
    let mut all = Client::connect(&url, "?after=0", None);
    assert_eq!(all.next().0, 1);
    let mut joins = Client::connect(&url, "?after=0&name=joinGame", None);
    assert_eq!(joins.next().2["name"], "queueJoined");

    // Numbers stay after a kill, and after a start that folds the file.
    session.process.kill();
    let process = Process::start(&arguments);
    let mut again = Client::connect(&process.url, &wanted, Some(third));
    assert_eq!(
        (again.next(), again.next()),
        (came[3].clone(), came[4].clone())
    );

    for wrong in ["?address=erd1", "?after=x"] {
        assert_eq!(process.get(&format!("/events{wrong}")).0, 400);
    }
}

#[test]
fn listeners_learn_of_a_revert() {
    let session = Session::of(Process::quiet("0", &[]));
    let process = &session.process;
    let number = process.post_data("/simulator/snapshot", &nothing())["snapshot"].clone();
    let mut live = Client::connect(&process.url, "?name=queueJoined,gameStarted", None);
    session.start_game();
    let first = [live.next(), live.next()];
    assert_eq!(names(&first), ["queueJoined", "gameStarted"]);
    process.post_data(&format!("/simulator/revert/{number}"), &nothing());
    let (last, kind, data) = live.next();
    assert_eq!((kind.as_str(), &data["last"]), ("reverted", &last.into()));
    assert!(last < first[0].0);
    session.start_game();
    let again = [live.next(), live.next()];
    assert_eq!(names(&again), names(&first));
    assert_eq!(again[0].0, first[0].0);
}
