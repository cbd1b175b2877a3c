"""Every move and everything that happens can be told, in both languages."""

from kabuto.yedo.moves import FORMS, Move
from kabuto.yedo.telling import phase, tell_fact, tell_move

from .helpers import bare, random_game


def test_every_move_of_whole_games_is_told_in_both_languages() -> None:
    for seed in range(6):
        for game in random_game(4 if seed % 2 else 3, seed):
            for move in game.legal_moves():
                words = tell_move(game.state, move)
                assert words
                assert "{" not in words
                assert words.to("de")


def test_every_verb_is_told() -> None:
    s = bare()
    for verb, (_, example) in FORMS.items():
        for language in ("en", "de"):
            assert tell_move(s, Move.parse(example or verb)).to(language)


def test_everything_that_happens_is_told_as_a_seat_sees_it() -> None:
    kinds = set()
    for seed in range(4):
        *_, game = random_game(4, seed)
        for seat in (0, None):
            for entry in game.view(seat).log:
                assert tell_move(game.state, entry.move).to("de")
                for fact in entry.facts:
                    words = tell_fact(game.state, fact)
                    kinds.add(fact.what)
                    assert words is None or words.to("de")
    assert {"draw", "keep", "play", "flip", "patrol", "arrest", "won", "look", "round"} <= kinds


def test_every_step_has_a_phase() -> None:
    for game in random_game(3, 1):
        assert phase(game.state).startswith("phase_")
