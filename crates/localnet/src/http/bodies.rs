//! Requests' bodies: how large one may be, how much all of them may hold, and how long one may take.

use std::{sync::Arc, time::Duration};

use axum::{
    body::Body,
    extract::{Request, State},
    http::StatusCode,
    middleware::Next,
    response::{IntoResponse, Response},
};
use http_body_util::BodyExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{control, own_pages, reply::Reply};

/// The largest request body that is read. A transaction's data ends at 1 MiB,
/// so that 16 MiB take in any bulk of transactions a client would send.
const MAX_BODY: usize = 16 << 20;

/// The largest state that is loaded.
const MAX_STATE: usize = 1 << 30;

/// How bodies are read.
#[derive(Clone)]
pub struct Bodies {
    patience: Duration,
    /// A permit for each byte that all bodies together may still hold.
    room: Arc<Semaphore>,
}

impl Bodies {
    /// `patience`: how long a body may take to arrive; `room`: how many bytes all bodies together
    /// may hold, until they are answered.
    pub fn new(patience: Duration, room: usize) -> Self {
        Self {
            patience,
            room: Arc::new(Semaphore::new(room)),
        }
    }
}

/// Reads a request's body before it is answered, even if the answer doesn't need it: a connection
/// with an unread body is closed, and the client's next request on it lost.
pub async fn read_in_time(State(bodies): State<Bodies>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let loads_state = parts.uri.path() == control::LOAD_STATE;
    let limit = if loads_state && !own_pages::is_foreign(&parts.headers) {
        MAX_STATE
    } else {
        MAX_BODY
    };
    match tokio::time::timeout(bodies.patience, read_whole(body, limit, &bodies.room)).await {
        Ok(Ok((bytes, _held))) => next.run(Request::from_parts(parts, bytes.into())).await,
        Ok(Err(reply)) => reply.into_response(),
        Err(_) => {
            let reason = "validation error: the body took too long";
            Reply::failed(StatusCode::REQUEST_TIMEOUT, reason).into_response()
        }
    }
}

/// A body and the room that it takes up. The rest of a body that is too large is thrown away, so
/// that the client gets to read the reason.
async fn read_whole(
    mut body: Body,
    limit: usize,
    room: &Arc<Semaphore>,
) -> Result<(Vec<u8>, Vec<OwnedSemaphorePermit>), Reply> {
    let too_large = |reason: String| {
        let reason = format!("validation error: {reason}");
        Reply::failed(StatusCode::PAYLOAD_TOO_LARGE, reason)
    };
    let mut bytes = Vec::new();
    let mut held = Vec::new();
    let mut length = 0;
    while let Some(frame) = body.frame().await {
        let data = frame
            .map(|frame| frame.into_data().unwrap_or_default())
            .map_err(|error| too_large(error.to_string()))?;
        length += data.len();
        if length <= limit {
            let size = u32::try_from(data.len()).unwrap_or(u32::MAX);
            let permit = room.clone().try_acquire_many_owned(size);
            held.push(permit.map_err(|_| {
                let reason = "other requests' bodies take up all room: send this again later";
                Reply::failed(StatusCode::SERVICE_UNAVAILABLE, reason)
            })?);
            bytes.extend_from_slice(&data);
        } else if length > 4 * limit {
            break;
        }
    }
    if length > limit {
        return Err(too_large("length limit exceeded".to_string()));
    }
    Ok((bytes, held))
}
