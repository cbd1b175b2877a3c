"""Records of Samurai, statement by statement."""

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest

import kabuto
from kabuto.samurai import Samurai
from kabuto.table.record import dumps, loads

KEYS = ["format", "game", "rules", "options", "start", "moves", "outcome"]
OPTIONS = ["players", "edition", "hands", "figures", "captures", "captured_figures", "null_exchange"]
SETUPS: list[dict[str, Any]] = [
    {"players": players, "edition": edition, "hands": hands, "figures": figures}
    for players, edition in ((2, "rgg"), (3, "hig"), (4, "ffg"))
    for hands in ("random", "choose")
    for figures in ("random", "draft")
]
CHOICES = ["+H2", "+H3", "+H4", "+B2", "+B3"]


def new(**options: Any) -> Samurai:
    game: Samurai = kabuto.new("samurai", **options)
    return game


def finished(seed: int = 4, **options: Any) -> Samurai:
    """A game of random moves, played to its end."""
    game, rng = new(seed=seed, **options), Random(seed)
    while game.to_move is not None:
        game.play(rng.choice(game.legal_moves()))
    return game


def refusal(record: dict[str, Any]) -> kabuto.BadRecord:
    """The error that refuses a record; one that can be loaded fails the test."""
    before = deepcopy(record)
    with pytest.raises(kabuto.BadRecord) as refused:
        kabuto.load(record)
    assert record == before
    return refused.value


# What a record holds.


def test_a_record_has_its_keys_in_their_order_and_names_every_option() -> None:
    for game in (new(), new(hands="choose", figures="draft", players=4), finished()):
        record = game.record()
        assert list(record) == KEYS
        assert list(record["options"]) == OPTIONS
        assert (record["format"], record["game"]) == (1, "samurai")


def test_a_record_is_json_and_holds_no_seed() -> None:
    record = new(seed=123456789).record()
    assert json.loads(json.dumps(record)) == record
    assert "123456789" not in dumps(record)
    assert "seed" not in dumps(record)


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_the_start_holds_what_chance_decides_and_no_more(options: dict[str, Any]) -> None:
    keys = ["figures"] * (options["figures"] == "random") + ["hands", "draws"] * (
        options["hands"] == "random"
    )
    assert list(new(**options).record()["start"]) == keys
    assert sorted(finished(**options).record()["start"]) == sorted({*keys, "draws"})


def test_the_start_names_figures_hands_of_five_and_stacks_of_fifteen() -> None:
    start = new(players=3, seed=1).record()["start"]
    assert start["figures"]["o14"] == "HBR"
    assert sum(map(len, start["figures"].values())) == 30
    assert [len(hand) for hand in start["hands"]] == [5, 5, 5]
    assert [len(stack) for stack in start["draws"]] == [15, 15, 15]


def test_the_start_stays_what_it_was_while_moves_are_played() -> None:
    start = new(seed=4).record()["start"]
    assert finished(4).record()["start"] == start


def test_draws_are_absent_until_the_last_choice_and_fixed_from_then_on() -> None:
    game = new(hands="choose", seed=1)
    for choice in (CHOICES * 2)[:-1]:
        game.play(choice)
        assert "draws" not in game.record()["start"]
    game.play(CHOICES[-1])
    draws = game.record()["start"]["draws"]
    assert [len(stack) for stack in draws] == [15, 15]
    game.play("H2n13")
    game.play("/")
    assert game.record()["start"]["draws"] == draws
    assert game.position()["draws"][0] == draws[0][1:]


def test_moves_are_written_in_notation() -> None:
    record = finished(figures="draft", hands="choose").record()
    assert all(isinstance(move, str) for move in record["moves"])
    assert record["moves"] == [str(move) for move in finished(figures="draft", hands="choose").moves]
    assert record["moves"][0].startswith("+")
    assert record["moves"][-1] == "/"


def test_the_outcome_is_null_while_the_game_runs() -> None:
    assert new().record()["outcome"] is None


def test_the_outcome_names_figures_winners_and_ranking() -> None:
    game = finished(players=3)
    outcome = game.record()["outcome"]
    assert list(outcome) == ["captured", "aside", "winners", "ranking"]
    assert outcome["winners"] == outcome["ranking"][0]
    assert sorted(seat for group in outcome["ranking"] for seat in group) == [0, 1, 2]
    assert [len(counts) for counts in (*outcome["captured"], outcome["aside"])] == [3, 3, 3, 3]
    assert outcome["captured"] == game.position()["captured"]


def test_a_record_shows_everything() -> None:
    record = new(players=4, captured_figures="hidden", seed=2).record()
    tokens = [
        sorted(hand + stack)
        for hand, stack in zip(record["start"]["hands"], record["start"]["draws"], strict=True)
    ]
    assert all(len(mine) == 20 for mine in tokens)
    assert tokens[0] == tokens[1] == tokens[2] == tokens[3]


def test_a_record_is_no_part_of_the_game() -> None:
    game = finished()
    record, before = game.record(), game.record()
    record["moves"].clear()
    record["options"]["players"] = 9
    record["start"]["hands"][0].clear()
    record["outcome"]["captured"][0][0] = 99
    assert game.record() == before


