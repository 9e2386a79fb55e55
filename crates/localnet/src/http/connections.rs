//! The connections: their highest number, and how long they may be silent.

use std::{sync::Arc, time::Duration};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{net::TcpListener, sync::Semaphore};

/// Connections at the same time; others wait until one is closed.
const MAX_CONNECTIONS: usize = 4_096;

/// How long to wait if no connection can be accepted, for example for want of file descriptors.
const PAUSE: Duration = Duration::from_millis(50);

/// Accepts connections and answers their requests, forever. A request's head may take as
/// long as `patience` to arrive.
pub async fn accept(listener: TcpListener, router: Router, patience: Duration) {
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let Ok(place) = places.clone().acquire_owned().await else {
            return;
        };
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(patience)
                .serve_connection(TokioIo::new(stream), service);
            // A connection that breaks has nobody left to inform.
            let _ = connection.await;
            drop(place);
        });
    }
}
