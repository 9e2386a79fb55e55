# Go in the version of tools/vm-go/go.mod, and the C compiler that links the production VM's library.
go_needed=$(sed -n 's/^go //p' tools/vm-go/go.mod)
go_help="install Go $go_needed or later from https://go.dev/doc/install"

# Checks that version $1 is at least $2.
at_least() { [[ $(printf '%s\n' "$1" "$2" | sort -V | head -1) = "$2" ]]; }

# The version in use for vm-go; a Go that may download newer ones does so here.
go_version() { (cd tools/vm-go && go env GOVERSION 2>/dev/null | sed 's/^go//'); }

if ! command -v go >/dev/null && debian_root; then
  apt-get update -qq
  go_offered=$(apt-cache policy golang-go | sed -n 's/^ *Candidate: *\([0-9]*:\)\{0,1\}\([0-9.]*\).*/\2/p')
  at_least "${go_offered:-0}" "$go_needed" || { miss "Debian's Go is ${go_offered:-missing}: $go_help"; return 0; }
  debian_install golang-go
fi
has "${CC:-gcc}" gcc libc6-dev -- "a C compiler is missing (${CC:-gcc}): install it, e.g. apt install gcc libc6-dev, or set CC" || true
command -v go >/dev/null || { miss "Go is missing: $go_help"; return 0; }
at_least "$(go_version)" "$go_needed" || { miss "$(go version) is too old for vm-go: $go_help"; return 0; }
ready "go: $(go_version)"
