"""The file of the learned evaluation: networks for two, three and four players.

The first line names the format, the second is JSON: the game, the version of the inputs, the shapes of the
weights for each number of players, where they come from, and the hash of the rest. The rest is the weights
themselves as 16-bit floats, little-endian, one network after another.
"""

import json
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from kabuto.folders import whole
from kabuto.samurai.players.learned.features import VERSION
from kabuto.samurai.players.learned.network import Network, shapes
from kabuto.samurai.sentences import WORDS
from kabuto.table import BadOption

FORMAT = "kabuto network 1"
GAME = "samurai"
SHIPPED = Path(__file__).with_name("networks.bin")
"""The networks that come with the package."""


def write(file: Path, networks: Mapping[int, Network], provenance: Mapping[str, Any]) -> None:
    """Write networks, number of players → network, as a whole or not at all.

    Raises ``BadOption`` if a weight is no finite number.
    """
    with np.errstate(over="ignore"):  # what is too large for 16 bits is infinite then
        parts = [np.asarray(part, "<f2") for _, network in sorted(networks.items()) for part in network]
    if not all(np.isfinite(part).all() for part in parts):
        raise _bad(file, "not_finite")
    body = b"".join(part.tobytes() for part in parts)
    head = {
        "game": GAME,
        "inputs": VERSION,
        "shapes": {str(players): shapes(players) for players in sorted(networks)},
        "sha256": sha256(body).hexdigest(),
        "provenance": provenance,
    }
    with whole(file) as fresh:
        fresh.write_bytes(f"{FORMAT}\n{json.dumps(head)}\n".encode() + body)


def read(file: Path) -> dict[int, Network]:
    """Number of players → network; ``BadOption`` if the file is not what it should be."""
    head, body = _open(file)
    if head.get("game") != GAME:
        raise _bad(file, "other_game", str(head.get("game")))
    if head.get("inputs") != VERSION or head.get("shapes") != _shapes(head):
        raise _bad(file, "other_version")
    if sha256(body).hexdigest() != head.get("sha256"):
        raise _bad(file, "damaged")
    players_known = [*map(int, head["shapes"])]
    size = sum(prod(shape) for players in players_known for shape in shapes(players))
    if len(body) != 2 * size:
        raise _bad(file, "no_network")
    numbers, networks = np.frombuffer(body, "<f2").astype(np.float32), {}
    if not np.isfinite(numbers).all():
        raise _bad(file, "not_finite")
    for players in players_known:
        parts = []
        for shape in shapes(players):
            parts.append(np.ascontiguousarray(numbers[: prod(shape)].reshape(shape)))
            numbers = numbers[prod(shape) :]
        networks[players] = Network(*parts)
    return networks


@cache
def shipped() -> dict[int, Network]:
    """The networks that come with the package."""
    return read(SHIPPED)


def _open(file: Path) -> tuple[dict[str, Any], bytes]:
    """The head and the body of a file."""
    try:
        name, head, body = file.read_bytes().split(b"\n", 2)
        found = json.loads(head) if name == FORMAT.encode() else None
    except OSError as error:
        raise _bad(file, "missing", error.strerror or "") from None
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise _bad(file, "no_network")
    return found, body


def _shapes(head: Mapping[str, Any]) -> Any:
    """The shapes that this version reads, in the form of the file."""
    known = head.get("shapes")
    players = [each for each in ("2", "3", "4") if isinstance(known, dict) and each in known]
    return json.loads(json.dumps({each: shapes(int(each)) for each in players})) or None


def _bad(file: Path, why: str, detail: str = "") -> BadOption:
    return BadOption(WORDS.say(f"network_{why}", file=str(file), detail=detail), "network")
