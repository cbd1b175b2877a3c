"""Every move and everything that happens can be told, in both languages."""

from kabuto.yedo.board import WEAPONS
from kabuto.yedo.cards import Effect
from kabuto.yedo.moves import FORMS, Move
from kabuto.yedo.sentences import spoken
from kabuto.yedo.telling import group, phase, tell_fact, tell_move
from kabuto.yedo.texts import say_effect

from .helpers import act, bare, card, market, play, random_game, stand


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
                assert tell_move(game.state, entry.move, past=True).to("de")
                for fact in entry.facts:
                    words = tell_fact(game.state, fact)
                    kinds.add(fact.what)
                    assert words is None or words.to("de")
    assert {"draw", "keep", "play", "flip", "buy", "patrol", "arrest", "won", "look", "round"} <= kinds


def test_a_weapon_bought_is_told_as_it_was_whatever_lies_on_the_market_now() -> None:
    s = bare()
    stand(s, 0, "market")
    market(s, "katana", None, None, None, None)
    game = act(s, 0)
    buy = Move.parse("buy 1")
    assert tell_move(game.state, buy) == "market: buy from field 1: Katana (sword)"
    play(game, "buy 1")
    entry = game.view(1).log[-1]
    game.state.market = (WEAPONS.index("shuko"), -1, -1, -1, -1)
    assert tell_move(game.state, entry.move, past=True) == "market: buy from field 1"
    assert tell_fact(game.state, entry.facts[0]) == "Seat 0 buys: Katana (sword)"


def test_a_weapon_that_may_be_taken_is_named() -> None:
    s = bare()
    market(s, None, "katana", None, None, None)
    assert tell_move(s, Move.parse("take 2")) == "market: take from field 2: Katana (sword)"
    assert tell_move(s, Move.parse("take 1")) == "take 1"
    assert tell_move(s, Move.parse("take red")) == "take red"


def test_every_step_has_a_phase() -> None:
    for game in random_game(3, 1):
        assert phase(game.state).startswith("phase_")


def test_moves_are_grouped_by_what_they_are_about() -> None:
    s = bare()
    stand(s, 0, "market", "gates")
    card(s, 0, "A20")
    view = act(s, 0).view(0)
    groups = {str(move): group(view, move) for move in view.legal_moves()}
    assert groups["recruit"] == groups["look gates action"] == "Gates"
    assert groups["idle market"] == "Market"
    assert groups["idle market"].to("de") == "Markt"


def test_every_legal_move_of_whole_games_has_a_group_in_both_languages() -> None:
    for game in random_game(3, 2):
        view = game.view(game.to_move)
        assert all(group(view, move) and group(view, move).to("de") for move in view.legal_moves())


def test_a_loss_that_a_blessing_averts_says_so() -> None:
    assert "a blessing prevents it" in spoken(say_effect(Effect("lose", ("annex", 1, "all"))))
    assert "blessing" not in spoken(say_effect(Effect("lose", ("mon", 1, "all"))))
