//! A relay of signed moves beside a local chain, in this process.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use multiversx_sc_snippets::sdk::wallet::Wallet;
use relay::{
    BotName, Chain, FeeLimits, Limits, Origins, Payer, Purses, Rooms, ServeOptions, Standings,
    Store, serve,
};
use tokio::runtime::Runtime;

use crate::local::port::on_a_port;

/// The port that is tried first.
pub const DEFAULT_PORT: u16 = 8090;

/// A relay that listens on loopback, until this is dropped.
pub struct LocalRelay {
    url: String,
    runtime: Option<Runtime>,
}

impl LocalRelay {
    /// Starts a relay that carries the games of a contract, stores them in memory, and submits them from
    /// a wallet. `tournaments`: a contract whose tournaments it moves on. `bots`: players that are
    /// programs. If the port is taken it takes a free one.
    ///
    /// # Errors
    /// It can't listen.
    pub fn start(
        gateway: &str,
        contract: [u8; 32],
        tournaments: Option<[u8; 32]>,
        wallet: Wallet,
        bots: &[BotName],
        port: u16,
    ) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()?;
        let listen = async |port| {
            let limits = Limits::default();
            let store = Store::in_memory(limits.kept_rooms).map_err(io::Error::other)?;
            let chain = Chain::new(gateway, vec![contract]);
            let chain = chain.with_tournaments(tournaments.into_iter().collect());
            let options = ServeOptions {
                address: SocketAddr::from((Ipv4Addr::LOCALHOST, port)),
                origins: Origins::default(),
                payer: Some(Payer::new(wallet, FeeLimits::default())),
                bots: bots.to_vec(),
                page: None,
            };
            let purses = Purses::open(&store).await.map_err(io::Error::other)?;
            let standings = Standings::open(&[contract], 0, None, purses.clone());
            let rooms = Rooms::new(store, Some(chain), limits, true);
            let rooms = rooms.with_standings(purses, Some(standings));
            serve(rooms, options).await
        };
        let server = on_a_port(port, |port| runtime.block_on(listen(port)))?;
        let url = format!("ws://{}/play", server.address()?);
        runtime.spawn(server.run(std::future::pending()));
        let runtime = Some(runtime);
        Ok(LocalRelay { url, runtime })
    }

    /// Its WebSocket, `ws://127.0.0.1:8090/play`.
    pub fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for LocalRelay {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
