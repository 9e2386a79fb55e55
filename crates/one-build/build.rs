//! Nothing: cargo looks at a package's build dependencies only where it has a build script.
fn main() {}
