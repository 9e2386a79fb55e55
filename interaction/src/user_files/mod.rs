//! The files that a user has: settings, and what was deployed.

pub mod config;
pub mod deployments;
pub mod launch_limit;
pub mod toml_file;
