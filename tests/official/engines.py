"""Both engines' contracts by mxpy, as on the local chain."""

import subprocess
import sys

from chain import ROOT
from world import MXPY, World


def games(world: World) -> None:
    subprocess.run([sys.executable, ROOT / "contracts/minichess/tests/mxpy_game.py", world.chain.url, MXPY], check=True)
