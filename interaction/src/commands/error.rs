//! Why a command failed.

/// Whatever stops a command, in words.
pub type CommandError = Box<dyn std::error::Error>;
