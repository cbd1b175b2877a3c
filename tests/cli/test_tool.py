"""``kabuto tool``: what is asked, what is answered, and that an answer holds what its seat may know."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kabuto
from kabuto.agents.queries import TOPICS, Queries
from kabuto.agents.tool import _ALWAYS, _FIELDS, ASKS, answer
from kabuto.cli import main
from kabuto.laws.pictures import AnyGame
from tests.test_laws import PERMUTE
from tests.yedo.helpers import at, bare, stand, weapon

ROOT = Path(__file__).parents[2]
CASES: dict[str, dict[str, Any]] = {"samurai": {"players": 3}, "yedo": {"players": 2}}


def reply(ask: object, **given: object) -> dict[str, Any]:
    return answer(json.dumps({"ask": ask, **given}), "en")


def right(ask: str, **given: object) -> dict[str, Any]:
    found = reply(ask, **given)
    assert found.pop("ok"), found
    del found["id"]
    return found


def wrong(ask: object, **given: object) -> tuple[str, str, str]:
    found = reply(ask, **given)
    assert not found["ok"], found
    return found["error"]["kind"], found["error"]["place"], found["error"]["reason"]


def middle(name: str, plies: int = 40, seed: int = 3) -> AnyGame:
    game = kabuto.new(name, seed=seed, **CASES[name])
    chance = Random(seed)
    while game.ply < plies and game.to_move is not None:
        game.play(chance.choice(game.legal_moves()))
    return game


def test_r1_free_trade_by_questions() -> None:
    s = bare(2, trading="free")
    for seat in (0, 1):
        stand(s, seat, "market")
    weapon(s, 0, "katana")
    record = at(s, "trade-market", ()).record()
    for text in ("offer 1", "give katana", "propose", "decline", "pass", "offer 1", "give katana"):
        record = right("play", record=record, move=text)["record"]
    refusals = {"propose": "just this already", "mon 1000000000": "mon", "give katana": "to give"}
    for text, why in refusals.items():
        assert why in wrong("play", record=record, move=text)[2]
    assert [each["move"] for each in right("legal", record=record, begin="p")["moves"]] == []


@pytest.mark.parametrize("name", CASES)
def test_a_game_is_played_to_its_end_by_questions_alone(name: str) -> None:
    found, chance = right("new", game=name, options=CASES[name], seed=1), Random(1)
    twin = kabuto.new(name, seed=1, **CASES[name])
    for _ in range(60 if name == "yedo" else 1000):  # a whole game of Yedo takes long to replay at every move
        if found["to_move"] is None:
            break
        legal = right("legal", record=found["record"])
        assert [each["move"] for each in legal["moves"]] == [str(move) for move in twin.legal_moves()]
        assert sum(legal["kinds"].values()) == legal["number"] == len(legal["moves"])
        move = chance.choice(legal["moves"])["move"]
        found = right("play", record=found["record"], move=move, seed=1)
        twin.play(move)
        assert found["record"] == json.loads(json.dumps(twin.record()))
        assert (found["ply"], found["to_move"]) == (twin.ply, twin.to_move)
        assert [each["move"] for each in found["happened"]] == [move]
    if name == "samurai":
        outcome = right("outcome", record=found["record"])["outcome"]
        assert outcome == found["outcome"]
        assert twin.outcome
        assert outcome["ranking"] == [list(group) for group in twin.outcome.ranking]
        assert outcome["steps"] == list(twin.outcome.steps)


def test_a_refused_move_is_an_error_with_its_reason_and_why_not_says_the_same() -> None:
    game = kabuto.new("samurai", seed=1)
    record, bad = game.record(), "S3a20"
    assert wrong("play", record=record, move=bad) == ("illegal_move", "move", game.why_not(bad))
    told = right("why_not", record=record, move=bad)
    assert told == {"move": bad, "legal": False, "reason": game.why_not(bad)}
    told = right("why_not", record=record, move="H4f17")
    assert (told["legal"], told["words"]) == (
        True,
        "helmet 4 between the villages in the far southwest and in the southwest of Honshu (west side)",
    )
    assert told["why"][0] == "Takes the lead for helmet in the village in the southwest of Honshu (4:0)."


def test_a_seat_plays_in_its_turn_alone() -> None:
    game = kabuto.new("samurai", seed=1)
    move = str(game.legal_moves()[0])
    kind, place, reason = wrong("play", record=game.record(), move=move, seat=1)
    assert (kind, place, "seat 0" in reason) == ("illegal_move", "move", True)
    assert right("play", record=game.record(), move=move, seat=0)["ply"] == 1


def test_a_seat_that_chooses_early_waits_for_its_turn_because_a_record_keeps_the_order() -> None:
    record = kabuto.new("samurai", seed=1, hands="choose").record()
    kind, place, reason = wrong("play", record=record, move="+S1", seat=1)
    assert (kind, place, reason) == ("illegal_move", "move", "Seat 0 is to move.")
    assert right("play", record=record, move="+S1", seat=0)["ply"] == 1


def test_the_legal_moves_can_be_narrowed_and_explained() -> None:
    record = kabuto.new("samurai", seed=1).record()
    whole = right("legal", record=record)
    some = right("legal", record=record, begin="H4", most=2, why=True)
    assert some["number"] == whole["kinds"]["H4"] == some["kinds"]["H4"]
    assert [move["move"][:2] for move in some["moves"]] == ["H4", "H4"]
    assert all(move["why"] for move in some["moves"])
    assert right("legal", record=record, seat=1)["moves"] == []


@pytest.mark.parametrize("name", CASES)
def test_a_view_comes_as_data_picture_and_task(name: str) -> None:
    game = middle(name)
    seat = game.to_move
    found = right("view", record=game.record())
    assert found["view"] == json.loads(game.view(seat).to_json())
    assert name.capitalize() in found["picture"]
    others = right("view", record=game.record(), seat=None)
    assert others["view"]["seat"] is None
    assert others["task"] == f"Seat {seat} is to move."


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", CASES)
def test_every_topic_is_explained_to_every_seat_at_any_time(name: str, language: str) -> None:
    for plies in (0, 40, 10_000):
        game = middle(name, plies)
        for seat in (None, *range(game.players)):
            asked = Queries(name, game.view(seat), language)
            assert all(asked.explain(topic) for topic in TOPICS)
            assert asked.task()
            assert (asked.explain("result") == asked._screen.text("game_runs")) == (game.outcome is None)
            assert asked._screen.text("game_runs") not in [asked.explain(each) for each in TOPICS[:-1]]


def test_things_of_the_game_and_moves_are_explained() -> None:
    samurai, yedo = kabuto.new("samurai", seed=1).record(), kabuto.new("yedo", seed=1).record()
    for about in ("edo", "o14"):
        text = right("explain", record=samurai, about=about)["text"]
        assert text.startswith("o14 (Edo): HBR")
        assert "Land still empty: between Edo and the village to the northwest (n13)" in " ".join(
            text.split()
        )
    about = "samurai 3, without the Japanese character; helmet, Buddha, rice field; land"
    found = right("explain", record=samurai, about="S3")["text"]
    assert found == f"S3: {about}\nYou have no samurai 3 in your hand."
    assert right("explain", record=samurai, about="X")["text"].startswith("X: figure exchange, with the Jap")
    assert right("explain", record=samurai, about="H4f17")["text"].startswith("helmet 4 between the villages")
    assert right("explain", record=samurai, about="S3n13")["text"] == kabuto.load(samurai).why_not("S3n13")
    assert right("explain", record=yedo, about="M1")["text"].startswith("M1 ")
    kind, place, reason = wrong("explain", record=samurai, about="the weather")
    assert (kind, place, "the weather" in reason) == ("bad_option", "about", True)


def test_a_hint_comes_from_a_player_of_the_table_and_never_from_a_program(tmp_path: Path) -> None:
    record = kabuto.new("samurai", seed=1).record()
    hint = right("hint", record=record, player="level1", seed=7)
    assert hint == right("hint", record=record, player="level1", seed=7)
    assert right("why_not", record=record, move=hint["move"])["legal"]
    kind, place, _ = wrong("hint", record=record, player=f"program:touch {tmp_path}/started")
    assert (kind, place) == ("bad_option", "player")
    assert not list(tmp_path.iterdir())
    assert wrong("hint", record=record, seat=1)[1] == "seat"


@pytest.mark.parametrize("name", CASES)
def test_a_position_is_analysed_from_what_its_seat_knows(name: str) -> None:
    game = middle(name, 60)
    found = right("analyse", record=game.record(), iterations=20, seed=1)["analysis"]
    assert found["game"] == name
    assert {each["move"] for each in found["moves"]} == {str(move) for move in game.legal_moves()}
    assert wrong("analyse", record=game.record(), iterations=0)[1] == "iterations"


def test_the_games_are_listed_with_options_and_players() -> None:
    found = right("games")["games"]
    assert list(found) == kabuto.games()
    assert found["samurai"]["options"][0] == {
        "name": "players",
        "values": [2, 3, 4],
        "help": "how many players",
    }
    assert "greedy" in found["yedo"]["players"]


@pytest.mark.uncounted
@pytest.mark.parametrize("name", CASES)
def test_an_answer_tells_nothing_that_its_seat_may_not_know_but_the_record(name: str) -> None:
    changed = 0
    for plies in (1, 15, 60):
        game = middle(name, plies)
        for seat in range(game.players):
            twin = PERMUTE[name](game, seat, Random(seat))
            changed += twin.record() != game.record()
            assert told(game, seat) == told(twin, seat)
            if game.to_move == seat:
                (seen, said), (twin_seen, twin_said) = after_a_move(game), after_a_move(twin)
                # A move may bring something to light; the answer tells as much as the view, and no more.
                assert said == twin_said or seen != twin_seen
    assert changed, "a leak would not have been seen"


def told(game: AnyGame, seat: int) -> list[str]:
    """Every answer that a seat can get about a game as it stands."""
    requests: list[dict[str, Any]] = [{"ask": "view"}, {"ask": "legal", "why": True}]
    requests += [{"ask": "explain", "about": topic} for topic in TOPICS]
    if game.to_move == seat:
        requests.append({"ask": "hint", "seed": 1})
        requests.append({"ask": "why_not", "move": str(game.legal_moves()[0])})
    found = [reply(**each, record=game.record(), seat=seat) for each in requests]
    return [json.dumps(each) for each in [*found, reply("outcome", record=game.record())]]


def after_a_move(game: AnyGame) -> tuple[str, str]:
    """What the mover sees after its first legal move, and what it is told of it."""
    found = reply("play", record=game.record(), move=str(game.legal_moves()[0]), seed=1)
    return kabuto.load(found.pop("record")).view(game.to_move).to_json(), json.dumps(found)


# What is refused.


@pytest.mark.parametrize(
    ("line", "kind", "place"),
    [
        ("{", "bad_record", ""),
        ("[]", "bad_option", "request"),
        ("[" * 100_000, "bad_record", ""),
        ("{}", "bad_option", "ask"),
        ('{"ask": ["view"]}', "bad_option", "ask"),
        ('{"ask": "fly"}', "bad_option", "ask"),
        ('{"ask": "games", "id": []}', "bad_option", "id"),
        ('{"ask": "games", "id": true}', "bad_option", "id"),
        ('{"ask": "games", "language": "fr"}', "bad_option", "language"),
        ('{"ask": "games", "language": {}}', "bad_option", "language"),
        ('{"ask": "games", "seat": 1}', "bad_option", "seat"),
        ('{"ask": "new"}', "bad_option", "game"),
        ('{"ask": "new", "game": "go"}', "bad_option", "game"),
        ('{"ask": "new", "game": "samurai", "options": {"players": 9}}', "bad_option", "players"),
        ('{"ask": "new", "game": "samurai", "options": {"seed": 9}}', "bad_option", "options.seed"),
        ('{"ask": "new", "game": "samurai", "options": []}', "bad_option", "options"),
        ('{"ask": "new", "game": "samurai", "seed": 1.5}', "bad_option", "seed"),
        ('{"ask": "view"}', "bad_option", "record"),
        ('{"ask": "view", "record": 5}', "bad_option", "record"),
        ('{"ask": "view", "record": {"format": 1}}', "bad_record", "game"),
    ],
)
def test_a_bad_request_is_answered_with_what_is_wrong_and_where(line: str, kind: str, place: str) -> None:
    found = answer(line, "en")
    assert (found["ok"], found["error"]["kind"], found["error"]["place"]) == (False, kind, place)
    assert found["error"]["reason"]


@pytest.mark.parametrize("junk", [None, True, -1, 1.5, 10**50, "", "?", [], {}, [[]]])
@pytest.mark.parametrize("key", sorted(_FIELDS.keys() - _ALWAYS))
def test_nonsense_anywhere_is_answered_and_nothing_breaks(key: str, junk: object) -> None:
    record = kabuto.new("samurai", seed=1).record()
    fine = {"record": record, "move": "H4f17", "about": "rules", "game": "samurai"}
    for ask, rules in ASKS.items():
        if key in (*rules.needs, *rules.may) and ask != "analyse":
            found = reply(ask, **{**{need: fine[need] for need in rules.needs}, key: junk})
            assert found["ok"] or found["error"]["reason"]


def test_refusals_and_words_come_in_the_language_asked_for() -> None:
    record = kabuto.new("samurai", seed=1).record()
    told = right("why_not", record=record, move="S3a20", language="de")
    assert told["reason"] == "Samurai 3 ist nicht auf deiner Hand."
    kind, _, reason = wrong("play", record=record, move="S3a20", language="de")
    assert (kind, reason) == ("illegal_move", told["reason"])
    assert "Platz 0 ist am Zug" in right("view", record=record, seat=1, language="de")["task"]


# The command.


def read(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_what_is_not_utf_8_is_refused_and_not_replaced(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    read(monkeypatch, b'{"ask": "games", "id": "\xff"}\n{"ask": "fly", "id": "\xc3\xbc"}\n')
    assert main(["tool"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["id"], first["error"]["reason"]) == (None, "byte 24 is not UTF-8")
    assert second["id"] == "ü"


def test_every_line_gets_one_line_with_its_id(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ['{"ask": "new", "game": "samurai", "id": 1}', "", "nonsense", '{"id": "zwei", "ask": "fly"}']
    read(monkeypatch, "\n".join(lines).encode())
    assert main(["tool"]) == 0
    printed = capsys.readouterr().out
    assert printed.isascii()
    answers = [json.loads(line) for line in printed.splitlines()]
    assert [(each["id"], each["ok"]) for each in answers] == [(1, True), (None, False), ("zwei", False)]


def test_the_example_plays_a_game_between_two_seats_that_see_views_alone() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", ROOT / "examples" / "tool_game.py"],
        capture_output=True,
        text=True,
        timeout=250,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "wins" in done.stdout or "share" in done.stdout


def test_the_page_lists_every_question_with_what_it_takes() -> None:
    page = (ROOT / "docs" / "programs.md").read_text(encoding="utf-8")
    for ask, rules in ASKS.items():
        needs = ", ".join(f"`{key}`" for key in rules.needs)
        may = ", ".join(f"`{key}`" for key in rules.may)
        assert f"| `{ask}` | {needs} | {may} |" in page, ask