# Reading.


@pytest.mark.uncounted
@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_a_record_replays_to_the_same_game_at_every_ply(options: dict[str, Any]) -> None:
    game, rng = new(seed=8, **options), Random(8)
    while True:
        record = game.record()
        again = kabuto.load(loads(dumps(record)), "samurai")
        assert again.record() == record
        assert again.state == game.state
        assert again.moves == game.moves
        if game.to_move is None:
            break
        for _ in range(3):
            if game.to_move is not None:
                game.play(rng.choice(game.legal_moves()))
    assert again.outcome == game.outcome


def test_a_loaded_game_can_be_taken_back_to_its_start_and_played_again() -> None:
    for options in SETUPS:
        game = finished(**options)
        again = kabuto.load(game.record())
        moves = [again.undo() for _ in range(again.ply)]
        for move in reversed(moves):
            again.play(move)
        assert again.record() == game.record()


def test_options_at_their_default_may_be_left_out() -> None:
    some: list[dict[str, Any]] = [
        {},
        {"edition": "ffg"},
        {"players": 3, "edition": "hig"},
        {"captures": "turn"},
    ]
    for options in some:
        record = finished(**options).record()
        short = {**record, "options": options}
        assert kabuto.load(short).record() == record


def test_an_option_left_out_has_the_default_of_the_edition_and_not_the_value_of_the_game() -> None:
    record = new(edition="ffg", captures="token").record()
    del record["options"]["captures"]
    assert kabuto.load(record).options["captures"] == "turn"


def test_moves_and_outcome_may_be_left_out() -> None:
    record = finished().record()
    start = {key: record[key] for key in ("format", "game", "options", "start")}
    assert kabuto.load(start).record() == {**record, "moves": [], "outcome": None}
    assert kabuto.load({**start, "moves": record["moves"]}).record() == record


def test_a_figure_exchange_may_be_written_in_either_order() -> None:
    start = {"figures": {"m13": "B", "o10": "HR"}, "hands": [["X"], []], "to_move": 0}
    record = {"format": 1, "game": "samurai", "start": start, "moves": ["Xo10H-m13B"]}
    assert kabuto.load(record).record()["moves"] == ["Xm13B-o10H"]


def test_an_illegal_move_is_refused_with_its_number_and_the_reason() -> None:
    record = finished().record()
    for number in (0, 7, len(record["moves"]) - 1):
        error = refusal({**record, "moves": [*record["moves"][:number], "S1o14", *record["moves"][number:]]})
        assert error.place == f"moves[{number}]"
    error = refusal({**record, "moves": [*record["moves"], "/"]})
    assert (error.place, error.reason) == (f"moves[{len(record['moves'])}]", "The game is over.")
    error = refusal({**record, "moves": ["castle"]})
    assert (error.place, "'castle' is not a move" in error.reason) == ("moves[0]", True)


def test_the_choice_of_a_hand_must_be_named_in_a_record() -> None:
    record = new(hands="choose").record()
    error = refusal({**record, "moves": ["+S1", "+"]})
    assert (error.place, error.reason) == ("moves[1]", "Say which token you choose, such as +S1.")


@pytest.mark.parametrize(
    "change",
    [
        lambda outcome: None,
        lambda outcome: False,
        lambda outcome: 0,
        lambda outcome: {},
        lambda outcome: [],
        lambda outcome: {**outcome, "winners": [1 - outcome["winners"][0]]},
        lambda outcome: {**outcome, "winners": [float(outcome["winners"][0])]},
        lambda outcome: {**outcome, "winners": [bool(outcome["winners"][0])]},
        lambda outcome: {**outcome, "ranking": outcome["ranking"][::-1]},
        lambda outcome: {**outcome, "ranking": [[0, 1]]},
        lambda outcome: {**outcome, "aside": [*outcome["aside"], 0]},
        lambda outcome: {**outcome, "aside": [number + 1 for number in outcome["aside"]]},
        lambda outcome: {**outcome, "captured": None},
        lambda outcome: {**outcome, "steps": []},
        lambda outcome: {key: value for key, value in outcome.items() if key != "aside"},
    ],
)
def test_an_outcome_that_the_moves_do_not_lead_to_is_refused(change: Any) -> None:
    record = finished().record()
    error = refusal({**record, "outcome": change(record["outcome"])})
    assert (error.place, error.reason) == ("outcome", "this is not the outcome that the moves lead to")


def test_an_outcome_before_the_end_is_refused() -> None:
    record = finished().record()
    assert refusal({**record, "moves": record["moves"][:-1]}).place == "outcome"
    assert refusal({**new().record(), "outcome": {}}).place == "outcome"
    assert refusal({**new().record(), "outcome": False}).place == "outcome"


def test_the_keys_of_an_outcome_may_stand_in_any_order() -> None:
    record = finished().record()
    turned = dict(reversed(record["outcome"].items()))
    assert kabuto.load({**record, "outcome": turned}).record() == record


# What chance decides while hands are chosen.


