//! The requests to a chain that is already running.

use std::time::Duration;

use serde_json::Value;
use ureq::Agent;

/// An answer is waited for that long.
const PATIENCE: Duration = Duration::from_secs(120);

/// The data of the chain's answer to a POST without content.
///
/// # Errors
/// In words, why the chain doesn't do it.
pub fn post(url: &str, path: &str) -> Result<Value, String> {
    let url = url.trim_end_matches('/');
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(PATIENCE));
    let agent: Agent = config.build().into();
    let silent = |error: ureq::Error| format!("{url} doesn't answer: {error}");
    let sent = agent.post(format!("{url}{path}")).send_empty();
    let mut answer = sent.map_err(silent)?;
    let text = answer.body_mut().read_to_string().map_err(silent)?;
    let mut answer: Value =
        serde_json::from_str(&text).map_err(|_| format!("{url} is no local chain"))?;
    match answer["error"].as_str() {
        Some("") => Ok(answer["data"].take()),
        Some(error) => Err(error.to_string()),
        None => Err(format!("{url} is no local chain")),
    }
}
