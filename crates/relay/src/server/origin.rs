//! From which pages a browser may connect.

/// The origins whose pages may connect. Programs that aren't browsers send none and may always.
#[derive(Clone, Debug, Default)]
pub struct Origins(Vec<String>);

impl Origins {
    /// `allowed`: as browsers write them, `https://chess.example`, or `*` for all. Where it is
    /// empty, pages of this machine may connect: `http://localhost` and loopback, on any port.
    pub fn new(allowed: Vec<String>) -> Self {
        Origins(allowed)
    }

    pub(crate) fn allow(&self, origin: Option<&str>) -> bool {
        let Some(origin) = origin else { return true };
        if !self.0.is_empty() {
            return self
                .0
                .iter()
                .any(|allowed| allowed == "*" || allowed == origin);
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
}