def test_draws_are_missing_once_every_hand_is_chosen() -> None:
    record = finished(hands="choose").record()
    del record["start"]["draws"]
    assert (refusal(record).place, refusal(record).reason[:7]) == ("start.draws", "missing")


def test_draws_are_too_early_before_every_hand_is_chosen() -> None:
    record = finished(hands="choose").record()
    error = refusal({**record, "moves": record["moves"][:9], "outcome": None})
    assert (error.place, "only formed once every hand has been chosen" in error.reason) == (
        "start.draws",
        True,
    )


def test_draws_that_hold_a_chosen_token_are_refused() -> None:
    record = new(hands="choose").record()
    record["moves"] = CHOICES * 2
    record["start"]["draws"] = [["H2"], []]
    error = refusal(record)
    assert (error.place, "in the hands that were chosen" in error.reason) == ("start.draws", True)


def test_draws_may_be_short_after_a_choice_too() -> None:
    record = new(hands="choose").record()
    record["moves"] = CHOICES * 2
    record["start"]["draws"] = [["S1"], []]
    game = kabuto.load(record)
    assert game.position()["draws"] == [["S1"], []]
    assert game.record() == record


def test_a_loaded_choice_can_be_taken_back_and_made_otherwise() -> None:
    record = finished(hands="choose").record()
    game = kabuto.load(record, seed=1)
    while game.ply:
        game.undo()
    assert game.record()["start"].keys() == {"figures"}
    stack = record["start"]["draws"][0]
    for choice in [f"+{token}" for token in stack[:5]] + CHOICES:
        game.play(choice)
    assert game.position()["hands"][0] != record["start"]["draws"][0][:5]
    assert [len(pile) for pile in game.position()["draws"]] == [15, 15]
    assert kabuto.load(game.record()).record() == game.record()


def test_hands_and_figures_may_be_named_though_they_could_be_chosen() -> None:
    dealt = new(seed=3).record()
    options = {**dealt["options"], "hands": "choose", "figures": "draft"}
    game = kabuto.load({**dealt, "options": options})
    assert game.record() == {**dealt, "options": options}
    assert game.legal_moves() == kabuto.load(dealt).legal_moves()


@pytest.mark.parametrize(
    ("options", "key"), [({}, "figures"), ({}, "hands"), ({}, "draws"), ({"figures": "draft"}, "hands")]
)
def test_what_chance_decided_must_be_in_the_record(options: dict[str, Any], key: str) -> None:
    record = new(**options).record()
    del record["start"][key]
    error = refusal(record)
    assert (error.place, error.reason[:7]) == (f"start.{key}", "missing")
    del record["start"]
    assert refusal(record).place.startswith("start.")


def test_a_seed_is_no_part_of_a_record() -> None:
    record = new(seed=7).record()
    assert refusal({**record, "seed": 7}).place == "seed"
    assert refusal({**record, "options": {**record["options"], "seed": 7}}).place == "options.seed"
    assert refusal({**record, "start": {**record["start"], "seed": 7}}).place == "start.seed"


# Whole records that are too much.


@pytest.mark.uncounted
@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "part",
    [
        {"moves": ["/"] * 1_000_000},
        {"moves": ["S1n13"] * 1_000_000},
        {"moves": ["x" * 10_000_000]},
        {"start": {"played": ["N1"] * 1_000_000}},
        {"start": {"hands": [["S1"] * 1_000_000, []], "to_move": 0}},
        {"start": {"hands": [[]] * 1_000_000, "to_move": 0}},
        {"start": {"figures": {"o14": "HBR" * 3_000_000}, "to_move": 0}},
        {"start": {"figures": {f"z{n}": "H" for n in range(500_000)}, "to_move": 0}},
        {"start": {"tokens": {"x" * 10_000_000: [0, "S1"]}}},
        {"options": {f"option{n}": 1 for n in range(500_000)}},
        {"options": {"players": [2] * 1_000_000}},
        {"options": {"x" * 10_000_000: 1}},
        {"outcome": [[0] * 1_000_000] * 10},
    ],
    ids=range(13),
)
def test_ten_megabytes_of_record_are_refused_in_seconds_and_few_words(part: dict[str, Any]) -> None:
    with pytest.raises(kabuto.BadRecord) as refused:
        kabuto.load({**new().record(), **part})
    assert len(str(refused.value)) < 300


def test_a_record_nested_without_end_is_refused() -> None:
    deep: Any = "S1"
    for _ in range(100_000):
        deep = [deep]
    record = new().record()
    for key in KEYS:
        assert refusal_of({**record, key: deep})
    for key in record["options"]:
        assert refusal_of({**record, "options": {key: deep}})
    for key in ("figures", "hands", "draws", "tokens", "captured", "aside", "to_move", "played"):
        assert refusal_of({**record, "start": {"to_move": 0, key: deep}})
        assert refusal_of({**record, "start": {"to_move": 0, key: [deep, deep]}})


def refusal_of(record: dict[str, Any]) -> str:
    """As ``refusal``, for records too deep to be compared with a copy."""
    with pytest.raises(kabuto.BadRecord) as refused:
        kabuto.load(record)
    return str(refused.value)
