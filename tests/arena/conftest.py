"""The tiny game of the tests and players of their own, known in these tests alone."""

import pytest

from kabuto import players
from kabuto.table import registry
from tiny import Kites

from .entrants import OWN


@pytest.fixture
def tiny_game(own_registry: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kites can be played, by all players of ``entrants.py``."""
    registry.register(Kites)
    monkeypatch.setitem(players._PLAYERS, "kites", OWN)
