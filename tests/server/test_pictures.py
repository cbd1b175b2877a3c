"""The last position of a finished game as a picture, and in what messengers show of a link to it."""

from collections.abc import Callable
from io import BytesIO
from random import Random

import pytest
from PIL import Image

import kabuto
from kabuto.players import make, play_out

from .persons import Connection, Person

People = Callable[..., Person]


@pytest.mark.parametrize("name", ["samurai", "yedo"])
def test_a_finished_game_has_a_picture(person: People, name: str) -> None:
    me = person()
    game = kabuto.new(name, seed=4)
    play_out(game, [make("random", name, Random(seat)) for seat in range(game.players)])
    kept = me.post("/api/records", {"record": game.record()})
    answer = me.http.get(f"/api/tables/{kept['id']}/picture.png")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    picture = Image.open(BytesIO(answer.content))
    assert picture.format == "PNG"
    assert min(picture.size) > 400
    assert len(answer.content) < 300_000


def test_a_running_game_has_none_and_its_link_shows_the_sign(person: People) -> None:
    me = person()
    table = me.set_table("me", "me")
    refusal = me.http.get(f"/api/tables/{table['id']}/picture.png")
    assert (refusal.status_code, refusal.json()["error"]) == (409, "not_now")
    assert me.http.get("/api/tables/nothing/picture.png").status_code == 404


def test_the_link_to_a_finished_table_shows_its_picture(
    person: People, opened: Callable[..., Connection]
) -> None:
    anna = person()
    anna.post("/api/me", {"name": "Änne <b>"})
    table = anna.set_table("me", "greedy")
    assert '/icon-512.png" /><meta property="og:url"' in anna.http.get(f"/table/{table['id']}").text
    line = opened(anna, table["id"])
    assert line.ask("resign", seat=0)["type"] == "accepted"
    page = anna.http.get(f"/table/{table['id']}").text
    assert f'/api/tables/{table["id"]}/picture.png" /><meta property="og:url"' in page
    assert anna.http.get(f"/api/tables/{table['id']}/picture.png").status_code == 200
