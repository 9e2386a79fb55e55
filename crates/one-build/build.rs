//! Nothing: cargo looks at a package's build dependencies only if it has a build script.
fn main() {}
