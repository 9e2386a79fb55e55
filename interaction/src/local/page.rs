//! Serves the page's folder, compressed as on the web, with settings for the local chain.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;

use axum::http::{HeaderValue, header::CACHE_CONTROL};
use axum::{Json, Router, routing::get};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tower_http::compression::CompressionLayer;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

/// The port that is tried first.
pub const DEFAULT_PORT: u16 = 8080;

/// A page being served, until this is dropped.
pub struct Page {
    address: SocketAddr,
    /// Serves it until it is dropped.
    _runtime: Runtime,
}

impl Page {
    /// Serves a folder on loopback, and `settings` as its `settings.json`.
    ///
    /// # Errors
    /// It can't listen on the port.
    pub fn serve(folder: &Path, settings: Value, port: u16) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()?;
        let wanted = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let listener = runtime.block_on(TcpListener::bind(wanted))?;
        let address = listener.local_addr()?;
        let router = Router::new()
            .route(
                "/settings.json",
                get(move || std::future::ready(Json(settings.clone()))),
            )
            .fallback_service(ServeDir::new(folder))
            // the browser's cache must not serve a page of another build
            .layer(SetResponseHeaderLayer::overriding(
                CACHE_CONTROL,
                HeaderValue::from_static("no-store"),
            ))
            .layer(CompressionLayer::new());
        runtime.spawn(async move { axum::serve(listener, router).await });
        Ok(Page {
            address,
            _runtime: runtime,
        })
    }

    /// Its address for a browser.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn a_browser_that_can_unpack_gets_it_compressed() {
        let folder = tempfile::tempdir().unwrap();
        let script = "onmessage = null;\n".repeat(1_000);
        std::fs::write(folder.path().join("page.js"), &script).unwrap();
        let page = Page::serve(folder.path(), Value::Null, 0).unwrap();
        let get = |encodings: &str| {
            let asked = ureq::get(format!("{}/page.js", page.url()));
            let mut answer = asked.header("Accept-Encoding", encodings).call().unwrap();
            let encoding = answer.headers().get("Content-Encoding").cloned();
            (encoding, answer.body_mut().read_to_vec().unwrap())
        };
        let (encoding, packed) = get("gzip, br");
        assert_eq!(encoding.unwrap(), "gzip");
        assert!(packed.len() < script.len() / 10);
        let mut unpacked = String::new();
        let mut reader = flate2::read::GzDecoder::new(&packed[..]);
        reader.read_to_string(&mut unpacked).unwrap();
        assert_eq!(unpacked, script);
        assert_eq!(get("identity"), (None, script.into()));
    }
}
