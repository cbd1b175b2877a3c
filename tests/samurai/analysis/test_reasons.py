"""Why a move, in words: what is different on the board after it."""

import random
import re

from kabuto.samurai import Move, Samurai
from kabuto.samurai.analysis.lookahead import figures_won
from kabuto.samurai.analysis.reasons import MOST, WORDS, why, why_parts, why_turn
from tests.samurai.helpers import AKITA, EAST, NORTH, at, exchange, lay, place, position, where
from tests.samurai.players.positions import FAR, IDLE, N1, N2, random_games


def told(game: Samurai, move: str, language: str = "en") -> str:
    """Why a move of the seat to move, in one text."""
    assert game.to_move is not None
    return " ".join(text.to(language) for text in why(game.view(game.to_move), Move.parse(move)))


def test_a_capture_is_told_with_the_influence_that_wins_it() -> None:
    game = position(figures={NORTH: "B", **FAR}, tokens={N1: (1, "S2")}, hands=["B4"])
    assert (
        told(game, f"B4{N2}")
        == f"Captures Buddha {where(at(NORTH))} (4:2). Seat 0 now has the most Buddhas (1:0)."
    )


def test_a_figure_that_another_led_for_and_nobody_gets_is_denied() -> None:
    game = position(figures={NORTH: "B", **FAR}, tokens={N1: (1, "S2")}, hands=["S2"])
    assert (
        told(game, f"S2{N2}") == f"Denies seat 1 what they were leading for: Buddha {where(at(NORTH))} (2:2)."
    )


def test_a_figure_that_nobody_led_for_is_set_aside() -> None:
    game = position(figures={NORTH: "B", **FAR}, tokens={N1: (1, "H2")}, hands=["R2"])
    assert told(game, f"R2{N2}") == f"Places beside the board: Buddha {where(at(NORTH))} (0:0)."


def test_a_capture_for_another_seat_is_told() -> None:
    game = position(figures={NORTH: "B", **FAR}, tokens={N1: (1, "S2")}, hands=["H4"])
    text = told(game, f"H4{N2}")
    assert text == f"Gives seat 1 Buddha {where(at(NORTH))} (2:0). Seat 1 now has the most Buddhas (0:1)."


def test_a_capture_after_the_turn_is_told_when_its_last_space_is_filled_and_when_it_happens() -> None:
    game = position(figures={NORTH: "B", **FAR}, tokens={N1: (1, "S2")}, hands=["B4"], captures="turn")
    takes = f"Captures Buddha {where(at(NORTH))} (4:2)."
    assert told(game, f"B4{N2}").startswith(takes)
    game.play(f"B4{N2}")
    assert told(game, "/").startswith(takes)


def test_a_majority_that_is_lost_is_told() -> None:
    game = position(
        figures={NORTH: "B", **FAR}, tokens={N1: (1, "R2")}, hands=["B2"], captured=[[0, 1, 0], [0, 2, 0]]
    )
    assert "No one has the most Buddhas any more (2:2)." in told(game, f"B2{N2}")


def test_hidden_captures_count_as_a_perfect_memory_knows_them() -> None:
    game = position(
        players=3,
        figures={NORTH: "B", EAST: "B", **FAR},
        tokens={N1: (1, "S2"), at((1, -5)): (1, "S1")},
        hands=["R2", "S3", "B4"],
    )
    game.play(f"R2{N2}")
    game.play("/")
    assert game.view(1).captured == (None, (0, 1, 0), None)
    text = told(game, lay("S3", (2, -5)))
    assert text.startswith(f"Captures Buddha {where(at(EAST))} (4:0).")
    game.play(lay("S3", (2, -5)))
    game.play("/")
    assert figures_won(game.view(2)) == ((0, 0, 0), (0, 2, 0), (0, 0, 0))


def test_a_lead_gained_broken_and_strengthened_is_told() -> None:
    game = position(
        figures={NORTH: "H", AKITA: "BR", **FAR},
        tokens={at((0, -3)): (1, "B2"), at((1, -4)): (0, "R2")},
        hands=["S2"],
    )
    text = told(game, f"S2{N1}")
    assert f"Takes the lead for helmet {where(at(NORTH))} (2:0)." in text
    assert f"Breaks another player’s lead for Buddha {where(at(AKITA))} (2:2)." in text
    assert f"Strengthens the lead for rice field {where(at(AKITA))} (4:0)." in text


def test_a_token_that_goes_elsewhere_gives_up_its_lead() -> None:
    game = position(figures={NORTH: "H", **FAR}, tokens={N1: (0, "S2")}, hands=["T"])
    assert f"Gives up the lead for helmet {where(at(NORTH))} (0:0)." in told(game, f"T{N1}-{at((0, 1))}")


