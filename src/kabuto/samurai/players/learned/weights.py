"""The file of the learned evaluation: networks for two, three and four players."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from kabuto.samurai.players.learned.features import VERSION
from kabuto.samurai.players.learned.network import Network, shapes
from kabuto.table.numbers.network_files import NetworkFiles

FILES = NetworkFiles("samurai", VERSION, shapes, (2, 3, 4))
SHIPPED = Path(__file__).with_name("networks.bin")
"""The networks that come with the package."""


def write(file: Path, networks: Mapping[int, Network], provenance: Mapping[str, Any]) -> None:
    """Write networks, number of players → network, as a whole or not at all."""
    FILES.write(file, networks, provenance)


def read(file: Path) -> dict[int, Network]:
    """Number of players → network; ``BadOption`` if the file is not what it should be."""
    return {players: Network(*parts) for players, parts in FILES.read(file).items()}


@cache
def shipped() -> dict[int, Network]:
    """The networks that come with the package."""
    return read(SHIPPED)
