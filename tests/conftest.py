"""What all tests share: how long hypothesis looks for faults, and a registry that forgets."""

import pytest
from hypothesis import settings

from kabuto.table import registry

settings.register_profile("default", max_examples=100, deadline=None)
settings.register_profile("long", max_examples=5000, deadline=None)
settings.load_profile("default")  # --hypothesis-profile=long comes later and wins


@pytest.fixture
def own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games registered in this test are known in this test alone."""
    monkeypatch.setattr(registry, "_GAMES", dict(registry._GAMES))