def test_the_last_empty_space_is_a_set_up_where_one_leads_and_an_opening_where_not() -> None:
    game = position(figures={NORTH: "H", **FAR}, hands=["S2 B4"])
    name, last = place(at(NORTH)), place(N2)
    assert f"Sets up a capture: only {last} is still empty around {name}" in told(game, f"S2{N1}")
    assert f"Leaves {name} one space short of capture, and the next player may fill {last}" in told(
        game, f"B4{N1}"
    )


def test_an_exchange_brings_a_figure_where_one_leads_and_takes_it_from_another() -> None:
    game = position(
        figures={NORTH: "H", EAST: "B", **FAR},
        tokens={N1: (1, "H3"), at((2, -5)): (0, "H2")},
        hands=["X"],
    )
    text = told(game, exchange(NORTH, "H", EAST, "B"))
    assert text == (
        f"Brings a figure to where seat 0 leads: helmet, {where(at(EAST))} (led by seat 0, 2:0)"
        f" instead of {where(at(NORTH))} (led by seat 1, 3:0)."
    )
    game = position(figures={NORTH: "H", EAST: "B", **FAR}, tokens={N1: (1, "H3")}, hands=["X"])
    text = told(game, exchange(NORTH, "H", EAST, "B"))
    assert text.startswith("Takes a figure away from seat 1: helmet, ")


def test_a_whole_turn_is_told_by_what_matters_most_in_it() -> None:
    game = position(figures={NORTH: "B", **FAR}, tokens={N1: (1, "S2")}, hands=["B4 N1"])
    moves = [Move.parse(move) for move in (f"N1{IDLE}", f"B4{N2}", "/", f"S1{N1}")]
    assert game.view(0).why_not(moves[0]) is None
    assert why_turn(game.view(0), moves)[0] == f"Captures Buddha {where(at(NORTH))} (4:2)."
    assert why_turn(game.view(0), moves[2:]) == why(game.view(0), moves[2])


def test_every_part_of_a_turn_has_a_reason_of_its_own() -> None:
    game = position(figures={NORTH: "B", **FAR}, tokens={N1: (1, "S2")}, hands=["B4 N1"])
    moves = [Move.parse(move) for move in (f"N1{IDLE}", f"B4{N2}", "/", f"S1{N1}")]
    parts = [[text.to("en") for text in part] for part in why_parts(game.view(0), moves)]
    assert len(parts) == 2, "the end of a turn and what others answer need no reason"
    assert parts[0] == ["Helps what comes after it in this turn."]
    assert parts[1][0] == f"Captures Buddha {where(at(NORTH))} (4:2)."
    alone = why_parts(game.view(0), moves[:1])
    assert [[text.key for text in part] for part in alone] == [["quiet"]]


def test_the_end_of_a_turn_tells_which_fast_tokens_are_kept() -> None:
    game = position(figures=FAR, hands=["N1 V2 S1"], played="S2")
    assert told(game, "/") == "Keeps ronin 1, ship 2 for later."
    assert told(position(figures=FAR, hands=["S1"], played="S2"), "/") == "Ends the turn."


def test_the_end_of_the_game_is_told_with_its_winner() -> None:
    figures = {NORTH: "B", (2, 0): "H", (-2, 0): "R"}
    game = position(figures=figures, tokens={N1: (1, "S2")}, hands=["B4"])
    assert told(game, f"B4{N2}").startswith("This turn is the last: the game ends with it.")
    game.play(f"B4{N2}")
    assert told(game, "/") == "Ends the game and wins it."
    lost = position(figures={(2, 0): "H"}, captured=[[0, 0, 0], [1, 0, 0]], hands=["S1"], played="S2")
    assert told(lost, "/").startswith("Ends the game; seat 1 wins it.")
    shared = position(figures={(2, 0): "H"}, captured=[[1, 0, 0], [1, 0, 0]], hands=["S1"], played="S2")
    assert told(shared, "/").startswith("Ends the game; seat 0 and seat 1 share the victory.")


def test_a_move_without_effect_says_so() -> None:
    game = position(figures={NORTH: "B", **FAR}, hands=["H2"])
    assert told(game, f"H2{IDLE}") == "No immediate effect: a waiting or preparatory move."


def test_every_legal_move_has_a_few_whole_sentences_in_every_language() -> None:
    rng = random.Random(1)
    for game in random_games():
        view = game.view(game.to_move)
        for move in rng.sample(view.legal_moves(), min(6, len(view.legal_moves()))):
            reasons = why(view, move)
            assert 1 <= len(reasons) <= MOST
            for language in WORDS.languages():
                text = " ".join(reason.to(language) for reason in reasons)
                assert re.fullmatch(r"[^{}]+\.", text), text
                assert "None" not in text
                assert "-1" not in text
