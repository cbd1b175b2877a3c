"""The notation of moves, statement by statement."""

import copy
import pickle
from collections import Counter
from itertools import product
from typing import Any

import pytest

import kabuto
from kabuto.samurai import Move, Samurai, Verb
from kabuto.samurai.board import SPACE, SPACES
from kabuto.samurai.tokens import FIGURES, TOKEN, TOKENS, T, X

from .rules_table import rule

HANDS = ["S1 S1 S2 S2 S3", "H2 H3 H4 B2 B3"]


def game(
    hands: list[str],
    tokens: dict[str, list[Any]] | None = None,
    figures: dict[str, str] | None = None,
    **options: Any,
) -> Samurai:
    """A game in which these hands are held and these tokens and figures are on the map."""
    figures = {"o14": "HBR", "m13": "B", "o10": "HR", "q11": "B"} if figures is None else figures
    start = {
        "figures": figures,
        "hands": [hand.split() for hand in hands],
        "draws": [[]] * len(hands),
        "tokens": tokens or {},
    }
    return kabuto.load({"format": 1, "game": "samurai", "options": options, "start": start}, "samurai")


def new(**options: Any) -> Samurai:
    """A game from its beginning."""
    game: Samurai = kabuto.new("samurai", **options)
    return game


def texts(played: Samurai) -> list[str]:
    return [str(move) for move in played.legal_moves()]


# The tokens.


@rule("K52")
def test_the_tokens_are_those_of_the_notation() -> None:
    numbers = {"S1": 2, "S2": 2, "V1": 2}
    codes = [
        "H2",
        "H3",
        "H4",
        "B2",
        "B3",
        "B4",
        "R2",
        "R3",
        "R4",
        "S1",
        "S2",
        "S3",
        "N1",
        "V1",
        "V2",
        "X",
        "T",
    ]
    assert {token.code: token.number for token in TOKENS} == {code: numbers.get(code, 1) for code in codes}
    assert {token.code for token in TOKENS if token.fast} == {"N1", "V1", "V2", "X"}
    assert list(TOKEN) == codes


@rule("K3")
def test_figures_stand_in_the_order_helmet_buddha_rice() -> None:
    assert FIGURES == "HBR"


# The forms.


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("+S1", Move(Verb.CHOOSE, TOKEN["S1"])),
        ("+X", Move(Verb.CHOOSE, X)),
        ("+", Move(Verb.CHOOSE)),
        ("H*o10", Move(Verb.PUT, space=SPACE["o10"], figure=0)),
        ("R*o10", Move(Verb.PUT, space=SPACE["o10"], figure=2)),
        ("S3n13", Move(Verb.PLAY, TOKEN["S3"], SPACE["n13"])),
        ("V2a20", Move(Verb.PLAY, TOKEN["V2"], SPACE["a20"])),
        ("Xm13B-o10H", Move(Verb.EXCHANGE_FIGURES, X, SPACE["m13"], 1, SPACE["o10"], 0)),
        ("Tn13-o13", Move(Verb.EXCHANGE_TOKENS, T, SPACE["n13"], other_space=SPACE["o13"])),
        ("/", Move(Verb.END)),
    ],
)
def test_a_move_is_read_and_written(text: str, move: Move) -> None:
    assert Move.parse(text) == move
    assert str(move) == text
    assert hash(Move.parse(text)) == hash(move)
    assert repr(move) == f"Move.parse({text!r})"


def test_every_token_can_be_chosen_and_every_other_than_an_exchange_laid() -> None:
    for token in TOKENS:
        assert Move.parse(f"+{token.code}").token == TOKEN[token.code]
        if token.code not in "XT":
            assert str(Move.parse(f"{token.code}n13")) == f"{token.code}n13"
        else:
            with pytest.raises(kabuto.IllegalMove):
                Move.parse(f"{token.code}n13")


def test_every_space_can_be_written_with_every_verb() -> None:
    for space in SPACES:
        for text in (f"S1{space.name}", f"H*{space.name}", f"T{space.name}-o14", f"To14-{space.name}"):
            assert str(Move.parse(text)) == text


