"""The file of a match: nothing played is lost, nothing foreign is touched."""

from pathlib import Path
from typing import Any

import pytest

from kabuto.arena import Match, open_match, summarise
from kabuto.arena.file import seed_in
from kabuto.table import BadOption, BadRecord, Value
from kabuto.table.record import loads, read_file

from .entrants import going_on, kites, play_all

pytestmark = [pytest.mark.counted, pytest.mark.usefixtures("tiny_game")]


def shown(match: Match, path: Path, games: int) -> list[dict[str, Any]]:
    """The games of a match once all are played, in order; times are left out."""
    with going_on(match, path, games) as file:
        lines = [{**game.to_json(), "seconds": None} for game in file.played.values()]
    return sorted(lines, key=lambda line: (line["deal"], line["seats"]))


def test_an_interrupted_match_goes_on_to_the_same_results(tmp_path: Path) -> None:
    match = kites("a", "b", "c")
    with going_on(match, tmp_path / "m.jsonl", 30, stop_after=7) as file:
        assert len(file.played) == 7
    begun = (tmp_path / "m.jsonl").read_bytes()
    assert shown(match, tmp_path / "m.jsonl", 30) == shown(match, tmp_path / "whole.jsonl", 30)
    assert (tmp_path / "m.jsonl").read_bytes().startswith(begun)


def test_the_order_of_the_games_does_not_matter(tmp_path: Path) -> None:
    match = kites("a", "b", "c")
    played = play_all(match, 12)
    with open_match(match, tmp_path / "m.jsonl") as file:
        for game in reversed(played):
            file.add(game)
    with open_match(match, tmp_path / "m.jsonl") as file:
        one, two = summarise(match, file.played.values()), summarise(match, played)
    assert {**one, "seconds": None} == {**two, "seconds": None}


def test_a_finished_match_is_not_touched_again(tmp_path: Path) -> None:
    match, path = kites("a", "b", "c"), tmp_path / "m.jsonl"
    first = shown(match, path, 6)
    before = path.read_bytes()
    assert shown(match, path, 6) == first
    assert path.read_bytes() == before


def test_more_games_extend_a_match(tmp_path: Path) -> None:
    match, path = kites("a", "b", "c"), tmp_path / "m.jsonl"
    shown(match, path, 6)
    before = path.read_bytes()
    assert shown(match, path, 12) == shown(match, tmp_path / "other.jsonl", 12)
    assert path.read_bytes().startswith(before)


def test_a_line_cut_anywhere_is_dropped_and_its_game_played_again(tmp_path: Path) -> None:
    match, path = kites("a", "b", "c"), tmp_path / "m.jsonl"
    whole = shown(match, path, 6)
    data = path.read_bytes()
    start = data[:-1].rfind(b"\n") + 1
    for cut in [*range(60), *range(start + 1, len(data), 37), len(data) - 1]:
        path.write_bytes(data[:cut])
        assert shown(match, path, 6) == whole
        assert path.read_bytes().count(b"\n") == 7


def damaged(data: bytes, line: int, old: bytes, new: bytes) -> bytes:
    lines = data.split(b"\n")
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return b"\n".join(lines)


@pytest.mark.parametrize(
    ("line", "old", "new", "place", "reason"),
    [
        (3, b'"deal"', b'"de', ":3", "line 1, column"),
        (3, b'"deal"', b"\xff", ":3", "not UTF-8"),
        (3, b'"moves"', b'"steps"', ":3", "should have deal, seats"),
        (3, b'"deal": 0', b'"deal": -1', ":3: seats", "not part of the match"),
        (3, b'"deal": 0', b'"deal": "0"', ":3: deal", "should be a whole number"),
        (3, b'"seats": ["b"', b'"seats": ["x"', ":3: seats", "not part of the match"),
        (3, b'"seats": ["b"', b'"seats": ["a"', ":3: seats", "not part of the match"),
        (3, b'"seats": ["b"', b'"seats": [{}', ":3: seats", "should be a string"),
        (3, b'"seeds": {"deal": ', b'"seeds": {"deal": 1', ":3: seeds", "not the seeds of this game"),
        (
            3,
            b'"ranking": [[',
            b'"ranking": [[7], [',
            ":3: outcome.ranking",
            "every seat needs a rank",
        ),
        (3, b'"ranking": [[', b'"ranking": [[], [', ":3: outcome.ranking", "every seat needs a rank"),
        (3, b'"ranking": [[', b'"ranking": [true, [', ":3: outcome.ranking", "should be a list"),
        (
            3,
            b'"winners": [',
            b'"winners": [7, ',
            ":3: outcome.winners",
            "must be the first group of the ranking",
        ),
        (3, b'"moves": ', b'"moves": -', ":3: moves", "should be a number of moves"),
        (3, b'"seconds": [', b'"seconds": [-1, ', ":3: seconds", "every seat needs a time"),
        (3, b'"forfeit": null', b'"forfeit": {"seat": 3, "reason": ""}', ":3: forfeit.seat", "0 to 2"),
        (3, b'"forfeit": null', b'"forfeit": {"seat": 1}', ":3: forfeit.reason", "should be a string"),
        (1, b'"format": 1', b'"format": 2', ":1", "not a match file"),
        (1, b'"format"', b'"records"', ":1", "not a match file"),
        (1, b'"match": {', b'"match": [], "x": {', ":1", "not a match file"),
        (1, b'"seed": 1', b'"seed": 2', ":1", "another match: its seed is 2, not 1"),
        (1, b'"kites": 3', b'"kites": 5', ":1", "another match: its options.kites is 5, not 3"),
        (1, b'["a", "b", "c"]', b'["a", "c", "b"]', ":1", "another match: its entrants"),
        (1, b'"kabuto": "', b'"kabuto": "9.', ":1", "start a new file"),
    ],
)
def test_a_damaged_or_foreign_file_is_refused_with_the_line_and_left_alone(
    tmp_path: Path, line: int, old: bytes, new: bytes, place: str, reason: str
) -> None:
    match, path = kites("a", "b", "c"), tmp_path / "m.jsonl"
    shown(match, path, 6)
    data = damaged(path.read_bytes(), line, old, new)
    path.write_bytes(data)
    with pytest.raises(BadRecord) as refused, open_match(match, path):
        pass
    assert refused.value.place == f"{path}{place}"
    assert reason in refused.value.reason
    assert path.read_bytes() == data


