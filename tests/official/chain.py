"""The official chain simulator as one process, with blocks made by a clock."""

import base64
import json
import pathlib
import random
import subprocess
import threading
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).parents[2]
HOME = ROOT / "target/official"
# of the package that contracts are built with
WASM_AS = ROOT / "tools/binaryen/node_modules/.bin/wasm-as"
PROGRAM = ROOT / "tests/official/node_modules/program/bin/fsproxy"


class Gateway:
    """A chain's gateway, which speaks HTTP."""

    def __init__(self, url: str):
        self.url = url

    def get(self, path: str):
        return self.ask(path, None, 60)

    def post(self, path: str, body=None, seconds: int = 60):
        return self.ask(path, json.dumps({} if body is None else body).encode(), seconds)

    def ask(self, path: str, body, seconds: int):
        request = urllib.request.Request(self.url + path, body, {"content-type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=seconds) as answer:
                answer = json.load(answer)
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {error.read().decode()}") from None
        return answer["data"]

    def view(self, contract: str, function: str, *arguments: str) -> list[bytes]:
        """A view's answer; the arguments are hexadecimal."""
        asked = {"scAddress": contract, "funcName": function, "args": list(arguments)}
        answer = self.post("/vm-values/query", asked)["data"]
        if answer["returnCode"] != "ok":
            raise RuntimeError(f"{function}: {answer['returnMessage']}")
        return [base64.b64decode(value or "") for value in answer["returnData"] or []]

    def now(self) -> int:
        """The time of the last block, in seconds."""
        return int(self.get("/network/status/1")["status"]["erd_block_timestamp"])

    def balance(self, address: str, token: str = "") -> int:
        if token:
            return int(self.get(f"/address/{address}/esdt/{token}")["tokenData"]["balance"])
        return int(self.get(f"/address/{address}/balance")["balance"])


class Chain(Gateway):
    """Three shards and the metachain, from epoch 2 on, whose contracts may use Barnard's hooks."""

    # all that this program has started
    processes: list[subprocess.Popen] = []

    def __init__(self, log: pathlib.Path, round_seconds: int = 6, rest: float = 0, in_time: bool = False):
        """`rest`: the pause after a block, in the time that the block took. `in_time`: no block before its time comes."""
        # the simulator's observers take ports from 32768 on
        super().__init__(f"http://127.0.0.1:{random.randint(20000, 32000)}")
        overrides = "./config/nodeOverrideDefault.toml,./config/nodeOverride.toml"
        options = ["--skip-configs-download", "--bypass-txs-signature=false", "--disable-ansi-color", "--node-override-config", overrides]
        options += ["--round-duration", str(round_seconds * 1000)]
        self.round_seconds, self.rest, self.in_time = round_seconds, rest, in_time
        with log.open("w") as output:
            self.process = subprocess.Popen(
                [PROGRAM, "--server-port", self.url.rsplit(":")[-1], *options], cwd=HOME, stdout=output, stderr=output
            )
        self.processes.append(self.process)
        self.blocks = threading.Lock()
        self.stopping = threading.Event()
        self.broken = None

    def start(self) -> None:
        for _ in range(600):
            if self.process.poll() is not None:
                raise RuntimeError("the simulator ended at its start")
            try:
                self.get("/network/config")
                break
            except (OSError, RuntimeError):
                time.sleep(0.1)
        else:
            raise RuntimeError("the simulator doesn't answer")
        for _ in range(2):
            self.post("/simulator/force-epoch-change")
            self.post("/simulator/generate-blocks/3")
        self.clock = threading.Thread(target=self.tick)
        self.clock.start()

    def tick(self) -> None:
        """Makes a block in each shard, again and again, until the chain stops."""
        while not self.stopping.is_set():
            with self.blocks:
                start, early = time.monotonic(), 0
                try:
                    self.post("/simulator/generate-blocks/1")
                    early = self.in_time and self.now() - time.time()
                except (OSError, RuntimeError) as error:
                    self.broken = self.broken or error
                    time.sleep(0.5)
                took = time.monotonic() - start
            time.sleep(max(0.01 + self.rest * took, early))

    def advance(self, epochs: int) -> None:
        with self.blocks:
            for _ in range(epochs):
                self.post("/simulator/force-epoch-change")
                self.post("/simulator/generate-blocks/3")

    def until(self, moment: int) -> None:
        """Makes blocks until this time, in seconds."""
        with self.blocks:
            while (left := moment - self.now()) > 0:
                self.post(f"/simulator/generate-blocks/{min(10, -(-left // self.round_seconds))}")

    def stop(self) -> None:
        self.stopping.set()
        if self.process.poll() is None:
            if hasattr(self, "clock"):
                self.clock.join(60)
            self.process.terminate()
        self.process.wait()
