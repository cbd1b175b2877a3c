"""Positions with a known result, each named after its id.

S1, S2, C3 and C4 are the examples of the 1998 rules, S3, C1 and C2 those of the 2015 rules; where a
printed picture leaves several layouts open, each of them is a variant. The others are constructed.
"""

from itertools import product

import pytest

from kabuto.samurai import Samurai, majorities
from kabuto.table import Seat

from .helpers import (
    AKITA,
    EAST,
    EDITIONS,
    EDO,
    NORTH,
    TIMINGS,
    Decided,
    at,
    decided,
    exchange,
    lay,
    legal,
    play,
    position,
    refusal,
    shift,
    sources,
    steps,
    story,
    where,
)
from .rules_table import rule

by_edition = pytest.mark.parametrize("edition", EDITIONS)
by_timing = pytest.mark.parametrize("captures", TIMINGS)

H, B, R = "HBR"
Triple = tuple[int, int, int]

# What scoring is called: an edition's word for leading a kind, in English and German.
LEADING = {
    "rgg": ("majorit", "Mehrheit"),
    "hig": ("majorit", "Mehrheit"),
    "ffg": ("leader token", "Anführer-Marker"),
}


def scored(captured: list[Triple], edition: str) -> Samurai:
    """A finished game with these captured figures."""
    return position(captured=captured, to_move=None, players=len(captured), edition=edition)


def ranked(game: Samurai) -> tuple[tuple[int, ...], ...]:
    assert game.outcome is not None
    assert game.outcome.winners == game.outcome.ranking[0]
    return game.outcome.ranking


def told(game: Samurai, edition: str) -> list[str]:
    """The keys of the scoring steps, once their words have been checked in both languages."""
    found = steps(game)
    english, german = " ".join(found), " ".join(step.to("de") for step in found)
    for words, text in zip(zip(*LEADING.values(), strict=True), (english, german), strict=True):
        for name, word in zip(LEADING, words, strict=True):
            assert (word in text) == (word in LEADING[edition]), f"{name}'s {word!r} in {text}"
    assert "seat" in english.lower()
    assert "Platz" in german or "Plätze" in german
    assert "seat" not in german.lower()
    return [step.key for step in found]


def numbers(game: Samurai, key: str) -> list[str]:
    """What a step of the scoring counts, in English."""
    step = next(step for step in steps(game) if step.key == key)
    return [str(count) for count in step.values["counts"]]


# Scoring.

GREEN, RED, BLUE, YELLOW = range(4)

S1 = {
    "S1": [(3, 3, 4), (1, 5, 3), (5, 2, 3), (4, 3, 3)],
    "S1b": [(3, 3, 4), (1, 4, 3), (5, 2, 3), (4, 3, 3)],
    "S1c": [(3, 3, 4), (1, 4, 3), (5, 3, 2), (4, 3, 3)],
    "S1d": [(3, 3, 5), (1, 4, 3), (5, 3, 2), (4, 3, 3)],
    "S1e": [(3, 3, 5), (4, 6, 0), (5, 1, 4), (1, 3, 4)],
    "S1f": [(4, 2, 4), (1, 5, 3), (5, 2, 3), (3, 4, 3)],
}


@rule("K93", "K96", "K98", "K105")
@by_edition
@pytest.mark.parametrize("name", S1)
def test_vector_s1_three_majorities_and_the_most_others(name: str, edition: str) -> None:
    game = scored(S1[name], edition)
    assert majorities(S1[name]) == (BLUE, RED, GREEN)
    assert ranked(game) == ((GREEN,), (BLUE,), (RED,), (YELLOW,))
    assert told(game, edition) == ["led", "led", "led", "eligible", "others", "wins"]
    assert numbers(game, "others") == ["seat 0: 6", "seat 1: 4", "seat 2: 5"], "Yellow has no part in it"


def test_vector_s1_in_full_sentences() -> None:
    game = scored(S1["S1"], "rgg")
    assert [str(step) for step in steps(game)] == [
        "Helmets – seat 0: 3, seat 1: 1, seat 2: 5, seat 3: 4. Seat 2 has the majority.",
        "Buddhas – seat 0: 3, seat 1: 5, seat 2: 2, seat 3: 3. Seat 1 has the majority.",
        "Rice fields – seat 0: 4, seat 1: 3, seat 2: 3, seat 3: 3. Seat 0 has the majority.",
        "Seat 0, seat 1 and seat 2 have a majority each; only they can win.",
        "Their figures of the other two kinds decide – seat 0: 6, seat 1: 4, seat 2: 5.",
        "Seat 0 wins.",
    ]
    german = [step.to("de") for step in steps(game)]
    assert (
        german[0]
        == "Helme – Platz 0: 3, Platz 1: 1, Platz 2: 5, Platz 3: 4. Platz 2 hat die alleinige Mehrheit."
    )
    assert german[-1] == "Platz 0 gewinnt."


