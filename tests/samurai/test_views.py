"""Views: everything a seat may know, nothing more, and games that fit it."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

import pytest

import kabuto
from kabuto.samurai import Move, Samurai, SamuraiView, Verb
from kabuto.samurai.state import Phase, State
from kabuto.samurai.tokens import FULL_SET, TOKENS, UNKNOWN, codes

from .rules_table import rule

SETUPS: list[dict[str, Any]] = [
    {"players": players, "captured_figures": screens, "hands": hands, "figures": figures}
    for players, screens in ((2, "open"), (3, "hidden"), (4, "hidden"))
    for hands in ("random", "choose")
    for figures in ("random", "draft")
]
MIDDLE: dict[str, Any] = {
    "figures": {"m13": "R", "o10": "HB", "o14": "HBR"},
    "hands": [["S1", "X"], ["R3", "R4", "N1"]],
    "draws": [["S2", "T"], ["H2"]],
    "tokens": {"n13": [0, "S3"], "n16": [1, "V1"]},
    "captured": [[1, 0, 2], [0, 3, 0]],
    "aside": [0, 1, 0],
    "to_move": 1,
    "played": ["V1"],
}


def load(start: Mapping[str, Any], *moves: str, **options: Any) -> Samurai:
    return kabuto.load(
        {"format": 1, "game": "samurai", "options": options, "start": start, "moves": [*moves]}, "samurai"
    )


def walk(seed: int, every: int = 1, **options: Any) -> Iterator[Samurai]:
    """A game of random moves, before every so many of them and at its end."""
    game, rng = kabuto.new("samurai", seed=seed, **options), Random(seed)
    while game.to_move is not None:
        if game.ply % every == 0:
            yield game
        game.play(rng.choice(game.legal_moves()))
    yield game


def seats(game: Samurai) -> list[int | None]:
    """Everybody who may look: the seats and a spectator."""
    return [*range(game.players), None]


def shown(view: SamuraiView) -> Any:
    """What the text of a view says."""
    return json.loads(view.to_json())


def inside(value: object) -> Iterator[object]:
    """A value and everything that can be reached from it."""
    yield value
    if is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from inside(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from inside(key)
            yield from inside(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from inside(part)


# What a view tells.


@rule("K6", "K25", "K80")
def test_a_seat_sees_its_hand_and_the_table() -> None:
    view = load(MIDDLE).view(1)
    assert (view.seat, view.players, view.ply, view.to_move) == (1, 2, 0, 1)
    assert view.hand == ("R3", "R4", "N1")
    assert view.hand_sizes == (2, 3)
    assert view.stack_sizes == (2, 1)
    assert view.figures == {"m13": "R", "o10": "HB", "o14": "HBR"}
    assert view.tokens == {"n13": (0, "S3"), "n16": (1, "V1")}
    assert view.captured == ((1, 0, 2), (0, 3, 0))
    assert view.aside == (0, 1, 0)
    assert view.played == ("V1",)
    assert view.outcome is None
    assert view.log == ()
    assert view.received == (7, 8, 12)
    assert view.options == load(MIDDLE).options


def test_everybody_sees_which_tokens_each_seat_has_not_played() -> None:
    for seat in (0, 1, None):
        assert load(MIDDLE).view(seat).unplayed == (("S1", "S2", "X", "T"), ("H2", "R3", "R4", "N1"))


def test_only_the_seat_to_move_has_legal_moves_and_they_are_those_of_the_game() -> None:
    game = load(MIDDLE)
    assert game.view(1).legal_moves() == game.legal_moves()
    assert game.view(0).legal_moves() == game.view(None).legal_moves() == ()


def test_a_view_tells_why_a_move_is_refused() -> None:
    game = load(MIDDLE)
    for text in ("S1n14", "N1o13", "N1n13", "castle", "+", "/"):
        assert game.view(1).why_not(text) == game.why_not(text)
    assert game.view(0).why_not("S1n14") == game.view(None).why_not("S1n14") == "It is seat 1’s turn."
    assert game.view(0).why_not(Move.parse("S1n14")) == "It is seat 1’s turn."


def test_a_view_tells_how_a_settlement_stands() -> None:
    game = load(MIDDLE)
    assert game.view(0).settlement("o14") == game.settlement("o14")
    for space in ("n13", "n16", "f1", "", "\ud800", None, 14, 10**5000, ["o14"]):
        with pytest.raises(kabuto.BadOption, match="there is no settlement called") as refused:
            game.view(0).settlement(space)  # type: ignore[arg-type]
        assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    "seat", [-1, 2, 99, True, 0.0, "0", 10**5000, [0], "x" * 1_000_000], ids=lambda s: type(s).__name__
)
def test_a_seat_that_is_not_at_the_table_is_refused(seat: Any) -> None:
    game = kabuto.new("samurai", seed=1)
    with pytest.raises(kabuto.BadOption, match="seat is 0 to 1, or None for a spectator") as refused:
        game.view(seat)
    assert refused.value.place == "seat"
    assert len(str(refused.value)) < 200


def test_a_view_stays_what_it_was_while_the_game_goes_on() -> None:
    games = walk(2)
    game = next(games)
    view = game.view(0)
    before = view.to_json()
    for _ in games:
        pass
    assert view.to_json() == before
    assert view.to_move == 0


# The text of a view.

COUNTS = {"figures": dict, "tokens": dict, "captured": list, "aside": list, "played": list}
SCHEMA: dict[str, Any] = {
    "game": str,
    "options": dict,
    "seat": (int, type(None)),
    "ply": int,
    "phase": str,
    "to_move": (int, type(None)),
    "hand": (list, type(None)),
    "received": list,
    "hand_sizes": list,
    "stack_sizes": list,
    "unplayed": list,
    **COUNTS,
    "start": dict,
    "log": list,
    "outcome": (dict, type(None)),
}
CODES = {token.code for token in TOKENS}


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_the_text_of_a_view_has_one_form_and_agrees_with_the_view(options: dict[str, Any]) -> None:
    for game in walk(3, every=11, **options):
        for seat in seats(game):
            view = game.view(seat)
            text = shown(view)
            assert list(text) == list(SCHEMA)
            for key, kind in SCHEMA.items():
                assert isinstance(text[key], kind), key
            assert {key: type(value) for key, value in text["start"].items()} == COUNTS
            assert (text["game"], text["options"], text["seat"]) == ("samurai", game.options, seat)
            assert text["phase"] in ("choose", "draft", "turn", "over")
            assert (text["to_move"], text["ply"], len(text["log"])) == (game.to_move, game.ply, game.ply)
            assert text["hand"] == (None if seat is None else game.position()["hands"][seat])
            assert text["received"] == codes(view.received)
            assert (tuple(text["hand_sizes"]), tuple(text["stack_sizes"])) == (
                view.hand_sizes,
                view.stack_sizes,
            )
            assert tuple(map(tuple, text["unplayed"])) == view.unplayed
            assert {token for pool in text["unplayed"] for token in pool} <= CODES
            for key in ("figures", "tokens", "aside", "played"):
                assert text[key] == game.position()[key]
            assert tuple(counts and tuple(counts) for counts in text["captured"]) == view.captured
            for entry in text["log"]:
                assert list(entry) == ["seat", "move", "captures"]
                for capture in entry["captures"]:
                    assert list(capture) == ["space", "figure", "influence", "tokens", "winner"]
            if game.outcome is None:
                assert text["outcome"] is None
            else:
                assert text["outcome"] == {**game.outcome.to_json(), "steps": [*game.outcome.steps]}


def test_equal_views_have_equal_texts_on_one_line() -> None:
    game = load(MIDDLE)
    assert game.view(0).to_json() == game.copy().view(0).to_json()
    assert "\n" not in game.view(0).to_json()


# The log.


def test_the_log_names_seats_moves_and_captures() -> None:
    start = {"figures": {"o14": "HBR", "o8": "H"}, "tokens": {"o9": [0, "S1"]}, "hands": [["S2"], ["V1"]]}
    game = load(start, "S2p8", "/", "V1n16")
    for seat in seats(game):
        assert shown(game.view(seat))["log"] == [
            {
                "seat": 0,
                "move": "S2p8",
                "captures": [
                    {
                        "space": "o8",
                        "figure": "H",
                        "influence": [3, 0],
                        "tokens": [[["o9", "S1"], ["p8", "S2"]], []],
                        "winner": 0,
                    }
                ],
            },
            {"seat": 0, "move": "/", "captures": []},
            {"seat": 1, "move": "V1n16", "captures": []},
        ]


@rule("K21")
def test_a_choice_shows_its_token_to_its_own_seat_alone() -> None:
    game = kabuto.new("samurai", hands="choose", seed=1)
    for choice in ("+S1", "+S2", "+S3", "+H2", "+H3", "+T"):
        game.play(choice)
    logs = {
        seat: [entry["move"] for entry in json.loads(game.view(seat).to_json())["log"]]
        for seat in (0, 1, None)
    }
    assert logs == {
        0: ["+S1", "+S2", "+S3", "+H2", "+H3", "+"],
        1: ["+", "+", "+", "+", "+", "+T"],
        None: ["+"] * 6,
    }


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_the_log_is_the_same_for_everybody_except_for_choices(options: dict[str, Any]) -> None:
    *_, game = walk(4, every=99, **options)
    public = [entry for entry in shown(game.view(None))["log"] if entry["move"] != "+"]
    assert [entry["move"] for entry in public] == [
        str(move) for move in game.moves if move.verb is not Verb.CHOOSE
    ]
    for seat in range(game.players):
        assert [e for e in shown(game.view(seat))["log"] if not e["move"].startswith("+")] == public


# What can be derived.


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_unplayed_tokens_are_the_twenty_without_those_in_the_log(options: dict[str, Any]) -> None:
    for game in walk(5, every=7, **options):
        spent = [Counter[int]() for _ in range(game.players)]
        for entry in game.view(None).log:
            if entry.move.verb in (Verb.PLAY, Verb.EXCHANGE_FIGURES, Verb.EXCHANGE_TOKENS):
                spent[entry.seat][entry.move.token] += 1
        expected = tuple(tuple(codes(tuple(sorted((Counter(FULL_SET) - mine).elements())))) for mine in spent)
        view = game.view(0)
        assert view.unplayed == expected
        for pool, hand, stack in zip(view.unplayed, view.hand_sizes, view.stack_sizes, strict=True):
            assert len(pool) == hand + stack


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_a_seat_has_received_its_first_hand_its_choices_and_its_draws_in_order(
    options: dict[str, Any],
) -> None:
    for game in walk(6, every=7, **options):
        record = game.record()
        for seat in range(game.players):
            view = game.view(seat)
            chosen = [
                str(entry.move)[1:]
                for entry in view.log
                if entry.seat == seat and entry.move.verb is Verb.CHOOSE
            ]
            first = record["start"].get("hands", [chosen] * game.players)[seat]
            stack = record["start"].get("draws", [[]] * game.players)[seat]
            received = codes(view.received)
            assert received == (first + stack)[: len(received)]
            played = [codes((move.token,))[0] for move in played_by(game, seat)]
            assert sorted(received) == sorted([*view.hand, *played])
        assert game.view(None).received == ()


def played_by(game: Samurai, seat: int) -> list[Move]:
    spending = (Verb.PLAY, Verb.EXCHANGE_FIGURES, Verb.EXCHANGE_TOKENS)
    return [entry.move for entry in game.view(None).log if entry.seat == seat and entry.move.verb in spending]


# Screens.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_screens_leave_out_the_counts_of_the_others_and_nothing_else(players: int) -> None:
    hidden = walk(7, every=5, players=players, captured_figures="hidden")
    for unscreened, screened in zip(
        walk(7, every=5, players=players, captured_figures="open"), hidden, strict=True
    ):
        for seat in seats(screened):
            expected, text = shown(unscreened.view(seat)), shown(screened.view(seat))
            expected["options"]["captured_figures"] = "hidden"
            if screened.to_move is not None:
                for counts in (expected["captured"], expected["start"]["captured"]):
                    counts[:] = [mine if owner == seat else None for owner, mine in enumerate(counts)]
            assert text == expected


@rule("K84")
def test_without_screens_captured_figures_are_seen_by_all() -> None:
    for seat in (0, 1, None):
        assert load(MIDDLE, captured_figures="open").view(seat).captured == ((1, 0, 2), (0, 3, 0))


@rule("K83")
def test_figures_captured_before_the_position_are_behind_the_screens_too() -> None:
    game = load(MIDDLE, captured_figures="hidden")
    assert game.view(0).captured == ((1, 0, 2), None)
    assert game.view(1).captured == (None, (0, 3, 0))
    assert game.view(None).captured == (None, None)
    assert shown(game.view(None))["start"]["captured"] == [None, None]
    for seat, others in ((0, [[1, 0, 2], [0, 1, 1]]), (1, [[0, 0, 0], [0, 3, 0]])):
        changed = load({**MIDDLE, "captured": others}, captured_figures="hidden")
        assert changed.view(seat).to_json() == game.view(seat).to_json()
        assert changed.view(1 - seat).to_json() != game.view(1 - seat).to_json()
        assert changed.view(None).to_json() == game.view(None).to_json()


def test_a_memory_knows_what_was_captured_since_the_log_began() -> None:
    start = {"figures": {"o14": "HBR", "o8": "H"}, "tokens": {"o9": [0, "S1"]}, "hands": [["S2"], []]}
    game = load({**start, "captured": [[1, 0, 0], [0, 2, 0]]}, "S2p8", captured_figures="hidden")
    for seat in seats(game):
        assert game.view(seat).remembered() == ((1, 0, 0), (0, 0, 0))
    assert game.view(0).captured == ((2, 0, 0), None)


@rule("K92")
@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_the_end_of_the_game_shows_what_is_behind_the_screens_and_no_hand(options: dict[str, Any]) -> None:
    *_, game = walk(8, every=99, **options)
    for seat in seats(game):
        view = game.view(seat)
        assert view.captured == game.state.captured == view.remembered()
        assert view.outcome == game.outcome
        assert (view.to_move, view.legal_moves(), view.why_not("/")) == (None, (), "The game is over.")
        assert unseen_of(view.state, seat) == []


# What must not be there.


def unseen_of(state: State, seat: int | None) -> list[int]:
    """Tokens in a masked state that its viewer should not see."""
    hands = [hand for owner, hand in enumerate(state.hands) if owner != seat]
    return [token for tokens in (*hands, *state.stacks) for token in tokens if token != UNKNOWN]


@rule("K8", "K24", "K83")
@pytest.mark.uncounted
@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_nothing_that_can_be_reached_from_a_view_holds_a_hidden_token(options: dict[str, Any]) -> None:
    for game in walk(9, every=29, **options):
        for seat in seats(game):
            view = game.view(seat)
            states = [part for part in inside(view) if isinstance(part, State)]
            assert len(states) == 2
            for state in states:
                assert unseen_of(state, seat) == []
                if (
                    game.to_move is not None
                    and state.phase is Phase.TURN
                    and options["captured_figures"] == "hidden"
                ):
                    assert {counts for owner, counts in enumerate(state.captured) if owner != seat} <= {
                        (UNKNOWN,) * 3
                    }
            for entry in view.log:
                assert entry.seat == seat or entry.move.verb is not Verb.CHOOSE or entry.move.token == UNKNOWN
            assert not [part for part in inside(view) if isinstance(part, (Samurai, Random))]


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_no_word_of_the_text_comes_from_what_is_hidden(options: dict[str, Any]) -> None:
    seed = 918273645546372819
    for game in walk(seed, every=9, **options):
        for seat in seats(game):
            view = game.view(seat)
            text = view.to_json()
            assert str(seed) not in text
            words = {part for part in inside(json.loads(text)) if isinstance(part, str)}
            assert not words & {"seed", "draws", "stack", "stacks", "record"}
            secret = {
                str(move)
                for m, move in zip(view.log, game.moves, strict=True)
                if m.seat != seat and move.verb is Verb.CHOOSE
            }
            own = {str(entry.move) for entry in view.log if entry.seat == seat}
            assert not words & (secret - own)


@rule("K8", "K24")
def test_tokens_that_change_places_unseen_change_no_byte_for_the_others() -> None:
    record = kabuto.new("samurai", players=3, seed=3).record()
    other = json.loads(json.dumps(record))
    for hand, stack in zip(other["start"]["hands"][1:], other["start"]["draws"][1:], strict=True):
        hand[:], stack[:] = (
            sorted(stack[5:10], key=[t.code for t in TOKENS].index),
            [*hand, *stack[:5], *stack[10:]],
        )
    one, two = kabuto.load(record), kabuto.load(other)
    for seat in (0, None):
        assert one.view(seat).to_json() == two.view(seat).to_json()
    assert one.view(1).to_json() != two.view(1).to_json()


@rule("K21")
def test_other_choices_change_no_byte_for_the_others() -> None:
    def chosen(*choices: str) -> Any:
        game = kabuto.new("samurai", hands="choose", seed=2)
        for choice in choices:
            game.play(choice)
        return game

    one = chosen("+S1", "+S1", "+S2", "+S2", "+S3", "+H2", "+H3", "+H4", "+B2", "+B3")
    two = chosen("+S1", "+S1", "+S2", "+S2", "+S3", "+T", "+X", "+N1", "+V1", "+V1")
    assert one.view(0).to_json() == two.view(0).to_json()
    assert one.view(None).to_json() == two.view(None).to_json()
    assert one.view(1).to_json() != two.view(1).to_json()


# Games that fit a view.


@pytest.mark.uncounted
@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_a_sample_of_a_view_has_that_view_in_every_phase(options: dict[str, Any]) -> None:
    rng, phases = Random(1), set()
    for game in walk(10, every=9, **options):
        phases.add(game.state.phase)
        for seat in seats(game):
            view = game.view(seat)
            sample = view.sample(rng)
            assert sample.view(seat).to_json() == view.to_json()
            assert sample.view(seat) == view
            assert kabuto.load(sample.record()).record() == sample.record()
    expected = {Phase.TURN, Phase.OVER}
    expected |= {Phase.CHOOSE} if options["hands"] == "choose" else set()
    expected |= {Phase.DRAFT} if options["figures"] == "draft" else set()
    assert phases == expected


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_a_sample_can_be_played_to_its_end(options: dict[str, Any]) -> None:
    rng = Random(2)
    for game in walk(11, every=25, **options):
        sample = game.view(0).sample(rng)
        while sample.to_move is not None:
            sample.play(rng.choice(sample.legal_moves()))
        assert sample.outcome is not None


def test_samples_deal_what_is_unseen_in_many_ways() -> None:
    view = kabuto.new("samurai", hands="choose", seed=1).view(0)
    game = view.sample(Random(3))
    for choice in ("+S1", "+S1", "+S2", "+S2", "+S3", "+T", "+X"):
        game.play(choice)
    samples = [game.view(0).sample(Random(seed)) for seed in range(50)]
    assert {tuple(s.position()["hands"][0]) for s in samples} == {("S1", "S1", "S2", "S2", "S3")}
    assert len({tuple(s.position()["hands"][1]) for s in samples}) > 20


def test_a_sample_fits_positions_with_screens_short_hands_and_tokens_played() -> None:
    for screens in ("open", "hidden"):
        game = load(MIDDLE, captured_figures=screens)
        for seat in seats(game):
            found = set()
            for seed in range(30):
                sample = game.view(seat).sample(Random(seed))
                assert sample.view(seat).to_json() == game.view(seat).to_json()
                again = load(sample.position(), captured_figures=screens)
                assert again.position() == sample.position()
                found.add(str(sample.position()["captured"]))
            assert (len(found) > 1) == (screens == "hidden")


def test_a_sample_depends_on_nothing_but_its_generator() -> None:
    view = load(MIDDLE).view(0)
    assert view.sample(Random(5)).record() == view.sample(Random(5)).record()
    before = view.to_json()
    view.sample(Random(6)).play("N1o13")
    assert view.to_json() == before
