#!/usr/bin/env bash
# The contract on the local chain (make localnet, or make play) by mxpy.
# `make play` writes the funded wallets: alice is the owner, bob a player, WALLET=… another player.
PROXY=${PROXY:-http://127.0.0.1:8085}
CHAIN=${CHAIN:-chain}
NETWORK=local
wallets=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/target/wallets
OWNER=${OWNER:-$wallets/alice.pem}
PLAYER=${PLAYER:-$wallets/bob.pem}

source "$(dirname "${BASH_SOURCE[0]}")/snippets.sh"
[[ ${BASH_SOURCE[0]} != "$0" ]] || main "$@"
