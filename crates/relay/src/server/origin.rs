//! From which pages a browser may connect.

use axum::http::Uri;

/// The origins whose pages may connect. Programs that aren't browsers send none and may always.
#[derive(Clone, Debug, Default)]
pub struct Origins(Vec<String>);

impl Origins {
    /// `allowed`: as browsers write them, `https://chess.example`, or `*` for all. If it is empty,
    /// pages of this machine may connect: `http://localhost` and loopback, on any port.
    pub fn new(allowed: Vec<String>) -> Self {
        Origins(allowed)
    }

    /// One of them, in an option's form: scheme, host and port, `null` for pages that are opened as
    /// files, or `*`.
    ///
    /// # Errors
    /// It is something else, which no browser would name: in words.
    pub fn parse(text: &str) -> Result<String, String> {
        if ["*", "null"].contains(&text) {
            return Ok(text.into());
        }
        // browsers write it in small letters, and no port that is the scheme's own
        let text = text.to_ascii_lowercase();
        let origin = text.parse::<Uri>().ok().and_then(|uri| {
            let (scheme, host) = (uri.scheme_str()?, uri.host()?);
            let is_known =
                |letter: char| letter.is_ascii_alphanumeric() || "-._[:]".contains(letter);
            let bare = format!("{scheme}://{host}");
            let whole = uri.port_u16().map(|port| format!("{bare}:{port}"));
            let is_own = matches!(
                (scheme, uri.port_u16()),
                ("http", Some(80)) | ("https", Some(443))
            );
            let is_all = text == *whole.as_ref().unwrap_or(&bare) && host.chars().all(is_known);
            is_all.then(|| whole.filter(|_| !is_own).unwrap_or(bare))
        });
        let words = "give a page's scheme and host, and the port if its address names \
                     one, with nothing behind them, as https://chess.example; or *";
        origin.ok_or_else(|| words.into())
    }

    pub(crate) fn allow(&self, origin: Option<&str>) -> bool {
        let Some(origin) = origin else { return true };
        if !self.0.is_empty() {
            let mut allowed = self.0.iter();
            return allowed.any(|allowed| allowed == "*" || allowed == origin);
        }
        let host = origin
            .strip_prefix("http://")
            .or_else(|| origin.strip_prefix("https://"));
        ["localhost", "127.0.0.1", "[::1]"].iter().any(|local| {
            host.and_then(|host| host.strip_prefix(local))
                .is_some_and(|port| port.is_empty() || port.starts_with(':'))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Origins;

    #[test]
    fn pages_of_this_machine_unless_others_are_named() {
        let local = Origins::default();
        assert!(local.allow(None));
        assert!(local.allow(Some("http://localhost:5173")));
        assert!(local.allow(Some("https://[::1]")));
        assert!(!local.allow(Some("http://localhost.evil.example")));
        assert!(!local.allow(Some("https://chess.example")));
        assert!(!local.allow(Some("null")));

        let named = Origins::new(vec!["https://chess.example".into()]);
        assert!(named.allow(Some("https://chess.example")));
        assert!(!named.allow(Some("http://localhost:5173")));
        assert!(Origins::new(vec!["*".into()]).allow(Some("null")));
    }

    #[test]
    fn only_origins_that_browsers_name_are_taken() {
        for (given, named) in [
            ("*", "*"),
            ("null", "null"),
            ("https://chess.example", "https://chess.example"),
            ("https://Chess.example:443", "https://chess.example"),
            ("http://localhost:5173", "http://localhost:5173"),
            ("http://[::1]:80", "http://[::1]"),
            ("https://[::1]", "https://[::1]"),
            ("capacitor://localhost", "capacitor://localhost"),
        ] {
            assert_eq!(Origins::parse(given), Ok(named.into()), "{given}");
        }
        for given in [
            "",
            "chess.example",
            "https://",
            "https://chess.example/",
            "https://chess.example/play",
            "https://chess.example:",
            "https://chess.example:port",
            "https://chess.example:70000",
            "https://*.chess.example",
            "https://a@chess.example",
        ] {
            let refused = Origins::parse(given).unwrap_err();
            assert!(
                refused.contains("as https://chess.example; or *"),
                "{refused}"
            );
        }
    }
}
