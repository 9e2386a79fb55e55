# Rust in the version of rust-toolchain.toml, with the contracts' wasm target, rustfmt and clippy,
# and the wasm-opt for every contract.
#
# If rustup may download, it installs all of that automatically. Otherwise (RUSTUP_AUTO_INSTALL=0)
# Debian's own Rust packages of the same version serve: core and alloc are built once for the
# target, and /usr is linked as the toolchain.
rust_channel=$(sed -n 's/^channel *= *"\(.*\)"/\1/p' rust-toolchain.toml)
wasm_target=wasm32v1-none

# Checks that this rustc can build for the contracts' target.
rust_builds_wasm() {
  local dir ok=0
  dir=$(mktemp -d)
  echo '#![no_std] extern crate alloc;' >"$dir/lib.rs"
  "$1" "$dir/lib.rs" --crate-type rlib --target $wasm_target --out-dir "$dir" 2>/dev/null || ok=1
  rm -rf "$dir"
  return $ok
}

rust_ready() { rust_builds_wasm rustc && cargo fmt --version && cargo clippy --version; } >/dev/null 2>&1

# core and alloc for the target, from Debian's sources of the standard library, into Debian's sysroot.
rust_build_core() {
  local dir libdir
  dir=$(mktemp -d)
  libdir=$(/usr/bin/rustc --print target-libdir --target $wasm_target)
  say "building core and alloc for $wasm_target (once, about half a minute)"
  echo '#![no_std]' >"$dir/lib.rs"
  cat >"$dir/Cargo.toml" <<-'TOML'
	[package]
	name = "nothing"
	edition = "2024"
	[lib]
	path = "lib.rs"
	[profile.release]
	codegen-units = 1
	panic = "abort"
	TOML
  (cd "$dir" && env -u RUSTUP_TOOLCHAIN -u CARGO_TARGET_DIR RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 \
    RUSTFLAGS="-C embed-bitcode=yes" /usr/bin/cargo build --quiet --release --target $wasm_target -Zbuild-std=core,alloc)
  rm -rf "$libdir"
  mkdir -p "$libdir"
  cp "$dir"/target/$wasm_target/release/deps/lib{core,alloc,compiler_builtins}-*.rlib "$libdir"/
  rm -rf "$dir"
}

# Links Debian's Rust as rustup's toolchain of that name.
rust_from_debian() {
  debian_install rustc-web cargo-web rust-web-src rust-web-llvm rustfmt-web rust-web-clippy gcc libc6-dev
  # rust-lld is a link into a package that rust-web-llvm only suggests
  [[ -e /usr/bin/rust-lld ]] || debian_install "$(readlink /usr/bin/rust-lld)"
  local have toolchain
  have=$(/usr/bin/rustc -V | cut -d' ' -f2)
  [[ $have = "$rust_channel".* ]] || { miss "Debian's Rust is $have, rust-toolchain.toml asks for $rust_channel: $rust_help"; return 1; }
  rust_builds_wasm /usr/bin/rustc || rust_build_core
  toolchain=${RUSTUP_HOME:-$HOME/.rustup}/toolchains/$rust_channel-$(/usr/bin/rustc -vV | sed -n 's/^host: //p')
  [[ -L $toolchain || ! -e $toolchain ]] || { miss "rustup's own $rust_channel lacks a part: $rust_help"; return 1; }
  mkdir -p "${toolchain%/*}"
  ln -sfn /usr "$toolchain"
}

# rustup with the toolchain; otherwise notes that it is missing.
rust_toolchain() {
  if ! rust_ready; then
    if [[ ${RUSTUP_AUTO_INSTALL:-1} != 0 ]]; then
      say "installing Rust $rust_channel and $wasm_target by rustup"
      rustup toolchain install "$rust_channel" --profile minimal --target $wasm_target --component rustfmt,clippy >&2 || true
    elif debian_root; then
      rust_from_debian || return 0
    fi
    rust_ready || { miss "Rust $rust_channel with $wasm_target, rustfmt and clippy is missing: $rust_help"; return 0; }
  fi
  ready "rust: $(rustc -V), $wasm_target"
}

rust_help="run rustup toolchain install $rust_channel --target $wasm_target --component rustfmt,clippy"
if command -v rustup >/dev/null; then rust_toolchain; else miss "Rust is missing: install rustup from https://rustup.rs"; fi
has cc gcc libc6-dev -- "a C linker is missing (cc): install one, e.g. apt install gcc libc6-dev" || true
source tools/setup/node.sh
if node_ready; then tools/npm-ci.sh tools/binaryen; fi
