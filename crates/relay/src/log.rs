//! What the program says while it runs: a line for each event on standard error, `name=value`
//! pairs after the event's name. No keys and no signatures are ever given to it.

use crate::clock::now_millis;

/// Writes a line.
pub fn event(name: &str, values: &[(&str, &dyn std::fmt::Display)]) {
    let mut line = format!("time={} event={name}", now_millis());
    for (key, value) in values {
        // a value of several words is quoted, so that a line stays readable by machines
        let value = value.to_string();
        line += &match value.contains([' ', '"', '=', '\n']) {
            true => format!(" {key}={value:?}"),
            false => format!(" {key}={value}"),
        };
    }
    eprintln!("{line}");
}
