//! A chain for a test, in one line.

use std::{io, time::Duration};

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
    spawn_with(Config {
        blocks: Blocks::OnArrival,
        ..Config::default()
    })
}

/// The same with other settings. If they give no round time, rounds last the number of milliseconds
/// in the environment variable `LOCALNET_ROUND_TIME`, so that tests can run with 600 and 6000.
///
/// # Errors
/// If no port is free, or the state file or the variable can't be used.
pub fn spawn_with(mut config: Config) -> io::Result<Running> {
    if let (None, Ok(millis)) = (config.round_time, std::env::var("LOCALNET_ROUND_TIME")) {
        let millis = millis.parse::<u64>();
        let millis = millis.map_err(|e| io::Error::other(format!("LOCALNET_ROUND_TIME: {e}")))?;
        config.round_time = Some(Duration::from_millis(millis));
    }
    let chain = Chain::start(config).map_err(io::Error::other)?;
    let server = serve(chain.clone(), ServeOptions::default())?;
    Ok(Running { chain, server })
}
