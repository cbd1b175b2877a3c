"""The tiny game of the tests and players of their own, known in these tests alone."""

import pytest

from kabuto.table import manifests
from tests.support.tiny import Kites

from .entrants import OWN


@pytest.fixture
def tiny_game(own_registry: None) -> None:
    """Kites can be played, by all players of ``entrants.py``."""
    manifests.add(manifests.GameManifest(game=Kites, players=OWN))
