"""What moves of Samurai bring about, as each seat saw it."""

import random
from typing import Any

import kabuto
from kabuto.samurai import Capture, Samurai
from kabuto.samurai.events import (
    FigurePlaced,
    FiguresExchanged,
    TokenChosen,
    TokenMoved,
    TokenPlayed,
    TokensDrawn,
    TurnEnded,
)
from kabuto.samurai.moves import Verb


def played(seed: int = 2, **options: Any) -> Samurai:
    game: Samurai = kabuto.new("samurai", seed=seed, **options)
    rng = random.Random(seed)
    while game.to_move is not None:
        game.play(rng.choice(game.legal_moves()))
    return game


def test_a_turn_in_events() -> None:
    game = kabuto.new("samurai", players=2, seed=1)
    move = next(move for move in game.legal_moves() if move.verb is Verb.PLAY)
    game.play(move)
    game.play("/")
    space, code = str(move)[2:], str(move)[:2]
    assert game.events[0] == (TokenPlayed(0, code, space),)
    ended, drew = game.events[1]
    assert ended == TurnEnded(0)
    assert isinstance(drew, TokensDrawn)
    assert (drew.seat, drew.number) == (0, 1)
    assert drew.tokens
    assert drew.tokens[0] in game.view(0).hand


def test_a_draw_is_told_to_its_owner_and_counted_for_the_others() -> None:
    game = played(players=3)
    for viewer in (None, 0, 1, 2):
        log = game.view(viewer).log
        assert len(log) == len(game.events)
        for entry, truth in zip(log, game.events, strict=True):
            for seen, true in zip(entry.events, truth, strict=True):
                if isinstance(true, TokensDrawn) and true.seat != viewer:
                    assert seen == TokensDrawn(true.seat, true.number, None)
                else:
                    assert seen == true


def test_everything_drawn_and_captured_is_told() -> None:
    game = played(players=4)
    events = [event for each in game.events for event in each]
    for seat in range(4):
        drawn = sum(event.number for event in events if isinstance(event, TokensDrawn) and event.seat == seat)
        first, last = game._states[0].stacks[seat], game.state.stacks[seat]
        assert drawn == len(first) - len(last)
        won = [event for event in events if isinstance(event, Capture) and event.winner == seat]
        assert len(won) == sum(game.state.captured[seat])
    aside = [event for event in events if isinstance(event, Capture) and event.winner is None]
    assert len(aside) == sum(game.state.aside)


def test_set_up_is_told_and_choices_are_hidden() -> None:
    game: Samurai = kabuto.new("samurai", players=2, seed=1, hands="choose", figures="draft")
    game.play("+S1")
    assert game.events == ((TokenChosen(0, "S1"),),)
    assert game.view(0).log[0].events == (TokenChosen(0, "S1"),)
    assert game.view(1).log[0].events == (TokenChosen(0, None),)
    while "*" not in str(game.legal_moves()[0]):
        game.play(game.legal_moves()[0])
    move = game.legal_moves()[0]
    game.play(move)
    told: object = game.events[-1]
    assert told == (FigurePlaced(0, str(move)[0], str(move)[2:]),)


def test_exchanges_are_told() -> None:
    kinds = {type(event) for seed in range(6) for each in played(seed).events for event in each}
    assert {FiguresExchanged, TokenMoved, TokenPlayed, TokensDrawn, TurnEnded, Capture} == kinds


def test_events_can_be_written() -> None:
    game = kabuto.new("samurai", seed=1)
    game.play(game.legal_moves()[0])
    [event] = game.events[0]
    assert event.to_json()["event"] == type(event).__name__
    assert event.to_json()["seat"] == 0
