# cargo-mutants in target/tools.
cargo_mutants=27.1.0
if [[ $(target/tools/bin/cargo-mutants mutants --version 2>/dev/null) != "cargo-mutants $cargo_mutants" ]]; then
  say "building cargo-mutants $cargo_mutants (once, some minutes)"
  cargo install --quiet --locked --version $cargo_mutants --root target/tools cargo-mutants ||
    stop "cargo-mutants $cargo_mutants could not be built"
fi
say "mutants: $(target/tools/bin/cargo-mutants mutants --version)"
