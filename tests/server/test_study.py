"""Records looked at without keeping them, and finished games reviewed."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import kabuto
from kabuto.players import make, play_out

from .persons import Person, words_of

People = Callable[..., Person]


def record(moves: list[str], **start: Any) -> dict[str, Any]:
    """A village that one more token surrounds; seat 0 is to move."""
    position = {
        "figures": {"o14": "HBR", "o8": "B"},
        "tokens": {"p8": [1, "B3"]},
        "hands": [["B4", "S1"], ["R2"]],
        "draws": [[], []],
        "to_move": 0,
        **start,
    }
    return {"format": 1, "game": "samurai", "options": {"players": 2}, "start": position, "moves": moves}


def test_a_record_is_shown_with_its_legal_moves_and_captures(person: People) -> None:
    me = person()
    seen = me.post("/api/study?wire=samurai", {"record": record([])})
    assert {"B4o9", "S1o9"} <= set(seen["own"]["legal"])
    assert seen["position"]["settlements"]["o8"]["missing"] == ["o9"]
    seen = me.post("/api/study?wire=samurai", {"record": record(["B4o9"])})
    (move,) = seen["own"]["turn"]
    assert [(c["space"], c["figure"], c["winner"]) for c in move["events"]] == [("o8", "B", 0)]
    assert seen["own"]["private"]["captured"] == [0, 1, 0]
    assert seen["result"] is None


def test_another_seat_sees_its_own_hand(person: People) -> None:
    seen = person().post("/api/study?wire=samurai", {"record": record(["B4o9", "/"]), "seat": 1})
    assert seen["own"]["private"]["hand"] == ["R2"]
    assert seen["position"]["to_move"] == 1


def test_nothing_is_kept(person: People) -> None:
    me = person()
    me.post("/api/study?wire=samurai", {"record": record([])})
    assert me.get("/api/tables")["finished"] == []


def test_a_broken_record_is_refused_with_its_place(person: People) -> None:
    me = person()
    problem = me.post("/api/study?wire=samurai", {"record": record(["B4p8"])}, status=400)
    assert "is taken: Buddha 3" in problem["reason"]
    assert problem["place"]
    me.post("/api/study?wire=samurai", {"record": record([]), "seat": 3}, status=400)
    me.post("/api/study?wire=samurai", {"record": {}}, status=400)


def ending(name: str) -> kabuto.Game[Any, Any]:
    """A finished game that begins with its last turns: a review of all of it takes long."""
    whole = kabuto.new(name, seed=4)
    players = [make("greedy", name, Random(seat)) for seat in range(2)]
    play_out(whole, players)
    for _ in range(whole.ply - 45 if name == "samurai" else 12):
        whole.undo()
    begun = {"format": 1, "game": name, "options": dict(whole.options), "start": whole.position()}
    game = kabuto.load({**begun, "moves": []})
    play_out(game, players)
    return game


@pytest.mark.parametrize("name", ["samurai", "yedo"])
def test_a_finished_game_is_reviewed_move_by_move(person: People, name: str) -> None:
    me, game = person(), ending(name)
    kept = me.post("/api/records", {"record": game.record()})
    check_review(game, me.post(f"/api/tables/{kept['id']}/review"))


def check_review(game: kabuto.Game[Any, Any], review: dict[str, Any]) -> None:
    """Every move of a game is reviewed, and who wins is certain in the end."""
    assert [move["ply"] for move in review["moves"]] == list(range(game.ply))
    for move in review["moves"]:
        assert abs(sum(chance["mean"] for chance in move["chances"]) - 1) < 0.01
        assert move["is_costly"] <= bool(move["preferred"])
    assert game.outcome is not None
    assert review["moves"][-1]["chances"][game.outcome.winners[0]]["mean"] == 1
    assert set(review["turning_points"]) <= set(range(game.ply))


@pytest.mark.parametrize("name", ["samurai", "yedo"])
def test_a_finished_game_is_looked_back_on_in_parts(person: People, name: str) -> None:
    me, game = person(), ending(name)
    place = f"/api/tables/{me.post('/api/records', {'record': game.record()})['id']}/review/turns"
    drawn = me.post(place, {"turns": []})
    outline = drawn["outline"]
    assert (outline["spans"][0]["since"], outline["spans"][-1]["until"]) == (0, game.ply)
    assert sorted(outline["order"]) == list(range(len(outline["spans"])))
    assert game.outcome is not None
    assert outline["points"][-1]["chances"][game.outcome.winners[0]]["mean"] == 1
    first, second = outline["order"][:2]
    both = me.post(place, {"turns": [second, first, 10_000]})
    assert both["outline"] is None
    assert [turn["turn"] for turn in both["turns"]] == sorted((first, second))
    for turn in both["turns"]:
        moves = [str(move) for move in game.moves[turn["since"] : turn["until"]]]
        assert turn["played"]["moves"] == moves
        assert turn["played"]["texts"]
        assert (turn["better"] is not None) == (turn["mark"] == "mistake") == (turn["cost"]["mean"] > 0)
    assert me.post(place, {"turns": [first]})["turns"][0] in both["turns"], "the same, whatever else is asked"


def test_a_running_game_is_not_reviewed(person: People) -> None:
    me = person()
    table = me.set_table("me", "open")
    me.post(f"/api/tables/{table['id']}/review", status=409)
    me.post(f"/api/tables/{table['id']}/review/turns", {"turns": []}, status=409)


def test_a_record_without_moves_has_nothing_to_look_back_on(person: People) -> None:
    me = person()
    kept = me.post("/api/records", {"record": kabuto.new("samurai", seed=1).record()})
    refused = me.post(f"/api/tables/{kept['id']}/review/turns", {"turns": []}, status=409)
    assert refused["reason"] == "No move was played: there is nothing to analyse."


def test_a_learner_is_told_why_a_move_is_not_possible(person: People) -> None:
    me = person()
    asked = {"record": record([]), "why": "B4a1"}
    assert words_of(me.post("/api/study?wire=samurai", asked)["why"])
    assert me.post("/api/study?wire=samurai", {**asked, "why": "B4o9"})["why"] is None
    assert me.post("/api/study?wire=samurai", {"record": record([])})["why"] is None
