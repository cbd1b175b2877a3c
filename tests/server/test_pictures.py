"""The last position of a finished game as a picture, and in what messengers show of a link to it."""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from PIL import Image

import kabuto
from kabuto.players import make, play_out
from kabuto.samurai.board import SPACES
from kabuto.table import showing
from kabuto.table.drawing.sheet import Svg
from kabuto.table.numbers.canvas import Canvas, plain
from kabuto.yedo.board import ANNEXES, WEAPONS

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
    assert f"/api/tables/{kept['id']}/picture.png?language=en" in me.http.get(f"/replay/{kept['id']}").text


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
    assert f'/api/tables/{table["id"]}/picture.png?language=en" /><meta property="og:url"' in page
    assert anna.http.get(f"/api/tables/{table['id']}/picture.png").status_code == 200


def test_the_link_to_a_study_shows_its_title_its_author_and_what_it_is_about(person: People) -> None:
    anna, stranger = person(), person()
    anna.post("/api/me", {"name": "Änne <b>"})
    game = kabuto.new("samurai", players=2, seed=4)
    nodes = [{}, {"move": str(game.legal_moves()[0])}]
    study = {"record": game.record(), "nodes": nodes, "title": 'The "village" ' + "x" * 100}
    made = anna.post("/api/studies", {"study": study})
    page = stranger.http.get(f"/study/{made['id']}", headers={"accept-language": "de-AT"})
    assert page.headers["x-robots-tag"] == "noindex"
    assert '<meta property="og:title" content="The &quot;village&quot; xxx' in page.text
    assert 'content="Eine Studie zu Samurai von Änne &lt;b&gt;"' in page.text
    address = re.search(r'og:image" content="http://[^/]+(/api/studies/[^"]+)"', page.text)
    assert address
    assert address[1] == f"/api/studies/{made['id']}/picture.png?language=de"
    answer = stranger.http.get(address[1])
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    assert "og:image" not in stranger.http.get("/study/nothing").text
    assert stranger.http.get("/api/studies/nothing/picture.png").status_code == 404


def test_the_words_in_a_picture_are_of_the_language_that_was_asked_for(person: People) -> None:
    me = person()
    game = kabuto.new("yedo", seed=4)
    play_out(game, [make("random", "yedo", Random(seat)) for seat in range(game.players)])
    path = f"/api/tables/{me.post('/api/records', {'record': game.record()})['id']}/picture.png"
    english, german, unknown = (me.http.get(f"{path}?language={name}").content for name in ("en", "de", "fr"))
    assert english != german
    assert unknown == english
    assert me.http.get(path, headers={"accept-language": "de"}).content == german


@pytest.mark.parametrize("name", ["samurai", "yedo"])
def test_no_word_in_a_german_picture_is_english(name: str) -> None:
    game = kabuto.new(name, players=2, seed=4)
    while game.to_move is not None and game.ply < 60:
        game.play(game.legal_moves()[0])
    english, german = (
        set(re.findall(r">([^<]*[a-z]{3}[^<]*)<", str(showing.painted(name, game.view(0), Svg, language))))
        for language in ("en", "de")
    )
    places = {space.title or space.name for space in SPACES} if name == "samurai" else {*WEAPONS, *ANNEXES}
    kept = {text for text in english & german if not any(place in text for place in places)}
    assert not kept


def test_every_letter_of_our_languages_is_drawn() -> None:
    def ink(text: str) -> int:
        canvas = Canvas(60, 40)
        canvas.text(30, 20, text, 20, "#000000", "mm")
        return int((canvas.pixels() < 128).sum())

    pages = [path.read_text("utf-8") for path in Path(kabuto.__file__).parent.glob("*/words/*.toml")]
    letters = {letter for page in pages for letter in page.partition("\n[page")[0] if letter.isalpha()}
    assert {"ä", "ü", "ß"} <= letters
    assert not {letter for letter in letters - set("侍兜勝") if not ink(letter) or plain(letter) != letter}
    assert plain("Łőkasz 雪") == "?okasz ?"
