//! A chain for a test, in one line.

use std::io;

use crate::{
    blocks::config::{Blocks, Config},
    chain::Chain,
    http::{ServeOptions, Server, serve},
};

/// A running chain and its gateway. Both end when this is dropped.
pub struct Running {
    pub chain: Chain,
    server: Server,
}

impl Running {
    /// The gateway's address, such as `http://127.0.0.1:41234`.
    pub fn url(&self) -> String {
        self.server.url()
    }
}

/// Starts a chain in memory, with its gateway on a free port of loopback and a block for each
/// transaction.
///
/// ```
/// let net = localnet::spawn()?;
/// let [alice, bob] = [&net.chain.wallets()[0], &net.chain.wallets()[1]];
/// let payment = localnet::Transaction::new(&alice.address, 0, &bob.address).value(1u32);
/// let hash = net.chain.submit(&payment.sign(&alice.key))?;
/// assert!(net.chain.transaction(&hash).unwrap().succeeded());
/// assert!(net.url().starts_with("http://127.0.0.1:"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If no port is free.
pub fn spawn() -> io::Result<Running> {
    let config = Config {
        blocks: Blocks::OnArrival,
        ..Config::default()
    };
    // Only a state file can't be used.
    let chain = Chain::start(config).map_err(io::Error::other)?;
    let options = ServeOptions {
        port: 0,
        ..ServeOptions::default()
    };
    let server = serve(chain.clone(), options)?;
    Ok(Running { chain, server })
}
