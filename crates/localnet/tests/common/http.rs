//! The chain over HTTP, for tests.
#![allow(dead_code)] // each test file uses its part

use std::{
    io::{Read, Write},
    net::TcpStream,
    ops::Deref,
    time::Duration,
};

use localnet::{Chain, ServeOptions, Server, serve};
use serde_json::Value;
use ureq::Agent;

/// A request that takes longer is a hang.
const PATIENCE: Duration = Duration::from_secs(120);

/// A client of a chain.
pub struct Client {
    pub url: String,
    pub agent: Agent,
}

impl Client {
    pub fn of(url: impl Into<String>) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(PATIENCE));
        Self {
            url: url.into(),
            agent: config.build().into(),
        }
    }

    pub fn get(&self, path: &str) -> (u16, Value) {
        read(self.agent.get(format!("{}{path}", self.url)).call())
    }

    pub fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.post_bytes(path, body.to_string().as_bytes())
    }

    pub fn post_bytes(&self, path: &str, body: &[u8]) -> (u16, Value) {
        let request = self
            .agent
            .post(format!("{}{path}", self.url))
            .header("content-type", "application/json");
        read(request.send(body))
    }

    /// The `data` of a request that must succeed.
    pub fn data(&self, path: &str) -> Value {
        data(path, self.get(path))
    }

    pub fn post_data(&self, path: &str, body: &Value) -> Value {
        data(path, self.post(path, body))
    }
}

fn read(response: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> (u16, Value) {
    let mut response = response.unwrap();
    let text = response.body_mut().read_to_string().unwrap();
    let value = serde_json::from_str(&text).unwrap_or(Value::String(text));
    (response.status().as_u16(), value)
}

fn data(path: &str, (status, body): (u16, Value)) -> Value {
    assert_eq!(status, 200, "{path}: {body}");
    assert_eq!(body["code"], "successful", "{path}: {body}");
    body["data"].clone()
}

/// A server on a free port of loopback, and a client for it.
pub struct Gateway {
    pub server: Server,
    client: Client,
}

impl Deref for Gateway {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl Gateway {
    pub fn of(chain: Chain) -> Self {
        Self::with(chain, ServeOptions::default())
    }

    pub fn with(chain: Chain, options: ServeOptions) -> Self {
        let server = serve(chain, options).unwrap();
        let client = Client::of(server.url());
        Self { server, client }
    }

    /// A request such as no client library sends: the answer's head and body.
    pub fn ask(&self, method: &str, path: &str, body: &str) -> (String, Value) {
        let answer = self.tell(&format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n{body}",
            body.len()
        ));
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let body = serde_json::from_str(body).unwrap_or_else(|_| panic!("{method} {path}: {body}"));
        (head.to_string(), body)
    }

    /// The whole answer to these bytes.
    pub fn tell(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.server.address()).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}
