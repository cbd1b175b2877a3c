"""Files of networks: the weights of a game's learned evaluation, for some numbers of players.

The first line names the format, the second is JSON: the game, the version of the inputs, the shapes of the
weights for each number of players, where they come from, and the hash of the rest. The rest is the weights
themselves as 16-bit floats, little-endian, one network after another.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kabuto.folders import whole
from kabuto.table.errors import BadOption
from kabuto.table.text import WORDS

FORMAT = b"kabuto network 1"
Weights = Sequence[NDArray[Any]]


@dataclass(frozen=True)
class NetworkFiles:
    """How a game keeps its networks; whatever is wrong with a file is a ``BadOption`` that names it."""

    game: str
    inputs: int
    """The version of what networks are shown."""
    shapes: Callable[[int], Iterable[tuple[int, ...]]]
    """Number of players → the shapes of the weights."""
    players: Sequence[int]
    """The numbers of players there can be networks for."""

    def write(self, file: Path, networks: Mapping[int, Weights], provenance: Mapping[str, Any]) -> None:
        """Write networks, number of players → weights, as a whole or not at all."""
        with np.errstate(over="ignore"):  # what is too large for 16 bits is infinite then
            parts = [np.asarray(part, "<f2") for _, network in sorted(networks.items()) for part in network]
        if not all(np.isfinite(part).all() for part in parts):
            raise _bad(file, "not_finite")
        body = b"".join(part.tobytes() for part in parts)
        head = {
            "game": self.game,
            "inputs": self.inputs,
            "shapes": {str(players): [*self.shapes(players)] for players in sorted(networks)},
            "sha256": sha256(body).hexdigest(),
            "provenance": provenance,
        }
        with whole(file) as fresh:
            fresh.write_bytes(FORMAT + f"\n{json.dumps(head)}\n".encode() + body)

    def read(self, file: Path) -> dict[int, list[NDArray[Any]]]:
        """Number of players → weights."""
        head, body = _open(file)
        if head.get("game") != self.game:
            raise _bad(file, "other_game", given=str(head.get("game"))[:40], game=self.game.capitalize())
        if head.get("inputs") != self.inputs or head.get("shapes") != self._known_shapes(head):
            raise _bad(file, "other_version")
        if sha256(body).hexdigest() != head.get("sha256"):
            raise _bad(file, "damaged")
        found = {int(players): [*self.shapes(int(players))] for players in head["shapes"]}
        if len(body) != 2 * sum(prod(shape) for shapes in found.values() for shape in shapes):
            raise _bad(file, "no_network")
        numbers = np.frombuffer(body, "<f2").astype(np.float32)
        if not np.isfinite(numbers).all():
            raise _bad(file, "not_finite")
        networks: dict[int, list[NDArray[Any]]] = {}
        for players, shapes in found.items():
            networks[players] = []
            for shape in shapes:
                networks[players].append(np.ascontiguousarray(numbers[: prod(shape)].reshape(shape)))
                numbers = numbers[prod(shape) :]
        return networks

    def _known_shapes(self, head: Mapping[str, Any]) -> Any:
        """The shapes that this version reads, in the form of the file."""
        given = head.get("shapes")
        known = [each for each in self.players if isinstance(given, dict) and str(each) in given]
        return json.loads(json.dumps({str(each): [*self.shapes(each)] for each in known})) or None


def _open(file: Path) -> tuple[dict[str, Any], bytes]:
    """The head and the body of a file."""
    try:
        name, head, body = file.read_bytes().split(b"\n", 2)
        found = json.loads(head) if name == FORMAT else None
    except OSError as error:
        raise _bad(file, "missing", fault=error.strerror or "") from None
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise _bad(file, "no_network")
    return found, body


def _bad(file: Path, why: str, **told: str) -> BadOption:
    return BadOption(WORDS.say(f"network_{why}", file=str(file), **told), "network")
