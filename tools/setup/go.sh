# Go as tools/vm-go/go.mod asks for, and the C compiler that the production VM's library is linked with.
go_needed=$(sed -n 's/^go //p' tools/vm-go/go.mod)

# Is version $1 at least $2?
at_least() { [[ $(printf '%s\n' "$1" "$2" | sort -V | head -1) = "$2" ]]; }

# The version in use for vm-go; a Go that may download newer ones does so here.
go_version() { (cd tools/vm-go && go env GOVERSION 2>/dev/null | sed 's/^go//'); }

go_ready() { command -v go >/dev/null && at_least "$(go_version)" "$go_needed"; }

if ! go_ready; then
  go_help="install Go $go_needed or later from https://go.dev/doc/install, then run this again"
  if command -v go >/dev/null; then stop "$(go version) is too old for vm-go: $go_help"; fi
  debian_root || stop "Go is missing: $go_help"
  apt-get update -qq
  go_offered=$(apt-cache policy golang-go | sed -n 's/^ *Candidate: *\([0-9]*:\)\{0,1\}\([0-9.]*\).*/\2/p')
  at_least "${go_offered:-0}" "$go_needed" || stop "Debian's Go is ${go_offered:-missing}: $go_help"
  apt golang-go
  go_ready || stop "Go is still not ready: $go_help"
fi

if ! command -v "$(go env CC)" >/dev/null; then
  debian_root || stop "the C compiler $(go env CC) is missing: install gcc, e.g. apt install gcc libc6-dev"
  apt gcc libc6-dev
fi
say "go: $(go_version), $(go env CC)"
