"""At a server's page whose host lets its guests think: hints and reviews come from a worker of the page."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

import kabuto
from kabuto.folder import guests
from kabuto.host.thinking import Tasks

from ..people import Person, Server, running
from ..scenes import samurai
from .site import Made

People = Callable[..., Person]
LISTENING = """
self.thoughts = []
self.Worker = class extends Worker {
  constructor(...given) {
    super(...given)
    const decoder = new TextDecoder()
    this.addEventListener('message', ({ data }) => data.answer && thoughts.push(decoder.decode(data.answer)))
  }
}
"""


@pytest.fixture(scope="module")
def lean(made: Made, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that computes nothing for pages that can think."""
    data = tmp_path_factory.mktemp("guests") / "data"
    with running(data, folder=str(made.place), guests_think=True) as server:
        yield server


def questions(host: Person) -> list[tuple[bool, dict[str, Any]]]:
    """From now on: whether the page said that it can think, and what the server answered."""
    heard: list[tuple[bool, dict[str, Any]]] = []

    def hear(response: Any) -> None:
        if "/hint" in response.url or "/review/turns" in response.url:
            heard.append(("thinks=1" in response.url, response.json()))

    host.page.on("response", hear)
    return heard


def test_a_page_finds_what_its_server_would_have_found(person: People, lean: Server) -> None:
    game = samurai(2, 4)
    host = person("Host", server=lean)
    host.page.add_init_script(LISTENING)
    asked = questions(host)
    host.open(f"/replay/{host.post('/api/records', {'record': game.record()})['id']}#analysis")
    host.page.locator(".verdict h2").first.wait_for()
    host.until("thoughts.length > 0")
    assert all(thinks and answer["question"] for thinks, answer in asked), "the server computes nothing"
    assert host.page.evaluate("thoughts[0]").encode() == guests.answer(Tasks(), asked[0][1]["question"])


def test_a_page_that_fails_at_it_has_its_server_think(person: People, lean: Server) -> None:
    host = person("Host", server=lean)
    host.page.route("**/kernel.wasm*", lambda route: route.abort())
    asked = questions(host)
    record = kabuto.new("samurai", players=2, seed=8).record()
    kept = host.post("/api/records", {"record": record})
    host.sit(host.set_table("me", "level1", hints=True, start={"table": kept["id"], "ply": 0}))
    host.await_turn()
    host.page.locator("button.hint").click()
    expect(host.page.locator("[data-ghost]").first).to_be_visible()
    assert [(thinks, bool(answer["question"])) for thinks, answer in asked] == [(True, True), (False, False)]
    host.complaints.clear()  # the browser reports what was not loaded