def test_a_figure_exchange_names_the_space_first_that_comes_first_on_the_map() -> None:
    for (one, two), (f, g) in product(
        [("m13", "o10"), ("a20", "t4"), ("o10", "o14")], product(FIGURES, FIGURES)
    ):
        assert SPACE[one] < SPACE[two]
        written, turned = f"X{one}{f}-{two}{g}", f"X{two}{g}-{one}{f}"
        assert Move.parse(turned) == Move.parse(written)
        assert str(Move.parse(turned)) == written


def test_a_token_exchange_has_a_direction() -> None:
    assert Move.parse("Tn13-o13") != Move.parse("To13-n13")


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "/ ", " /", "//", "/\n", "\n", "pass", "end", "-", "\\"),
        *(
            "s3n13",
            "S3N13",
            "S3 n13",
            "S3n13 ",
            "\tS3n13",
            "S3-n13",
            "S3n",
            "S3",
            "n13",
            "S313",
            "S3n013",
            "S3n131",
        ),
        *(
            "S0n13",
            "S4n13",
            "H1n13",
            "N2n13",
            "V3n13",
            "Z1n13",
            "S3n99",
            "S3u1",
            "S3a1",
            "S3n0",
            "S3n00",
            "Sn13",
        ),
        *("S٣n13", "S3n1３", "Ｓ3n13", "S3ñ13", "S3n13\x00", "\x00", "S3n13\ud800", "\ud800", "\ufeffS3n13"),
        *(
            "X",
            "Xn13",
            "Xm13-o10",
            "Xm13B",
            "Xm13B-o10",
            "Xm13B-o10H-",
            "Xm13B-o99H",
            "Xm13S-o10H",
            "Xm13Bo10H",
        ),
        *("Xm13B–o10H", "xm13B-o10H", "Xm13b-o10h", "Xm13BB-o10H", "Xm13B-o10H/"),
        *("T", "Tn13", "Tn13-", "Tn13-n", "Tn13-o99", "T-o13", "Tn13 o13", "Tn13→o13", "Tn13S1-o13"),
        *("+Z", "+S", "+S4", "+S1 ", "+s1", "++", "+ ", "+?", "+-1", "+S1S1", "+H1", "S1+", "+n13"),
        *("H*", "*o10", "H*o99", "S*o10", "h*o10", "H*o10 ", "HB*o10", "H**o10", "H o10", "H*O10"),
    ],
)
def test_any_other_text_is_no_move(text: str) -> None:
    fresh = new(seed=1)
    with pytest.raises(kabuto.IllegalMove) as refused:
        Move.parse(text)
    assert refused.value.reason.isprintable()
    assert refused.value.reason == fresh.why_not(text) == fresh.view(0).why_not(text)


def test_the_refusal_of_a_text_says_what_is_wrong_with_it() -> None:
    for text, reason in {
        "castle": "'castle' is not a move: write +S1, H*o10, S3n13, Xm13B-o10H, Tn13-o13 or /",
        "S3z9": "there is no space z9: spaces are a20 to t4, such as o14 (Edo)",
        "S4n13": f"there is no token S4: there are {', '.join(TOKEN)}",
    }.items():
        with pytest.raises(kabuto.IllegalMove) as refused:
            Move.parse(text)
        assert refused.value.reason == reason


def test_ten_million_letters_are_no_move_and_the_refusal_is_short() -> None:
    for text in ("S3n13" * 2_000_000, "+" * 10_000_000, "X" + "m13B-" * 2_000_000):
        with pytest.raises(kabuto.IllegalMove) as refused:
            Move.parse(text)
        assert len(refused.value.reason) < 200


@pytest.mark.parametrize("value", [None, 0, 13, True, 2.5, b"/", ["/"], ("S3", "n13"), {}, object])
def test_what_is_no_text_is_no_move_either(value: Any) -> None:
    fresh = new(seed=1)
    before = fresh.record()
    with pytest.raises(kabuto.IllegalMove):
        Move.parse(value)
    with pytest.raises(kabuto.IllegalMove):
        fresh.play(value)
    assert fresh.why_not(value)
    assert fresh.view(0).why_not(value)
    assert fresh.record() == before


