//! What the program says while it runs: a line for each event on standard error, `name=value`
//! pairs after the event's name. No keys and no signatures are ever given to it.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::clock::now_millis;

static IS_SILENT: AtomicBool = AtomicBool::new(false);

/// Writes nothing from now on: for a relay within another program.
pub fn silence() {
    IS_SILENT.store(true, Relaxed);
}

/// Writes a line.
pub fn event(name: &str, values: &[(&str, &dyn std::fmt::Display)]) {
    if IS_SILENT.load(Relaxed) {
        return;
    }
    let mut line = format!("time={} event={name}", now_millis());
    for (key, value) in values {
        // a value of several words is quoted, so that a line stays readable by machines
        let value = value.to_string();
        line += &match value.contains([' ', '"', '=', '\n']) {
            true => format!(" {key}={value:?}"),
            false => format!(" {key}={value}"),
        };
    }
    // not eprintln, which panics where standard error is a file on a full disk
    writeln!(std::io::stderr(), "{line}").ok();
}
