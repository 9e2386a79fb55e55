#!/usr/bin/env bash
# rustc as cargo calls it for a contract's wasm, so that the code doesn't depend on where the sources lie.
#
# Cargo hashes the folder of a path dependency into its crate's identity (-C metadata), from which
# rustc makes symbols, and by these it sorts functions. Here the package's name and version take the
# folder's place, and file names begin at the project's folder or at cargo's registry.
set -euo pipefail
rustc=$1
shift
args=()
for arg in "$@"; do
  if [[ $arg = metadata=* && ${CARGO_MANIFEST_DIR:-} = "$CONTRACTS_ROOT"* && $CARGO_MANIFEST_DIR != */registry/src/* ]]; then
    arg=metadata=$CARGO_PKG_NAME-$CARGO_PKG_VERSION
  fi
  args+=("$arg")
done
exec "$rustc" "${args[@]}" --remap-path-prefix "$CONTRACTS_ROOT=." \
  --remap-path-prefix "${CARGO_HOME:-$HOME/.cargo}/registry/src=registry"