# Red, Yellow and the two who tie for rice; every triple that fits the second of them.
S2 = [(5, 3, 4), (5, 2, 4), (5, 1, 4), (4, 3, 4), (4, 2, 4), (3, 3, 4)]


@rule("K94", "K96", "K99", "K106")
@by_edition
@pytest.mark.parametrize("second", S2)
def test_vector_s2_equal_others_so_totals_decide(second: Triple, edition: str) -> None:
    red, yellow, tied, also_tied = range(4)
    captured = [(6, 1, 2), (0, 5, 3), (2, 4, 4), second]
    game = scored(captured, edition)
    assert majorities(captured) == (red, yellow, None)
    assert ranked(game)[:2] == ((red,), (yellow,))
    assert ranked(game)[2:] == (((tied, also_tied),) if sum(second) == 10 else ((also_tied,), (tied,))), (
        "more figures than the winner, and last"
    )
    assert told(game, edition) == [
        "led",
        "led",
        "led_by_nobody",
        "eligible",
        "others",
        "totals_among",
        "wins",
    ]
    assert numbers(game, "others") == ["seat 0: 3", "seat 1: 3"]
    assert numbers(game, "totals_among") == ["seat 0: 9", "seat 1: 8"]


S3 = {
    "S3": [(2, 1, 3), (1, 4, 2), (2, 2, 2)],
    "S3b": [(3, 0, 3), (1, 4, 2), (3, 1, 1)],
    "S3c": [(3, 0, 3), (2, 4, 1), (3, 3, 2)],
}


@rule("K94", "K97", "K99", "K109")
@by_edition
@pytest.mark.parametrize("name", S3)
def test_vector_s3_the_2015_example(name: str, edition: str) -> None:
    green, red, gold = range(3)
    game = scored(S3[name], edition)
    assert majorities(S3[name]) == (None, red, green)
    assert ranked(game) == ((red,), (green,), (gold,))
    assert told(game, edition) == [
        "led_by_nobody",
        "led",
        "led",
        "eligible",
        "others",
        "totals_among",
        "wins",
    ]
    assert numbers(game, "others") == ["seat 0: 3", "seat 1: 3"]
    assert numbers(game, "totals_among") == ["seat 0: 6", "seat 1: 7"]


def test_vector_s3_in_full_sentences() -> None:
    game = scored(S3["S3"], "ffg")
    assert [str(step) for step in steps(game)] == [
        "Castles – seat 0: 2, seat 1: 1, seat 2: 2. No one has more than everyone else: "
        "the leader token stays unclaimed.",
        "Buddhas – seat 0: 1, seat 1: 4, seat 2: 2. Seat 1 takes the leader token.",
        "Rice – seat 0: 3, seat 1: 2, seat 2: 2. Seat 0 takes the leader token.",
        "Seat 0 and seat 1 have a leader token each; only they can win.",
        "Their caste pieces of the other two kinds decide – seat 0: 3, seat 1: 3.",
        "Still tied, so all their caste pieces count – seat 0: 6, seat 1: 7.",
        "Seat 1 wins.",
    ]
    german = [step.to("de") for step in steps(game)]
    assert german[1] == "Buddhas – Platz 0: 1, Platz 1: 4, Platz 2: 2. Platz 1 nimmt den Anführer-Marker."
    assert german[-1] == "Platz 1 gewinnt."


@rule("K95", "K97")
@by_edition
def test_vector_s4_two_majorities_beat_more_figures(edition: str) -> None:
    game = scored([(4, 4, 0), (3, 3, 7)], edition)
    assert ranked(game) == ((0,), (1,))
    assert told(game, edition) == ["led", "led", "led", "leads_more"]
    assert steps(game)[-1].values == {"seat": Seat(0), "number": 2}


@rule("K100")
@by_edition
def test_vector_s5_equal_in_everything_is_shared(edition: str) -> None:
    game = scored([(4, 3, 3), (3, 3, 4)], edition)
    assert ranked(game) == ((0, 1),)
    assert told(game, edition) == [
        "led",
        "led_by_nobody",
        "led",
        "eligible",
        "others",
        "totals_among",
        "shared",
    ]
    assert numbers(game, "others") == ["seat 0: 6", "seat 1: 6"]
    assert numbers(game, "totals_among") == ["seat 0: 10", "seat 1: 10"]


