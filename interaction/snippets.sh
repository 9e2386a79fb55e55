# The common part of devnet.snippets.sh and local.snippets.sh: a function for each of the contract's
# calls and views, with mxpy 12 (`tools/setup.sh python` installs it in target/venv).
#
#   interaction/local.snippets.sh deploy          one step
#   source interaction/local.snippets.sh; deploy  or several
#
# The network's script sets PROXY, CHAIN, NETWORK, OWNER and PLAYER (PEM files), which the
# environment may override.

interaction=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
repo=$(dirname "$interaction")
MXPY=${MXPY:-$repo/target/venv/bin/mxpy}
PYTHON=${PYTHON:-$repo/target/venv/bin/python}
OUTPUT=${OUTPUT:-$repo/output}
# the deployed contracts
ADDRESSES=${ADDRESSES:-$interaction/$NETWORK.addresses}
[[ ! -f $ADDRESSES ]] || source "$ADDRESSES"

stop() { echo "error: $*" >&2; return 1; }

# --- sending and querying

# send WALLET ARGUMENT…: sends a transaction with mxpy and waits. mxpy exits with 0 even if the contract
# refuses the call, so this checks its result; the contract's words go to standard error.
send() {
  local wallet=$1 result errors reason
  shift
  [[ -f $wallet ]] || { stop "no wallet $wallet: name a PEM file in OWNER or PLAYER"; return; }
  result=$(mktemp) errors=$(mktemp)
  if ! "$MXPY" "$@" --pem "$wallet" --proxy "$PROXY" --chain "$CHAIN" \
    --send --wait-result --timeout "${TIMEOUT:-120}" --outfile "$result" >/dev/null 2>"$errors"; then
    # the estimate of the gas shows if the contract would refuse the call
    reason=$(sed -n 's/.*Failed to estimate gas limit: \[user error: \(.*\)\]$/\1/p' "$errors")
    stop "${reason:-mxpy could not send it: $(tail -n 1 "$errors")}"
    rm -f "$result" "$errors"
    return 1
  fi
  rm -f "$errors"
  "$PYTHON" - "$result" <<'PYTHON'
import base64, json, sys

sent = json.load(open(sys.argv[1]))
done = sent["transactionOnNetwork"]
events = (done.get("logs") or {}).get("events", [])
refused = [event for event in events if event["identifier"] == "signalError"]
if refused:
    sys.exit("error: " + base64.b64decode(refused[0]["topics"][1]).decode())
if done["status"] not in ("success", "executed") or any(e["identifier"] == "internalVMErrors" for e in events):
    sys.exit(f"error: the transaction {sent['emittedTransactionHash']} failed")
print("transaction", sent["emittedTransactionHash"], "gas", done.get("gasUsed"))
if done.get("processingTypeOnDestination") == "SCDeployment":
    print("contract", sent["contractAddress"])
PYTHON
  local code=$?
  rm -f "$result"
  return $code
}

# call FUNCTION ARGUMENT…: an endpoint of the game's contract, by WALLET (PLAYER if it isn't set).
# The gas is the gateway's estimate and a margin for a state that changes before the call; the network
# keeps the rest of a limit of more than twice the need.
call() {
  local function=$1
  shift
  [[ -n ${CONTRACT:-} ]] || { stop "no contract on $NETWORK yet: deploy it"; return; }
  send "${WALLET:-$PLAYER}" contract call "$CONTRACT" --function "$function" --gas-limit-multiplier 1.4 "$@"
}

# query VIEW ARGUMENT…: a view, with mxpy's output of its results
query() {
  local view=$1
  shift
  [[ -n ${VIEWS:-} ]] || { stop "no view contract on $NETWORK yet: deploy it"; return; }
  "$MXPY" contract query "$VIEWS" --function "$view" --proxy "$PROXY" ${1:+--arguments "$@"}
}

# square NAME: 0 (a8) to 63 (h1) for a name such as e2; a number stays
square() {
  case $1 in
    [a-h][1-8]) echo $((8 * (8 - ${1:1}) + $(printf %d "'$1") - 97)) ;;
    *) echo "$1" ;;
  esac
}

# public_key ADDRESS: its 32 bytes in hex
public_key() { "$MXPY" wallet bech32 --decode "$1"; }

# promotion NAME: 1 to 4 for queen, rook, bishop, knight; a number stays
promotion() {
  case $1 in queen | q) echo 1 ;; rook | r) echo 2 ;; bishop | b) echo 3 ;; knight | n) echo 4 ;; *) echo "$1" ;; esac
}

# The arguments after a deployment's or an upgrade's code. Nobody can replace the code later, unless
# UPGRADEABLE=1. Most of the gas is for the transaction's data, so a small margin is enough.
code_options() {
  echo --gas-limit-multiplier 1.05
  [[ -n ${UPGRADEABLE:-} ]] || echo --metadata-not-upgradeable
}

# --- the owner's

# deploy [RULE]: both contracts; RULE is 0 forfeit (the default) or 1 reject
deploy() {
  local code="$OUTPUT/onchain-chess.wasm" said
  [[ -f $code ]] || { stop "no contracts in $OUTPUT: make build compiles them"; return; }
  said=$(send "$OWNER" contract deploy --bytecode "$code" $(code_options) ${1:+--arguments "$1"}) || return
  CONTRACT=$(awk '/^contract/ {print $2}' <<<"$said")
  deploy_views
}

# deploy_views: a view contract for the game's contract
deploy_views() {
  local code="$OUTPUT/onchain-chess-views.wasm" said
  said=$(send "$OWNER" contract deploy --bytecode "$code" $(code_options) --arguments "addr:$CONTRACT") || return
  VIEWS=$(awk '/^contract/ {print $2}' <<<"$said")
  printf 'CONTRACT=%s\nVIEWS=%s\n' "$CONTRACT" "$VIEWS" >"$ADDRESSES"
  echo "contract $CONTRACT"
  echo "views $VIEWS"
}

