#!/usr/bin/env bash
# The contract on devnet by mxpy. OWNER and PLAYER name the wallets' PEM files; EGLD
# for devnet comes from https://devnet-wallet.multiversx.com/faucet.
PROXY=${PROXY:-https://devnet-gateway.multiversx.com}
CHAIN=${CHAIN:-D}
NETWORK=devnet
OWNER=${OWNER:-owner.pem}
PLAYER=${PLAYER:-player.pem}

source "$(dirname "${BASH_SOURCE[0]}")/snippets.sh"
[[ ${BASH_SOURCE[0]} != "$0" ]] || main "$@"
