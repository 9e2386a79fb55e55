# cargo-mutants in target/tools.
cargo_mutants=27.1.0
if [[ $(target/tools/bin/cargo-mutants mutants --version 2>/dev/null) != "cargo-mutants $cargo_mutants" ]]; then
  say "building cargo-mutants $cargo_mutants (once, some minutes)"
  cargo install --quiet --locked --version $cargo_mutants --root target/tools cargo-mutants ||
    { miss "cargo-mutants $cargo_mutants could not be built"; return 0; }
fi
ready "mutants: cargo-mutants $cargo_mutants"
