//! Gateways for tests, which answer for as long as the test runs.

use axum::Router;
use axum::http::Uri;
use axum::response::IntoResponse;
use std::future::ready;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use ureq::Agent;

/// A gateway that answers by a request's path and body. Returns its address.
pub fn answering<A: IntoResponse>(
    answer: impl Fn(&str, String) -> A + Clone + Send + Sync + 'static,
) -> String {
    let runtime = Runtime::new().unwrap();
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let address = listener.local_addr().unwrap();
    let answer = move |uri: Uri, body: String| {
        let path = uri.path_and_query().unwrap();
        ready(answer(path.as_str(), body).into_response())
    };
    let router = Router::new().fallback(answer);
    std::thread::spawn(move || runtime.block_on(async { axum::serve(listener, router).await }));
    format!("http://{address}")
}

/// A gateway that answers like another one, except for the changes of `alter` to the answer for a
/// path.
pub fn altered(
    gateway: &str,
    alter: impl Fn(&str, String) -> String + Clone + Send + Sync + 'static,
) -> String {
    let gateway = gateway.to_owned();
    let agent: Agent = Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .into();
    answering(move |path, body| {
        let url = format!("{gateway}{path}");
        let asked = match body.is_empty() {
            true => agent.get(url).call(),
            false => agent.post(url).content_type("application/json").send(body),
        };
        let answer = asked.unwrap().into_body().read_to_string();
        alter(path, answer.unwrap())
    })
}
