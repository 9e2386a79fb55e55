//! Keeps pages of other origins away.

use std::net::IpAddr;

use axum::{
    extract::Request,
    http::{HeaderMap, StatusCode, header, uri::Authority},
    middleware::Next,
    response::{IntoResponse, Response},
};

use super::reply::Reply;

/// Answers a request, unless a browser says that a page of another origin makes it. Without this a
/// page could send everything that browsers send without asking first (POST with a plain body); it
/// only couldn't read the answer.
pub async fn only(request: Request, next: Next) -> Response {
    if is_foreign(request.headers()) {
        let reason = "pages of other origins may not use this route";
        return Reply::failed(StatusCode::FORBIDDEN, reason).into_response();
    }
    next.run(request).await
}

/// Whether a page of another origin may have made a request. That includes a page whose own name
/// leads to this machine: the browser sees one origin then, and the host isn't this machine's.
pub fn is_foreign(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    if text(header::HOST).is_some_and(|host| !is_own_host(host)) {
        return true;
    }
    match (text(header::ORIGIN), text(header::HOST)) {
        (None, _) => false,
        (Some(origin), host) => origin.split_once("://").map(|(_, host)| host) != host,
    }
}

/// Whether a host, with or without a port, is `localhost` or an address: nobody else's name.
fn is_own_host(host: &str) -> bool {
    let Ok(authority) = host.parse::<Authority>() else {
        return false;
    };
    let name = authority.host();
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost") || address.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_own_origin_and_tools_at_hosts_that_nobody_can_name() {
        for (host, origin, foreign) in [
            ("localhost:8085", None, false),
            ("127.0.0.1:8085", None, false),
            ("[::1]:8085", None, false),
            ("192.168.1.5", None, false),
            ("evil.example:8085", None, true),
            ("localhost.evil.example", None, true),
            ("", None, true),
            ("localhost:8085", Some("http://localhost:8085"), false),
            ("localhost:8085", Some("http://localhost:5173"), true),
            ("localhost:8085", Some("https://evil.example"), true),
            ("localhost:8085", Some("null"), true),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, origin.parse().unwrap());
            }
            assert_eq!(is_foreign(&headers), foreign, "{host:?} {origin:?}");
        }
    }
}