@pytest.mark.parametrize(
    "numbers",
    [
        (Verb.PLAY,),
        (Verb.PLAY, 0),
        (Verb.PLAY, -1, 3),
        (Verb.PLAY, 0, -1),
        (Verb.PLAY, 99, 3),
        (Verb.PLAY, 0, 174),
        (Verb.PLAY, X, 3),
        (Verb.PLAY, T, 3),
        (Verb.PLAY, 0, 3, 1),
        (Verb.PLAY, "S1", 3),
        (Verb.PLAY, 0, 10**5000),
        (Verb.CHOOSE, 17),
        (Verb.CHOOSE, -2),
        (Verb.CHOOSE, 0, 3),
        (Verb.PUT, -1, 3, 3),
        (Verb.PUT, 0, 3, 1),
        (Verb.EXCHANGE_FIGURES, X, 9, 0, 3, 1),
        (Verb.EXCHANGE_FIGURES, X, 3, 1, 3, 0),
        (Verb.EXCHANGE_FIGURES, -1, 3, 0, 9, 1),
        (Verb.EXCHANGE_FIGURES, X, 3, 0, 9),
        (Verb.EXCHANGE_TOKENS, T, 3, 0, 9),
        (Verb.EXCHANGE_TOKENS, X, 3, -1, 9),
        (Verb.END, 0),
        ("end",),
        (None,),
    ],
    ids=lambda numbers: str(numbers[0]),
)
def test_a_move_that_no_notation_can_write_cannot_be_made_from_numbers(numbers: Any) -> None:
    with pytest.raises(kabuto.IllegalMove, match="not the numbers of a move"):
        Move(*numbers)


def test_a_move_is_a_value() -> None:
    move = Move.parse("Xm13B-o10H")
    assert move == copy.deepcopy(move) == pickle.loads(pickle.dumps(move))
    assert len({move, Move.parse("Xo10H-m13B"), Move.parse("/")}) == 2
    with pytest.raises(AttributeError):
        move.space = 3  # type: ignore[misc]


# The set of legal moves.


def test_two_equal_tokens_in_a_hand_give_each_move_once() -> None:
    found = texts(game(["S1 S1", ""]))
    assert len(found) == len(set(found)) == 30


def test_the_two_directions_of_a_figure_exchange_are_one_move() -> None:
    found = texts(game(["X", ""]))
    assert sorted(found) == sorted(["Xm13B-o10H", "Xm13B-o10R", "Xo10H-q11B", "Xo10R-q11B"])


@pytest.mark.uncounted
@pytest.mark.parametrize(
    "options", [{"players": n, "null_exchange": null} for n in (2, 3, 4) for null in (True, False)], ids=str
)
@pytest.mark.parametrize("setup", [{}, {"hands": "choose", "figures": "draft"}], ids=str)
def test_legal_moves_are_listed_once_and_are_exactly_those_that_are_not_refused(
    options: dict[str, Any], setup: dict[str, Any]
) -> None:
    every = [Move.parse("/"), *(Move.parse(f"+{token.code}") for token in TOKENS)]
    every += [Move.parse(f"{token.code}{s.name}") for token in TOKENS[:-2] for s in SPACES]
    every += [Move.parse(f"{figure}*{s.name}") for figure in FIGURES for s in SPACES]
    played = new(seed=3, **options, **setup)
    while played.to_move is not None:
        moves = played.legal_moves()
        assert max(Counter(moves).values()) == 1
        if played.ply % 12 == 0:
            others = {m for m in moves if m.verb in (Verb.EXCHANGE_FIGURES, Verb.EXCHANGE_TOKENS)}
            assert {m for m in every if played.why_not(m) is None} == {*moves} - others
        played.play(moves[played.ply * 7919 % len(moves)])


def test_exchanges_are_listed_exactly_when_they_are_not_refused() -> None:
    towns = ["o14", "m13", "o10", "q11", "l17"]
    lands = ["n13", "n12", "o13", "p14", "l15"]
    played = game(["X T S1", "S3"], {"n13": [0, "S3"], "n12": [1, "S2"], "p14": [0, "N1"]})
    every = {Move.parse(f"X{a}{f}-{b}{g}") for a, b, f, g in product(towns, towns, FIGURES, FIGURES)}
    every |= {Move.parse(f"T{a}-{b}") for a, b in product(lands, lands)}
    legal = {move for move in every if played.why_not(move) is None}
    assert legal == every & {*played.legal_moves()}
    assert {str(move) for move in legal} == {
        *("Xm13B-o10H", "Xm13B-o10R", "Xo10H-q11B", "Xo10R-q11B"),
        *("Tn13-o13", "Tn13-l15"),
    }


# Who moves when.