@pytest.mark.parametrize("data", [b"my notes", b"my notes\n", b"{}\n", b"[1]\n", b'{"format": 1}\n', b"\n"])
def test_a_file_that_is_no_match_is_refused_and_left_alone(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "m.jsonl"
    path.write_bytes(data)
    with pytest.raises(BadRecord, match="not a match file"), open_match(kites("a", "b", "c"), path):
        pass
    assert path.read_bytes() == data


def test_a_game_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    match, path = kites("a", "b", "c"), tmp_path / "m.jsonl"
    shown(match, path, 3)
    data = path.read_bytes()
    path.write_bytes(data + data.split(b"\n")[2] + b"\n")
    with (
        pytest.raises(BadRecord, match=r"m\.jsonl:5: this game is in the file twice"),
        open_match(match, path),
    ):
        pass


def test_nobody_else_can_write_to_a_file_in_use(tmp_path: Path) -> None:
    match, path = kites("a", "b", "c"), tmp_path / "m.jsonl"
    second = open_match(match, path)
    with open_match(match, path), pytest.raises(BadOption, match="is being used by another match"), second:
        pass
    with open_match(match, path) as file:
        assert not file.played


def records_of(match: Match, path: Path, records: Path, games: int) -> None:
    with open_match(match, path, records) as file:
        for game in play_all(match, games):
            if game.fixture not in file.played:
                file.add(game)


def test_records_are_those_of_the_games_line_by_line(tmp_path: Path) -> None:
    match, path, records = kites("a", "b", "c"), tmp_path / "m.jsonl", tmp_path / "records.jsonl"
    records_of(match, path, records, 6)
    assert [record for _, record in read_file(records)] == [loads(game.record) for game in play_all(match, 6)]


@pytest.mark.parametrize("cut", [1, 50, 2000])
def test_a_game_without_its_whole_record_is_played_again(tmp_path: Path, cut: int) -> None:
    match, path, records = kites("a", "b", "c"), tmp_path / "m.jsonl", tmp_path / "records.jsonl"
    records_of(match, path, records, 6)
    whole = records.read_bytes()
    last = whole[:-1].rfind(b"\n") + 1
    records.write_bytes(whole[: max(last, len(whole) - cut)])
    records_of(match, path, records, 6)
    assert records.read_bytes() == whole
    assert path.read_bytes().count(b"\n") == 7


@pytest.mark.parametrize("foreign", [b"{}\n", b"notes", b"{}\n" * 9])
def test_a_foreign_file_for_records_is_refused_and_left_alone(tmp_path: Path, foreign: bytes) -> None:
    match, path, records = kites("a", "b", "c"), tmp_path / "m.jsonl", tmp_path / "records.jsonl"
    records.write_bytes(foreign)
    for games in (0, 6):
        shown(match, path, games) if games else None
        with pytest.raises(BadOption, match="records"), open_match(match, path, records):
            pass
        assert records.read_bytes() == foreign


def test_the_seed_of_a_file_can_be_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    assert seed_in(path) is None
    with open_match(kites("a", "b", "c", seed=77), path):
        pass
    assert seed_in(path) == 77
    path.write_bytes(b"[]\n")
    assert seed_in(path) is None


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
@pytest.mark.parametrize("option", ["out", "records"])
def test_a_device_is_no_file_to_go_on_with(tmp_path: Path, option: str) -> None:
    """It could be read without end."""
    device = tmp_path / "device.jsonl"
    device.symlink_to("/dev/full")
    paths = {"out": (device, None), "records": (tmp_path / "m.jsonl", device)}[option]
    with pytest.raises(BadOption, match="is a device or a pipe: use a regular file") as refused:
        open_match(kites("a", "b"), *paths).__enter__()
    assert refused.value.place == option


def test_r1_a_match_from_before_an_option_goes_on_with_what_it_meant(tmp_path: Path) -> None:
    """Whoever played Yedo before trading could be free traded briefly."""
    path = tmp_path / "m.jsonl"
    options: dict[str, Value] = {"players": 2, "cards": "city", "overbids": True}
    brief, free = (
        Match("yedo", {**options, "trading": trading}, ("random", "greedy"), "all", 1)
        for trading in ("brief", "free")
    )
    with open_match(brief, path):
        pass
    path.write_bytes(path.read_bytes().replace(b', "trading": "brief"', b""))
    with open_match(brief, path) as file:
        assert not file.played
    with pytest.raises(BadRecord, match=r"options\.trading is 'brief', not 'free'"), open_match(free, path):
        pass
