//! Keeps pages of other origins away.

use axum::{
    extract::Request,
    http::{HeaderMap, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use super::reply::Reply;

/// Answers a request, unless a browser says that a page of another origin makes it. Without this a
/// page could send what browsers send unasked (POST with a plain body); it only couldn't read the
/// answer.
pub async fn only(request: Request, next: Next) -> Response {
    if is_foreign(request.headers()) {
        return Reply::forbidden("pages of other origins may not use this route").into_response();
    }
    next.run(request).await
}

fn is_foreign(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    match (text(header::ORIGIN), text(header::HOST)) {
        (None, _) => false,
        (Some(origin), host) => origin.split_once("://").map(|(_, host)| host) != host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_own_origin_and_tools() {
        for (origin, foreign) in [
            (None, false),
            (Some("http://localhost:8085"), false),
            (Some("http://localhost:5173"), true),
            (Some("https://evil.example"), true),
            (Some("null"), true),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "localhost:8085".parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, origin.parse().unwrap());
            }
            assert_eq!(is_foreign(&headers), foreign, "{origin:?}");
        }
    }
}
