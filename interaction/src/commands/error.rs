//! Why a command failed.

/// An error that stops a command, in words.
pub type CommandError = Box<dyn std::error::Error>;
