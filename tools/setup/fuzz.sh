# cargo-fuzz in target/tools; the fuzzer itself is libFuzzer, which the targets' own dependency builds.
cargo_fuzz=0.13.2
has c++ g++ -- "a C++ compiler is missing: install one, e.g. apt install g++" || return 0
if [[ $(target/tools/bin/cargo-fuzz --version 2>/dev/null) != "cargo-fuzz $cargo_fuzz" ]]; then
  say "building cargo-fuzz $cargo_fuzz (once, about half a minute)"
  cargo install --quiet --locked --version $cargo_fuzz --root target/tools cargo-fuzz ||
    { miss "cargo-fuzz $cargo_fuzz could not be built"; return 0; }
fi
ready "fuzz: cargo-fuzz $cargo_fuzz"
