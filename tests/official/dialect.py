"""The same transactions and requests at the official simulator and at the local chain, compared field by field."""

import base64
import json
import pathlib
import re
import subprocess
import tempfile
import urllib.error
import urllib.request

from multiversx_sdk import Address, AddressComputer, Transaction, TransactionComputer, UserPEM

from chain import ROOT, WASM_AS, Gateway
from world import World, contains, expect

CASES = json.loads((ROOT / "tests/official/dialect.json").read_text())
README = " ".join((ROOT / "crates/localnet/README.md").read_text().split())
MANAGER = "erd1qqqqqqqqqqqqqqqpqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqzllls8a5w6u"
ZERO = Address(bytes(32), "erd").to_bech32()
WALLETS = {"alice": 1, "bob": 0, "carol": 2, "dave": 1, "erin": 1}
# dave has less than any fee, erin has a fee and little more
FUNDS = {"dave": 1_000, "erin": 60_000_000_000_000}
# results of the virtual machine's gas, which differs by less than 1%
NEAR = ("gasUsed", "fee")


class Local(Gateway):
    """The local chain, which makes a block for each transaction."""

    def __init__(self):
        command = [ROOT / "target/debug/localnet", "--block-time", "0", "--round-time", "6000", "--port", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        super().__init__(re.search(r"http://[\d.:]+", self.process.stdout.readline())[0])

    def until(self, moment: int) -> None:
        """Sets the clock forward to this time, in seconds."""
        self.post(f"/simulator/increase-time/{max(0, moment - self.now()) * 1000}")
        self.post("/simulator/generate-blocks/1")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def answer(chain: Gateway, method: str, path: str, body: str | None) -> tuple[int, dict]:
    """Status and body of a request, even of a refused one."""
    data = None if body is None else body.encode()
    request = urllib.request.Request(chain.url + path, data, {"content-type": "application/json"}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as reply:
            return reply.status, json.load(reply)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


class Side:
    """One of the chains, with the contracts and tokens that the steps have made there."""

    def __init__(self, world: World, chain: Gateway):
        self.world, self.chain = world, chain
        self.names = {"zero": ZERO, "manager": MANAGER, **{name: world.addresses[name] for name in WALLETS}}
        alice = Address.new_from_bech32(self.names["alice"])
        self.names["unknown"] = AddressComputer(3).compute_contract_address(alice, 10**6).to_bech32()
        self.tokens: list[str] = []

    def text(self, data: str) -> str:
        """With names filled in: {alice} and {token} in hexadecimal, {alice.erd} as written, {x.wasm} and {x.wat} as code."""

        def fill(found: re.Match) -> str:
            name, _, form = found[1].partition(".")
            if form == "wasm":
                return (ROOT / f"output/{name}.wasm").read_bytes().hex()
            if form == "wat":
                text = ROOT / f"crates/localnet/tests/common/{name}.wat"
                return subprocess.run([WASM_AS, text, "-o", "-"], check=True, capture_output=True).stdout.hex()
            if name == "token":
                return self.tokens[-1] if form else self.tokens[-1].encode().hex()
            return self.names[name] if form else Address.new_from_bech32(self.names[name]).to_hex()

        return re.sub(r"\{([\w.-]+)\}", fill, data)

    def send(self, step: dict) -> dict:
        """The gateway's answer to a transaction."""
        sender = step.get("from", "alice")
        key, signer = (UserPEM.from_file(self.world.folder / f"{name}.pem") for name in (sender, step.get("signer", sender)))
        nonce = self.chain.get(f"/address/{self.names[sender]}/nonce")["nonce"]
        tx = Transaction(
            key.public_key.to_address("erd"),
            Address.new_from_bech32(self.names[step["to"]]),
            step["gas"],
            step.get("chain", "chain"),
            nonce=nonce + step.get("ahead", 0),
            value=int(step.get("value", 0)),
            gas_price=step.get("price", 10**9),
            data=bytes.fromhex(step["dataHex"]) if "dataHex" in step else self.text(step.get("data", "")).encode(),
            version=2,
        )
        tx.signature = signer.secret_key.sign(TransactionComputer().compute_bytes_for_signing(tx))
        if "as" in step:
            made = AddressComputer(3).compute_contract_address(tx.sender, nonce)
            self.names[step["as"]] = made.to_bech32()
        _, reply = answer(self.chain, "POST", "/transaction/send", json.dumps(tx.to_dictionary() | step.get("set", {})))
        if reply["data"] is None:
            return {"error": reply["error"]}
        hash = reply["data"]["txHash"]
        self.world.wait(f"end of {step['step']}", lambda: self.ended(hash))
        if step.get("data", "").startswith("issue@") and self.ended(hash)["status"] == "success":
            text = json.dumps(self.chain.get(f"/transaction/{hash}?withResults=true"))
            self.tokens.append(bytes.fromhex(re.search(b"WAGER-".hex() + "[0-9a-f]{12}", text)[0]).decode())
        return {"hash": hash}

    def ended(self, hash: str):
        """How a transaction has ended, once it has."""
        # the simulator doesn't find one that has just come
        told = answer(self.chain, "GET", f"/transaction/{hash}/process-status", None)[1]["data"]
        return told if told and told["status"] not in ("pending", "unknown") else None

    def seen(self, reply: dict) -> dict:
        """All effects of a transaction."""
        if "hash" not in reply:
            return reply
        told = self.ended(reply["hash"])
        tx = self.chain.get(f"/transaction/{reply['hash']}?withResults=true")["transaction"]
        found = {f"process-{field}": told.get(field, "") for field in ("status", "reason")}
        found |= {field: tx.get(field) for field in ("type", "status", "operation", "function", "gasUsed", "fee")}
        found |= {f"processingTypeOn{side}": tx.get(f"processingTypeOn{side}") for side in ("Source", "Destination")}
        found["receipt"] = tx.get("receipt", {}).get("data")
        found["events"] = self.events(tx)
        results = [self.result(result) for result in tx.get("smartContractResults", [])]
        found["results"] = sorted(results, key=json.dumps)
        return self.neutral(found)

    def result(self, result: dict) -> dict:
        told = {field: result.get(field, "") for field in ("sender", "receiver", "data", "value", "returnMessage", "callType")}
        if told["data"].startswith("@6f6b") or told["data"] == "":
            # the rest of the gas, or the rewards
            del told["value"]
        return told | {"events": self.events(result)}

    def events(self, of: dict) -> list:
        found = []
        for event in (of.get("logs") or {}).get("events") or []:
            name = event["identifier"]
            # the ended transaction has another hash on each chain
            topics = [] if name == "completedTxEvent" else [self.plain(topic) for topic in event["topics"] or []]
            if name == "ClaimDeveloperRewards":
                topics[0] = "rewards"
            found.append([name, event["address"], topics, self.plain(event["data"])])
        return sorted(found, key=json.dumps)

    def plain(self, value: str | None) -> str:
        raw = base64.b64decode(value or "")
        if len(raw) == 32:
            return Address(raw, "erd").to_bech32()
        return re.sub(r"gas (provided|used) = \d+", r"gas \1", raw.decode(errors="backslashreplace"))

    def neutral(self, found):
        """With names instead of addresses and of each chain's own token."""
        # without the identifiers of calls at the end of promises' data
        text = re.sub(r"(@[0-9a-f]{64}){2,3}@[0-9a-f]{2,16}(?=[\"\\])", "", json.dumps(found, ensure_ascii=False))
        names = {address: name for name, address in self.names.items()}
        names |= {Address.new_from_bech32(address).to_hex(): name for address, name in names.items()}
        for index, token in enumerate(self.tokens):
            names |= {token: f"token{index}", token.encode().hex(): f"token{index}"}
        for written, name in names.items():
            text = text.replace(written, "{" + name + "}")
        return json.loads(text)


class Pair:
    """Both chains, and their answers to the same steps."""

    def __init__(self, world: World, local: Gateway):
        self.world = world
        # those that no row of the README names
        self.differences: list[str] = []
        for name, shard in WALLETS.items():
            address = world.wallet(name, shard)
            for chain in (world.chain, local):
                chain.post("/simulator/set-state", [{"address": address, "balance": str(FUNDS.get(name, 100 * 10**18))}])
        self.sides = [Side(world, chain) for chain in (world.chain, local)]

    def blocks(self, count: int) -> None:
        def nonce() -> int:
            return self.world.chain.get("/network/status/4294967295")["status"]["erd_nonce"]

        end = nonce() + count
        self.world.wait("blocks", lambda: nonce() >= end)

    def transactions(self) -> None:
        """Sends each to both, and compares their effects in the end: answers to answers follow late."""
        sent = []
        for step in CASES["steps"]:
            sent.append((step, [side.send(step) for side in self.sides]))
            self.blocks(step.get("blocks", 0))
        self.blocks(6)
        for step, replies in sent:
            seen = [side.seen(reply) for side, reply in zip(self.sides, replies)]
            self.compare(step["step"], *seen, step.get("differs", {}))

    def request(self, case: dict) -> None:
        """Compares the answers to a request: all of a refusal; otherwise the values, or the fields and their kinds."""
        method, path = case["ask"].split(" ")
        seen = []
        for side in self.sides:
            body = case.get("body", "")
            body = None if method == "GET" else side.text(body if isinstance(body, str) else json.dumps(body))
            status, told = answer(side.chain, method, side.text(path), body)
            told = side.neutral(told)
            fields = values(told["data"]) if "values" in case else dict.fromkeys(kinds(told["data"], ""), True)
            seen.append({"status": status, "error": told["error"], "code": told["code"], **fields})
        # the local chain may have more fields
        local = {field: value for field, value in seen[1].items() if field in seen[0]}
        self.compare(case["ask"] + str(case.get("body", "")), seen[0], local, case.get("differs", {}))

    def compare(self, what: str, official: dict, local: dict, named: dict) -> None:
        found = {}
        for field in official.keys() | local.keys():
            theirs, ours = official.get(field), local.get(field)
            near = field in NEAR and theirs and ours and abs(int(ours) - int(theirs)) * 100 <= int(theirs)
            if ours != theirs and not near:
                found[field] = f"{apart(theirs, ours)} there, {apart(ours, theirs)} here"
        for reason, fields in named.items():
            contains("crates/localnet/README.md", README, CASES["named"][reason])
            alike = [field for field in found if re.fullmatch(fields, field)]
            begins = {side.get("error", "").partition(":")[0] for side in (official, local)}
            if reason == "words" and len(begins) > 1:
                # the fault must be named alike, if not its reason
                alike = []
            if not alike:
                self.differences.append(f"{what}: {fields}: {reason}: here and there alike")
            for field in alike:
                del found[field]
        self.differences += [f"{what}: {field}: {found[field]}" for field in sorted(found)]


def apart(one, other):
    """The items of the first list alone."""
    return [item for item in one if item not in other] if isinstance(one, list) and isinstance(other, list) else one


def values(data: dict) -> dict:
    """The values of an answer, without its block and the gas of a view that succeeded."""
    if isinstance(data.get("data"), dict):
        data = data["data"]
        unlike = ("outputAccounts", "gasRemaining") if data["returnCode"] == "ok" else ()
        return {field: value for field, value in data.items() if field not in unlike}
    return {"data": {field: value for field, value in data.items() if field != "blockInfo"}}


def kinds(value, at: str) -> list[str]:
    """The fields of an answer and their kinds: `.account.nonce int`."""
    if isinstance(value, dict):
        return [kind for name, field in value.items() for kind in kinds(field, f"{at}.{name}")]
    if isinstance(value, list):
        return [f"{at} list", *(kind for item in value for kind in kinds(item, f"{at}[]"))]
    return [f"{at} {type(value).__name__}"]


def locally(*stories) -> None:
    """Each story on a local chain, with a separate folder."""
    with Local() as chain, tempfile.TemporaryDirectory() as folder:
        for story in stories:
            story(World(chain, pathlib.Path(folder) / story.__name__))


def compared(world: World) -> None:
    with Local() as local:
        pair = Pair(world, local)
        pair.transactions()
        for case in CASES["requests"]:
            pair.request(case)
    expect("differences that the README doesn't name", "\n".join(pair.differences), "")