@rule("K101", "K102")
@by_edition
def test_vector_s6_no_majority_and_equal_totals_are_shared(edition: str) -> None:
    game = scored([(2, 2, 2), (2, 2, 2), (1, 1, 1)], edition)
    assert ranked(game) == ((0, 1), (2,))
    assert told(game, edition) == ["led_by_nobody"] * 3 + ["no_leader", "totals", "shared"]
    assert numbers(game, "totals") == ["seat 0: 6", "seat 1: 6", "seat 2: 3"]


@rule("K96", "K97")
@by_edition
@pytest.mark.parametrize(
    ("name", "captured"),
    [("S7", [(3, 2, 2), (2, 2, 2), (2, 2, 2)]), ("S8", [(5, 0, 0), (2, 3, 3), (2, 3, 3)])],
)
def test_vector_s7_and_s8_the_only_majority_wins(name: str, captured: list[Triple], edition: str) -> None:
    game = scored(captured, edition)
    assert ranked(game) == ((0,), (1, 2)), name
    assert told(game, edition) == ["led", "led_by_nobody", "led_by_nobody", "only_leader"]


# The capture example of the 2015 rules.

G, RD, GD, P = range(4)  # green, red, gold, purple
NORTHERN_FIGURES = {NORTH: B, EAST: B, AKITA: B + R, EDO: H + B + R}


def settle(game: Samurai, *moves: str) -> Decided:
    """Play the tokens of a turn and end it: everything that was captured on the way."""
    found: Decided = {}
    for move in (*moves, "/"):
        found |= decided(play(game, move))
    return found


