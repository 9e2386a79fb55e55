# The framework's sc-meta, for its reproducible build (some minutes).
if [[ ! -x target/tools/bin/sc-meta ]]; then
  say "compiling sc-meta"
  cargo install --quiet --locked --root target/tools --version 0.66.2 multiversx-sc-meta || miss "sc-meta 0.66.2 could not be compiled"
fi
[[ -n $quiet ]] || ready "sc-meta: $(target/tools/bin/sc-meta --version)"
