//! A gateway that stands before another one.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};

/// A gateway that answers as another one does, but for what `alter` makes of the answer to a path;
/// its address. It answers for as long as the test runs.
pub fn altered(gateway: &str, alter: impl Fn(&str, String) -> String + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let gateway = gateway.trim_start_matches("http://").to_owned();
    std::thread::spawn(move || {
        for client in listener.incoming() {
            let mut client = client.unwrap();
            let request = read_request(&mut client);
            let mut server = TcpStream::connect(&gateway).unwrap();
            let request = request.replacen("\r\n", "\r\nconnection: close\r\n", 1);
            server.write_all(request.as_bytes()).unwrap();
            let answer = std::io::read_to_string(server).unwrap();
            let (_, body) = answer.split_once("\r\n\r\n").unwrap();
            let path = request.split(' ').nth(1).unwrap();
            let body = alter(path, body.to_owned());
            let length = body.len();
            let head = format!("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {length}");
            let _ = client.write_all(format!("{head}\r\n\r\n{body}").as_bytes());
        }
    });
    format!("http://{address}")
}

/// A request with its body.
pub fn read_request(client: &mut TcpStream) -> String {
    let mut reader = BufReader::new(client);
    let mut request = String::new();
    while !request.ends_with("\r\n\r\n") {
        assert!(reader.read_line(&mut request).unwrap() > 0, "{request}");
    }
    let length = request.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let is_length = name.eq_ignore_ascii_case("content-length");
        is_length.then(|| value.trim().parse().expect("a length"))
    });
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).unwrap();
    request + str::from_utf8(&body).unwrap()
}