# upgrade: the game's contract; the framework's view contracts can't be upgraded, so a new one
# replaces it
upgrade() {
  local code="$OUTPUT/onchain-chess.wasm"
  [[ -n ${CONTRACT:-} ]] || { stop "no contract on $NETWORK yet: deploy it"; return; }
  send "$OWNER" contract upgrade "$CONTRACT" --bytecode "$code" $(code_options) && deploy_views
}

# setWager TOKEN AMOUNT: EGLD-000000 or an ESDT, the amount in its smallest unit
setWager() { WALLET=$OWNER call setWager --arguments "str:$1" "$2"; }
pause() { WALLET=$OWNER call pause; }
unpause() { WALLET=$OWNER call unpause; }

# --- the players'; WALLET=file chooses the player

# pay FUNCTION AMOUNT TOKEN ARGUMENT…: a call that pays, in EGLD if the token is empty
pay() {
  local function=$1 amount=$2 token=$3
  shift 3
  if [[ -n $token ]]; then
    call "$function" --token-transfers "$token" "$amount" ${1:+--arguments "$@"}
  else
    call "$function" --value "$amount" ${1:+--arguments "$@"}
  fi
}

# joinGame AMOUNT [TOKEN]: pays the wager, in EGLD if no token is named. KEY=0x… names a key for play
# by signature, here and below.
joinGame() { pay joinGame "$1" "${2:-}" ${KEY:+"$KEY"}; }
# challenge [OPPONENT SIDE BASE INCREMENT AMOUNT TOKEN]: OPPONENT is an address or anyone, SIDE is 0 (White),
# 1 (Black) or 2 (by lot), the clock in seconds (BASE 0: none), AMOUNT each player's payment. ROUNDS=10, up to
# 100, opens a match, which needs a KEY: AMOUNT is paid for all rounds. ENGINES=1 allows chess programs.
challenge() {
  local opponent=0x clock=0x
  [[ ${1:-anyone} = anyone ]] || opponent=0x01$(public_key "$1")
  [[ ${3:-0} = 0 ]] || clock=$(printf '0x01%08x%08x' "$3" "${4:-0}")
  pay challenge "${5:-0}" "${6:-}" "$opponent" "${2:-2}" "$clock" "${ROUNDS:-1}" "${ENGINES:-0}" \
    ${KEY:+"$KEY"}
}
# accept GAME [AMOUNT TOKEN]: pays the same stake
accept() { pay accept "${2:-0}" "${3:-}" "$1" ${KEY:+"$KEY"}; }
cancelChallenge() { call cancelChallenge --arguments "$1"; }
# play GAME MOVES WHITE BLACK [ROUND POINTS]: a game that was played by signature, in hex, 0x for nothing; for
# a match also a round, from 0, and the points before it
play() { call play --arguments "$1" "${5:-0}" "${6:-0}" "$2" "${3:-0x}" "${4:-0x}"; }
leaveQueue() { call leaveQueue; }
# makeMove GAME FROM TO [PROMOTION]: squares by name or number
makeMove() { call makeMove --arguments "$1" "$(square "$2")" "$(square "$3")" ${4:+"$(promotion "$4")"}; }
# makeMoveAndClaim GAME FROM TO [PROMOTION]: the same, with a claim of a draw
makeMoveAndClaim() { call makeMoveAndClaim --arguments "$1" "$(square "$2")" "$(square "$3")" ${4:+"$(promotion "$4")"}; }
draw() { call draw --arguments "$1"; }
claimDraw() { call claimDraw --arguments "$1"; }
callIllegalMove() { call callIllegalMove --arguments "$1"; }
signalInactivity() { call signalInactivity --arguments "$1"; }
resign() { call resign --arguments "$1"; }
withdraw() { call withdraw; }
reclaimWager() { call reclaimWager --arguments "$1"; }

# --- the views

# all views in the ABI; those below have arguments in another notation, or optional ones
for view in $(sed -n 's/^            "name": "\(get.*\|is.*\)",$/\1/p' "$OUTPUT"/onchain-chess-views.abi.json 2>/dev/null); do
  eval "$view() { query $view \"\$@\"; }"
done
getScore() { query getScore "addr:$1"; }
getCredit() { query getCredit "addr:$1"; }
getCredits() { query getCredits "addr:$1"; }
# getSurplus [TOKEN]
getSurplus() { query getSurplus "str:${1:-EGLD-000000}"; }
# getOpenChallenges [BEFORE COUNT]
getOpenChallenges() { query getOpenChallenges "${1:-0}" "${2:-100}"; }
# getSnapshot GAME [KNOWN_PLIES]
getSnapshot() { query getSnapshot "$1" "${2:-0}"; }
# getPlayerGames PLAYER [BEFORE COUNT]
getPlayerGames() { query getPlayerGames "addr:$1" "${2:-0}" "${3:-20}"; }
getOngoingGames() { query getOngoingGames "addr:$1" "${2:-0}" "${3:-20}"; }

# main FUNCTION ARGUMENT…: the scripts' action when they are run, not sourced
main() {
  if [[ $# -eq 0 || $(type -t "$1") != function ]]; then
    echo "usage: $0 FUNCTION [ARGUMENT]…, one of" >&2
    compgen -A function | grep -vxE 'stop|send|call|pay|query|square|public_key|promotion|code_options|deploy_views|main' | column -c 100 >&2
    return 2
  fi
  [[ -x $MXPY ]] || { stop "mxpy is missing: run tools/setup.sh python, or name it in MXPY"; return; }
  "$@"
}