@rule("K74", "K76", "K107")
@by_edition
@by_timing
def test_vector_c1_the_first_capture(edition: str, captures: str) -> None:
    game = position(
        figures=NORTHERN_FIGURES,
        tokens={(1, -6): (RD, "S2")},
        hands=["B3"],
        players=4,
        edition=edition,
        captures=captures,
    )
    play(game, lay("B3", (0, -5)))
    if captures == "turn":
        play(game, "/")
    assert decided(game) == {(at(NORTH), B): ((3, 2, 0, 0), G)}, "East and Akita are not surrounded"
    assert sources(game, NORTH, B) == [{at((0, -5)): "B3"}, {at((1, -6)): "S2"}, {}, {}]
    assert story(game) == [
        "Buddha in the village north of Akita: "
        "seat 0 3 (Buddha 3 between Akita and the village to the north), "
        "seat 1 2 (samurai 2 between the villages north and northeast of Akita). Seat 0 captures it."
    ]
    assert story(game, "de") == [
        "Buddha im Dorf nördlich von Akita: Platz 0 3 (Buddha 3 zwischen Akita und dem Dorf im Norden), "
        "Platz 1 2 (Samurai 2 zwischen den Dörfern nördlich und nordöstlich von Akita). "
        "Platz 0 erhält die Figur."
    ]
    assert game.position()["captured"] == [[0, 1, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]


SEA_OF_EAST = [(2, -7), (3, -7), (3, -6)]
SEA_OF_AKITA = [(-1, -4), (-1, -3)]


@rule("K41", "K74", "K75", "K76", "K77", "K78", "K81", "K108")
@by_timing
@pytest.mark.parametrize("castle", ["H2", "H3", "H4"])
@pytest.mark.parametrize("swapped", [False, True])
def test_vector_c2_two_settlements_and_a_tie(captures: str, castle: str, swapped: bool) -> None:
    rice, purple = ((1, -4), (0, -3)) if swapped else ((0, -3), (1, -4))
    for red_ship, green_ship in product(SEA_OF_EAST, SEA_OF_AKITA):
        game = position(
            figures={EAST: B, AKITA: B + R, EDO: H + B + R},
            tokens={
                (1, -6): (RD, "S2"),
                (0, -5): (G, "B3"),
                red_ship: (RD, "V1"),
                green_ship: (G, "V1"),
                rice: (RD, "R2"),
                purple: (P, castle),
            },
            hands=["", "", "N1 B4"],
            to_move=GD,
            players=4,
            edition="ffg",
            captures=captures,
        )
        play(game, lay("N1", (2, -5)))
        assert not game.captures, "nothing is surrounded yet"
        play(game, lay("B4", (1, -5)))
        if captures == "turn":
            play(game, "/")
        assert decided(game) == {
            (at(EAST), B): ((0, 3, 5, 0), GD),
            (at(AKITA), B): ((4, 0, 4, 0), None),
            (at(AKITA), R): ((1, 2, 0, 0), RD),
        }
        assert sources(game, EAST, B) == [
            {},
            {at((1, -6)): "S2", at(red_ship): "V1"},
            {at((1, -5)): "B4", at((2, -5)): "N1"},
            {},
        ]
        assert sources(game, AKITA, B) == [
            {at((0, -5)): "B3", at(green_ship): "V1"},
            {},
            {at((1, -5)): "B4"},
            {},
        ]
        assert sources(game, AKITA, R) == [{at(green_ship): "V1"}, {at(rice): "R2"}, {}, {}], (
            "no castle influence"
        )
        assert [text.rsplit(". ", 1)[1] for text in story(game)] == [
            "A tie: it is placed beside the board.",
            "Seat 1 captures it.",
            "Seat 2 captures it.",
        ]
        assert [text.rsplit(". ", 1)[1] for text in story(game, "de")] == [
            "Gleichstand: Sie kommt neben den Plan.",
            "Platz 1 erhält die Figur.",
            "Platz 2 erhält die Figur.",
        ]
        end = game.position()
        assert (end["captured"], end["aside"]) == ([[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 0, 0]], [0, 1, 0])


# The capture examples of the 1998 rules.


@rule("K76", "K103")
@by_timing
def test_vector_c3_helmet_three_to_two(captures: str) -> None:
    blue, red = 1, 0
    game = position(
        figures={NORTH: H, EDO: H + B + R}, tokens={(0, -5): (blue, "H3")}, hands=["S2"], captures=captures
    )
    assert settle(game, lay("S2", (1, -6))) == {(at(NORTH), H): ((2, 3), blue)}
    assert game.position()["captured"][red] == [0, 0, 0]


@rule("K76", "K81", "K104")
@by_edition
@by_timing
def test_vector_c4_ronin_and_samurai(edition: str, captures: str) -> None:
    red, green, yellow, blue = range(4)
    game = position(
        figures={NORTH: B, EAST: B, AKITA: H + R, EDO: H + B + R},
        tokens={
            (0, -5): (yellow, "B2"),
            (2, -5): (blue, "B2"),
            (0, -3): (green, "R3"),
            (1, -4): (blue, "S1"),
        },
        hands=["N1 S2"],
        players=4,
        edition=edition,
        captures=captures,
    )
    assert settle(game, lay("N1", (1, -6)), lay("S2", (1, -5))) == {
        (at(NORTH), B): ((1, 0, 2, 0), yellow),
        (at(EAST), B): ((3, 0, 0, 2), red),
        (at(AKITA), H): ((2, 0, 0, 1), red),
        (at(AKITA), R): ((2, 3, 0, 1), green),
    }
    assert game.position()["captured"] == [[1, 1, 0], [0, 0, 1], [0, 1, 0], [0, 0, 0]]


# Timing and edge cases; A is seat 0, B is seat 1.


@rule("K85", "K86")
@pytest.mark.parametrize(("captures", "expected"), [("token", ((4, 2), 0)), ("turn", ((1, 2), 1))])
def test_vector_t1_ronin_then_token_exchange(captures: str, expected: tuple[tuple[int, int], int]) -> None:
    game = position(
        figures={NORTH: B, EDO: H + B + R},
        tokens={(0, -5): (0, "S3"), (-1, -5): (1, "V2")},
        hands=["N1 T"],
        captures=captures,
    )
    assert settle(game, lay("N1", (1, -6)), shift((0, -5), (2, -5))) == {(at(NORTH), B): expected}


@rule("K75", "K85", "K86", "K87")
@pytest.mark.parametrize(("captures", "expected"), [("token", ((1, 2), 1)), ("turn", ((3, 2), 0))])
def test_vector_t2_ronin_then_ship(captures: str, expected: tuple[tuple[int, int], int]) -> None:
    def start() -> Samurai:
        return position(
            figures={NORTH: B, EDO: H + B + R},
            tokens={(0, -5): (1, "B2")},
            hands=["N1 V2"],
            captures=captures,
        )

    ronin, ship = lay("N1", (1, -6)), lay("V2", (0, -7))
    assert settle(start(), ronin, ship) == {(at(NORTH), B): expected}
    assert settle(start(), ship, ronin) == {(at(NORTH), B): ((3, 2), 0)}, (
        "the ship first: the same either way"
    )


@by_timing
def test_vector_t3_ronin_then_figure_exchange(captures: str) -> None:
    game = position(
        figures={NORTH: B, EAST: R, EDO: H + B + R},
        tokens={(0, -5): (1, "B2")},
        hands=["N1 X"],
        captures=captures,
    )
    swap = exchange(NORTH, B, EAST, R)
    play(game, lay("N1", (1, -6)))
    if captures == "token":
        assert refusal(game, swap) == "no_such_figure"
    else:
        assert swap in legal(game)
        assert settle(game, swap) == {(at(NORTH), R): ((1, 0), 0)}


@rule("K79")
@by_timing
def test_vector_z1_nobody_influences_the_figure(captures: str) -> None:
    game = position(
        figures={NORTH: B, EDO: H + B + R}, tokens={(0, -5): (0, "R4")}, hands=["H3"], captures=captures
    )
    play(game, lay("H3", (1, -6)))
    if captures == "turn":
        play(game, "/")
    assert decided(game) == {(at(NORTH), B): ((0, 0), None)}
    assert sources(game, NORTH, B) == [{}, {}]
    assert game.position()["aside"] == [0, 1, 0]
    assert story(game) == [
        f"Buddha {where(at(NORTH))}: no one has influence, so it is placed beside the board."
    ]
    assert story(game, "de") == [
        "Buddha im Dorf nördlich von Akita: Niemand hat Einfluss; sie kommt neben den Plan."
    ]


@by_timing
@pytest.mark.parametrize("null_exchange", [False, True])
def test_vector_p1_no_legal_play_is_a_pass(captures: str, null_exchange: bool) -> None:
    game = position(
        figures={EDO: H + B + R}, hands=["X", "S1"], captures=captures, null_exchange=null_exchange
    )
    assert legal(game) == {"/"}
    play(game, "/")
    assert (game.to_move, game.outcome) == (1, None)
    assert game.position()["hands"] == [["X"], ["S1"]]


@rule("K51")
@by_timing
@pytest.mark.parametrize("kind", [H, B, R])
def test_vector_x1_edo_exchanges_nothing(captures: str, kind: str) -> None:
    for null_exchange in (False, True):
        game = position(
            figures={NORTH: kind, EDO: H + B + R}, hands=["X"], captures=captures, null_exchange=null_exchange
        )
        for figure in H, B, R:
            swap = exchange(NORTH, kind, EDO, figure)
            if figure != kind:
                assert refusal(game, swap) == "equal_pair"
            elif not null_exchange:
                assert refusal(game, swap) == "null_exchange"
            else:
                assert swap in legal(game)


@rule("K54")
@by_edition
def test_vector_m1_ronin_and_ships_are_not_moved(edition: str) -> None:
    tokens = {(0, -5): (0, "N1"), (0, -7): (0, "V1"), (-1, -5): (0, "V2")}
    game = position(figures={EDO: H + B + R}, tokens=tokens, hands=["T S1"], edition=edition)
    for source in tokens:
        assert refusal(game, shift(source, (1, -6))) == "cannot_move"
    assert not any(move[0] == "T" for move in legal(game))


@rule("K60")
@by_edition
def test_vector_m2_one_slow_token_with_the_token_exchange(edition: str) -> None:
    game = position(
        figures={EDO: H + B + R}, tokens={(0, -5): (0, "S3")}, hands=["T S1 H4 V1"], edition=edition
    )
    play(game, shift((0, -5), (1, -6)))
    for token in ("S1", "H4"):
        assert refusal(game, lay(token, (0, -3))) == "one_slow_token"
    assert legal(game) == {"/", *(move for move in legal(game) if move.startswith("V1"))}


@rule("K89", "K90")
@by_edition
@by_timing
def test_vector_g1_five_set_aside_end_the_game_after_the_turn(edition: str, captures: str) -> None:
    game = position(
        figures={AKITA: H + B, EDO: H + B + R},
        tokens={(0, -5): (0, "S2"), (1, -5): (1, "S2"), (0, -3): (1, "S1")},
        hands=["S1 N1", "S1"],
        aside=[1, 1, 1],
        edition=edition,
        captures=captures,
    )
    play(game, lay("S1", (1, -4)))
    assert game.position()["aside"] == ([2, 2, 1] if captures == "token" else [1, 1, 1])
    assert game.outcome is None
    play(game, lay("N1", (2, -5)))
    assert game.to_move == 0, "the turn is finished first"
    play(game, "/")
    assert game.position()["aside"] == [2, 2, 1]
    assert game.outcome is not None
    assert game.to_move is None
