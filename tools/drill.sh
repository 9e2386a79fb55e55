#!/usr/bin/env bash
# Plays the runbook of docs/operations.md on a local chain: causes each trouble, then runs the commands
# of its entry and shows the operator's view.
#
#   tools/drill.sh [ENTRY…]        (without a name: all, in the order of the document)
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD

work=$(mktemp -d)
ETC=$work/etc STATE=$work/state PAGES=$work/pages
mkdir -p "$ETC" "$STATE" "$PAGES"/{previous,bad}
running=()
end() { # what this script started, and nothing else
  [[ -z ${relay_pid:-} ]] || kill "$relay_pid" 2>/dev/null || true
  for pid in "${running[@]}"; do kill "$pid" 2>/dev/null || true; done
  rm -rf "$work"
}
trap end EXIT

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
port=$(free_port) nats_port=$(free_port)
RELAY=http://127.0.0.1:$port
relay_log=$work/relay.log
extra=()

# The system's commands, for the processes of this script.
systemctl() {
  case "$*" in
    "start relay")
      local store=(--store "$STATE/games.redb")
      [[ ${#extra[@]} -eq 0 ]] || store=()
      : >"$relay_log"
      "$root/target/debug/relay" --config "$ETC/relay.toml" "${store[@]}" "${extra[@]}" --port "$port" \
        --wallet "$ETC/wallet.pem" 2>"$relay_log" &
      relay_pid=$!
      ;;
    "stop relay") kill "$relay_pid" 2>/dev/null || true; wait "$relay_pid" 2>/dev/null || true ;;
    "restart relay") systemctl stop relay; systemctl start relay ;;
    "start nats-server")
      PATH=$PATH:/usr/sbin nats-server --addr 127.0.0.1 --port "$nats_port" --jetstream --store_dir "$work/nats" >/dev/null 2>&1 &
      nats_pid=$!
      running+=("$nats_pid")
      ;;
    *) echo "drill: no systemctl $*" >&2; return 1 ;;
  esac
}
journalctl() { cat "$relay_log"; }
chess() { "$root/target/debug/chess-interaction" --gateway "$GATEWAY" --state "$work/state.toml" --yes "$@"; }
until_ready() { until command curl -fsS "$RELAY/ready" >/dev/null 2>&1; do sleep 0.2; done; }
until_trouble() { until command curl -sS "$RELAY$1" 2>/dev/null | grep -q "$2"; do sleep 0.2; done; }

# pem NAME SEED: a wallet without EGLD, $WALLET its address
pem() {
  WALLET=$("$root/target/venv/bin/python" - "$ETC/$1" "$2" <<'PY'
import pathlib, sys
from multiversx_sdk import UserPEM, UserSecretKey
key = UserSecretKey(bytes([int(sys.argv[2])] * 32))
address = key.generate_public_key().to_address("erd").to_bech32()
UserPEM(address, key).save(pathlib.Path(sys.argv[1]))
print(address)
PY
  )
  chmod 600 "$ETC/$1"
}

configure() { # the relay's configuration, with further lines
  printf '%s\n' "gateway = \"$GATEWAY\"" "contract = [\"$CONTRACT\"]" "$@" >"$ETC/relay.toml"
}

# The troubles, by the names of their entries.
cause() {
  case $1 in
    relay-dead) kill -9 "$relay_pid" ;;
    wallet-empty) pem wallet.pem 41; systemctl restart relay; until_trouble /health 'wallet is empty' ;;
    key-lost) pem new.pem 42; mv "$ETC/new.pem" "$work/new.pem"; chess chain fund "$WALLET" 1 >/dev/null ;;
    budget-full)
      configure 'max-day-fees = "0.0000001"'
      systemctl restart relay
      until_trouble /health 'budget ends is used up'
      ;;
    gateway-lost)
      GATEWAY=http://127.0.0.1:9 configure
      systemctl restart relay
      until_trouble /ready 'the chain'
      ;;
    nats-lost)
      systemctl start nats-server
      until (: <"/dev/tcp/127.0.0.1/$nats_port") 2>/dev/null; do sleep 0.1; done
      extra=(--nats "nats://127.0.0.1:$nats_port")
      systemctl restart relay
      until_ready
      kill -9 "$nats_pid"
      until_trouble /ready NATS
      ;;
    store-lost)
      extra=()
      systemctl restart relay
      until_ready
      systemctl stop relay
      cp "$STATE/games.redb" "$STATE/backup.redb"
      head -c 4096 /dev/zero >"$STATE/games.redb"
      systemctl start relay
      wait "$relay_pid" || cat "$relay_log"
      ;;
    page-bad)
      echo good >"$PAGES/previous/index.html"
      echo bad >"$PAGES/bad/index.html"
      ln -sfn "$PAGES/bad" "$PAGES/current"
      ;;
    contract-fault) ;;
    *) echo "drill: nothing causes $1" >&2; return 1 ;;
  esac
}

# block NAME: the commands of an entry in the document
block() { sed -n "/^\`\`\`sh $1\$/,/^\`\`\`\$/{/^\`\`\`/d;p}" "$root/docs/operations.md"; }

"$root/target/debug/localnet" --port 0 --block-time 600 >"$work/chain.log" 2>&1 &
running+=($!)
until GATEWAY=$(grep -om1 'http://[0-9.:]*' "$work/chain.log"); do sleep 0.1; done
chess deploy >/dev/null
chess set-wager 0.05 >/dev/null
chess unpause >/dev/null
CONTRACT=$(grep -om1 'erd1qqq[a-z0-9]*' "$work/state.toml")
pem wallet.pem 40
chess chain fund "$WALLET" 1 >/dev/null
configure
systemctl start relay
until_ready

entries=("$@")
[[ ${#entries[@]} -gt 0 ]] || mapfile -t entries < <(sed -n 's/^```sh \(.\+\)$/\1/p' "$root/docs/operations.md")
begun=$SECONDS
cd "$work"
for entry in "${entries[@]}"; do
  commands=$(block "$entry")
  [[ -n $commands ]] || { echo "drill: docs/operations.md has no entry $entry" >&2; exit 2; }
  printf '\n== %s\n' "$entry"
  cause "$entry"
  while IFS= read -r line; do
    printf '$ %s\n' "$line"
    eval "$line" 2>&1
  done <<<"$commands"
done
printf '\nThe drill took %s s: %s entries.\n' $((SECONDS - begun)) ${#entries[@]}
