"""S11: text that no database keeps is refused where it comes in, and the refusal names the field."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kabuto.protocol.bodies import check_text, unreadable
from kabuto.protocol.endpoints import ENDPOINTS
from kabuto.protocol.errors import Refusal
from kabuto.server.storage.postgres import PostgresStore
from kabuto.server.storage.sql_store import Unstorable
from kabuto.table.text import translate
from tests.support.postgres import Databases

from .browsers import Place, opened
from .persons import Connection, Person
from .test_identity import at

NUL, HALF = "a\0b", "a\ud800b"


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({"name": NUL}, "name"),
        ({"name": HALF}, "name"),
        ({"seats": [{"who": "me"}, {"who": "me", "name": NUL}]}, "seats[1].name"),
        ({"record": {"a": {NUL: 1}}}, "record.a"),
        ([HALF], "[0]"),
        (NUL, ""),
        ({NUL: 1}, ""),
    ],
)
def test_s11_the_field_is_named(body: Any, place: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_text(json.dumps(body).encode(), "bad_request")
    assert refused.value.place == place
    assert translate(refused.value.reason, "en").startswith(f"{place} holds" if place else "It contains")


@pytest.mark.parametrize("body", [{"name": "a😀b"}, {"name": "\\u0000"}, {"name": "\\ud800"}, {"\t": "\n"}])
def test_s11_what_only_looks_like_it_is_taken(body: Any) -> None:
    check_text(json.dumps(body).encode(), "bad_request")
    for broken in (b'{"a": "\\u0000"', b'{"a": "\\ud800', b"[" * 100_000 + b'"\\u0000"'):
        check_text(broken, "bad_request")  # what is no JSON is refused as that


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_s11_every_endpoint_refuses_text_that_cannot_be_stored(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def scene(place: Place) -> None:
        browser = await (await place.browser()).called("Host")
        study = await browser.post("/api/studies", {"study": {"title": "Mine", "record": {}}}, 400)
        assert study["error"] == "bad_request"
        for endpoint in ENDPOINTS:
            path = endpoint.path.format(table="a%00b", study="a%00b")
            if endpoint.takes:
                for text in (NUL, HALF):
                    answer = await browser.http.post(
                        endpoint.path.format(table="x", study="x"),
                        content=json.dumps({"name": text, "device": text}),
                        headers={"content-type": "application/json"},
                    )
                    assert (answer.status_code, answer.json()["place"]) == (400, "name"), endpoint.name
            elif path != endpoint.path:
                answer = await browser.http.request(endpoint.method, path)
                assert (answer.status_code, answer.json()["place"]) == (404, path_name(endpoint.path))
        await browser.post("/api/me/devices/sign-out", {"device": NUL}, 400)
        await browser.get("/api/puzzle?game=samurai&id=a%00b", 404)
        assert (await browser.get("/api/me"))["name"] == "Host"

    if kind == "postgres":
        databases: Databases = request.getfixturevalue("databases")
        at(tmp_path, scene, store=PostgresStore(databases.new()))
    else:
        at(tmp_path, scene)
    told = capsys.readouterr().err
    assert "storing_failed" not in told
    assert "request_failed" not in told


def path_name(path: str) -> str:
    """The part of an address that is asked for."""
    return path.partition("{")[2].partition("}")[0]


async def test_s11_a_text_that_is_too_long_is_named_with_its_limit(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        browser = await place.browser()
        for path, body, where, most in (
            ("/api/me", {"name": "x" * 31}, "name", 30),
            ("/api/tables", {"seats": [{"who": "me", "name": "x" * 31}]}, "seats[0].name", 30),
            ("/api/recover", {"phrase": "x" * 201}, "phrase", 200),
        ):
            refused = await browser.post(path, body, 400)
            assert (refused["place"], refused["reason"]) == (
                where,
                f"{where} is too long: {most} characters at most.",
            )
        huge = await browser.post("/api/me", {"name": "x" * 10_000_000}, 413)
        assert huge["error"] == "too_large"


def test_s11_messages_name_the_field_too(
    person: Callable[..., Person], opened: Callable[..., Connection]
) -> None:
    me = person()
    table = opened(me, me.set_table("me", "open")["id"])
    for text, words in (
        (NUL, "text holds characters that can’t be stored"),
        (HALF, "text holds characters"),
        ("x" * 301, "text is too long: 300 characters at most."),
    ):
        refused = table.ask("say", text=text)
        assert refused["error"] == "bad_message"
        assert words in "".join(part for part in refused["reason"] if isinstance(part, str))
    assert table.ask("mute", who=NUL, muted=True)["error"] == "bad_message"
    assert table.ask("say", text="Hello 😀")["type"] == "accepted"


async def test_s11_what_slips_through_is_no_trouble_of_the_database(
    databases: Databases, capsys: pytest.CaptureFixture[str]
) -> None:
    store = PostgresStore(databases.new())
    with pytest.raises(Unstorable):
        await store.rename("me", NUL)
    await store.rename("me", "Hanako")
    assert await store.name("me") == "Hanako"
    await store.close()
    assert "storing_failed" not in capsys.readouterr().err


def test_s11_a_refusal_of_something_else_says_what_it_was() -> None:
    refused = unreadable(ValueError("odd"), "bad_request", "bad_body")
    assert (refused.place, "odd" in refused.reason) == ("", True)
