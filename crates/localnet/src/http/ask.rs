//! Handlers as functions of the chain. They run away from the threads that serve connections.

use std::{future::pending, panic::resume_unwind};

use axum::{
    extract::{FromRequest, State},
    handler::Handler,
    response::{IntoResponse, Response},
};

use super::reply::Reply;
use crate::chain::Chain;

/// A handler that queries the chain, or another source; its answer is written on the same thread.
pub fn asks<S, I, M, R>(
    ask: impl Fn(&S, I) -> R + Clone + Send + Sync + 'static,
) -> impl Handler<(M, State<S>, I), S>
where
    S: Clone + Send + Sync + 'static,
    I: FromRequest<S, M> + Send + 'static,
    M: 'static,
    R: IntoResponse,
{
    move |State(asked): State<S>, input: I| on_thread(move || ask(&asked, input).into_response())
}

/// A handler that changes the chain. A change that the state file can't store is not made, or not
/// acknowledged.
pub fn changes<I, M, R>(
    change: impl Fn(&Chain, I) -> R + Clone + Send + Sync + 'static,
) -> impl Handler<(M, State<Chain>, I), Chain>
where
    I: FromRequest<Chain, M> + Send + 'static,
    M: 'static,
    R: IntoResponse,
{
    asks(move |chain: &Chain, input: I| -> Result<Response, Reply> {
        let kept = || {
            let not_kept = |error| format!("the state file cannot be written: {error}");
            chain
                .kept()
                .map_err(|error| Reply::internal(not_kept(error)))
        };
        kept()?;
        let answer = change(chain, input).into_response();
        kept().map(|()| answer)
    })
}

/// Runs a function that may take a while.
pub async fn on_thread<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(run).await {
        Ok(done) => done,
        Err(ended) => match ended.try_into_panic() {
            Ok(panic) => resume_unwind(panic),
            // the server is ending
            Err(_) => pending().await,
        },
    }
}
