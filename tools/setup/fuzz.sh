# cargo-fuzz in target/tools; the fuzzer itself is libFuzzer, which the targets' own dependency builds.
cargo_fuzz=0.13.2
if [[ $(target/tools/bin/cargo-fuzz --version 2>/dev/null) != "cargo-fuzz $cargo_fuzz" ]]; then
  command -v c++ >/dev/null || { debian_root || stop "a C++ compiler is missing: install one, e.g. apt install g++"; apt g++; }
  say "building cargo-fuzz $cargo_fuzz (once, about half a minute)"
  cargo install --quiet --locked --version $cargo_fuzz --root target/tools cargo-fuzz ||
    stop "cargo-fuzz $cargo_fuzz could not be built"
fi
say "fuzz: $(target/tools/bin/cargo-fuzz --version)"
