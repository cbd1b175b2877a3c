"""A game of another package in the browser: the plain table plays it to its end."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.third import environment

from .people import Person, Server, running


@pytest.fixture
def third(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server on a machine where the third game is installed."""
    monkeypatch.setenv("PYTHONPATH", environment(tmp_path / "site")["PYTHONPATH"])
    with running(tmp_path / "data") as server:
        yield server


def test_a_game_is_played_to_its_end(third: Server, person: Callable[..., Person]) -> None:
    host = person("Ada", server=third)
    table = host.set_table("me", "random", "random", game="kaiawase", options={"players": 3})
    host.sit(table)
    expect(host.page.locator(".picture")).to_contain_text("mat")
    turns = 0
    host.await_turn()
    while not host.is_over:
        host.play_button()
        host.await_turn()
        turns += 1
    assert turns == 4
    expect(host.page.locator("body")).to_contain_text("pairs")
    record = host.get(f"/api/tables/{table['id']}/record")
    assert record["game"] == "kaiawase"
    assert len(record["moves"]) == 12
