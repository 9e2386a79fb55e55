//! The API dialect in front of any gateway, such as the official chain simulator's: the routes that
//! sdk-dapp requests from an API are answered from the gateway, and every other request is passed
//! on to it unchanged.

mod upstream;

use std::{io, panic::AssertUnwindSafe};

use axum::{
    Json, Router,
    body::Bytes,
    extract::Request,
    http::{Method, StatusCode, Uri, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::get,
};
use futures_util::FutureExt;
use serde::Deserialize;
use tower_http::cors::CorsLayer;

use crate::http::{
    ServeOptions, Server,
    ask::asks,
    extract::UrlQuery,
    own_pages,
    sdk_dapp::{self, Answer, ApiError, Source, in_the_apis_form, transaction_json},
    serve_router,
};
use upstream::Upstream;

/// Serves the API dialect in front of the gateway at this address (`http://…`).
///
/// # Errors
/// If the port can't be listened on.
pub fn serve_api(gateway: &str, options: ServeOptions) -> io::Result<Server> {
    let upstream = Upstream::new(gateway);
    let for_pages = sdk_dapp::routes()
        .route("/accounts/{address}/transactions", get(no_lists))
        .route("/transactions", get(asks(transactions)))
        .fallback(asks(hand_on))
        .method_not_allowed_fallback(asks(hand_on))
        .layer(middleware::map_response(in_the_apis_form))
        .layer(middleware::from_fn(tell_nonsense))
        .layer(CorsLayer::permissive());
    // Routes that change the state are for tools, not for pages.
    let simulator = Router::new()
        .route("/simulator/{*rest}", get(asks(hand_on)).post(asks(hand_on)))
        .layer(middleware::from_fn(tell_nonsense))
        .layer(middleware::from_fn(own_pages::only));
    let router = simulator.merge(for_pages).with_state(upstream);
    serve_router(router, options)
}

/// A gateway's answer of another form is no fault of this program.
async fn tell_nonsense(request: Request, next: Next) -> Response {
    let answered = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    answered.unwrap_or_else(|_| {
        let reason = "the gateway's answer makes no sense";
        ApiError::new(StatusCode::BAD_GATEWAY, reason).into_response()
    })
}

#[derive(Deserialize)]
struct Listed {
    hashes: Option<String>,
}

/// A gateway knows transactions by their hashes alone.
fn transactions(gateway: &Upstream, UrlQuery(listed): UrlQuery<Listed>) -> Answer {
    let hashes = listed.hashes.ok_or_else(missing_lists)?;
    let hashes = hashes.split(',').filter(|hash| !hash.is_empty());
    let found: Result<Vec<_>, _> = hashes
        .filter_map(|hash| gateway.transaction(hash).transpose())
        .collect();
    Ok(Json(found?.iter().map(transaction_json).collect()))
}

async fn no_lists() -> ApiError {
    missing_lists()
}

fn missing_lists() -> ApiError {
    let message = "a gateway keeps no lists of transactions: ask by their hashes";
    ApiError::new(StatusCode::NOT_IMPLEMENTED, message)
}

/// Hands a request on to the gateway, and its answer back.
fn hand_on(
    gateway: &Upstream,
    (method, uri, body): (Method, Uri, Bytes),
) -> Result<Response, ApiError> {
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    if ![Method::GET, Method::POST].contains(&method) {
        let reason = "only GET and POST are handed on";
        return Err(ApiError::new(StatusCode::METHOD_NOT_ALLOWED, reason));
    }
    // an encoded letter would take a path past the routes that are kept from pages
    let first = uri.path().trim_start_matches('/').split('/').next();
    if first.is_some_and(|first| first.contains('%')) {
        return Err(ApiError::not_found("there is no such route"));
    }
    let posted = (method == Method::POST).then_some(&body[..]);
    let (status, kind, text) = gateway.raw(path, posted)?;
    Ok((status, [(header::CONTENT_TYPE, kind)], text).into_response())
}