@rule("K20")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_seat_0_makes_all_five_choices_then_seat_1_and_so_on(players: int) -> None:
    played = new(players=players, hands="choose", seed=1)
    seats = []
    while (move := played.legal_moves()[0]).verb is Verb.CHOOSE:
        seats.append(played.to_move)
        played.play(move)
    assert seats == [seat for seat in range(players) for _ in range(5)]
    assert played.to_move == 0


@rule("K32", "K33", "K35", "K39")
@pytest.mark.parametrize(("players", "cities"), [(2, 2), (3, 2), (4, 3)])
def test_seats_put_figures_in_turn_cities_first_and_seat_0_takes_the_first_turn(
    players: int, cities: int
) -> None:
    played = new(players=players, figures="draft", seed=1)
    seats, kinds = [], []
    while (move := played.legal_moves()[0]).verb is Verb.PUT:
        assert {m.verb for m in played.legal_moves()} == {Verb.PUT}
        seats.append(played.to_move)
        kinds.append(SPACES[move.space].terrain)
        played.play(move)
    assert seats == [*range(players)] * 9
    assert kinds == ["city"] * (2 * cities) + ["village"] * (9 * players - 2 * cities)
    assert played.to_move == 0


@rule("K28")
def test_hands_are_chosen_before_figures_are_put() -> None:
    played = new(hands="choose", figures="draft", seed=1)
    for choice in ["+S1", "+S1", "+S2", "+S2", "+S3"] * 2:
        assert "Opening hands are being chosen" in str(played.why_not("H*o10"))
        played.play(choice)
    assert "being placed on the map" in str(played.why_not("+S1"))
    played.play("H*o10")


def test_a_choice_without_its_token_is_no_choice() -> None:
    played = new(hands="choose", seed=1)
    assert "Say which token you choose" in str(played.why_not("+"))
    assert Move.parse("+") not in played.legal_moves()


@rule("K64", "K73")
def test_the_turn_ends_only_after_a_token_or_when_nothing_can_be_played() -> None:
    played = game(HANDS)
    assert "Play at least one token" in str(played.why_not("/"))
    assert "/" not in texts(played)
    played.play("S3n13")
    assert "/" in texts(played)
    played.play("/")
    assert played.to_move == 1


@pytest.mark.parametrize("hand", ["", "T", "X"])
def test_a_seat_that_can_play_nothing_has_its_turn_and_passes(hand: str) -> None:
    played = game([hand, "S1"], figures={"o14": "HBR"})
    assert texts(played) == ["/"]
    played.play("/")
    assert (played.to_move, played.outcome) == (1, None)
    assert played.position()["hands"] == [[hand] if hand else [], ["S1"]]


def test_the_game_ends_when_every_seat_passes_in_succession() -> None:
    played = game(["", "", "N1"], players=3)
    for move in ("/", "/", "N1n13", "/", "/", "/"):
        assert played.outcome is None
        played.play(move)
    assert played.to_move == 2
    played.play("/")
    assert played.to_move is None
    assert played.outcome is not None


def test_nothing_can_be_played_after_the_end_and_nothing_changes() -> None:
    played = game(["", ""])
    played.play("/")
    played.play("/")
    before = played.record()
    assert played.legal_moves() == ()
    for text in ("/", "S1n13", "+S1", "H*o10", "Tn13-o13", "Xm13B-o10H"):
        assert played.why_not(text) == "The game is over."
        with pytest.raises(kabuto.IllegalMove, match="The game is over"):
            played.play(text)
    assert played.record() == before


def test_a_refused_move_changes_nothing() -> None:
    played = game(HANDS, {"n12": [1, "S2"]})
    before, view = played.record(), played.view(0).to_json()
    for text in (
        "S3n12",
        "S3o14",
        "V1n13",
        "H2n13",
        "Xm13B-o10H",
        "Tn12-n13",
        "/",
        "+S1",
        "H*o10",
        "S3a20",
        "castle",
    ):
        with pytest.raises(kabuto.IllegalMove):
            played.play(text)
    assert (played.record(), played.view(0).to_json(), played.ply) == (before, view, 0)


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    played = game(HANDS)
    with pytest.raises(kabuto.IllegalMove, match="no move to undo"):
        played.undo()
    played.play("S3n13")
    assert played.undo() == Move.parse("S3n13")
