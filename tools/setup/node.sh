# Node with npm, for everything that is checked or built in JavaScript; lock files pin each part's packages.
node_ready() { command -v npm >/dev/null && [[ $(node -p 'process.versions.node.split(".")[0]' 2>/dev/null) -ge 20 ]]; }
if ! node_ready && debian_root; then debian_install nodejs npm; fi
node_ready || { miss "Node 20 or later with npm is missing: install it from https://nodejs.org or your system's packages"; return 0; }
[[ -n $quiet ]] || ready "node: $(node --version), npm $(npm --version)"
